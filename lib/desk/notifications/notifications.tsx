/** All notifications by filter, newest first; the address has every filter and the start of a page. */

import type { Hono } from "hono";
import * as z from "zod/mini";
import { linkTo, notificationLink } from "../../alerts/desk-links.ts";
import { FACTS } from "../../i18n/catalogue/desk/facts.ts";
import { FRAME } from "../../i18n/catalogue/desk/frame.ts";
import { NOTIFICATION_KINDS, NOTIFICATIONS } from "../../i18n/catalogue/desk/notifications.ts";
import type { Text } from "../../i18n/texts.ts";
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
import { Choice, keysOf, ProjectChoice } from "../components/choice.tsx";
import { Amount, Laws, RISKS, Risk, Table, When } from "../components/facts.tsx";
import { CsvLink, csvReply } from "../csv.tsx";
import type { DeskContext, DeskEnv } from "../desk-context.ts";
import { page } from "../layout.tsx";
import {
  badRequest,
  choice,
  cursor,
  dayFilter,
  parametersOf,
  projectFilter,
  textFilter,
} from "../parameters.ts";
import { seenOf } from "../sign-in/access.ts";
import { useTranslator } from "../translator.ts";

const PAGE_ROWS = 50;

/** Most notifications that are read for a page: a filter that few fit reads all that is stored. */
const MOST_READ = 5_000;

/** Notifications of a partition that are read at a time for a file. */
const FILE_PAGE = 1_000;

/** The filters in the address. */
const notificationFilters = () =>
  z.object({
    user: textFilter,
    wallet: textFilter,
    chain: textFilter,
    law: textFilter,
    country: textFilter,
    risk: choice(keysOf(RISKS)),
    kind: choice(keysOf(NOTIFICATION_KINDS)),
    project: projectFilter,
    since: dayFilter,
    until: dayFilter,
  });

/** The filters, and behind which place the page begins. */
const parameters = z
  .extend(notificationFilters(), { older: cursor(placeIn), newer: cursor(placeIn) })
  .check(z.refine(({ older, newer }) => older === undefined || newer === undefined));

export function addNotifications(app: Hono<DeskEnv>, queries: NotificationQueries): void {
  app.get("/notifications", async (context) => {
    const asked = parametersOf(context, parameters);
    if (asked === undefined) return badRequest(context);
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
      title: context.var.translator.t(FRAME.notifications),
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
    if (query === undefined) return badRequest(context);
    return csvReply(context, "notifications", notificationCsv, rowsOf(queries, filterOf(context, query)));
  });
}

async function* rowsOf(queries: NotificationQueries, filter: NotificationFilter) {
  for await (const { one, fits } of queries.walk(filter, { newestFirst: true, pageSize: FILE_PAGE }))
    yield fits ? one : undefined;
}

function Found({ page: { rows, goOn } }: { page: NotificationPage }) {
  const { t } = useTranslator();
  return (
    <>
      {rows.length > 0 ? <Rows rows={rows} /> : undefined}
      {rows.length === 0 && goOn === undefined ? <p>{t(NOTIFICATIONS.nothingFits)}</p> : undefined}
      {goOn === undefined ? undefined : <p>{t(NOTIFICATIONS.readSoFar, { count: MOST_READ })}</p>}
    </>
  );
}

interface MoreProps {
  page: NotificationPage;
  query: NotificationQuery;
  isNewest: boolean;
}

function More({ page: { older, newer, goOn }, query, isNewest }: MoreProps) {
  const { t, moment } = useTranslator();
  const to = (cursor: { older?: string; newer?: string }) =>
    linkTo("/notifications", { ...query, ...cursor });
  return (
    <nav class="pages" aria-label={t(FRAME.more)}>
      {isNewest ? undefined : <a href={to({})}>{t(FRAME.newest)}</a>}{" "}
      {newer === undefined ? undefined : <a href={to({ newer: placeName(newer) })}>{t(FRAME.newer)}</a>}{" "}
      {older === undefined ? undefined : <a href={to({ older: placeName(older) })}>{t(FRAME.older)}</a>}{" "}
      {goOn === undefined ? undefined : (
        <a href={to({ [goOn.side]: placeName(goOn.place) })}>
          {t(NOTIFICATIONS.goOn, { time: moment(goOn.place.receivedAt) })}
        </a>
      )}
    </nav>
  );
}

function Rows({ rows }: { rows: readonly ListedNotification[] }) {
  const { t } = useTranslator();
  return (
    <Table caption={t(NOTIFICATIONS.caption)}>
      <thead>
        <tr>
          <th scope="col">{t(FACTS.received)}</th>
          <th scope="col">{t(FACTS.notification)}</th>
          <th scope="col">{t(FACTS.risk)}</th>
          <th scope="col">{t(FACTS.laws)}</th>
          <th scope="col" class="n">
            {t(FACTS.amount)}
          </th>
          <th scope="col">{t(FACTS.user)}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((one) => (
          <tr>
            <td>
              <When at={one.receivedAt} />
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
            <td class="n">
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

/** Filters that take any text, by their names in the address and on the page. */
const TEXT_FILTERS = [
  { name: "user", label: FACTS.user },
  { name: "wallet", label: NOTIFICATIONS.walletAddress },
  { name: "chain", label: FACTS.chainColumn },
  { name: "law", label: FACTS.law },
  { name: "country", label: FACTS.country },
] as const;

const DAY_FILTERS = [
  { name: "since", label: NOTIFICATIONS.since },
  { name: "until", label: NOTIFICATIONS.until },
] as const;

type NotificationQuery = z.infer<ReturnType<typeof notificationFilters>>;

/** Filter of a query, within the user's projects. Days are those of the desk's time zone, the last one included. */
export function filterOf(
  { var: { access, translator } }: DeskContext,
  query: NotificationQuery,
): NotificationFilter {
  const { user, wallet, chain, law, country, risk, kind, project, since, until } = query;
  return {
    projectIds: seenOf(access, project),
    userId: user,
    wallet,
    chainId: chain,
    law,
    country,
    risk,
    kind,
    since: since === undefined ? undefined : translator.startOf(since),
    until: until === undefined ? undefined : translator.startOf(until, 1),
  };
}

function NotificationFilters({
  query,
  projectIds,
}: {
  query: NotificationQuery;
  projectIds: readonly number[];
}) {
  const { t } = useTranslator();
  const named = <Name extends string>(texts: Record<Name, Text>) =>
    keysOf(texts).map((value) => ({ value, name: t<Text>(texts[value]) }));
  return (
    <form class="filters" method="get" action="/notifications">
      {TEXT_FILTERS.map(({ name, label }) => (
        <label>
          {t(label)} <input name={name} value={query[name] ?? ""} />
        </label>
      ))}
      {DAY_FILTERS.map(({ name, label }) => (
        <label>
          {t(label)} <input type="date" name={name} value={query[name] ?? ""} />
        </label>
      ))}
      <Choice name="risk" label={t(FACTS.risk)} values={named(RISKS)} chosen={query.risk} />
      <Choice name="kind" label={t(FACTS.kind)} values={named(NOTIFICATION_KINDS)} chosen={query.kind} />
      <ProjectChoice projectIds={projectIds} chosen={query.project} />
      <button type="submit">{t(NOTIFICATIONS.filter)}</button>
    </form>
  );
}
