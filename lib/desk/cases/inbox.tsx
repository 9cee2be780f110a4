/** The inbox: open cases, the most urgent first. */

import type { Hono } from "hono";
import * as z from "zod/mini";
import { linkTo } from "../../alerts/messages/desk-links.ts";
import type { ListedCase } from "../../cases/case.ts";
import { caseCsv, unreadableCells } from "../../cases/case-csv.ts";
import { type CaseKey, isOrder } from "../../cases/case-keys.ts";
import { CaseQueries, type OpenCases } from "../../cases/case-queries.ts";
import { keeping } from "../../cases/case-reading.ts";
import { type JudgedCase, judge } from "../../cases/urgency.ts";
import { FACTS } from "../../i18n/catalogue/desk/facts.ts";
import { FRAME } from "../../i18n/catalogue/desk/frame.ts";
import { CASE_KINDS, INBOX, INBOX_SORTS, INBOX_VIEWS } from "../../i18n/catalogue/desk/inbox.ts";
import type { Text } from "../../i18n/catalogue/texts.ts";
import type { CsvForm } from "../../i18n/text/csv.ts";
import { moneyLookUp } from "../../law/rates/local-money.ts";
import { ChainStore } from "../../screening/chains.ts";
import { seenOf } from "../frame/access.ts";
import { keysOf } from "../frame/choice.tsx";
import type { DeskEnv, DeskOptions } from "../frame/desk-context.ts";
import { Icon } from "../frame/icon.tsx";
import { page } from "../frame/layout.tsx";
import { MOST_OPEN } from "../frame/open-count.ts";
import {
  badRequest,
  choice,
  firstRow,
  parametersIn,
  parametersOf,
  projectFilter,
  textFilter,
} from "../frame/parameters.ts";
import { say, useTranslator } from "../frame/translator.ts";
import { csvReply } from "../kit/csv.tsx";
import { Menu } from "../kit/menu.tsx";
import { UnreadableCases } from "../kit/unreadable.tsx";
import { CaseRows, rowFactsOf } from "./case-rows.tsx";
import {
  fitsInbox,
  type InboxSelection,
  type InboxWish,
  inboxOf,
  isInView,
  VIEWS,
  type View,
} from "./inbox-view.ts";

const PAGE_ROWS = 50;

/** `since` and `event` where no case was there yet; an order is greater. */
const NONE = "0";

/** Most new cases that are looked at. */
const MOST_NEW = 100;

const SORTS = keysOf(INBOX_SORTS);

const order = z.string().check(z.refine(isOrder));

const filters = () =>
  z.object({
    view: choice(VIEWS),
    law: textFilter,
    kind: choice(keysOf(CASE_KINDS)),
    project: projectFilter,
    user: textFilter,
    sort: choice(SORTS),
  });
type Query = z.infer<ReturnType<typeof filters>>;

/** The filters and the number of the first row. A page that asks what is new sends the newest case and the last event that it knows. */
const parameters = z.extend(filters(), {
  from: firstRow,
  since: z.optional(z.union([order, z.literal(NONE)])),
  event: z.optional(z.string()),
});

/** Parameters of the inbox without those that ask what is new. */
export type InboxQuery = Omit<z.infer<typeof parameters>, "since" | "event">;

/** The parameters of an address of the inbox; undefined of an invalid one. @param search its query */
export function inboxQueryIn(search: string): InboxQuery | undefined {
  const asked = parametersIn(search, parameters);
  if (asked === undefined) return undefined;
  const { since: _since, event: _event, ...query } = asked;
  return query;
}

/** The address of the inbox. */
export function inboxAddress({ from, ...query }: InboxQuery): string {
  return linkTo("/", { ...query, from: from === 1 ? undefined : from });
}

/** The page on which a row of the inbox is. @param index of the row, from 0 */
export function inboxPageOf(query: InboxQuery, index: number): InboxQuery {
  return query.sort === "received" ? query : { ...query, from: index - (index % PAGE_ROWS) + 1 };
}

export function addInbox(app: Hono<DeskEnv>, { database, environment }: DeskOptions): void {
  const cases = new CaseQueries(database, environment.CASES_TABLE);
  const sources = {
    chains: new ChainStore(database, environment.CHAINS_TABLE),
    money: moneyLookUp(environment, database),
    currency: environment.CURRENCIES[0],
  };
  app.get("/", async (context) => {
    const asked = parametersOf(context, parameters);
    if (asked === undefined) return badRequest(context);
    const { since, event, from, ...query } = asked;
    const projectIds = seenOf(context.var.access, query.project);
    const lastEvent = await cases.lastEventAt(projectIds);
    if (since !== undefined) {
      if (event === (lastEvent ?? NONE)) return context.body(null, 204);
      const count = await countNewer(cases.list({ projectIds }), since);
      return context.text(count === 0 ? say(FRAME.changed) : say(INBOX.news, { count }));
    }
    const unreadable: CaseKey[] = [];
    const [open, newest] = await Promise.all([
      cases.open(projectIds, MOST_OPEN, keeping(unreadable)),
      cases.page({ projectIds, size: 1 }),
    ]);
    const latest = newest.cases[0];
    if (query.project === undefined)
      context.set("openCases", async () => open.cases.length + unreadable.length);
    const now = new Date().toISOString();
    const officer = context.var.person.subject;
    const selection = inboxOf(open, wishIn(query, officer), now);
    const shown = shownOf(selection.rows, query, from);
    return page(context, {
      title: say(FRAME.inbox),
      news: linkTo("/", { project: query.project, since: latest?.order ?? NONE, event: lastEvent ?? NONE }),
      turnsAt: selection.turnsAt,
      beside: <Beside query={query} selection={selection} projectIds={context.var.access.sees} />,
      children: (
        <>
          <UnreadableCases of={unreadable} />
          {selection.unsure > 0 ? <p>{say(FACTS.lawsNotListed, { count: selection.unsure })}</p> : undefined}
          {shown.rows.length === 0 ? (
            <Nothing isWhole={open.cases.length === 0} />
          ) : (
            <CaseRows
              rows={shown.rows}
              caption={say(CAPTIONS[query.sort ?? "due"])}
              groups={(query.sort ?? "due") === "due" ? selection.rows : undefined}
              now={now}
              officer={officer}
              select={{
                to: inboxAddress({ ...query, from }).replace("/", "/selected"),
                actsIn: context.var.access.actsIn,
              }}
              facts={await rowFactsOf(shown.rows, sources)}
            />
          )}
          <More {...shown} open={open} latest={latest} />
        </>
      ),
    });
  });

  app.get("/inbox.csv", (context) => {
    const query = parametersOf(context, filters());
    if (query === undefined) return badRequest(context);
    const projectIds = seenOf(context.var.access, query.project);
    const wish = wishIn(query, context.var.person.subject);
    return csvReply(context, "inbox", inboxCsv, fittingOf(cases, projectIds, wish));
  });
}

const inboxCsv: CsvForm<ListedCase | CaseKey> = {
  csvHeader: [...caseCsv.csvHeader, "outcome"],
  csvCells: (one) =>
    "order" in one
      ? [...caseCsv.csvCells(one), one.outcome ?? "open"]
      : unreadableCells(caseCsv.csvHeader, { ...one, kind: "unreadable" }),
};

/** Number of open cases that are newer than one, among the `MOST_NEW` newest. */
async function countNewer(cases: AsyncIterable<ListedCase>, since: string): Promise<number> {
  let [count, read] = [0, 0];
  for await (const { order, outcome } of cases) {
    if (order <= since || read++ >= MOST_NEW) break;
    if (outcome === undefined) count += 1;
  }
  return count;
}

const CAPTIONS = { due: INBOX.caption, received: INBOX.newestFirst, amount: INBOX.highestFirst };

/** @param officer the signed-in user, as the issuer knows them */
export function wishIn({ view = "all", sort = "due", law, kind, user }: Query, officer: string): InboxWish {
  return { view, officer, sort, law, kind, user };
}

/** Each case that is read, or undefined where it does not fit; then those that cannot be read. */
async function* fittingOf(cases: CaseQueries, projectIds: readonly number[], wish: InboxWish) {
  const now = new Date().toISOString();
  const unreadable: CaseKey[] = [];
  for await (const one of cases.allOpen(projectIds, keeping(unreadable)))
    yield fitsInbox(one, wish) && isInView(judge(one, now), wish) ? one : undefined;
  yield* unreadable;
}

/** Rows of a page, their place among all, and the links to those before and after it. */
interface Shown {
  rows: JudgedCase[];
  place: { from: number; count: number };
  links: { text: Text; href: string }[];
}

function shownOf(all: readonly JudgedCase[], query: Query, from: number): Shown {
  const linkFrom = (first: number) => linkTo("/", { ...query, from: first === 1 ? undefined : first });
  const rows = all.slice(from - 1, from - 1 + PAGE_ROWS);
  return {
    rows,
    place: { from, count: all.length },
    links: [
      ...(from > 1 ? [{ text: FRAME.previous, href: linkFrom(Math.max(1, from - PAGE_ROWS)) }] : []),
      ...(from - 1 + PAGE_ROWS < all.length ? [{ text: FRAME.next, href: linkFrom(from + PAGE_ROWS) }] : []),
    ],
  };
}

interface BesideProps {
  query: Query;
  selection: InboxSelection;
  projectIds: readonly number[];
}

/** Views with their counts, filters, sort and CSV: all of them links. */
function Beside({ query, selection: { counts, atLeast, laws }, projectIds }: BesideProps) {
  const { count } = useTranslator();
  const { view: current = "all", sort = "due" } = query;
  const countOf = (view: View) =>
    counts[view] > MOST_OPEN || atLeast.has(view)
      ? `${count(Math.min(MOST_OPEN, counts[view]))}+`
      : count(counts[view]);
  return (
    <>
      <nav class="tabs" aria-label={say(INBOX.views)}>
        {VIEWS.map((view) => (
          <a
            href={linkTo("/", { ...query, view: view === "all" ? undefined : view })}
            {...(view === current ? { "aria-current": "page" } : {})}
          >
            {say(INBOX_VIEWS[view])}{" "}
            <span class={view === "overdue" && counts.overdue > 0 ? "count late" : "count"}>
              {countOf(view)}
            </span>
          </a>
        ))}
      </nav>
      <div class="group end">
        <FilterMenu
          name="law"
          label={say(FACTS.law)}
          query={query}
          values={laws.map((law) => ({ value: law, text: law }))}
        />
        <FilterMenu
          name="kind"
          label={say(FACTS.kind)}
          query={query}
          values={keysOf(CASE_KINDS).map((kind) => ({ value: kind, text: say(CASE_KINDS[kind]) }))}
        />
        {projectIds.length > 1 ? (
          <FilterMenu
            name="project"
            label={say(FACTS.projectColumn)}
            query={query}
            values={projectIds.map((id) => ({ value: id, text: String(id) }))}
          />
        ) : undefined}
        <UserFilter query={query} />
        <Menu
          label={say(INBOX.sort)}
          links={SORTS.map((one) => ({
            href: linkTo("/", { ...query, sort: one === "due" ? undefined : one }),
            text: say(INBOX_SORTS[one]),
            isCurrent: one === sort,
          }))}
        />
        <a
          class="btn quiet icon"
          href={linkTo("/inbox.csv", { ...query, sort: undefined })}
          aria-label={say(INBOX.csv)}
          title={say(INBOX.csv)}
        >
          <Icon name="download" />
        </a>
      </div>
    </>
  );
}

interface FilterMenuProps {
  name: "law" | "kind" | "project";
  label: string;
  query: Query;
  values: readonly { value: string | number; text: string }[];
}

function FilterMenu({ name, label, query, values }: FilterMenuProps) {
  const current = query[name];
  const any = {
    href: linkTo("/", { ...query, [name]: undefined }),
    text: say(INBOX.all),
    isCurrent: current === undefined,
  };
  return (
    <Menu
      label={label}
      chosen={
        current === undefined
          ? undefined
          : (values.find(({ value }) => value === current)?.text ?? String(current))
      }
      links={[
        any,
        ...values.map(({ value, text }) => ({
          href: linkTo("/", { ...query, [name]: value }),
          text,
          isCurrent: value === current,
        })),
      ]}
    />
  );
}

/** User ids are typed. */
function UserFilter({ query }: { query: Query }) {
  const { user, ...others } = query;
  return (
    <details class="menu" name="menu">
      <summary class="btn">
        {say(FACTS.user)}{" "}
        {user === undefined ? undefined : (
          <b>
            <bdi>{user}</bdi>
          </b>
        )}{" "}
        <Icon name="chevronDown" />
      </summary>
      <div>
        <form method="get" action="/" class="filters">
          {Object.entries(others).map(([name, value]) =>
            value === undefined ? undefined : <input type="hidden" name={name} value={value} />,
          )}
          <label>
            {say(FACTS.user)} <input name="user" value={user ?? ""} autocomplete="off" />
          </label>
          <button type="submit">{say(INBOX.show)}</button>
        </form>
      </div>
    </details>
  );
}

/** Reads on behind the page, and says how much there is and how fresh it is. */
function More({
  place,
  rows,
  links,
  open,
  latest,
}: Shown & { open: OpenCases; latest: ListedCase | undefined }) {
  const { count, moment } = useTranslator();
  const isCut = open.moreDue || open.moreOthers;
  return (
    <>
      {isCut ? <p>{say(INBOX.more, { count: MOST_OPEN })}</p> : undefined}
      <nav class="pages" aria-label={say(FRAME.more)}>
        {rows.length === 0 ? undefined : (
          <span class="muted">
            {say(INBOX.shown, {
              from: count(place.from),
              to: count(place.from + rows.length - 1),
              count: count(place.count),
            })}
          </span>
        )}
        {links.map(({ text, href }) => (
          <a href={href}>{say<Text>(text)}</a>
        ))}
        <span class="muted end">
          {latest === undefined
            ? say(INBOX.nothingYet)
            : say(INBOX.lastReceived, { time: moment(latest.receivedAt) })}
        </span>
      </nav>
    </>
  );
}

function Nothing({ isWhole }: { isWhole: boolean }) {
  const { time } = useTranslator();
  return (
    <div class="panel blank">
      <Icon name="check" />
      <p>
        {isWhole
          ? say(INBOX.nothing, { time: time(new Date().toISOString()) ?? "" })
          : say(INBOX.nothingFits)}
      </p>
    </div>
  );
}
