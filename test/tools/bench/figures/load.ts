/** What each function takes to start in a process of its own, and to answer for the first time. */

import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import * as z from "zod/mini";
import type { FunctionName } from "../../../../infra/bundles.ts";

import { lookUpEvent, webhookEvent } from "../environment/events.ts";

import { Machinery } from "../environment/machinery.ts";
import { bodyOf } from "../environment/notification-bodies.ts";
import { referenceBundle } from "../environment/reference-clients.ts";
import type { Figure } from "../figure.ts";
import { compared, interleaved } from "../statistics.ts";

const ROUNDS = 21;

const FUNCTION_NAMES: FunctionName[] = [
  "ReceiveWebhook",
  "StoreNotifications",
  "GetUser",
  "SendBrief",
  "ServeDesk",
  "SendReminders",
  "StartScan",
  "ScanWallets",
];

/** Those for which somebody waits: what they are compared with makes their calls, too. */
const ANSWERING = new Set<FunctionName>(["ReceiveWebhook", "GetUser"]);

/**
 * Its last line says how long the first call took once everything was loaded, and the CPU time of both together.
 * A function is found as Lambda finds it.
 */
const SCRIPT = `
const { existsSync } = require("node:fs");
const [, folder, event] = process.argv;
const before = process.cpuUsage();
const load = async () => existsSync(folder + "/index.js") ? require(folder + "/index.js") : import("file://" + folder + "/index.mjs");
load().then(async ({ handler }) => {
  const loaded = process.hrtime.bigint();
  const context = { awsRequestId: "bench", getRemainingTimeInMillis: () => 60_000 };
  if (event !== undefined) await handler(JSON.parse(event), context);
  const first = Number(process.hrtime.bigint() - loaded) / 1e6;
  const { user, system } = process.cpuUsage(before);
  process.stdout.write("\\n" + JSON.stringify({ first, cpu: (user + system) / 1_000 }));
  process.exit();
});
`;

/** In milliseconds. */
const times = z.object({ first: z.number(), cpu: z.number() });

/** For each function: the CPU time of loading it and of its first call, beside its AWS clients alone; and that call. */
export async function measureLoading(): Promise<Figure[]> {
  const machinery = await Machinery.start(undefined, { desk: true });
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

async function measureFunction(name: FunctionName, machinery: Machinery, parent: string): Promise<Figure[]> {
  const { environment, folder: bundle } = machinery.function(name);
  const folder = join(parent, name);
  mkdirSync(folder);
  writeFileSync(join(folder, "index.js"), referenceBundle(name));
  const answers = ANSWERING.has(name);
  const event = answers ? eventOf(name) : undefined;
  const firsts: Record<"own" | "bare", number[]> = { own: [], bare: [] };
  const rounds = await interleaved(ROUNDS, {
    own: async () => {
      const { first, cpu } = await started(bundle, environment, event);
      firsts.own.push(first);
      return cpu;
    },
    bare: async () => {
      const { first, cpu } = await started(folder, environment, event);
      firsts.bare.push(first);
      return cpu;
    },
  });
  const of = answers
    ? "a bundle of only the AWS clients that the function needs, making the same calls"
    : "a bundle of only the AWS clients that the function needs, loaded";
  const cpu = compared({ id: `load.${name}.cpu`, unit: "ms", of }, rounds.own, rounds.bare);
  if (!answers) return [cpu];
  return [cpu, compared({ id: `load.${name}.firstInvocation`, unit: "ms", of }, firsts.own, firsts.bare)];
}

/** Starts a process that loads what lies in `folder`; the emulators answer it meanwhile. */
async function started(folder: string, env: Record<string, string>, event?: object) {
  const given = event === undefined ? [] : [JSON.stringify(event)];
  const { stdout } = await promisify(execFile)(process.execPath, ["-e", SCRIPT, folder, ...given], { env });
  return times.parse(JSON.parse(stdout.slice(stdout.lastIndexOf("\n"))));
}

function eventOf(name: FunctionName): object {
  return name === "GetUser" ? lookUpEvent("u-1") : webhookEvent(bodyOf({ id: 1, bytes: 1_434 }));
}
