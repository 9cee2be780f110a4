/**
 * In a process of its own: loads a function's bundle as Lambda does, and calls it when it is asked to. Plain JavaScript,
 * since what takes types away would be counted as the function's time.
 */

import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [, , folder, clock] = process.argv;
if (clock !== undefined) startClockAt(Date.parse(clock));

const beforeLoading = process.cpuUsage();
const file = join(folder, "index.js");
const { handler } = existsSync(file)
  ? createRequire(file)(file)
  : await import(pathToFileURL(join(folder, "index.mjs")).href);
const loadMilliseconds = cpuSince(beforeLoading);

/** Lambda's longest time: scans do not hand on. */
const context = { awsRequestId: `bench-${Date.now()}`, getRemainingTimeInMillis: () => 900_000 };

process.on("message", async (event) => {
  const [start, spent] = [performance.now(), process.cpuUsage()];
  try {
    const result = await handler(event, context);
    const milliseconds = performance.now() - start;
    process.send({
      result,
      milliseconds,
      cpuMilliseconds: cpuSince(spent),
      loadMilliseconds,
    });
  } catch (error) {
    process.send({ failed: error instanceof Error ? error.stack : String(error) });
  }
});

function cpuSince(start) {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}

function startClockAt(begin) {
  const { now } = Date;
  const offset = begin - now();
  globalThis.Date = class extends Date {
    constructor(...given) {
      super(...(given.length === 0 ? [now() + offset] : given));
    }
    static now() {
      return now() + offset;
    }
  };
}
