/** In a process of its own: loads a function's bundle as Lambda does, and calls it when it is asked to. */

import { answering } from "./answering.ts";
import { loadedFrom } from "./loaded-function.ts";
import { peakMib } from "./peak-memory.ts";

const [, , folder = "", observed] = process.argv;
if (observed === "observed") await import("./observe-calls.ts");

const handler = await loadedFrom(folder);

/** Lambda's longest time, so that nothing is handed on. */
const context = { awsRequestId: `bench-${Date.now()}`, getRemainingTimeInMillis: () => 900_000 };

answering(async (event) => {
  const [start, spent] = [process.hrtime.bigint(), process.cpuUsage()];
  const result: unknown = await handler(event, context);
  const milliseconds = Number(process.hrtime.bigint() - start) / 1e6;
  const { user, system } = process.cpuUsage(spent);
  return { result, milliseconds, cpuMilliseconds: (user + system) / 1_000, peakMib: peakMib() };
});
