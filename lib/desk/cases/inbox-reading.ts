/** The inbox of one user, read for the list and for the place of a case in it. */

import type { CaseKey } from "../../cases/case-keys.ts";
import type { CaseQueries, OpenCases } from "../../cases/case-queries.ts";
import { keeping } from "../../cases/case-reading.ts";
import { seenOf } from "../frame/access.ts";
import type { DeskContext } from "../frame/desk-context.ts";
import { MOST_OPEN } from "../frame/open-count.ts";
import { type InboxFilters, wishIn } from "./inbox-address.ts";
import { type InboxSelection, type InboxWish, inboxOf } from "./inbox-view.ts";

export interface InboxCases {
  open: OpenCases;
  unreadable: readonly CaseKey[];
  wish: InboxWish;
  selection: InboxSelection;
  /** ISO 8601. */
  now: string;
}

export async function readInboxCases(
  context: DeskContext,
  cases: CaseQueries,
  filters: InboxFilters,
): Promise<InboxCases> {
  const { access, person } = context.var;
  const unreadable: CaseKey[] = [];
  const open = await cases.open(seenOf(access, filters.project), MOST_OPEN, keeping(unreadable));
  // The bar counts the same cases, and need not read them again.
  if (filters.project === undefined)
    context.set("openCases", async () => open.cases.length + unreadable.length);
  const now = new Date().toISOString();
  const wish = wishIn(filters, person.subject);
  return { open, unreadable, wish, selection: inboxOf(open, wish, now), now };
}
