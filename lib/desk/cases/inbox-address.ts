/** The addresses of the inbox. */

import * as z from "zod/mini";
import { linkTo } from "../../alerts/messages/desk-links.ts";
import { isOrder } from "../../cases/case-keys.ts";
import { CASE_KINDS, INBOX_SORTS } from "../../i18n/catalogue/desk/inbox.ts";
import { keysOf } from "../frame/choice.tsx";
import { choice, firstRow, parametersIn, projectFilter, textFilter } from "../frame/parameters.ts";
import { type InboxWish, VIEWS } from "./inbox-view.ts";

export const PAGE_ROWS = 50;

/** `since` and `event` where no case was there yet; an order is greater. */
export const NONE = "0";

export const SORTS = keysOf(INBOX_SORTS);

const order = z.string().check(z.refine(isOrder));

export const inboxFilters = () =>
  z.object({
    view: choice(VIEWS),
    law: textFilter,
    kind: choice(keysOf(CASE_KINDS)),
    project: projectFilter,
    user: textFilter,
    sort: choice(SORTS),
  });
export type InboxFilters = z.infer<ReturnType<typeof inboxFilters>>;

/**
 * The filters, the number of the first row, and the sheet that is to stand beside the list, for all of it. A page that asks what is
 * new sends the newest case and the last event that it knows.
 */
export const inboxParameters = z.extend(inboxFilters(), {
  from: firstRow(9_999),
  sheet: choice(["decide", "assign"]),
  since: z.optional(z.union([order, z.literal(NONE)])),
  event: z.optional(z.string()),
});

/** Parameters of the inbox without a sheet, and without those that ask what is new. */
export type InboxQuery = Omit<z.infer<typeof inboxParameters>, "since" | "event" | "sheet">;

/** The parameters of an address of the inbox; undefined of an invalid one. @param search its query */
export function inboxQueryIn(search: string): InboxQuery | undefined {
  const parameters = parametersIn(search, inboxParameters);
  if (parameters === undefined) return undefined;
  const { since: _since, event: _event, sheet: _sheet, ...query } = parameters;
  return query;
}

/** The address of the inbox: all of it from the first row on, by deadline, unless the parameters say otherwise. */
export function inboxAddress(parameters: Partial<z.infer<typeof inboxParameters>>): string {
  const { view, sort, from } = parameters;
  return linkTo("/", {
    ...parameters,
    view: view === "all" ? undefined : view,
    sort: sort === "due" ? undefined : sort,
    from: from === 1 ? undefined : from,
  });
}

/** The page on which a row of the inbox is. @param index of the row, from 0 */
export function inboxPageOf(query: InboxQuery, index: number): InboxQuery {
  return query.sort === "received" ? query : { ...query, from: index - (index % PAGE_ROWS) + 1 };
}

/** @param officer the signed-in user, as the issuer knows them */
export function wishIn(
  { view = "all", sort = "due", law, kind, user }: InboxFilters,
  officer: string,
): InboxWish {
  return { view, officer, sort, law, kind, user };
}
