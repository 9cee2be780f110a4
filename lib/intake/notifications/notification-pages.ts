/** Lists of notifications a page at a time: older and newer ones, and no more read for a page than its bound. */

import type { NotificationFilter } from "./notification-filter.ts";
import { currentKey, nameOf, readName } from "./notification-keys.ts";
import { isNewer, type NotificationQueries } from "./notification-queries.ts";
import type { ListedNotification, NotificationPlace } from "./notification-schema.ts";

/** Wanted page: the newest if `from` is absent, or the next one on one side of a place. */
export interface NotificationPageOrder {
  from?: { side: "older" | "newer"; place: NotificationPlace } | undefined;
  /** Rows of a page. */
  size: number;
  /** Most rows to read for it; a body that has to be read counts as several. */
  mostRead: number;
}

/** Rows with the newest first. Where there are more on a side, `older` and `newer` say behind which place. */
export interface NotificationPage {
  rows: ListedNotification[];
  older?: NotificationPlace | undefined;
  newer?: NotificationPlace | undefined;
  /** Place to go on, if the limit was reached before the page was full. */
  goOn?: { side: "older" | "newer"; place: NotificationPlace } | undefined;
}

/** Names a place, for {@link placeIn}. */
export function placeName({ receivedAt, ...key }: NotificationPlace): string {
  return `${receivedAt}#${nameOf(key)}`;
}

const PLACE = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)#(.+)$/s;

/** The place that {@link placeName} named; undefined where the text names none. */
export function placeIn(text: string): NotificationPlace | undefined {
  const [, receivedAt = "", name = ""] = PLACE.exec(text) ?? [];
  const { key, transaction } = readName(name) ?? {};
  if (key === undefined || transaction === undefined || Number.isNaN(Date.parse(receivedAt)))
    return undefined;
  return { receivedAt, ...currentKey(key, transaction) };
}

export async function notificationPage(
  queries: NotificationQueries,
  filter: NotificationFilter,
  { from, size, mostRead }: NotificationPageOrder,
): Promise<NotificationPage> {
  const side = from?.side ?? "older";
  const newestFirst = side === "older";
  const rows: ListedNotification[] = [];
  let [read, isFull] = [0, false];
  let last: NotificationPlace | undefined;
  const order = { newestFirst, pageSize: isSelective(filter) ? SELECTIVE_PAGE : Math.ceil(size / 2) };
  for await (const { notification, fits, cost } of queries.walk(bounded(filter, from), order)) {
    if (from !== undefined && !isBehind(notification, from)) continue;
    isFull = rows.length === size && fits;
    if (isFull || read >= mostRead) break;
    if (fits) rows.push(notification);
    read += cost;
    last = notification;
  }
  const goOn = read >= mostRead && !isFull && last !== undefined ? { side, place: placeOf(last) } : undefined;
  if (!newestFirst) rows.reverse();
  const [first, end] = [rows[0], rows.at(-1)];
  return {
    rows,
    older: (newestFirst ? isFull : true) && end !== undefined ? placeOf(end) : undefined,
    newer: (newestFirst ? from !== undefined : isFull) && first !== undefined ? placeOf(first) : undefined,
    goOn,
  };
}

/** Rows of a partition to read at a time if most of it may not fit. */
const SELECTIVE_PAGE = 500;

function isSelective({
  projectIds: _,
  userId: __,
  since: ___,
  until: ____,
  ...others
}: NotificationFilter): boolean {
  return Object.values(others).some((value) => value !== undefined);
}

function placeOf({ receivedAt, key, revision }: NotificationPlace): NotificationPlace {
  return { receivedAt, key, revision };
}

function isBehind(
  notification: ListedNotification,
  { side, place }: NonNullable<NotificationPageOrder["from"]>,
): boolean {
  return side === "older" ? isNewer(place, notification) : isNewer(notification, place);
}

/** The moment of the place itself is read again: others may share it. */
function bounded(filter: NotificationFilter, from: NotificationPageOrder["from"]): NotificationFilter {
  if (from === undefined) return filter;
  const { since, until } = filter;
  const { receivedAt } = from.place;
  if (from.side === "newer")
    return { ...filter, since: since !== undefined && since > receivedAt ? since : receivedAt };
  const next = new Date(Date.parse(receivedAt) + 1).toISOString();
  return { ...filter, until: until !== undefined && until < next ? until : next };
}
