/** The list that an officer came from to a case: its address is in the address of the case. */

import { caseLink, SYSTEM_LINK } from "../../alerts/messages/desk-links.ts";
import { CountLimit } from "../../aws/tables/count-limit.ts";
import type { ListedCase } from "../../cases/case.ts";
import type { CaseKey } from "../../cases/case-keys.ts";
import type { CaseQueries } from "../../cases/case-queries.ts";
import { keeping } from "../../cases/case-reading.ts";
import { beforeDecision, bySeverity, isOpen, type JudgedCase, judge } from "../../cases/urgency.ts";
import { FACTS } from "../../i18n/catalogue/desk/facts.ts";
import { FRAME } from "../../i18n/catalogue/desk/frame.ts";
import { INBOX_VIEWS } from "../../i18n/catalogue/desk/inbox.ts";
import { SEARCH } from "../../i18n/catalogue/desk/search.ts";
import type { Text } from "../../i18n/catalogue/texts.ts";
import { seenOf } from "../frame/access.ts";
import type { DeskContext, DeskOptions } from "../frame/desk-context.ts";
import { MOST_OPEN } from "../frame/open-count.ts";
import { projectFilter } from "../frame/parameters.ts";
import { rowId } from "../kit/links.ts";
import { type InboxQuery, inboxAddress, inboxPageOf, inboxQueryIn, wishIn } from "./inbox.tsx";
import { inboxOf, type Place, placeIn } from "./inbox-view.ts";
import { casesOfMonth, openFirst } from "./month-cases.ts";
import { MONTH } from "./step-form.ts";

/** Pages that lead to cases, by their paths. */
const LISTS: ReadonlyMap<string, Text> = new Map<string, Text>([
  ["/month", FRAME.month],
  ["/users", FACTS.user],
  ["/wallet", FACTS.wallet],
  ["/notification", FACTS.notification],
  ["/search", SEARCH.title],
  ["/audit", FRAME.audit],
  [SYSTEM_LINK, FRAME.system],
  ["/batch", FRAME.more],
]);

/** Origin of the desk while an address is read. */
const DESK = "https://desk.invalid";

interface CameFrom {
  /** Its address, with what leads back to the place in it. */
  href: string;
  name: Text;
  /** Parameters of the inbox; undefined of another list. */
  inbox: InboxQuery | undefined;
}

/** Reads the address of a list; any other text is taken for that of the inbox. */
function cameFrom(list: string | undefined): CameFrom {
  const url = list?.startsWith("/") === true ? URL.parse(list, DESK) : null;
  const isOwn = url !== null && url.origin === DESK;
  const name = isOwn ? LISTS.get(url.pathname) : undefined;
  if (isOwn && name !== undefined) return { href: `${url.pathname}${url.search}`, name, inbox: undefined };
  const inbox = (isOwn && url.pathname === "/" ? inboxQueryIn(url.search) : undefined) ?? { from: 1 };
  const isAll = inbox.view === undefined || inbox.view === "all";
  return { href: inboxAddress(inbox), name: isAll ? FRAME.inbox : INBOX_VIEWS[inbox.view ?? "all"], inbox };
}

/** A list with a case's place in it. */
export interface ListPlace extends CameFrom {
  /** Of the inbox alone, as `count` is. */
  place: (Place & { count: number; isAtLeast: boolean }) | undefined;
}

/** Reads the inbox where an officer came from it: everything of it that is counted. */
export async function placeOf(
  context: DeskContext,
  cases: CaseQueries,
  list: string | undefined,
  found: ListedCase,
): Promise<ListPlace> {
  const from = cameFrom(list);
  if (list === undefined || from.inbox === undefined) return { ...from, place: undefined };
  return inboxPlace(context, cases, { ...from, inbox: from.inbox }, found);
}

async function inboxPlace(
  context: DeskContext,
  cases: CaseQueries,
  { inbox, name }: CameFrom & { inbox: InboxQuery },
  found: ListedCase,
): Promise<ListPlace> {
  const { access, person } = context.var;
  const unreadable: CaseKey[] = [];
  const open = await cases.open(seenOf(access, inbox.project), MOST_OPEN, keeping(unreadable));
  if (inbox.project === undefined)
    context.set("openCases", async () => open.cases.length + unreadable.length);
  const now = new Date().toISOString();
  const wish = wishIn(inbox, person.subject);
  const { rows, atLeast } = inboxOf(open, wish, now);
  const place = placeIn(rows, judge(beforeDecision(found), now), wish.sort);
  const row = place.index === undefined ? (place.after ?? place.before) : found;
  const index = place.index ?? rows.findIndex(({ one }) => one === row);
  return {
    href: `${inboxAddress(index < 0 ? inbox : inboxPageOf(inbox, index))}${row === undefined ? "" : `#${rowId(row)}`}`,
    name,
    inbox,
    place: { ...place, count: rows.length, isAtLeast: atLeast.has(wish.view) },
  };
}

/** Most cases of a user that are read for the next one. */
const MOST_OF_USER = 1_000;

/** Lists beside the inbox in which a case has a next one. */
export function hasNext({ href, inbox }: CameFrom): boolean {
  return inbox !== undefined || /^\/(users|month)\?/.test(href);
}

/** Address of the next open case in the list of another one; behind the last one, of the list. */
export async function nextOf(
  context: DeskContext,
  cases: CaseQueries,
  list: string | undefined,
  found: ListedCase,
  environment: Pick<DeskOptions["environment"], "TIME_ZONE" | "DEADLINES">,
): Promise<string> {
  const from = cameFrom(list);
  if (from.inbox === undefined) {
    const one = judge(beforeDecision(found), new Date().toISOString());
    const { rows, order } = await openRowsOf(context, cases, from.href, environment);
    const next = rows.filter((row) => order(row, one) > 0).sort(order)[0]?.one;
    return next === undefined ? from.href : caseLink(next, from.href);
  }
  const address = inboxAddress(from.inbox);
  const { place } = await inboxPlace(context, cases, { ...from, inbox: from.inbox }, found);
  return place?.after === undefined ? address : caseLink(place.after, address);
}

/** The open cases of a user's page or a month's. */
async function openRowsOf(
  context: DeskContext,
  cases: CaseQueries,
  href: string,
  { TIME_ZONE: timeZone, DEADLINES: rules }: Pick<DeskOptions["environment"], "TIME_ZONE" | "DEADLINES">,
) {
  const { pathname, searchParams } = new URL(href, DESK);
  const [user, month, view] = ["user", "month", "view"].map((name) => searchParams.get(name));
  const project = projectFilter.safeParse(searchParams.get("project") ?? undefined).data;
  const projectIds = seenOf(context.var.access, project);
  const now = new Date().toISOString();
  const rows: JudgedCase[] = [];
  const limit = new CountLimit();
  if (pathname === "/users" && user)
    for await (const one of cases.ofUser(projectIds, user)) {
      rows.push(judge(one, now));
      if (rows.length === MOST_OF_USER) break;
    }
  if (pathname === "/month" && month && MONTH.test(month))
    for (const projectId of projectIds) {
      const { due, other } = await casesOfMonth(cases, projectId, { month, timeZone, rules, now, limit });
      rows.push(...(view === "other" ? other : due));
    }
  return { rows: rows.filter(isOpen), order: pathname === "/users" ? bySeverity : openFirst };
}
