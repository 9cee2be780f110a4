/** Applies holds: one at once where a command waits for it, all of them each night. */

import * as z from "zod/mini";
import { errorOrigin } from "../platform/error-name.ts";
import { logger } from "../platform/observe.ts";
import { workTime } from "../platform/time-left.ts";
import type { Hold } from "./holds.ts";
import { type PassOutcome, passOver } from "./pass.ts";
import type { HoldTools } from "./tools.ts";

/** Input of the function. */
const applyEvent = z.object({
  /** The key of one hold; all that are due where absent. */
  user: z.optional(z.string()),
  /** Time that the call may take, in seconds. */
  seconds: z.optional(z.number()),
});

/** A pass that was made within this is tonight's: longer than the calls of a night last, and no longer than it needs. */
const TONIGHT_MS = 4 * 60 * 60_000;

/** Answer about one hold; `unknown` if it does not exist. */
export type ApplyAnswer =
  | PassOutcome
  | { kind: "unknown" }
  | { kind: "all"; ended: number; unfinished: number };

/**
 * @param remainingMs what is left of the function's time
 * @throws {Error} where a hold could not be applied; the others are
 */
export async function applyHolds(
  event: unknown,
  remainingMs: number,
  tools: HoldTools,
): Promise<ApplyAnswer> {
  const { user, seconds = Number.POSITIVE_INFINITY } = applyEvent.parse(event ?? {});
  const now = Date.now();
  const by = now + Math.min(seconds * 1_000, workTime(remainingMs));
  if (user === undefined) return applyDue(now, by, tools);
  const hold = await tools.holds.get(user);
  return hold === undefined ? { kind: "unknown" } : passOver(hold, tools, by);
}

async function applyDue(now: number, by: number, tools: HoldTools): Promise<ApplyAnswer> {
  const all = await Array.fromAsync(tools.holds.all());
  const due = all.filter((hold) => isDue(hold, now)).sort(longestAgoFirst);
  const count = { ended: 0, unfinished: 0, failed: 0 };
  for (const hold of due) {
    if (Date.now() >= by) {
      count.unfinished++;
      continue;
    }
    try {
      const { kind } = await passOver(hold, tools, by);
      count[kind === "ended" ? "ended" : "unfinished"]++;
    } catch (error) {
      count.failed++;
      logger.error("a hold could not be applied; the next call goes on with it", { ...errorOrigin(error) });
    }
  }
  logger.info("holds were applied", { due: due.length, ...count });
  if (count.failed > 0) throw new Error(`${count.failed} of ${due.length} holds could not be applied.`);
  return { kind: "all", ended: count.ended, unfinished: count.unfinished };
}

/**
 * One that is placed is applied each night, for what came since. One that was released is passed over once more on
 * another night: a page of a pass of before may have been under way.
 */
function isDue({ state, passes, begun, passedAt = "" }: Hold, now: number): boolean {
  if (state === "released" && passes > 1) return false;
  return passes === 0 || begun !== undefined || passedAt < new Date(now - TONIGHT_MS).toISOString();
}

function longestAgoFirst({ passedAt: a = "" }: Hold, { passedAt: b = "" }: Hold): number {
  return a < b ? -1 : 1;
}
