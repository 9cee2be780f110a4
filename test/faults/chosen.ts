/** Runs that are named one by one, played without looking for the calls first. */

import { nameOf } from "./campaign.ts";
import type { FaultKind } from "./fault-kinds.ts";
import { judgeAgain, playAll, type Run } from "./play.ts";
import type { Theatre } from "./story.ts";
import type { Violation } from "./violation.ts";

/** A story, a point in it, and what befalls it there. */
export type Chosen = readonly [story: string, point: string, kind: FaultKind];

/** What became of chosen runs. */
export interface ChosenFound {
  runs: Run[];
  leftBehind: Violation[];
}

/**
 * Plays chosen runs and judges them when nothing is on its way any more.
 * @throws {Error} where there is no such story
 */
export async function playChosen(theatre: Theatre, chosen: readonly Chosen[]): Promise<ChosenFound> {
  const planned = chosen.map(([name, point, kind]) => {
    const story = theatre.stories.find((one) => one.name === name);
    if (story === undefined) throw new Error(`There is no story "${name}".`);
    return { story, point, kind };
  });
  const runs = await playAll(planned, theatre, () => undefined);
  const leftBehind = await theatre.drain();
  return { runs: await judgeAgain(runs, theatre), leftBehind };
}

/** Runs as a test shows them: struck or not, and what is wrong. */
export function shown({ runs, leftBehind }: ChosenFound): string[] {
  const wrong = [...runs.flatMap(({ violations }) => violations), ...leftBehind];
  return [
    ...runs.map((run) => `${nameOf(run)}: ${run.strikes > 0 ? "struck" : "not struck"}`),
    ...wrong.map(({ kind, text }) => `${kind}: ${text}`),
  ];
}
