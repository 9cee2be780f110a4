/** Runs that are named one by one, run without looking for the calls first. */

import { nameOf } from "./campaign.ts";
import type { FaultKind } from "./injection/fault-kinds.ts";
import { judgeAgain, type Run, runAll } from "./runs.ts";
import type { Environment } from "./scenario.ts";
import type { Violation } from "./violation.ts";

/** A scenario, a point in it, and what is injected there. */
export type Chosen = readonly [scenario: string, point: string, kind: FaultKind];

/** Results of chosen runs. */
export interface ChosenFound {
  runs: Run[];
  leftBehind: Violation[];
}

/**
 * Makes chosen runs and judges them when nothing is on its way any more.
 * @throws {Error} where there is no such scenario
 */
export async function runChosen(environment: Environment, chosen: readonly Chosen[]): Promise<ChosenFound> {
  const planned = chosen.map(([name, point, kind]) => {
    const scenario = environment.scenarios.find((one) => one.name === name);
    if (scenario === undefined) throw new Error(`There is no scenario "${name}".`);
    return { scenario, point, kind };
  });
  const runs = await runAll(planned, environment, () => undefined);
  const leftBehind = (await environment.drain?.()) ?? [];
  return { runs: await judgeAgain(runs, environment), leftBehind };
}

/** Runs as a test shows them: injected or not, and what is wrong. */
export function shown({ runs, leftBehind }: ChosenFound): string[] {
  const wrong = [...runs.flatMap(({ violations }) => violations), ...leftBehind];
  return [
    ...runs.map((run) => `${nameOf(run)}: ${run.injections > 0 ? "injected" : "not injected"}`),
    ...wrong.map(({ kind, text }) => `${kind}: ${text}`),
  ];
}
