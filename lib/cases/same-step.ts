/** Whether a step that was made is the one that a form asks for when it is sent again. */

import { canonicalJson } from "./chain.ts";
import type { Step, StepWish } from "./step.ts";

/**
 * @param now when the form is read: a suspicion of that moment was sent with an empty field, whose time is that of each
 *   sending
 */
export function saysTheSame(step: Step, wish: StepWish, now: string): boolean {
  const { number: _number, id: _id, at, by: _by, previous: _previous, ...said } = step;
  return canonicalJson(wordsOf(said, at)) === canonicalJson(wordsOf(wish, now));
}

/** What somebody said, without what stands in it of the moment and of the act. */
function wordsOf(wish: StepWish, at: string): object {
  if (wish.kind === "suspect" && wish.knownSince === at) return { ...wish, knownSince: "now" };
  if (wish.kind !== "decide") return wish;
  const { batch: _batch, ...words } = wish;
  return words;
}
