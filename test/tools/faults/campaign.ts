/** A whole campaign on one stack: finds the calls, injects each kind of fault, and judges what is left. */

import { createHash } from "node:crypto";
import { FAULT_KINDS } from "./injection/fault-kinds.ts";
import {
  type Baseline,
  judgeAgain,
  judgeBaselinesAgain,
  type Planned,
  type Run,
  runAll,
  runWithoutFault,
  withoutFault,
} from "./runs.ts";
import type { Environment } from "./scenario.ts";
import type { Violation } from "./violation.ts";

/** Options of a campaign. */
export interface CampaignOptions {
  /** Decides the order of the runs, and with it what meets what. */
  seed: number;
  /** Reports whether a scenario is run at all, by its name. */
  isWanted: (scenario: string) => boolean;
  /** Reports whether a run is made, by its name. */
  isChosen: (name: string) => boolean;
  /** Hears of each scenario that was run without a fault. */
  onScenario: (name: string, wrong: readonly Violation[]) => void;
  onProgress: (done: number, planned: number) => void;
}

/** Its result. */
export interface Outcome {
  /** Judged when nothing was on its way any more. */
  runs: Run[];
  /** Remains that belong to no known run. */
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

/** Makes every chosen run; a scenario that goes wrong without any fault is reported, and no fault is injected into it. */
export async function campaign(
  environment: Environment,
  { seed, isWanted, isChosen, onScenario, onProgress }: CampaignOptions,
): Promise<Outcome> {
  const found = await plan(environment, isWanted, onScenario);
  const planned = inOrderOf(
    seed,
    found.planned.filter((run) => isChosen(plannedName(run))),
  );
  let done = 0;
  const runs = await runAll(planned, environment, () => onProgress(++done, planned.length));
  const leftBehind = (await environment.drain?.()) ?? [];
  const wrong = found.baselines.flatMap(({ scenario, subject, wrong }) =>
    wrong.map((one) => withoutFault(scenario, subject, one)),
  );
  return {
    runs: await judgeAgain(runs, environment),
    leftBehind: [...wrong, ...leftBehind, ...(await judgeBaselinesAgain(found.baselines))],
  };
}

/** Every kind of fault at every call of every scenario that is as it should be without one. */
export async function plan(
  environment: Environment,
  isWanted: (scenario: string) => boolean,
  onScenario: (name: string, wrong: readonly Violation[]) => void,
): Promise<{ planned: Planned[]; baselines: Baseline[] }> {
  const baselines: Baseline[] = [];
  for (const scenario of environment.scenarios.filter(({ name }) => isWanted(name))) {
    const baseline = await runWithoutFault(scenario, environment);
    baselines.push(baseline);
    onScenario(scenario.name, baseline.wrong);
  }
  const planned = baselines
    .filter(({ wrong }) => wrong.length === 0)
    .flatMap(({ scenario, points }) =>
      points.flatMap((point) => FAULT_KINDS.map((kind) => ({ scenario, point, kind }))),
    );
  return { planned, baselines };
}

function inOrderOf(seed: number, planned: readonly Planned[]): Planned[] {
  const place = (run: Planned) =>
    createHash("sha256")
      .update(`${seed} ${plannedName(run)}`)
      .digest("hex");
  return planned.toSorted((a, b) => (place(a) < place(b) ? -1 : 1));
}
