/** Started by `npm run faults` for each stack: runs a campaign in a process of its own, and hands back what it found. */

import { campaign, type Outcome, plan, plannedName } from "./campaign.ts";
import { ENVIRONMENTS, type EnvironmentName } from "./environments.ts";
import type { Violation } from "./violation.ts";

/** Start data of the process, as JSON in its only argument. */
export interface EnvironmentOrder {
  environment: EnvironmentName;
  seed: number;
  /** Slowness of the machine beside an idle one, which gives everything more time. */
  slowness: number;
  /** Longest time of the slowest recovery, in milliseconds, if it differs from the usual one. */
  patienceMs?: number | undefined;
  /** Only scenarios with this in their name. */
  scenario?: string | undefined;
  /** Only runs with this in their name. */
  only?: string | undefined;
  /** Names the runs and makes none. */
  list?: boolean | undefined;
}

export type EnvironmentMessage =
  | { type: "scenario"; name: string; wrong: readonly Violation[] }
  | { type: "progress"; done: number; planned: number }
  | { type: "names"; names: string[] }
  | { type: "outcome"; outcome: Outcome };

// The parent process is gone: its findings would not be read.
process.on("disconnect", () => process.exit(1));

const order: EnvironmentOrder = JSON.parse(process.argv[2] ?? "");
const environment = await ENVIRONMENTS[order.environment](order.slowness, order.patienceMs);
try {
  if (order.list) {
    const { planned } = await plan(environment, isWanted, onScenario);
    send({ type: "names", names: planned.map(plannedName) });
  } else send({ type: "outcome", outcome: await run() });
} finally {
  await environment.close();
  process.removeAllListeners("disconnect").disconnect();
}

function run(): Promise<Outcome> {
  return campaign(environment, {
    seed: order.seed,
    isWanted,
    onScenario,
    isChosen: (run) => order.only === undefined || run.includes(order.only),
    onProgress: (done, planned) => send({ type: "progress", done, planned }),
  });
}

function onScenario(name: string, wrong: readonly Violation[]): void {
  send({ type: "scenario", name, wrong });
}

function isWanted(scenario: string): boolean {
  return order.scenario === undefined || scenario.includes(order.scenario);
}

function send(message: EnvironmentMessage): void {
  process.send?.(message);
}
