/** Decides several cases in one act: a step in each, and none in those that changed since they were looked at. */

import { createHash } from "node:crypto";
import pMap from "p-map";
import { isFull } from "../../cases/rules.ts";
import type { NewStep } from "../../cases/step.ts";
import type { StoredCase } from "./case.ts";
import type { CaseKey } from "./case-keys.ts";
import type { CaseSteps } from "./case-steps.ts";
import { hasStep } from "./step-append.ts";

/** How many cases one act decides at most. */
export const MOST_TOGETHER = 500;

const CONCURRENTLY = 20;

export interface TogetherOrder {
  keys: readonly CaseKey[];
  /** What was made by the form, and is the same when it is sent again. */
  batchId: string;
  /** When the cases were shown: what somebody did since is not overruled. ISO 8601. */
  shownAt: string;
  /** The projects in which the officer may act. */
  actsIn: readonly number[];
  decision: Omit<Extract<NewStep, { kind: "decide" }>, "id" | "batch">;
}

export interface TogetherOutcome {
  decided: StoredCase[];
  /** Those that changed meanwhile, as they are now; one that expired is not among them. */
  leftOut: StoredCase[];
}

export async function decideTogether(steps: CaseSteps, order: TogetherOrder): Promise<TogetherOutcome> {
  const { keys, batchId, decision } = order;
  const read = await pMap(keys, (key) => steps.read(key), { concurrency: CONCURRENTLY });
  const found = read.filter((one) => one !== undefined).filter((one) => order.actsIn.includes(one.projectId));
  const isTaken = (one: StoredCase) => hasStep(one, stepIdOf(batchId, one)) || isAsShown(one, order.shownAt);
  const taken = found.filter(isTaken);
  const leftOut = found.filter((one) => !isTaken(one));
  const batch = { id: batchId, size: taken.length };
  const decided: StoredCase[] = [];
  await pMap(
    taken,
    async (one) => {
      const made = await steps.add(one, { ...decision, id: stepIdOf(batchId, one), batch });
      (made.kind === "somebody was faster" ? leftOut : decided).push(made.found);
    },
    { concurrency: CONCURRENTLY },
  );
  return { decided, leftOut };
}

/** One a case and act. */
function stepIdOf(batchId: string, { subject, opened }: CaseKey): string {
  return createHash("sha256").update(`${batchId}#${subject}#${opened}`).digest("hex").slice(0, 32);
}

function isAsShown({ openShard, steps = [] }: StoredCase, shownAt: string): boolean {
  if (openShard === undefined || isFull(steps, { kind: "decide" })) return false;
  const last = steps.at(-1);
  return last === undefined || last.at < shownAt;
}
