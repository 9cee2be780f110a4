/** The inbox: open cases, the most urgent first. */

import type { Hono } from "hono";
import { reachIn } from "../../cases/accumulation.ts";
import type { ListedCase } from "../../cases/case.ts";
import { caseCsv, unreadableCells } from "../../cases/case-csv.ts";
import type { CaseKey } from "../../cases/case-keys.ts";
import type { CaseQueries } from "../../cases/case-queries.ts";
import { keeping } from "../../cases/case-reading.ts";
import { isOpen } from "../../cases/case-state.ts";
import { type JudgedCase, judge } from "../../cases/urgency.ts";
import { CASE_FORM } from "../../i18n/catalogue/desk/case.ts";
import { FACTS } from "../../i18n/catalogue/desk/facts.ts";
import { FRAME } from "../../i18n/catalogue/desk/frame.ts";
import { CASE_KINDS, INBOX, INBOX_SORTS, INBOX_VIEWS } from "../../i18n/catalogue/desk/inbox.ts";
import { MONTH } from "../../i18n/catalogue/desk/month.ts";
import { WORKBOOK } from "../../i18n/catalogue/desk/workbook.ts";
import type { CsvForm } from "../../i18n/text/csv.ts";
import { type Access, seenOf } from "../frame/access.ts";
import { keysOf } from "../frame/choice.tsx";
import type { Desk, DeskContext, DeskEnv } from "../frame/desk-context.ts";
import { Icon } from "../frame/icon.tsx";
import { page } from "../frame/layout.tsx";
import { MOST_OPEN } from "../frame/open-count.ts";
import { badRequest, parametersOf } from "../frame/parameters.ts";
import { say, useTranslator } from "../frame/translator.ts";
import { CsvButton, csvReply } from "../kit/csv.tsx";
import { RowPager } from "../kit/list-page.tsx";
import { Menu } from "../kit/menu.tsx";
import { type RowSources, rowFactsOf, rowSources } from "../kit/row-facts.ts";
import { UnreadableCases } from "../kit/unreadable.tsx";
import { WorkbookButton } from "../kit/workbook.tsx";
import { fitInForm } from "./case-address.ts";
import { CaseRows, type Sheet } from "./case-rows.tsx";
import { type ColleaguesOf, colleaguesIn } from "./colleagues.ts";
import { chosenFrom } from "./decidable.ts";
import {
  type InboxFilters,
  type InboxQuery,
  inboxAddress,
  inboxFilters,
  inboxParameters,
  NONE,
  PAGE_ROWS,
  SORTS,
  wishIn,
} from "./inbox-address.ts";
import { type InboxCases, readInboxCases } from "./inbox-reading.ts";
import { fitsInbox, type InboxSelection, type InboxWish, isInView, VIEWS, type View } from "./inbox-view.ts";
import { inboxWorkbook } from "./inbox-workbook.ts";
import { assignSheet, decideSheet } from "./sheet.tsx";
import { NOTHING_SENT } from "./trouble.tsx";

/** Most new cases that are looked at. */
const MOST_NEW = 100;

export interface InboxDesk extends RowSources {
  cases: CaseQueries;
  colleaguesOf: ColleaguesOf;
}

export function inboxDesk(desk: Desk): InboxDesk {
  return { cases: desk.stores.cases, colleaguesOf: colleaguesIn(desk), ...rowSources(desk) };
}

/** Everything that a page of the inbox shows. */
export interface Inbox extends InboxCases {
  query: InboxQuery;
  /** The case that was received last, in any state. */
  latest: ListedCase | undefined;
}

export async function readInbox(
  context: DeskContext,
  { cases }: InboxDesk,
  query: InboxQuery,
): Promise<Inbox> {
  const projectIds = seenOf(context.var.access, query.project);
  const [inboxCases, latest] = await Promise.all([
    readInboxCases(context, cases, query),
    cases.newest(projectIds),
  ]);
  return { ...inboxCases, query, latest };
}

/** @param news as a page asks for it; absent where something is typed beside the list */
export async function showInbox(
  context: DeskContext,
  desk: InboxDesk,
  inbox: Inbox,
  sheet?: Sheet,
  news?: string,
) {
  const { access, person } = context.var;
  const { query, open, unreadable, selection, now } = inbox;
  const { from, ...filter } = query;
  const shown = selection.rows.slice(from - 1, from - 1 + PAGE_ROWS);
  const facts = await rowFactsOf(
    [...shown, ...(sheet?.ticked ?? [])].map(({ listedCase }) => listedCase),
    desk,
  );
  const isMine = filter.view === "mine";
  const { sort = "due" } = filter;
  const rows = (
    <CaseRows
      rows={shown}
      caption={say(CAPTIONS[sort])}
      groups={sort === "due" ? selection.rows : undefined}
      sort={{ by: sort, linkTo: (by) => inboxAddress({ ...filter, sort: by }) }}
      now={now}
      officer={person.subject}
      form={{
        action: inboxAddress(query).replace("/", "/selected"),
        projectIds: access.actsIn,
        areAllMine: isMine,
      }}
      sheet={sheet}
      facts={facts}
    />
  );
  return page(context, {
    title: say(FRAME.inbox),
    ...(news === undefined || sheet !== undefined ? {} : { news, turnsAt: selection.turnsAt }),
    beside: <Beside query={filter} selection={selection} access={access} />,
    children: (
      <>
        <h2 class="unseen">{say(MONTH.cases)}</h2>
        <UnreadableCases of={unreadable} />
        {selection.unsure > 0 ? <p>{say(FACTS.lawsNotListed, { count: selection.unsure })}</p> : undefined}
        {shown.length > 0 || sheet !== undefined ? rows : undefined}
        {shown.length === 0 ? <Nothing isWhole={open.cases.length === 0} filter={filter} /> : undefined}
        <More {...inbox} />
      </>
    ),
  });
}

/** The sheet that an address asks for, of all that the inbox shows and the officer may decide. */
async function sheetOfAll(context: DeskContext, desk: InboxDesk, inbox: Inbox, kind: "decide" | "assign") {
  const { actsIn } = context.var.access;
  const { query, now } = inbox;
  const open = inbox.selection.rows.filter(
    (row) => isOpen(row.listedCase) && actsIn.includes(row.listedCase.projectId),
  );
  const address = inboxAddress(query);
  if (open.length === 0) return undefined;
  if (kind === "decide")
    return decideSheet({
      ...(await decidableOf(context, desk, open)),
      left: [],
      sent: NOTHING_SENT,
      isChanged: false,
      inbox: address,
      now,
    });
  const chosen = open.slice(0, fitInForm(open.map(({ listedCase }) => listedCase)).length);
  const projectIds = chosen.map(({ listedCase }) => listedCase.projectId);
  return assignSheet({ chosen, inbox: address, colleagues: await desk.colleaguesOf(context, projectIds) });
}

/** What a sheet shows of open cases before they are decided; the officer's own last decisions are those in the project of the first. */
export async function decidableOf(
  { var: { access, person } }: DeskContext,
  desk: InboxDesk,
  open: readonly JudgedCase[],
) {
  const decidable = chosenFrom(open);
  const chosen = decidable.chosen.map(({ listedCase }) => listedCase);
  const [first] = open;
  const [reachOf, earlier] = await Promise.all([
    reachIn(desk, chosen, access.sees),
    first === undefined ? [] : desk.cases.ownDecisions(first.listedCase.projectId, person.subject),
  ]);
  return { ...decidable, reachOf, earlier };
}

export function addInbox(app: Hono<DeskEnv>, options: Desk): void {
  const desk = inboxDesk(options);
  const { cases } = desk;
  app.get("/", async (context) => {
    const wish = parametersOf(context, inboxParameters);
    if (wish === undefined) return badRequest(context);
    const { since, event, sheet, ...query } = wish;
    const projectIds = seenOf(context.var.access, query.project);
    const lastEvent = await cases.lastEventAt(projectIds);
    if (since !== undefined) {
      if (event === (lastEvent ?? NONE)) return context.body(null, 204);
      const count = await countNewer(cases.list({ projectIds }), since);
      return context.text(count === 0 ? say(FRAME.changed) : say(INBOX.news, { count }));
    }
    const inbox = await readInbox(context, desk, query);
    const news = inboxAddress({
      project: query.project,
      since: inbox.latest?.order ?? NONE,
      event: lastEvent ?? NONE,
    });
    const beside = sheet && (await sheetOfAll(context, desk, inbox, sheet));
    return showInbox(context, desk, inbox, beside, news);
  });

  app.get("/inbox.csv", (context) => {
    const query = parametersOf(context, inboxFilters());
    if (query === undefined) return badRequest(context);
    const projectIds = seenOf(context.var.access, query.project);
    const wish = wishIn(query, context.var.person.subject);
    return csvReply(context, "inbox", inboxCsv, fittingOf(cases, projectIds, wish));
  });

  app.get("/inbox.xlsx", async (context) => {
    const query = parametersOf(context, inboxFilters());
    if (query === undefined) return badRequest(context);
    return inboxWorkbook(context, desk, query, await readInboxCases(context, cases, query));
  });
}

const inboxCsv: CsvForm<ListedCase | CaseKey> = {
  csvHeader: caseCsv.csvHeader,
  csvCells: (caseKey) =>
    "order" in caseKey
      ? caseCsv.csvCells(caseKey)
      : unreadableCells(caseCsv.csvHeader, { ...caseKey, kind: "unreadable" }),
};

/** Number of open cases that are newer than one, among the `MOST_NEW` newest. */
async function countNewer(cases: AsyncIterable<ListedCase>, since: string): Promise<number> {
  let [count, read] = [0, 0];
  for await (const listedCase of cases) {
    if (listedCase.order <= since || read++ >= MOST_NEW) break;
    if (isOpen(listedCase)) count += 1;
  }
  return count;
}

const CAPTIONS = { due: INBOX.caption, received: INBOX.newestFirst, amount: INBOX.highestFirst };

/** Each case that is read, or undefined where it does not fit; then those that cannot be read. */
async function* fittingOf(cases: CaseQueries, projectIds: readonly number[], wish: InboxWish) {
  const now = new Date().toISOString();
  const unreadable: CaseKey[] = [];
  for await (const listedCase of cases.allOpen(projectIds, keeping(unreadable)))
    yield fitsInbox(listedCase, wish) && isInView(judge(listedCase, now), wish) ? listedCase : undefined;
  yield* unreadable;
}

interface BesideProps {
  query: InboxFilters;
  selection: InboxSelection;
  access: Access;
}

/** Views with their counts, filters, sort and CSV: all of them links. */
function Beside({ query, selection: { rows, counts, atLeast, laws }, access }: BesideProps) {
  const { count } = useTranslator();
  const { sees: projectIds, actsIn } = access;
  const { view: current = "all", sort = "due", law, kind, project, user } = query;
  const filtered = [law, kind, project, user].filter((value) => value !== undefined).length;
  const countOf = (view: View) =>
    counts[view] > MOST_OPEN || atLeast.has(view)
      ? `${count(Math.min(MOST_OPEN, counts[view]))}+`
      : count(counts[view]);
  return (
    <>
      <nav class="tabs" aria-label={say(INBOX.views)}>
        {VIEWS.map((view) => (
          <a href={inboxAddress({ ...query, view })} aria-current={view === current ? "page" : undefined}>
            {say(INBOX_VIEWS[view])}{" "}
            <span class={view === "overdue" && counts.overdue > 0 ? "count late" : "count"}>
              {countOf(view)}
            </span>
          </a>
        ))}
      </nav>
      <div class="group end">
        {current === "mine" && rows.length > 0 && actsIn.length > 0 ? (
          <a class="btn" href={inboxAddress({ ...query, sheet: "assign" })}>
            {say(CASE_FORM.assignTo)}
          </a>
        ) : undefined}
        <details class="folds">
          <summary class="btn">
            {say(INBOX.filters)} {filtered === 0 ? undefined : <b>{count(filtered)}</b>}{" "}
            <Icon name="chevronDown" />
          </summary>
          <div>
            <FilterMenu
              label={say(FACTS.law)}
              all={say(INBOX.allLaws)}
              current={query.law}
              values={laws.map((law) => ({ value: law, text: law }))}
              linkOf={(law) => inboxAddress({ ...query, law })}
            />
            <FilterMenu
              label={say(FACTS.kind)}
              all={say(INBOX.all)}
              current={query.kind}
              values={keysOf(CASE_KINDS).map((kind) => ({ value: kind, text: say(CASE_KINDS[kind]) }))}
              linkOf={(kind) => inboxAddress({ ...query, kind })}
            />
            {projectIds.length > 1 ? (
              <FilterMenu
                label={say(FACTS.projectColumn)}
                all={say(INBOX.all)}
                current={query.project}
                values={projectIds.map((id) => ({ value: id, text: String(id) }))}
                linkOf={(project) => inboxAddress({ ...query, project })}
              />
            ) : undefined}
            <UserFilter query={query} />
            {/* Elsewhere the headings of the columns sort. */}
            <span class="only-narrow">
              <Menu
                label={say(INBOX.sort)}
                links={SORTS.map((choice) => ({
                  href: inboxAddress({ ...query, sort: choice }),
                  text: say(INBOX_SORTS[choice]),
                  isCurrent: choice === sort,
                }))}
              />
            </span>
          </div>
        </details>
        <WorkbookButton path="/inbox" query={query} name={say(WORKBOOK.download)} />
        <CsvButton path="/inbox" query={{ ...query, sort: undefined }} />
      </div>
    </>
  );
}

interface FilterMenuProps<Value> {
  label: string;
  /** Leaves the filter out. */
  all: string;
  current: Value | undefined;
  values: readonly { value: Value; text: string }[];
  linkOf: (value: Value | undefined) => string;
}

function FilterMenu<Value extends string | number>(props: FilterMenuProps<Value>) {
  const { label, all, current, values, linkOf } = props;
  return (
    <Menu
      label={label}
      chosen={
        current === undefined
          ? undefined
          : (values.find(({ value }) => value === current)?.text ?? String(current))
      }
      links={[
        { href: linkOf(undefined), text: all, isCurrent: current === undefined },
        ...values.map(({ value, text }) => ({
          href: linkOf(value),
          text,
          isCurrent: value === current,
        })),
      ]}
    />
  );
}

/** User ids are typed. */
function UserFilter({ query }: { query: InboxFilters }) {
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
function More({ query, open, selection, latest }: Pick<Inbox, "query" | "open" | "selection" | "latest">) {
  const { count, short } = useTranslator();
  const { from, ...filter } = query;
  const all = selection.rows.length;
  const isCut = open.moreDue || open.moreOthers;
  return (
    <>
      {isCut ? <p>{say(INBOX.more, { count: MOST_OPEN })}</p> : undefined}
      <RowPager
        from={from}
        size={PAGE_ROWS}
        count={all}
        total={count(all)}
        linkFrom={(first = 1) => inboxAddress({ ...filter, from: first })}
      >
        <span class="muted end">
          {latest === undefined
            ? say(INBOX.nothingYet)
            : say(INBOX.newest, { time: short(latest.receivedAt) ?? latest.receivedAt })}
        </span>
      </RowPager>
    </>
  );
}

/** Reports whether filters leave no case out; the order of the rows is no filter. */
function fitsAll({ law, kind, project, user }: Omit<InboxFilters, "view">): boolean {
  return [law, kind, project, user].every((value) => value === undefined);
}

interface NothingProps {
  isWhole: boolean;
  filter: InboxFilters;
}

function Nothing({ isWhole, filter: { view, ...filters } }: NothingProps) {
  const { time } = useTranslator();
  return (
    <div class="panel blank">
      <Icon name="check" />
      <p>
        {isWhole
          ? say(INBOX.nothing, { time: time(new Date().toISOString()) ?? "" })
          : view !== "mine"
            ? say(INBOX.nothingFits)
            : say(fitsAll(filters) ? INBOX.noneMine : INBOX.noneMineFits)}
      </p>
    </div>
  );
}
