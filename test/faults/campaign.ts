/** A whole campaign on one stack: finds the calls, injects each kind of fault, and judges what is left. */

import { createHash } from "node:crypto";
import { FAULT_KINDS } from "./fault-kinds.ts";
import { judgeAgain, type Planned, pointsOf, type Run, runAll } from "./runs.ts";
import type { Environment } from "./scenario.ts";
import type { Violation } from "./violation.ts";

/** How a campaign is made. */
export interface CampaignOptions {
  /** Decides the order of the runs, and with it what meets what. */
  seed: number;
  /** Whether a run is made, by its name. */
  isChosen: (name: string) => boolean;
  onProgress: (done: number, planned: number) => void;
}

/** What became of it. */
export interface Outcome {
  /** Judged when nothing was on its way any more. */
  runs: Run[];
  /** What was left behind of which it cannot be said whose it is. */
  leftBehind: Violation[];
}

/** As `an illegal one / StoreNotifications sns:Publish alerts #1 / throttled`. */
export function nameOf({ scenario, point, kind }: Pick<Run, "scenario" | "point" | "kind">): string {
  return `${scenario} / ${point} / ${kind}`;
}

/** The name of a run that is to be made. */
export function plannedName({ scenario, point, kind }: Planned): string {
  return nameOf({ scenario: scenario.name, point, kind });
}

/**
 * Makes every chosen run.
 * @throws {Error} where a scenario goes wrong without any fault
 */
export async function campaign(
  environment: Environment,
  { seed, isChosen, onProgress }: CampaignOptions,
): Promise<Outcome> {
  const planned = inOrderOf(
    seed,
    (await plan(environment)).filter((run) => isChosen(plannedName(run))),
  );
  let done = 0;
  const runs = await runAll(planned, environment, () => onProgress(++done, planned.length));
  const leftBehind = await environment.drain();
  return { runs: await judgeAgain(runs, environment), leftBehind };
}

/** Every kind of fault at every call of every scenario. */
export async function plan(environment: Environment): Promise<Planned[]> {
  const planned: Planned[] = [];
  for (const scenario of environment.scenarios) {
    for (const point of await pointsOf(scenario, environment)) {
      planned.push(...FAULT_KINDS.map((kind) => ({ scenario, point, kind })));
    }
  }
  return planned;
}

function inOrderOf(seed: number, planned: readonly Planned[]): Planned[] {
  const place = (run: Planned) =>
    createHash("sha256")
      .update(`${seed} ${plannedName(run)}`)
      .digest("hex");
  return planned.toSorted((a, b) => (place(a) < place(b) ? -1 : 1));
}
