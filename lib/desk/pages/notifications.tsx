/** All notifications by filter, the newest first; every filter and where a page begins stand in the address. */

import type { Hono } from "hono";
import * as z from "zod/mini";
import { lazySchema } from "../../contract/lazy-schema.ts";
import { FACTS } from "../../language/catalogue/desk/facts.ts";
import { FRAME } from "../../language/catalogue/desk/frame.ts";
import { NOTIFICATION_KINDS, NOTIFICATIONS } from "../../language/catalogue/desk/notifications.ts";
import type { Text } from "../../language/texts.ts";
import { linkTo, notificationLink } from "../../stack/desk-links.ts";
import { keyOfName, nameOf } from "../../store/notifications/notification-keys.ts";
import type { NotificationQueries } from "../../store/notifications/notification-queries.ts";
import type { ListedNotification } from "../../store/notifications/notification-schema.ts";
import type { DeskContext, DeskEnv } from "../desk-context.ts";
import { page } from "../layout.tsx";
import { choice, MOMENT, misaddressed, parametersOf, projectFilter, textFilter } from "../parameters.ts";
import { Amount, Laws, Moment, RISKS, Risk } from "../parts/facts.tsx";
import { Table } from "../parts/table.tsx";
import { useSpeaker } from "../speaker.ts";

const PAGE_ROWS = 50;

/** Filters that take any text, by their names in the address and on the page. */
const TEXT_FILTERS = [
  { name: "user", label: FACTS.user },
  { name: "wallet", label: NOTIFICATIONS.walletAddress },
  { name: "chain", label: FACTS.chainColumn },
  { name: "law", label: FACTS.law },
  { name: "country", label: FACTS.country },
] as const;

/** The filters, and behind which row the page begins: its time and its name. */
const parameters = lazySchema(() =>
  z
    .object({
      user: textFilter,
      wallet: textFilter,
      chain: textFilter,
      law: textFilter,
      country: textFilter,
      risk: choice(keysOf(RISKS)),
      kind: choice(keysOf(NOTIFICATION_KINDS)),
      project: projectFilter,
      before: z.optional(z.string().check(z.regex(new RegExp(`^${MOMENT}$`)))),
      after: z.optional(z.string().check(z.refine((name) => keyOfName(name) !== undefined))),
    })
    .check(z.refine(({ before, after }) => (before === undefined) === (after === undefined))),
);
type Query = z.infer<typeof parameters>;

export function addNotifications(app: Hono<DeskEnv>, queries: NotificationQueries): void {
  app.get("/notifications", async (context) => {
    const query = parametersOf(context, parameters);
    if (query === undefined) return misaddressed(context);
    const rows = await rowsOf(context, queries, query);
    const last = rows.at(PAGE_ROWS - 1);
    const hasMore = rows.length > PAGE_ROWS && last !== undefined;
    const { say } = context.var.speaker;
    return page(context, {
      title: say(FRAME.notifications),
      children: (
        <>
          <Filters query={query} projectIds={context.var.access.sees} />
          {rows.length === 0 ? (
            <p>{say(NOTIFICATIONS.nothingFits)}</p>
          ) : (
            <Rows rows={rows.slice(0, PAGE_ROWS)} />
          )}
          <nav class="pages" aria-label={say(FRAME.more)}>
            {query.before === undefined ? undefined : (
              <a href={linkTo("/notifications", { ...query, before: undefined, after: undefined })}>
                {say(FRAME.newest)}
              </a>
            )}{" "}
            {hasMore ? (
              <a href={linkTo("/notifications", { ...query, before: last.receivedAt, after: nameOf(last) })}>
                {say(FRAME.older)}
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
    projectIds: access.sees.filter((id) => query.project === undefined || id === query.project),
    userId: query.user,
    wallet: query.wallet,
    chainId: query.chain,
    law: query.law,
    country: query.country,
    risk: query.risk,
    kind: query.kind,
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

/** The names of some texts, as the address has them. */
function keysOf<Name extends string>(texts: Record<Name, Text>): Name[] {
  return Object.keys(texts).filter((name): name is Name => name in texts);
}

/** The next millisecond; a text that is no time stays as it is, and finds nothing behind it. */
function nextMoment(iso: string): string {
  const time = Date.parse(iso);
  return Number.isNaN(time) ? iso : new Date(time + 1).toISOString();
}

function Filters({ query, projectIds }: { query: Query; projectIds: readonly number[] }) {
  const { say } = useSpeaker();
  const named = <Name extends string>(texts: Record<Name, Text>) =>
    keysOf(texts).map((value) => ({ value, name: say<Text>(texts[value]) }));
  const projects = projectIds.map((id) => ({ value: String(id), name: String(id) }));
  return (
    <form class="filters" method="get" action="/notifications">
      {TEXT_FILTERS.map(({ name, label }) => (
        <label>
          {say(label)} <input name={name} value={query[name] ?? ""} />
        </label>
      ))}
      <Choice name="risk" label={say(FACTS.risk)} values={named(RISKS)} chosen={query.risk} />
      <Choice name="kind" label={say(FACTS.kind)} values={named(NOTIFICATION_KINDS)} chosen={query.kind} />
      <Choice
        name="project"
        label={say(FACTS.projectColumn)}
        values={projects}
        chosen={query.project?.toString()}
      />
      <button type="submit">{say(NOTIFICATIONS.filter)}</button>
    </form>
  );
}

interface ChoiceProps {
  name: string;
  label: string;
  values: readonly { value: string; name: string }[];
  chosen: string | undefined;
}

function Choice({ name, label, values, chosen }: ChoiceProps) {
  return (
    <label>
      {label}{" "}
      <select name={name}>
        <option value="">{useSpeaker().say(FACTS.any)}</option>
        {values.map(({ value, name: shown }) => (
          <option value={value} selected={value === chosen}>
            {shown}
          </option>
        ))}
      </select>
    </label>
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
