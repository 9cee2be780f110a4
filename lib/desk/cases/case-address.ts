/** Case in the address of a page or a form. */

import * as z from "zod/mini";
import { MAX_BATCH, type ShownCase } from "../../cases/batch-decision.ts";

/** DynamoDB takes no longer ones. */
const MOST_PARTITION_BYTES = 2_048;
const MOST_SORT_BYTES = 1_024;

function key(most: number) {
  return z.string().check(
    z.minLength(1),
    z.refine((text) => Buffer.byteLength(text) <= most),
  );
}

/** The key of a case, as addresses and forms of the desk have it. */
export const caseAddress = z.object(caseKey());

/** Cases as a form showed them. */
const shownCases = z
  .array(z.object({ ...caseKey(), stepCount: z.int() }))
  .check(z.minLength(1), z.maxLength(MAX_BATCH));

/** Cases that a form names, each once, as it showed them. @returns undefined for none, or too many */
export function shownIn(text: string): ShownCase[] | undefined {
  const shown = shownCases.safeParse(jsonIn(text)).data;
  return shown && [...new Map(shown.map((one) => [JSON.stringify([one.subject, one.opened]), one])).values()];
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function caseKey() {
  return {
    subject: key(MOST_PARTITION_BYTES).check(z.regex(/^(?:notification|unreadable|wallet|user)#/)),
    opened: key(MOST_SORT_BYTES),
  };
}
