/** Open cases in rows, which are cards on a phone: in groups by urgency, or in one. */

import { randomUUID } from "node:crypto";
import type { Child } from "hono/jsx";
import { walletLink } from "../../alerts/messages/desk-links.ts";
import type { ListedCase } from "../../cases/case.ts";
import { isOpen } from "../../cases/case-state.ts";
import type { JudgedCase } from "../../cases/urgency.ts";
import { TOGETHER } from "../../i18n/catalogue/desk/batch.ts";
import { CASE, CASE_FORM } from "../../i18n/catalogue/desk/case.ts";
import { FACTS } from "../../i18n/catalogue/desk/facts.ts";
import { INBOX, INBOX_GROUPS, INBOX_HINTS } from "../../i18n/catalogue/desk/inbox.ts";
import { CASE_OUTCOMES } from "../../i18n/catalogue/desk/steps.ts";
import type { ChainLookup } from "../../screening/chains.ts";
import { say, useTranslator } from "../frame/translator.ts";
import { Who } from "../frame/who.tsx";
import { About, Local, ShortNumber, USD, UsdCell, UserCell } from "../kit/case-cells.tsx";
import { DueBadge, RevisedBadge } from "../kit/due-badge.tsx";
import { Day, ShortId } from "../kit/facts.tsx";
import { chainName, idOfCase, numberOf, rowId, useCaseLink } from "../kit/links.ts";
import type { RowFacts } from "../kit/row-facts.ts";
import { nameOfCase } from "./case-address.ts";
import type { InboxSort } from "./inbox-view.ts";

/** What is beside the list, and which cases are ticked there. */
export interface Sheet {
  ticked: readonly JudgedCase[];
  panel: (facts: RowFacts) => Child;
}

interface CaseRowsProps {
  rows: readonly JudgedCase[];
  caption: string;
  /** All cases of the list, of which the rows are a page, where it is in groups. */
  groups: readonly JudgedCase[] | undefined;
  /** ISO 8601. */
  now: string;
  /** The signed-in user, as the issuer knows them. */
  officer: string;
  /** Target of the form of ticked cases, the projects with cases that can be ticked, and whether all are the officer's own. */
  select: { to: string; actsIn: readonly number[]; isMine: boolean };
  sheet: Sheet | undefined;
  facts: RowFacts;
  /** By which column the rows are sorted, and the address of the list sorted by another one. */
  sort: { by: InboxSort; linkTo: (by: InboxSort) => string };
}

export function CaseRows(props: CaseRowsProps) {
  const { rows, select, sheet, facts } = props;
  if (select.actsIn.length === 0) return <List {...props} ticked={new Set()} />;
  const ticked = new Map((sheet?.ticked ?? []).map(({ listedCase }) => [idOfCase(listedCase), listedCase]));
  const list = <List {...props} ticked={new Set(ticked.keys())} />;
  for (const { listedCase } of rows) ticked.delete(idOfCase(listedCase));
  return (
    <form
      class={sheet === undefined ? "selected" : "selected case beside"}
      method="post"
      action={select.to}
      novalidate
    >
      <input type="hidden" name="step" value={randomUUID()} />
      {/* Before what is ticked: without a session only the first bytes of a form are read. */}
      {sheet?.panel(facts)}
      {rows.length === 0 ? undefined : list}
      {[...ticked.values()].map((listedCase) => (
        <input type="hidden" name="case" value={nameOfCase(listedCase)} />
      ))}
      {sheet === undefined ? <Chosen isMine={select.isMine} /> : undefined}
    </form>
  );
}

/** What can be done with the ticked cases. */
function Chosen({ isMine }: { isMine: boolean }) {
  return (
    <p class="chosen">
      <span data-selected={say(INBOX.selected)} />
      <button type="submit" class="btn main" name="act" value="decide" data-decide>
        {say(INBOX.together)}
      </button>
      <button type="submit" class="btn" name="act" value={isMine ? "release" : "take"}>
        {isMine ? say(CASE_FORM.release) : say(TOGETHER.take)}
      </button>
      <button type="submit" class="btn" name="act" value="assign">
        {say(TOGETHER.assignTo)}
      </button>
    </p>
  );
}

function List({ rows, caption, ticked, groups, sort, ...row }: CaseRowsProps & Pick<RowProps, "ticked">) {
  const { facts } = row;
  const headings = useHeadings(groups ?? []);
  const isOfficer = row.select.actsIn.length > 0;
  const columns = 9 + (facts.local === undefined ? 0 : 1);
  return (
    <div class="panel list">
      <table class="rows cards">
        <caption class="unseen">{caption}</caption>
        <thead>
          <tr>
            {isOfficer ? (
              <th class="c-tick">
                <input type="checkbox" data-tick-all aria-label={say(INBOX.tickAll)} hidden />
              </th>
            ) : undefined}
            <Sorted by="due" name={say(CASE.due)} sort={sort} />
            <th scope="col">{say(INBOX.number)}</th>
            <th scope="col">{say(INBOX.what)}</th>
            <Sorted by="amount" name={USD} sort={sort} class="n" />
            {facts.local === undefined ? undefined : (
              <th scope="col" class="n mid">
                {`${facts.local.currency} ≈`}
              </th>
            )}
            <th scope="col">{say(FACTS.user)}</th>
            <th scope="col" class="c-wallet">
              {say(FACTS.wallet)}
            </th>
            <th scope="col">{say(INBOX.owner)}</th>
            <th scope="col" class="n">
              {say(INBOX.operation)}
            </th>
            <Sorted by="received" name={say(INBOX.since)} sort={sort} class="n mid" />
          </tr>
        </thead>
        {partsOf(rows, groups === undefined ? () => undefined : groupOf).map(([group, some]) => (
          <tbody>
            {group === undefined ? undefined : (
              <Heading {...headings.get(group)} name={group} columns={columns} isOfficer={isOfficer} />
            )}
            {some.map((judged) => (
              <Row of={judged} ticked={ticked} {...row} />
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}

interface SortedProps extends Pick<CaseRowsProps, "sort"> {
  by: InboxSort;
  name: string;
  class?: string;
}

/** The heading of a column by which the rows can be sorted; a deadline is the only one that is sorted from its least. */
function Sorted({ by, name, sort, class: kind }: SortedProps) {
  const order = by === "due" ? "ascending" : "descending";
  return (
    <th scope="col" class={kind} aria-sort={by === sort.by ? order : undefined}>
      <a href={sort.linkTo(by)}>{name}</a>
    </th>
  );
}

/** Rows in their order, with the group that some of them follow each other in. */
function partsOf(rows: readonly JudgedCase[], nameOf: (judged: JudgedCase) => string | undefined) {
  const parts: [group: string | undefined, rows: JudgedCase[]][] = [];
  for (const row of rows) {
    const group = nameOf(row);
    const last = parts.at(-1);
    if (last !== undefined && last[0] === group) last[1].push(row);
    else parts.push([group, [row]]);
  }
  return parts;
}

/** The name of a case's group in a form: how urgent it is, and of later ones the day. */
export function groupOf({ urgency, next }: JudgedCase): string {
  const { day } = useTranslator();
  return urgency === "later" ? `${urgency} ${(next && day(next)) ?? ""}` : urgency;
}

interface Group {
  title: string;
  hint: string | undefined;
  count: number;
  /** Those of them that can be ticked: the others are decided. */
  undecided: number;
}

/** Groups of a list, with the number of all cases in each. */
function useHeadings(all: readonly JudgedCase[]): Map<string, Group> {
  const { day, inWords } = useTranslator();
  const groups = new Map<string, Group>();
  const isSoonElsewhere = all.some(({ isDueInWeek, urgency }) => isDueInWeek && urgency !== "soon");
  for (const judged of all) {
    const { urgency, next } = judged;
    const title =
      urgency === "later"
        ? say(INBOX_GROUPS.later, { day: inWords((next && day(next)) ?? "") })
        : say(INBOX_GROUPS[urgency === "soon" && isSoonElsewhere ? "othersSoon" : urgency]);
    const hint =
      urgency === "overdue" || urgency === "clock" || urgency === "list" || urgency === "revised"
        ? say(INBOX_HINTS[urgency])
        : undefined;
    const name = groupOf(judged);
    const group = groups.get(name) ?? { title, hint, count: 0, undecided: 0 };
    group.count += 1;
    if (isOpen(judged.listedCase)) group.undecided += 1;
    groups.set(name, group);
  }
  return groups;
}

interface HeadingProps extends Partial<Group> {
  /** As a form has it. */
  name: string;
  columns: number;
  isOfficer: boolean;
}

/** An officer ticks a whole group, also what is on other pages. */
function Heading(props: HeadingProps) {
  const { title = "", hint, count: number = 0, undecided = 0, name, columns, isOfficer } = props;
  const { count } = useTranslator();
  return (
    <tr>
      {isOfficer ? (
        <td class="c-tick">
          {undecided === 0 ? undefined : (
            <input
              type="checkbox"
              name="group"
              value={name}
              data-count={undecided}
              aria-label={say(INBOX.tickGroup, { title })}
            />
          )}
        </td>
      ) : undefined}
      <th scope="rowgroup" colspan={columns}>
        {title} <span>{[count(number), hint].filter((part) => part !== undefined).join(" · ")}</span>
      </th>
    </tr>
  );
}

interface RowProps extends Pick<CaseRowsProps, "now" | "officer" | "select" | "facts"> {
  of: JudgedCase;
  /** Keys of the ticked cases. */
  ticked: ReadonlySet<string>;
}

function Row({ of: judged, ticked, now, officer, select: { actsIn }, facts }: RowProps) {
  const { outcome, projectId } = judged.listedCase;
  // One that was decided and revised since has nothing to be decided or taken: its page confirms the decision, or reopens it.
  const isForm = outcome === undefined && actsIn.includes(projectId);
  const named = isForm ? nameOfCase(judged.listedCase) : undefined;
  const number = numberOf(judged.listedCase);
  const caseLink = useCaseLink();
  const { listedCase, passed, isClockRunning, isDueInWeek } = judged;
  const side = passed !== undefined || isClockRunning ? "late" : isDueInWeek ? "soon" : undefined;
  return (
    <tr id={rowId(listedCase)} class={side === undefined ? undefined : `side ${side}`}>
      {actsIn.length === 0 ? undefined : (
        <td class="c-tick">
          {named === undefined ? undefined : (
            <input
              type="checkbox"
              name="case"
              value={named}
              checked={ticked.has(idOfCase(listedCase))}
              aria-label={say(INBOX.tick, { number })}
            />
          )}
        </td>
      )}
      <td class="c-due">
        {outcome === undefined ? <DueBadge of={judged} now={now} /> : <DecidedBadges of={judged} now={now} />}
      </td>
      <th scope="row" class="c-number">
        <a class="open" href={caseLink(listedCase)}>
          <ShortNumber of={listedCase} />
        </a>
      </th>
      <td class="c-about">
        <About of={listedCase} />
      </td>
      <td class="n c-usd">
        <UsdCell of={listedCase} />
      </td>
      {facts.local === undefined ? undefined : (
        <td class="n muted mid">
          <Local of={listedCase} column={facts.local} />
        </td>
      )}
      <td class="c-user">
        <UserCell of={listedCase} />
      </td>
      <td class="c-wallet">
        <Wallet of={listedCase} chainOf={facts.chainOf} />
      </td>
      <td class="c-owner">
        {outcome === undefined ? undefined : <span class="muted capital">{say(CASE_OUTCOMES[outcome])}</span>}
        {judged.owner !== undefined || named === undefined ? (
          <Owner of={judged} officer={officer} />
        ) : (
          <button
            type="submit"
            class="quiet take"
            name="take"
            value={named}
            aria-label={say(INBOX.takeOne, { number })}
          >
            {say(TOGETHER.take)}
          </button>
        )}
      </td>
      <td class="n muted c-happened">{listedCase.happenedAt && <Day at={listedCase.happenedAt} />}</td>
      <td class="n muted mid">
        <Day at={listedCase.receivedAt} />
      </td>
    </tr>
  );
}

/** That the service revised a decided case, and until when a notice is due all the same. */
function DecidedBadges({ of: judged, now }: { of: JudgedCase; now: string }) {
  return (
    <>
      <RevisedBadge />
      {judged.passed === undefined && judged.next === undefined ? undefined : (
        <DueBadge of={judged} now={now} />
      )}
    </>
  );
}

function Owner({ of: { owner }, officer }: { of: JudgedCase; officer: string }) {
  const { moment } = useTranslator();
  if (owner === undefined) return undefined;
  const { name: who, until } = owner;
  const title = say(INBOX.ownedUntil, { who, until: moment(until) });
  return <Who name={who} isMe={owner.subject === officer} title={title} />;
}

function Wallet({ of: listedCase, chainOf }: { of: ListedCase; chainOf: ChainLookup }) {
  const { kind, projectId, address, chainId } = listedCase;
  if (address === undefined) return undefined;
  // A quarantined body makes no wallet known.
  const isKnown = chainId !== undefined && kind !== "quarantine";
  const href = isKnown ? walletLink({ projectId, address }) : undefined;
  return (
    <ShortId of={address} href={href}>
      {chainId === undefined ? undefined : <small>{chainName(chainId, chainOf)}</small>}
    </ShortId>
  );
}
