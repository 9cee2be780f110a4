/** Cases in the address of a page or a form. */

import { createHash } from "node:crypto";
import * as z from "zod/mini";
import { MAX_BATCH } from "../../cases/batch-decision.ts";
import type { ListedCase } from "../../cases/case.ts";
import type { CaseKey, ShownCase } from "../../cases/case-keys.ts";
import { idOfCase } from "../kit/links.ts";

/** DynamoDB takes no longer ones. */
const MOST_PARTITION_BYTES = 2_048;
const MOST_SORT_BYTES = 1_024;

/** Bytes of a form that names of cases may take: the rest is for its text. */
const MOST_NAMED_BYTES = 192 * 1024;

function key(most: number) {
  return z.string().check(
    z.minLength(1),
    z.refine((text) => Buffer.byteLength(text) <= most),
  );
}

/** The key of a case, as addresses and forms of the desk have it. */
export const caseAddress = z.object(caseKey());

/** Cases as a form showed them. */
const shownCases = z.array(z.object({ ...caseKey(), stepCount: z.int() })).check(z.maxLength(MAX_BATCH));

/** A case as a form names it. */
export function nameOfCase({ subject, opened, stepCount }: ListedCase): string {
  return JSON.stringify({ subject, opened, stepCount } satisfies ShownCase);
}

/** Parses the fields in which a form names cases: each case once, as the form showed it. @returns undefined for what no form names, or too many */
export function parseShownCases(names: readonly string[]): ShownCase[] | undefined {
  const shown = shownCases.safeParse(jsonIn(`[${names.join()}]`)).data;
  return shown && [...new Map(shown.map((item) => [idOfCase(item), item])).values()];
}

/** The first of some cases, as many as a form can name. */
export function fitInForm<One extends ListedCase>(cases: readonly One[]): One[] {
  let bytes = 0;
  const first = cases.slice(0, MAX_BATCH);
  const cut = first.findIndex((item) => {
    bytes += new URLSearchParams({ case: nameOfCase(item) }).toString().length + 1;
    return bytes > MOST_NAMED_BYTES;
  });
  return cut < 0 ? first : first.slice(0, cut);
}

/** The same for the same cases in any order. */
export function digestOfCases(cases: readonly CaseKey[]): string {
  return createHash("sha256").update(cases.map(idOfCase).sort().join()).digest("base64url");
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
