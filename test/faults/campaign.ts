/** A whole campaign on one stack: finds the calls, strikes each with each kind of fault, and judges what is left. */

import { createHash } from "node:crypto";
import { FAULT_KINDS } from "./fault-kinds.ts";
import { judgeAgain, type Planned, playAll, pointsOf, type Run } from "./play.ts";
import type { Theatre } from "./story.ts";
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
export function nameOf({ story, point, kind }: Pick<Run, "story" | "point" | "kind">): string {
  return `${story} / ${point} / ${kind}`;
}

/** The name of a run that is to be made. */
export function plannedName({ story, point, kind }: Planned): string {
  return nameOf({ story: story.name, point, kind });
}

/**
 * Plays every chosen run.
 * @throws {Error} where a story goes wrong without any fault
 */
export async function campaign(
  theatre: Theatre,
  { seed, isChosen, onProgress }: CampaignOptions,
): Promise<Outcome> {
  const planned = inOrderOf(
    seed,
    (await plan(theatre)).filter((run) => isChosen(plannedName(run))),
  );
  let done = 0;
  const runs = await playAll(planned, theatre, () => onProgress(++done, planned.length));
  const leftBehind = await theatre.drain();
  return { runs: await judgeAgain(runs, theatre), leftBehind };
}

/** Every kind of fault at every call of every story. */
export async function plan(theatre: Theatre): Promise<Planned[]> {
  const planned: Planned[] = [];
  for (const story of theatre.stories) {
    for (const point of await pointsOf(story, theatre)) {
      planned.push(...FAULT_KINDS.map((kind) => ({ story, point, kind })));
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
