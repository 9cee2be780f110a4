/** Which messages of a batch failed, by what the function answered: Lambda's rules, to the letter. */

import * as z from "zod/mini";
import type { Outcome } from "../lambda/function-worker.ts";

const partialFailures = z.nullable(
  z.object({
    batchItemFailures: z.optional(z.nullable(z.array(z.object({ itemIdentifier: z.string() })))),
  }),
);

/**
 * The messages that stay in the queue.
 * @param reportsFailures whether the template lets the function name single messages
 */
export function failedMessages(
  ids: readonly string[],
  outcome: Outcome,
  reportsFailures: boolean,
): ReadonlySet<string> {
  const all = new Set(ids);
  if (!outcome.ok) return all;
  if (!reportsFailures) return new Set();
  const value: unknown = JSON.parse(outcome.payload);
  // A text or a number is as good as no answer.
  if (typeof value !== "object") return new Set();
  const reading = partialFailures.safeParse(value);
  if (!reading.success) return all;
  const named = (reading.data?.batchItemFailures ?? []).map(({ itemIdentifier }) => itemIdentifier);
  // An answer that names a message that is not in the batch fails the whole batch.
  return named.every((id) => all.has(id)) ? new Set(named) : all;
}
