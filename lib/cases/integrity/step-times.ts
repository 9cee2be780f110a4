/** Whether steps were made when they say: after what they are about was received, one after the other, and not ahead of now. */

import { isInstant } from "../../time/instant.ts";

const DAY_MS = 86_400_000;

/** The clock of whoever checks may be behind. */
const MOST_AHEAD_MS = DAY_MS;

/** Of which place in the list, from 1, and what is wrong with the time there. */
export interface TimeProblem {
  kind: "time";
  at: number;
  /** `none`: it is no time; `early`: before what it is about was received; `backwards`: before the step before. */
  why: "none" | "early" | "backwards" | "ahead";
}

/** @param receivedAt as the item says; of a month nothing was received */
export function problemsOfTimes(
  steps: readonly Record<string, unknown>[],
  { receivedAt, now }: { receivedAt: unknown; now: Date },
): TimeProblem[] {
  const earliest = isTime(receivedAt) ? receivedAt : new Date(0).toISOString();
  const latest = new Date(now.getTime() + MOST_AHEAD_MS).toISOString();
  let before = "";
  return steps.flatMap(({ at: time }, index): TimeProblem[] => {
    const problem = (why: TimeProblem["why"]): TimeProblem[] => [{ kind: "time", at: index + 1, why }];
    if (!isTime(time)) return problem("none");
    const last = before;
    before = time;
    if (time < earliest) return problem("early");
    if (time < last) return problem("backwards");
    return time > latest ? problem("ahead") : [];
  });
}

function isTime(value: unknown): value is string {
  return typeof value === "string" && isInstant(value);
}
