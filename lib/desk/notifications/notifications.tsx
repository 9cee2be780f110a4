/** All notifications by filter, the newest first; every filter and where a page begins stand in the address. */

import type { Hono } from "hono";
import * as z from "zod/mini";
import { linkTo, notificationLink } from "../../alerts/desk-links.ts";
import { lazySchema } from "../../contract/lazy-schema.ts";
import { FACTS } from "../../i18n/catalogue/desk/facts.ts";
import { FRAME } from "../../i18n/catalogue/desk/frame.ts";
import { NOTIFICATIONS } from "../../i18n/catalogue/desk/notifications.ts";
import { notificationCsv } from "../../notifications/notification-csv.ts";
import type { NotificationFilter } from "../../notifications/notification-filter.ts";
import { nameOf } from "../../notifications/notification-keys.ts";
import {
  type NotificationPage,
  notificationPage,
  placeIn,
  placeName,
} from "../../notifications/notification-pages.ts";
import type { NotificationQueries } from "../../notifications/notification-queries.ts";
import type { ListedNotification } from "../../notifications/notification-schema.ts";
import { Amount, Laws, Moment, Risk, Table } from "../components/facts.tsx";
import { CsvLink, csvReply } from "../csv.tsx";
import type { DeskEnv } from "../desk-context.ts";
import { page } from "../layout.tsx";
import { cursor, misaddressed, parametersOf } from "../parameters.ts";
import { useSpeaker } from "../speaker.ts";
import {
  filterOf,
  NotificationFilters,
  type NotificationQuery,
  notificationFilters,
} from "./notification-filters.tsx";

const PAGE_ROWS = 50;

/** What is read for a page: a filter that little fits reads all that is stored. */
const MOST_READ = 5_000;

/** How much of a partition is read at a time for a file. */
const FILE_PAGE = 1_000;

/** The filters, and behind which place the page begins. */
const parameters = lazySchema(() =>
  z
    .extend(notificationFilters(), { older: cursor(placeIn), newer: cursor(placeIn) })
    .check(z.refine(({ older, newer }) => older === undefined || newer === undefined)),
);

export function addNotifications(app: Hono<DeskEnv>, queries: NotificationQueries): void {
  app.get("/notifications", async (context) => {
    const asked = parametersOf(context, parameters);
    if (asked === undefined) return misaddressed(context);
    const { older, newer, ...query } = asked;
    const from =
      older === undefined
        ? newer && { side: "newer" as const, place: newer }
        : { side: "older" as const, place: older };
    const found = await notificationPage(queries, filterOf(context, query), {
      from,
      size: PAGE_ROWS,
      mostRead: MOST_READ,
    });
    return page(context, {
      title: context.var.speaker.say(FRAME.notifications),
      children: (
        <>
          <NotificationFilters query={query} projectIds={context.var.access.sees} />
          <Found page={found} />
          <More page={found} query={query} isNewest={from === undefined} />
          <CsvLink path="/notifications" query={query} />
        </>
      ),
    });
  });

  app.get("/notifications.csv", async (context) => {
    const query = parametersOf(context, notificationFilters());
    if (query === undefined) return misaddressed(context);
    return csvReply(context, "notifications", notificationCsv, rowsOf(queries, filterOf(context, query)));
  });
}

async function* rowsOf(queries: NotificationQueries, filter: NotificationFilter) {
  for await (const { one, fits } of queries.walk(filter, { newestFirst: true, pageSize: FILE_PAGE }))
    yield fits ? one : undefined;
}

function Found({ page: { rows, goOn } }: { page: NotificationPage }) {
  const { say } = useSpeaker();
  return (
    <>
      {rows.length > 0 ? <Rows rows={rows} /> : undefined}
      {rows.length === 0 && goOn === undefined ? <p>{say(NOTIFICATIONS.nothingFits)}</p> : undefined}
      {goOn === undefined ? undefined : <p>{say(NOTIFICATIONS.readSoFar, { count: MOST_READ })}</p>}
    </>
  );
}

interface MoreProps {
  page: NotificationPage;
  query: NotificationQuery;
  isNewest: boolean;
}

function More({ page: { older, newer, goOn }, query, isNewest }: MoreProps) {
  const { say, moment } = useSpeaker();
  const to = (cursor: { older?: string; newer?: string }) =>
    linkTo("/notifications", { ...query, ...cursor });
  return (
    <nav class="pages" aria-label={say(FRAME.more)}>
      {isNewest ? undefined : <a href={to({})}>{say(FRAME.newest)}</a>}{" "}
      {newer === undefined ? undefined : <a href={to({ newer: placeName(newer) })}>{say(FRAME.newer)}</a>}{" "}
      {older === undefined ? undefined : <a href={to({ older: placeName(older) })}>{say(FRAME.older)}</a>}{" "}
      {goOn === undefined ? undefined : (
        <a href={to({ [goOn.side]: placeName(goOn.place) })}>
          {say(NOTIFICATIONS.goOn, { time: moment(goOn.place.receivedAt) })}
        </a>
      )}
    </nav>
  );
}

function Rows({ rows }: { rows: readonly ListedNotification[] }) {
  const { say } = useSpeaker();
  return (
    <Table caption={say(NOTIFICATIONS.caption)}>
      <thead>
        <tr>
          <th scope="col">{say(FACTS.received)}</th>
          <th scope="col">{say(FACTS.notification)}</th>
          <th scope="col">{say(FACTS.risk)}</th>
          <th scope="col">{say(FACTS.laws)}</th>
          <th scope="col">{say(FACTS.amount)}</th>
          <th scope="col">{say(FACTS.user)}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((one) => (
          <tr>
            <td>
              <Moment at={one.receivedAt} />
            </td>
            <td class="address">
              <a href={notificationLink(nameOf(one))}>{nameOf(one)}</a>
            </td>
            <td>
              <Risk of={one.risk} />
            </td>
            <td>
              <Laws laws={one.laws} count={one.lawCount} />
            </td>
            <td>
              <Amount amount={one.amount} token={one.token} />
            </td>
            <td>
              <bdi>{one.address?.userId ?? ""}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
