/** The 24-hour notices that suspicions demand: until when each is due, and whether it was filed by then. */

import { filingOf, type Step } from "./step.ts";

/** Time that the law leaves from knowledge or suspicion on. */
const SUSPICION_MS = 24 * 60 * 60_000;

/** Times are ISO 8601, UTC. */
export interface Notice {
  /** The earliest one since the notice before: no later step gives more time. */
  knownSince: string;
  dueAt: string;
  /** Time of its record; undefined while it is owed. */
  filedAt: string | undefined;
  /** Time at which the suspicion was withdrawn, which ended the duty; undefined otherwise. */
  withdrawnAt: string | undefined;
  /**
   * True if it was recorded, or its suspicion withdrawn, after its deadline: a withdrawal does not undo the missed 24 hours. A
   * receipt has only a day, which does not tell.
   */
  isLate: boolean;
}

/** Until when the 24-hour notice of a suspicion is due. ISO 8601. */
export function noticeDeadline(knownSince: string): string {
  return new Date(Date.parse(knownSince) + SUSPICION_MS).toISOString();
}

/** Each of a case, in the order in which they were filed; the last one may be owed still. */
export function noticesOf(steps: readonly Step[]): Notice[] {
  const notices: Notice[] = [];
  let known: string[] = [];
  // Filed at once, with the suspicion recorded behind it: it speaks of what was known by then.
  let ahead: string | undefined;
  const file = (filedAt: string | undefined, withdrawnAt?: string) => {
    const [knownSince] = known.sort();
    if (knownSince !== undefined) notices.push(noticeOf(knownSince, filedAt, withdrawnAt));
    known = [];
  };
  for (const step of steps) {
    if (step.kind === "suspect") {
      if (ahead !== undefined && step.knownSince <= ahead) notices.push(noticeOf(step.knownSince, ahead));
      else known.push(step.knownSince);
    } else if (step.kind === "retract") file(undefined, step.at);
    else if (filingOf(step)?.kind === "24-hour") {
      if (known.length === 0) ahead = step.at;
      file(step.at);
    }
  }
  file(undefined);
  return notices;
}

function noticeOf(knownSince: string, filedAt: string | undefined, withdrawnAt?: string): Notice {
  const dueAt = noticeDeadline(knownSince);
  const endedAt = filedAt ?? withdrawnAt;
  return { knownSince, dueAt, filedAt, withdrawnAt, isLate: endedAt !== undefined && endedAt > dueAt };
}
