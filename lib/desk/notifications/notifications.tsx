/** All notifications by filter, newest first; the address has every filter and the start of a page. */

import type { Hono } from "hono";
import pMap from "p-map";
import * as z from "zod/mini";
import { notificationsLink } from "../../alerts/messages/desk-links.ts";
import { caseOfNotification } from "../../cases/case-keys.ts";
import type { CaseQueries } from "../../cases/case-queries.ts";
import { casesTaking } from "../../cases/suspected-operations.ts";
import { type JudgedCase, judge } from "../../cases/urgency.ts";
import type { Chain } from "../../contract/chain.ts";
import { FACTS } from "../../i18n/catalogue/desk/facts.ts";
import { FRAME } from "../../i18n/catalogue/desk/frame.ts";
import { NOTIFICATION_KINDS, NOTIFICATIONS } from "../../i18n/catalogue/desk/notifications.ts";
import type { Text } from "../../i18n/catalogue/texts.ts";
import { isSameName } from "../../i18n/text/cleaning.ts";
import { compareTexts } from "../../i18n/text/compare-texts.ts";
import { notificationCsv } from "../../intake/notifications/notification-csv.ts";
import { type NotificationFilter, textFilters } from "../../intake/notifications/notification-filter.ts";
import { nameOf } from "../../intake/notifications/notification-keys.ts";
import {
  type NotificationPage,
  notificationPage,
  placeIn,
  placeName,
} from "../../intake/notifications/notification-pages.ts";
import type { NotificationQueries } from "../../intake/notifications/notification-queries.ts";
import type { ListedNotification } from "../../intake/notifications/notification-schema.ts";
import { type ChainFacts, chainFacts, namedChains } from "../../screening/chains.ts";
import { seenOf } from "../frame/access.ts";
import { Choice, keysOf, ProjectChoice } from "../frame/choice.tsx";
import type { Desk, DeskContext, DeskEnv } from "../frame/desk-context.ts";
import { Icon } from "../frame/icon.tsx";
import {
  badRequest,
  choice,
  cursor,
  dayFilter,
  parametersOf,
  projectFilter,
  textFilter,
  trimmedFilter,
} from "../frame/parameters.ts";
import { say, useTranslator } from "../frame/translator.ts";
import { csvReply } from "../kit/csv.tsx";
import { RISKS } from "../kit/facts.tsx";
import { shortId } from "../kit/links.ts";
import { listPage, Pager } from "../kit/list-page.tsx";
import { NotificationTable } from "../kit/notification-table.tsx";

const PAGE_ROWS = 50;

/** Most notifications that are read for a page: a filter that few fit reads all that is stored. */
const MOST_READ = 5_000;

/** Notifications of a partition that are read at a time for a file. */
const FILE_PAGE = 1_000;

/** The filters in the address. */
const notificationFilters = () =>
  z.object({
    user: textFilter,
    chain: trimmedFilter,
    ...textFilters(trimmedFilter),
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

/** Cases of a page's notifications that are read at a time. */
const CASES_AT_ONCE = 20;

export function addNotifications(app: Hono<DeskEnv>, { stores }: Desk): void {
  const { cases, chains, notifications: queries } = stores;
  app.get("/notifications", async (context) => {
    const filters = parametersOf(context, parameters);
    if (filters === undefined) return badRequest(context);
    const { older, newer, ...query } = filters;
    const from =
      older === undefined
        ? newer && { side: "newer" as const, place: newer }
        : { side: "older" as const, place: older };
    const named = await namedChains(chains);
    const shownPage = await notificationPage(queries, filterOf(context, query, named), {
      from,
      size: PAGE_ROWS,
      mostRead: MOST_READ,
    });
    const now = new Date().toISOString();
    const { rows, goOn } = shownPage;
    const [judged, laws] = await Promise.all([
      casesOf(rows, cases, now),
      query.law === undefined ? lawsOf(rows) : lawsBeside(queries, filterOf(context, query, named)),
    ]);
    return listPage(context, {
      title: say(FRAME.notifications),
      path: "/notifications",
      query,
      nothing: say(NOTIFICATIONS.nothingFits),
      isEmpty: rows.length === 0 && goOn === undefined,
      filters: (
        <NotificationFilters query={query} projectIds={context.var.access.sees} chains={named} laws={laws} />
      ),
      children: (
        <>
          {rows.length === 0 ? undefined : (
            <section class="panel">
              <NotificationTable
                of={rows}
                caption={say(NOTIFICATIONS.caption)}
                chainOf={(id) => factsIn(named, id)}
                caseOf={(notification) => judged.get(nameOf(notification))}
                now={now}
              />
            </section>
          )}
          <More page={shownPage} query={query} isNewest={from === undefined} />
        </>
      ),
    });
  });

  app.get("/notifications.csv", async (context) => {
    const query = parametersOf(context, notificationFilters());
    if (query === undefined) return badRequest(context);
    const filter = filterOf(context, query, await namedChains(chains));
    return csvReply(context, "notifications", notificationCsv, rowsOf(queries, filter));
  });
}

/** The names of laws in rows, each once. */
function lawsOf(rows: readonly ListedNotification[]): string[] {
  return [...new Set(rows.flatMap(({ laws }) => laws.map(({ name }) => name)))].sort(compareTexts);
}

/** Laws that can be chosen in place of the chosen one: those of the newest notifications that fit the other filters. */
async function lawsBeside(queries: NotificationQueries, filter: NotificationFilter): Promise<string[]> {
  const { rows } = await notificationPage(
    queries,
    { ...filter, law: undefined },
    { from: undefined, size: PAGE_ROWS, mostRead: MOST_READ },
  );
  return lawsOf(rows);
}

function factsIn(chains: readonly Chain[], id: string): ChainFacts | undefined {
  const chain = chains.find((candidate) => candidate.id === id);
  return chain && chainFacts(chain);
}

/** The case of each notification, by its name: of what officers were alerted to its own, or else the one whose suspicion takes it along. */
async function casesOf(
  rows: readonly ListedNotification[],
  cases: CaseQueries,
  now: string,
): Promise<Map<string, JudgedCase>> {
  const alerted = rows.filter(({ alert }) => alert.state !== "none");
  const read = await pMap(
    alerted,
    async (notification) => ({
      name: nameOf(notification),
      storedCase: await cases.readable(caseOfNotification(notification)),
    }),
    { concurrency: CASES_AT_ONCE },
  );
  const own = read.flatMap(({ name, storedCase }): [string, JudgedCase][] =>
    storedCase === undefined ? [] : [[name, judge(storedCase, now)]],
  );
  const names = new Set(own.map(([name]) => name));
  const taking = await casesTaking(
    rows.filter((notification) => !names.has(nameOf(notification))),
    cases,
  );
  return new Map([
    ...[...taking].map(([name, takenBy]): [string, JudgedCase] => [name, judge(takenBy, now)]),
    ...own,
  ]);
}

async function* rowsOf(queries: NotificationQueries, filter: NotificationFilter) {
  for await (const { notification, fits } of queries.walk(filter, { newestFirst: true, pageSize: FILE_PAGE }))
    yield fits ? notification : undefined;
}

interface MoreProps {
  page: NotificationPage;
  query: NotificationQuery;
  isNewest: boolean;
}

function More({ page: { older, newer, goOn }, query, isNewest }: MoreProps) {
  const { short } = useTranslator();
  const to = (side: "older" | "newer", place: NotificationPage["older"]) =>
    place && notificationsLink({ ...query, [side]: placeName(place) });
  const until = goOn?.place.receivedAt ?? "";
  return (
    <Pager
      remark={goOn && say(NOTIFICATIONS.readSoFar, { count: MOST_READ })}
      to={[
        [isNewest ? undefined : notificationsLink(query), say(FRAME.newest)],
        [to("newer", newer), say(FRAME.newer)],
        [to("older", older), say(FRAME.older)],
        [goOn && to(goOn.side, goOn.place), say(NOTIFICATIONS.goOn, { time: short(until) ?? until })],
      ]}
    />
  );
}

type NotificationQuery = z.infer<ReturnType<typeof notificationFilters>>;

/** Filter of a query, within the user's projects. Days are those of the desk's time zone, the last one included. */
function filterOf(
  { var: { access, translator } }: DeskContext,
  query: NotificationQuery,
  chains: readonly Chain[],
): NotificationFilter {
  const { user, chain, project, since, until, ...others } = query;
  return {
    ...others,
    projectIds: seenOf(access, project),
    userId: user,
    chainId: chain && (chains.find(({ name }) => isSameName(name, chain))?.id ?? chain),
    since: since === undefined ? undefined : translator.startOf(since),
    until: until === undefined ? undefined : translator.startOf(until, 1),
  };
}

const DAY_FILTERS = [
  { name: "since", label: NOTIFICATIONS.since },
  { name: "until", label: NOTIFICATIONS.until },
] as const;

/** Filters of links to all of a user or wallet: the search finds these. */
const LINKED_FILTERS = ["user", "wallet"] as const;

interface FiltersProps {
  query: NotificationQuery;
  projectIds: readonly number[];
  chains: readonly Chain[];
  laws: readonly string[];
}

/** What can be chosen, with what is chosen among it: an address may have another one. */
function withChosen(values: readonly string[], chosen: string | undefined) {
  const isKnown = chosen === undefined || values.some((value) => isSameName(value, chosen));
  return (isKnown ? values : [chosen, ...values]).map((value) => ({ value, name: value }));
}

/** The value of a list that an address means, with its own capitals. */
function chosenOf(values: readonly string[], chosen: string | undefined): string | undefined {
  return chosen === undefined ? undefined : (values.find((value) => isSameName(value, chosen)) ?? chosen);
}

function NotificationFilters({ query, projectIds, chains, laws }: FiltersProps) {
  const { count } = useTranslator();
  const named = <Name extends string>(texts: Record<Name, Text>) =>
    keysOf(texts).map((value) => ({ value, name: say<Text>(texts[value]) }));
  const { country, kind, project, since, until } = query;
  const more = [country, kind, project, since, until].filter((filter) => filter !== undefined).length;
  const chainNames = chains.map(({ name }) => name);
  // A link may have the number of a chain.
  const chain = chains.find(({ id }) => id === query.chain)?.name ?? query.chain;
  return (
    <form class="filters" method="get" action="/notifications">
      {LINKED_FILTERS.map((name) =>
        query[name] === undefined ? undefined : (
          <span class="badge">
            <input type="hidden" name={name} value={query[name]} />
            {say(FACTS[name])} <bdi title={query[name]}>{shortId(query[name])}</bdi>
          </span>
        ),
      )}
      <Choice
        name="law"
        label={say(FACTS.law)}
        values={withChosen(laws, query.law)}
        chosen={chosenOf(laws, query.law)}
      />
      <Choice
        name="chain"
        label={say(FACTS.chainColumn)}
        values={withChosen(chainNames, chain)}
        chosen={chosenOf(chainNames, chain)}
      />
      <Choice name="risk" label={say(FACTS.risk)} values={named(RISKS)} chosen={query.risk} />
      <details class="menu" name="menu">
        <summary class="btn">
          {say(FRAME.more)} {more === 0 ? undefined : <b>{count(more)}</b>} <Icon name="chevronDown" />
        </summary>
        <div class="stack">
          <Choice name="kind" label={say(FACTS.kind)} values={named(NOTIFICATION_KINDS)} chosen={kind} />
          <ProjectChoice projectIds={projectIds} chosen={project} />
          <label>
            {say(FACTS.country)} <input name="country" value={country ?? ""} autocomplete="off" />
          </label>
          {DAY_FILTERS.map(({ name, label }) => (
            <label>
              {say(label)} <input type="date" name={name} value={query[name] ?? ""} />
            </label>
          ))}
        </div>
      </details>
      <button type="submit">{say(NOTIFICATIONS.filter)}</button>
      {Object.values(query).some((value) => value !== undefined) ? (
        <a class="btn quiet" href="/notifications">
          {say(NOTIFICATIONS.clear)}
        </a>
      ) : undefined}
    </form>
  );
}
