/** A stack on which scans are run, each in a project of its own. */

import { setTimeout as sleep } from "node:timers/promises";
import { FaultStack } from "../injection/fault-stack.ts";
import { FIRST_SUBJECT } from "../injection/subjects.ts";
import type { Environment } from "../scenario.ts";
import { unless } from "../violation.ts";
import { scanScenarios } from "./scan-scenarios.ts";
import { Scans } from "./scans.ts";
import { ScriptedService } from "./scripted-service.ts";

/** A worker has 3 s; the message of one that was killed comes back after 18 s. */
const TIME_SCALE = 300;
const PATIENCE_MS = 120_000;

const CONCURRENCY = 10;
const WORKERS = 6;

/** Starts the stack; `slowness` divides how fast its clock runs. */
export async function openScans(
  slowness = 1,
  patienceMs = PATIENCE_MS * slowness,
): Promise<Environment & { scans: Scans }> {
  const { stack, scans, service } = await startScans({
    timeScale: TIME_SCALE / slowness,
    maximumWorkers: WORKERS,
    context: { "scan.maximumConcurrency": WORKERS },
  });
  return {
    name: "scans",
    scenarios: scanScenarios({ scans, arming: stack.arming, service, patienceMs }),
    stack,
    scans,
    concurrency: CONCURRENCY,
    patienceMs,
    async drain() {
      while ((await stack.waiting("scan")) > 0) await sleep(100);
      const dead = await stack.waiting("scanDlq");
      return unless(dead === 0, "lost", `${dead} messages of the scan queue went to its dead letters`);
    },
    async close() {
      await stack.close();
      await service.close();
    },
  };
}

const SCANNING = ["StartScan", "ScanWallets"];

/** So many runs can be made: each takes a project. */
const PROJECTS = 800;

/** Starts a stack whose subjects are projects, with a service that answers as their scenarios say. */
export async function startScans(
  options: Parameters<typeof FaultStack.start>[0],
): Promise<{ stack: FaultStack; scans: Scans; service: ScriptedService }> {
  const projectIds = Array.from({ length: PROJECTS }, (_, index) => FIRST_SUBJECT + index);
  let scans: Scans | undefined;
  const service = await ScriptedService.start((asked) => scans?.answersTo(asked) ?? []);
  const stack = await FaultStack.start({ loaded: SCANNING, service: service.url, projectIds, ...options });
  scans = new Scans(stack);
  return { stack, scans, service };
}
