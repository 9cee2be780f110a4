/** Case in the address of a page or a form. */

import * as z from "zod/mini";

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

/** Cases as a form showed them. @param most how many at most; at least one */
export function shownCases(most: number) {
  return z.array(z.object({ ...caseKey(), stepCount: z.int() })).check(z.minLength(1), z.maxLength(most));
}

function caseKey() {
  return {
    subject: key(MOST_PARTITION_BYTES).check(z.regex(/^(?:notification|unreadable|wallet|user)#/)),
    opened: key(MOST_SORT_BYTES),
  };
}
