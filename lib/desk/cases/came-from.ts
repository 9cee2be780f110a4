/** The list that an officer came from to a case: its address is in the address of the case. */

import { caseLink, SYSTEM_LINK } from "../../alerts/messages/desk-links.ts";
import type { ListedCase } from "../../cases/case.ts";
import type { CaseQueries } from "../../cases/case-queries.ts";
import { isInInbox } from "../../cases/case-state.ts";
import { beforeDecision, judge } from "../../cases/urgency.ts";
import { FACTS } from "../../i18n/catalogue/desk/facts.ts";
import { FRAME } from "../../i18n/catalogue/desk/frame.ts";
import { INBOX_VIEWS } from "../../i18n/catalogue/desk/inbox.ts";
import { SEARCH } from "../../i18n/catalogue/desk/search.ts";
import type { Text } from "../../i18n/catalogue/texts.ts";
import type { DeskContext } from "../frame/desk-context.ts";
import { pageOf } from "../frame/page-path.ts";
import { rowId } from "../kit/links.ts";
import { type InboxQuery, inboxAddress, inboxPageOf, inboxQueryIn } from "./inbox-address.ts";
import { readInboxCases } from "./inbox-reading.ts";
import { type Place, placeIn } from "./inbox-view.ts";

/** Pages that lead to cases, by the first part of their paths. */
const LISTS: ReadonlyMap<string, Text> = new Map<string, Text>([
  ["/month", FRAME.month],
  ["/u", FACTS.user],
  ["/w", FACTS.wallet],
  ["/n", FACTS.notification],
  ["/search", SEARCH.title],
  ["/audit", FRAME.audit],
  [SYSTEM_LINK, FRAME.system],
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
  const name = isOwn ? LISTS.get(pageOf(url.pathname)) : undefined;
  if (isOwn && name !== undefined) return { href: `${url.pathname}${url.search}`, name, inbox: undefined };
  const inbox = (isOwn && url.pathname === "/" ? inboxQueryIn(url.search) : undefined) ?? { from: 1 };
  const { view = "all" } = inbox;
  return { href: inboxAddress(inbox), name: view === "all" ? FRAME.inbox : INBOX_VIEWS[view], inbox };
}

/** The address of a list of the desk that led to a page, and its name; that of the inbox for any other text. */
export function listAddress(list: string | undefined): Pick<CameFrom, "href" | "name"> {
  return cameFrom(list);
}

/** A list with a case's place in it. */
export interface ListPlace extends CameFrom {
  /** The place in the inbox; absent in other lists, as `count` is. */
  place: (Place & { count: number; isAtLeast: boolean }) | undefined;
}

/** Reads the inbox where an officer came from it: everything of it that is counted. */
export async function placeOf(
  context: DeskContext,
  cases: CaseQueries,
  list: string | undefined,
  listedCase: ListedCase,
): Promise<ListPlace> {
  const from = cameFrom(list);
  if (list === undefined || from.inbox === undefined) return { ...from, place: undefined };
  return inboxPlace(context, cases, { name: from.name, inbox: from.inbox }, listedCase);
}

async function inboxPlace(
  context: DeskContext,
  cases: CaseQueries,
  { inbox, name }: { inbox: InboxQuery; name: Text },
  listedCase: ListedCase,
): Promise<ListPlace> {
  const { wish, selection, now } = await readInboxCases(context, cases, inbox);
  const { rows, atLeast } = selection;
  // One that was decided has just left the list, unless the service revised it since.
  const listed = isInInbox(listedCase) ? listedCase : beforeDecision(listedCase);
  const place = placeIn(rows, judge(listed, now), wish.sort);
  const row = place.index === undefined ? (place.after ?? place.before) : listedCase;
  const index = place.index ?? rows.findIndex((judged) => judged.listedCase === row);
  return {
    href: `${inboxAddress(index < 0 ? inbox : inboxPageOf(inbox, index))}${row === undefined ? "" : `#${rowId(row)}`}`,
    name,
    inbox,
    place: { ...place, count: rows.length, isAtLeast: atLeast.has(wish.view) },
  };
}

/**
 * Address of what is next after a case: in the inbox the case behind it; another list has the open ones first, so that the list itself is
 * next, as it is behind the last case.
 */
export async function nextOf(
  context: DeskContext,
  cases: CaseQueries,
  list: string | undefined,
  listedCase: ListedCase,
): Promise<string> {
  const { inbox, name, href } = cameFrom(list);
  if (inbox === undefined) return href;
  const address = inboxAddress(inbox);
  const { place } = await inboxPlace(context, cases, { inbox, name }, listedCase);
  return place?.after === undefined ? address : caseLink(place.after, { list: address });
}
