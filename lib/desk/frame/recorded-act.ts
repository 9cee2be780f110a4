/** An act that was just recorded, as the address of the page after it names it: the page says what was recorded, and how to take it back. */

import * as z from "zod/mini";
import { caseIn, caseLink, linkTo } from "../../alerts/messages/desk-links.ts";
import { idsIn } from "../../alerts/messages/link-path.ts";
import type { CaseKey } from "../../cases/case-keys.ts";
import type { DeskContext } from "./desk-context.ts";
import { type ActParameter, pageOf } from "./page-path.ts";
import { parametersOf } from "./parameters.ts";

/** Cases that an address names: each is read for the page. */
const MOST_NAMED = 20;

/** The id of an opening, which no form makes. */
const OPENING = "opened";

/** Origin of the desk while an address is read. */
const DESK = "https://desk.invalid";

const parameters = z.object({
  recorded: z.optional(z.union([z.uuid(), z.literal(OPENING)])),
  recordedIn: z.optional(z.string().check(z.maxLength(4_096))),
} satisfies Record<ActParameter, z.ZodMiniType>);

export interface RecordedAct {
  /** Id of the step, of the act on several cases that made it, or of the opening of a case. */
  id: string;
  /** The first of its cases. */
  cases: readonly CaseKey[];
  /** True where the act was of more. */
  hasMore: boolean;
}

/** An address of the desk, with the act whose outcome its page says. Without a case there is nothing to be said. */
export function addressAfter(address: string, id: string, cases: readonly CaseKey[]): string {
  if (cases.length === 0) return address;
  const named = cases.slice(0, MOST_NAMED + 1).map((key) => caseLink(key));
  const { pathname, searchParams } = new URL(address, DESK);
  return linkTo(pathname, {
    ...Object.fromEntries(searchParams),
    recorded: id,
    recordedIn: named.join(","),
  });
}

/** The act that the address of a page names; undefined where it names none. */
export function recordedAct(context: DeskContext): RecordedAct | undefined {
  const { recorded: id, recordedIn } = parametersOf(context, parameters) ?? {};
  if (id === undefined || recordedIn === undefined) return undefined;
  const paths = [...new Set(recordedIn.split(",", MOST_NAMED + 1))];
  const cases = paths.slice(0, MOST_NAMED).map((path) => caseIn(idsIn(path.slice(pageOf(path).length + 1))));
  return { id, cases, hasMore: paths.length > MOST_NAMED };
}
