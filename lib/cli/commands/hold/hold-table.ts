/** The holds of a stack, and the function that applies them. */

import * as z from "zod/mini";
import { type HeldCounts, HoldStore, heldCounts } from "../../../holds/holds.ts";
import { countOf } from "../../../text/count-of.ts";
import { documents } from "../../core/aws.ts";
import type { CommandContext } from "../../core/command-context.ts";
import { CommandError } from "../../core/failure.ts";
import { callFunction } from "../../core/function-call.ts";
import type { Target } from "../../core/target.ts";
import { showProgress } from "../../output/progress.ts";

/** Time that one call of the function works, so that the command can show the progress. */
const CALL_SECONDS = 100;

/** @throws {CommandError} where the stack is of a version before holds */
export function holdsOf(target: Target): HoldStore {
  const { holds } = target.tables;
  if (holds === undefined) throw noHolds(target);
  return new HoldStore(documents(target), holds);
}

function noHolds({ name }: Target): CommandError {
  return new CommandError(`There are no holds in ${name}: deploy it again with this version.`);
}

const answered = z.object({ kind: z.enum(["ended", "unfinished", "overtaken"]), counts: heldCounts });

/**
 * Applies a hold to its end, however many calls that takes.
 * @param user its key
 * @returns what was found
 */
export async function applyHold(context: CommandContext, target: Target, user: string): Promise<HeldCounts> {
  const { applyHolds: name } = target.functions;
  if (name === undefined) throw noHolds(target);
  const called = { name, what: "The function that applies holds" };
  const work = {
    label: "Applying",
    ifStopped: "Stopped; said again, the command goes on, and so does the stack each night.",
  };
  const progress = showProgress(context, work, 1);
  try {
    for (;;) {
      const { kind, counts } = await callFunction(target, called, { user, seconds: CALL_SECONDS }, answered);
      if (kind === "ended") return counts;
      if (kind === "overtaken")
        throw new CommandError(
          "The hold was placed or released meanwhile: `vigia hold show` says how it stands.",
        );
      progress.update(0, countsText(counts));
    }
  } finally {
    progress.stop();
  }
}

/** In words: `4 notifications, 2 cases, 1 alert and 0 scores`. */
export function countsText({ notifications, cases, alerts, scores }: HeldCounts): string {
  const parts = [countOf(notifications, "notification"), countOf(cases, "case"), countOf(alerts, "alert")];
  return `${parts.join(", ")} and ${countOf(scores, "score")}`;
}
