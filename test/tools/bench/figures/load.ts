/** How long each function takes to start in a process of its own, and to answer for the first time. */

import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import * as z from "zod/mini";
import type { FunctionName } from "../../../../infra/bundles.ts";
import { lookUpEvent, queuedBody, queueEvent, webhookEvent } from "../environment/events.ts";
import { Machinery } from "../environment/machinery.ts";
import { bodyOf } from "../environment/notification-bodies.ts";
import { referenceBundle } from "../environment/reference-clients.ts";
import { type Figure, figure } from "../figure.ts";
import { compared, interleaved, median } from "../statistics.ts";

const ROUNDS = 41;

const FUNCTION_NAMES: FunctionName[] = [
  "ReceiveWebhook",
  "StoreNotifications",
  "GetUser",
  "StartScan",
  "ScanWallets",
];

/** Its last line says how long loading took, and where there is an event, how long the first call took. */
const SCRIPT = `
const start = process.hrtime.bigint();
const { handler } = require(process.argv[1]);
const loaded = process.hrtime.bigint();
const end = () => {
  const first = Number(process.hrtime.bigint() - loaded) / 1e6;
  process.stdout.write("\\n" + JSON.stringify({ load: Number(loaded - start) / 1e6, first }));
  process.exit();
};
const context = { awsRequestId: "bench", getRemainingTimeInMillis: () => 60_000 };
if (process.argv[2] === undefined) end();
else handler(JSON.parse(process.argv[2]), context).then(end);
`;

/** In milliseconds. */
const times = z.object({ load: z.number(), first: z.number() });

/** For each function: the time to load beside that of its AWS clients alone, and the first invocation. */
export async function measureLoading(): Promise<Figure[]> {
  const machinery = await Machinery.start();
  const folder = mkdtempSync(join(tmpdir(), "vigia-bench-"));
  try {
    const figures: Figure[] = [];
    for (const name of FUNCTION_NAMES) figures.push(...(await measureFunction(name, machinery, folder)));
    return figures;
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await machinery.close();
  }
}

async function measureFunction(name: FunctionName, machinery: Machinery, folder: string): Promise<Figure[]> {
  const { environment, folder: bundle } = machinery.function(name);
  const reference = join(folder, `${name}.cjs`);
  writeFileSync(reference, referenceBundle(name));
  const firsts: number[] = [];
  const rounds = await interleaved(ROUNDS, {
    own: async () => {
      const { load, first } = await started(join(bundle, "index.js"), environment, eventOf(name));
      firsts.push(first);
      return load;
    },
    reference: async () => (await started(reference, environment)).load,
  });
  const of = "a bundle of only the AWS clients that the function needs";
  return [
    compared({ id: `load.${name}.time`, unit: "ms", of }, rounds.own, rounds.reference),
    figure(`load.${name}.firstInvocation`, median(firsts), "ms"),
  ];
}

/** Starts a process that loads `file`; the emulators answer it meanwhile. */
async function started(file: string, env: Record<string, string>, event?: object) {
  const given = event === undefined ? [] : [JSON.stringify(event)];
  const { stdout } = await promisify(execFile)(process.execPath, ["-e", SCRIPT, file, ...given], { env });
  return times.parse(JSON.parse(stdout.slice(stdout.lastIndexOf("\n"))));
}

function eventOf(name: FunctionName): object {
  switch (name) {
    case "ReceiveWebhook":
      return webhookEvent(bodyOf({ id: 1, bytes: 1_434 }));
    case "StoreNotifications":
      return queueEvent(queuedBody(bodyOf({ id: Math.trunc(Math.random() * 1e9), bytes: 1_434 })));
    case "GetUser":
      return lookUpEvent("u-1");
    case "StartScan":
      return { trigger: "manual", projectIds: [] };
    case "ScanWallets":
      return queueEvent(JSON.stringify({ v: 1, projectId: 1, runId: "none", shard: 0, hop: 1 }));
  }
}
