/** Plays stories: once without a fault to find their calls, then once for each call and each kind of fault. */

import pMap from "p-map";
import type { Point } from "./arming.ts";
import type { FaultKind } from "./fault-kinds.ts";
import { settled } from "./settled.ts";
import type { Story, Theatre } from "./story.ts";
import type { Violation } from "./violation.ts";

/** A run that is to be made. */
export interface Planned {
  story: Story;
  point: Point;
  kind: FaultKind;
}

/** What became of a run; plain values, so that it can be handed from process to process. */
export interface Run {
  /** The story's name. */
  story: string;
  point: Point;
  kind: FaultKind;
  subject: string;
  /** How many tries of the call were struck; 0 where the call was not made. */
  strikes: number;
  violations: Violation[];
  milliseconds: number;
}

/** A call that is not made every time, such as one whose answer may be cached, gets so many chances. */
const MOST_CHANCES = 4;

/**
 * The points of a story, found by playing it without a fault.
 * @throws {Error} where even that goes wrong
 */
export async function pointsOf(story: Story, theatre: Theatre): Promise<Point[]> {
  const subject = theatre.nextSubject();
  const unsettled = await begin(story, subject, theatre);
  const points = theatre.stack.arming.record(subject);
  await story.act(subject);
  const left = [...unsettled, ...(await settled(() => story.violations(subject, true), theatre.patienceMs))];
  if (left.length > 0) {
    throw new Error(
      `"${story.name}" goes wrong without a fault: ${left.map(({ text }) => text).join("; ")}.`,
    );
  }
  return [...points].filter((point) => story.strikes(point));
}

/** Makes the runs: those that need the stack for themselves one after the other, the others beside each other. */
export async function playAll(
  planned: readonly Planned[],
  theatre: Theatre,
  onRun: (run: Run) => void,
): Promise<Run[]> {
  const play = async (plan: Planned) => {
    const run = await playUntilStruck(plan, theatre);
    onRun(run);
    return run;
  };
  const alone = planned.filter(({ story }) => story.cold !== undefined);
  const beside = planned.filter(({ story }) => story.cold === undefined);
  const runs = await pMap(beside, play, { concurrency: theatre.atOnce });
  return [...runs, ...(await pMap(alone, play, { concurrency: 1 }))];
}

/** The end states again, once nothing is on its way: what came late must have changed nothing. */
export async function judgeAgain(runs: readonly Run[], { stories }: Theatre): Promise<Run[]> {
  const byName = new Map(stories.map((story) => [story.name, story]));
  return pMap(
    runs,
    async (run) => {
      const violations = await byName.get(run.story)?.violations(run.subject, false);
      return { ...run, violations: violations ?? run.violations };
    },
    { concurrency: 4 },
  );
}

async function playUntilStruck(plan: Planned, theatre: Theatre): Promise<Run> {
  for (let chance = 1; ; chance++) {
    const run = await play(plan, theatre);
    if (run.strikes > 0 || chance === MOST_CHANCES) return run;
  }
}

async function play({ story, point, kind }: Planned, theatre: Theatre): Promise<Run> {
  const start = performance.now();
  const subject = theatre.nextSubject();
  const unsettled = await begin(story, subject, theatre);
  const run = { story: story.name, point, kind, subject };
  if (unsettled.length > 0) return { ...run, strikes: 0, violations: unsettled, milliseconds: 0 };
  const fault = theatre.stack.arming.arm(subject, point, kind);
  await story.act(subject);
  const violations = await settled(() => story.violations(subject, false), theatre.patienceMs);
  return { ...run, strikes: fault.strikes, violations, milliseconds: Math.round(performance.now() - start) };
}

/** @returns what has not settled of what comes before */
async function begin(story: Story, subject: string, theatre: Theatre): Promise<Violation[]> {
  const unsettled = (await story.prepare?.(subject)) ?? [];
  if (story.cold !== undefined) await theatre.restart(story.cold);
  return unsettled;
}
