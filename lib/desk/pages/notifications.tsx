/** All notifications by filter, the newest first; every filter and where a page begins stand in the address. */

import type { Hono } from "hono";
import { linkTo, notificationLink } from "../../stack/desk-links.ts";
import { nameOf } from "../../store/notifications/notification-keys.ts";
import type { NotificationQueries } from "../../store/notifications/notification-queries.ts";
import type { ListedNotification } from "../../store/notifications/notification-schema.ts";
import type { DeskContext, DeskEnv } from "../desk-context.ts";
import { page } from "../layout.tsx";
import { Amount, Laws, Moment, Risk } from "../parts/facts.tsx";
import { Table } from "../parts/table.tsx";

const PAGE_ROWS = 50;

const RISKS = ["none", "warn", "illegal"] as const;
const KINDS = ["notification", "error", "quarantined"] as const;

/** Filters that take any text, by their names in the address and on the page. */
const TEXT_FILTERS = {
  user: "User",
  wallet: "Wallet address",
  chain: "Chain",
  law: "Law",
  country: "Country",
} as const;

type Query = Record<string, string | undefined>;

export function addNotifications(app: Hono<DeskEnv>, queries: NotificationQueries): void {
  app.get("/notifications", async (context) => {
    const query: Query = context.req.query();
    const rows = await rowsOf(context, queries, query);
    const last = rows.at(PAGE_ROWS - 1);
    const hasMore = rows.length > PAGE_ROWS && last !== undefined;
    return page(context, {
      title: "Notifications",
      children: (
        <>
          <Filters query={query} projectIds={context.var.access.sees} />
          {rows.length === 0 ? <p>No notification fits.</p> : <Rows rows={rows.slice(0, PAGE_ROWS)} />}
          <nav class="pages" aria-label="More">
            {query["before"] === undefined ? undefined : (
              <a href={linkTo("/notifications", { ...query, before: undefined, after: undefined })}>Newest</a>
            )}{" "}
            {hasMore ? (
              <a href={linkTo("/notifications", { ...query, before: last.receivedAt, after: nameOf(last) })}>
                Older
              </a>
            ) : undefined}
          </nav>
        </>
      ),
    });
  });
}

/** One row more than a page has, where there are so many. */
async function rowsOf(
  { var: { access } }: DeskContext,
  queries: NotificationQueries,
  query: Query,
): Promise<ListedNotification[]> {
  const { before, after } = query;
  const filter = {
    projectIds: access.sees.filter((id) => !query["project"] || String(id) === query["project"]),
    userId: query["user"] || undefined,
    wallet: query["wallet"] || undefined,
    chainId: query["chain"] || undefined,
    law: query["law"] || undefined,
    country: query["country"] || undefined,
    risk: RISKS.find((risk) => risk === query["risk"]),
    kind: KINDS.find((kind) => kind === query["kind"]),
    // The moment of the last row is read again: others may share it.
    until: before === undefined ? undefined : nextMoment(before),
  };
  const rows: ListedNotification[] = [];
  let isBehind = before === undefined;
  for await (const one of queries.list(filter, PAGE_ROWS)) {
    if (!isBehind && before !== undefined && one.receivedAt < before) isBehind = true;
    if (isBehind) rows.push(one);
    if (rows.length > PAGE_ROWS) break;
    if (nameOf(one) === after) isBehind = true;
  }
  return rows;
}

/** The next millisecond; a text that is no time stays as it is, and finds nothing behind it. */
function nextMoment(iso: string): string {
  const time = Date.parse(iso);
  return Number.isNaN(time) ? iso : new Date(time + 1).toISOString();
}

function Filters({ query, projectIds }: { query: Query; projectIds: readonly number[] }) {
  return (
    <form class="filters" method="get" action="/notifications">
      {Object.entries(TEXT_FILTERS).map(([name, label]) => (
        <label>
          {label} <input name={name} value={query[name] ?? ""} />
        </label>
      ))}
      <Choice name="risk" label="Risk" values={RISKS} chosen={query["risk"]} />
      <Choice name="kind" label="Kind" values={KINDS} chosen={query["kind"]} />
      <Choice name="project" label="Project" values={projectIds.map(String)} chosen={query["project"]} />
      <button type="submit">Filter</button>
    </form>
  );
}

interface ChoiceProps {
  name: string;
  label: string;
  values: readonly string[];
  chosen: string | undefined;
}

function Choice({ name, label, values, chosen }: ChoiceProps) {
  return (
    <label>
      {label}{" "}
      <select name={name}>
        <option value="">any</option>
        {values.map((value) => (
          <option value={value} selected={value === chosen}>
            {value}
          </option>
        ))}
      </select>
    </label>
  );
}

function Rows({ rows }: { rows: readonly ListedNotification[] }) {
  return (
    <Table caption="Notifications, the newest first">
      <thead>
        <tr>
          <th scope="col">Received</th>
          <th scope="col">Notification</th>
          <th scope="col">Risk</th>
          <th scope="col">Laws</th>
          <th scope="col">Amount</th>
          <th scope="col">User</th>
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
              <Laws laws={one.laws} more={Math.max(0, (one.lawCount ?? 0) - one.laws.length)} />
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
