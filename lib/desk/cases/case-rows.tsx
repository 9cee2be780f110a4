/** Open cases in rows, which are cards on a phone: in groups by urgency, or in one. */

import { randomUUID } from "node:crypto";
import type { Child } from "hono/jsx";
import { walletLink } from "../../alerts/messages/desk-links.ts";
import type { ListedCase } from "../../cases/case.ts";
import { isOpen } from "../../cases/case-state.ts";
import type { JudgedCase } from "../../cases/urgency.ts";
import { TOGETHER } from "../../i18n/catalogue/desk/batch.ts";
import { CASE } from "../../i18n/catalogue/desk/case.ts";
import { FACTS } from "../../i18n/catalogue/desk/facts.ts";
import { INBOX, INBOX_GROUPS, INBOX_HINTS } from "../../i18n/catalogue/desk/inbox.ts";
import { CASE_OUTCOMES } from "../../i18n/catalogue/desk/steps.ts";
import type { ChainLookup } from "../../screening/chains.ts";
import { type DeskTranslator, say, useTranslator } from "../frame/translator.ts";
import { Who } from "../frame/who.tsx";
import { About, Local, ShortNumber, USD, UsdCell, UserCell } from "../kit/case-cells.tsx";
import { type Column, DataTable, type RowGroup } from "../kit/data-table.tsx";
import { DueBadge, RevisedBadge } from "../kit/due-badge.tsx";
import { Day, ShortId } from "../kit/facts.tsx";
import { chainName, idOfCase, listNumbers, rowId, useCaseLink } from "../kit/links.ts";
import type { RowFacts } from "../kit/row-facts.ts";
import { nameOfCase } from "./case-address.ts";

import type { InboxSort } from "./inbox-view.ts";
import { ActsOnTicked, AllCasesBox, CaseBox, canTickOrTake, spoken } from "./ticked-cases.tsx";

/** What is beside the list, and which cases are ticked there. */
export interface Sheet {
  ticked: readonly JudgedCase[];
  panel: (facts: RowFacts) => Child;
}

/** The form of the ticked cases. */
interface TickedForm {
  /** Address that it is sent to. */
  action: string;
  /** Projects whose cases the reader may tick and take; an auditor has none. */
  projectIds: readonly number[];
  /** True if every case of the list is the officer's own, and can be released. */
  areAllMine: boolean;
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
  form: TickedForm;
  sheet: Sheet | undefined;
  facts: RowFacts;
  /** By which column the rows are sorted, and the address of the list sorted by another one. */
  sort: { by: InboxSort; linkTo: (by: InboxSort) => string };
}

export function CaseRows(props: CaseRowsProps) {
  const { rows, form, sheet, facts } = props;
  const isOfficer = form.projectIds.length > 0;
  if (!isOfficer) return <List {...props} isOfficer={false} tickedIds={new Set()} />;
  const ticked = (sheet?.ticked ?? []).map(({ listedCase }) => listedCase);
  const tickedIds = new Set(ticked.map(idOfCase));
  const shownIds = new Set(rows.map(({ listedCase }) => idOfCase(listedCase)));
  const tickedElsewhere = ticked.filter((listedCase) => !shownIds.has(idOfCase(listedCase)));
  return (
    <form
      class={sheet === undefined ? "selected" : "selected case beside"}
      method="post"
      action={form.action}
      novalidate
    >
      <input type="hidden" name="step" value={randomUUID()} />
      {/* The panel stands before the ticked cases: without a session, only the first bytes of the posted form are read. */}
      {sheet?.panel(facts)}
      {rows.length === 0 ? undefined : <List {...props} isOfficer tickedIds={tickedIds} />}
      {tickedElsewhere.map((listedCase) => (
        <input type="hidden" name="case" value={nameOfCase(listedCase)} />
      ))}
      {sheet === undefined ? <ActsOnTicked areAllMine={form.areAllMine} /> : undefined}
    </form>
  );
}

interface ListProps extends CaseRowsProps {
  /** True of a reader who can tick and take cases. */
  isOfficer: boolean;
  tickedIds: ReadonlySet<string>;
}

function List({ rows, caption, groups, isOfficer, tickedIds, now, officer, form, facts, sort }: ListProps) {
  const { projectIds } = form;
  const { local } = facts;
  const translator = useTranslator();
  const caseLink = useCaseLink();
  const numberIn = listNumbers(
    rows.map(({ listedCase }) => listedCase),
    facts.chainOf,
  );
  return (
    <DataTable<JudgedCase>
      layout="cards"
      caption={caption}
      groups={groups === undefined ? [{ rows }] : rowGroupsOf(rows, groups, isOfficer, translator)}
      idOf={({ listedCase }) => rowId(listedCase)}
      classOf={sideOf}
      tick={isOfficer ? boxesOf(tickedIds, projectIds, numberIn) : undefined}
      columns={[
        {
          ...sortable("due", say(CASE.due), sort),
          cellClass: "c-due",
          cell: (judged) =>
            isOpen(judged.listedCase) ? (
              <DueBadge of={judged} now={now} />
            ) : (
              <DecidedBadges of={judged} now={now} />
            ),
        },
        {
          name: say(INBOX.number),
          cellClass: "c-number",
          isName: true,
          cell: ({ listedCase }) => (
            <a class="open" href={caseLink(listedCase)}>
              <ShortNumber of={listedCase} shown={numberIn(listedCase)} />
            </a>
          ),
        },
        {
          name: say(INBOX.what),
          cellClass: "c-about",
          cell: ({ listedCase }) => <About of={listedCase} />,
        },
        {
          ...sortable("amount", USD, sort),
          class: "n",
          cellClass: "n c-usd",
          cell: ({ listedCase }) => <UsdCell of={listedCase} />,
        },
        local && {
          name: `${local.currency} ≈`,
          class: "n mid",
          cellClass: "n muted mid",
          cell: ({ listedCase }) => <Local of={listedCase} column={local} />,
        },
        {
          name: say(FACTS.user),
          cellClass: "c-user",
          cell: ({ listedCase }) => <UserCell of={listedCase} />,
        },
        {
          name: say(FACTS.wallet),
          class: "c-wallet",
          cell: ({ listedCase }) => <Wallet of={listedCase} chainOf={facts.chainOf} />,
        },
        {
          name: say(INBOX.owner),
          cellClass: "c-owner",
          cell: (judged) => (
            <Owner of={judged} officer={officer} projectIds={projectIds} numberIn={numberIn} />
          ),
        },
        {
          name: say(INBOX.operation),
          class: "n",
          cellClass: "n muted c-happened",
          cell: ({ listedCase: { happenedAt } }) => happenedAt && <Day at={happenedAt} />,
        },
        {
          ...sortable("received", say(INBOX.since), sort),
          class: "n mid",
          cellClass: "n muted mid",
          cell: ({ listedCase }) => <Day at={listedCase.receivedAt} />,
        },
      ]}
    />
  );
}

/** The heading of a column by which the rows can be sorted; a deadline is the only one that is sorted from its least. */
function sortable(
  by: InboxSort,
  name: string,
  { by: current, linkTo }: CaseRowsProps["sort"],
): Pick<Column<JudgedCase>, "name" | "sorted"> {
  const order = by === "due" ? "ascending" : "descending";
  return { name: <a href={linkTo(by)}>{name}</a>, sorted: by === current ? order : undefined };
}

/** The mark at the side of a row. */
function sideOf({ passed, isClockRunning, isDueInWeek }: JudgedCase): string | undefined {
  if (passed !== undefined || isClockRunning) return "side late";
  return isDueInWeek ? "side soon" : undefined;
}

/** Numbers of the list's cases. */
type NumberIn = ReturnType<typeof listNumbers>;

function boxesOf(tickedIds: ReadonlySet<string>, projectIds: readonly number[], numberIn: NumberIn) {
  return {
    all: <AllCasesBox />,
    cell: (judged: JudgedCase) =>
      canTickOrTake(judged, projectIds) ? (
        <CaseBox
          of={judged.listedCase}
          number={numberIn(judged.listedCase)}
          isTicked={tickedIds.has(idOfCase(judged.listedCase))}
        />
      ) : undefined,
  };
}

/** The name of a case's group in a form: how urgent it is, and of later ones the day. */
export function groupNameOf({ urgency, next }: JudgedCase, { day }: DeskTranslator): string {
  return urgency === "later" ? `${urgency} ${(next && day(next)) ?? ""}` : urgency;
}

/** The rows of a page in their groups. @param all cases of the list: each group says how many it has of them */
function rowGroupsOf(
  rows: readonly JudgedCase[],
  all: readonly JudgedCase[],
  isOfficer: boolean,
  translator: DeskTranslator,
): RowGroup<JudgedCase>[] {
  const nameOf = (judged: JudgedCase) => groupNameOf(judged, translator);
  const someDueSoonInOtherGroups = all.some(({ isDueInWeek, urgency }) => isDueInWeek && urgency !== "soon");
  const wholeGroups = Map.groupBy(all, nameOf);
  return [...Map.groupBy(rows, nameOf)].flatMap(([name, shown]) => {
    const [first] = shown;
    if (first === undefined) return [];
    const whole = wholeGroups.get(name) ?? shown;
    const { title, hint } = headingOf(first, someDueSoonInOtherGroups, translator);
    return {
      title,
      hint: [translator.count(whole.length), hint].filter((part) => part !== undefined).join(" · "),
      tick: isOfficer ? <GroupBox name={name} title={title} cases={whole} /> : undefined,
      rows: shown,
    };
  });
}

/** The heading of a group, by any case of it. */
function headingOf(
  { urgency, next }: JudgedCase,
  someDueSoonInOtherGroups: boolean,
  { day, inWords }: DeskTranslator,
) {
  switch (urgency) {
    case "later":
      return { title: say(INBOX_GROUPS.later, { day: inWords((next && day(next)) ?? "") }), hint: undefined };
    case "overdue":
    case "clock":
    case "list":
    case "revised":
      return { title: say(INBOX_GROUPS[urgency]), hint: say(INBOX_HINTS[urgency]) };
    case "soon":
      return { title: say(INBOX_GROUPS[someDueSoonInOtherGroups ? "othersSoon" : "soon"]), hint: undefined };
    case "none":
      return { title: say(INBOX_GROUPS.none), hint: undefined };
  }
}

interface GroupBoxProps {
  /** As a form has it. */
  name: string;
  title: string;
  cases: readonly JudgedCase[];
}

/** An officer ticks a whole group, also what is on other pages. */
function GroupBox({ name, title, cases }: GroupBoxProps) {
  const count = cases.filter(({ listedCase }) => isOpen(listedCase)).length;
  if (count === 0) return undefined;
  return (
    <input
      type="checkbox"
      name="group"
      value={name}
      data-count={count}
      aria-label={say(INBOX.tickGroup, { title })}
    />
  );
}

/** Badges of a decided case: that the service revised it, and until when a notice is due all the same. */
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

interface OwnerProps {
  of: JudgedCase;
  officer: string;
  projectIds: readonly number[];
  numberIn: NumberIn;
}

/** Who looks after a case, or the button that takes it; of a decided one its outcome. */
function Owner({ of: judged, officer, projectIds, numberIn }: OwnerProps) {
  const { moment } = useTranslator();
  const { listedCase, owner } = judged;
  const { outcome } = listedCase;
  const title = owner && say(INBOX.ownedUntil, { who: owner.name, until: moment(owner.until) });
  return (
    <>
      {outcome && <span class="muted capital">{say(CASE_OUTCOMES[outcome])}</span>}
      {owner !== undefined ? (
        <Who name={owner.name} isMe={owner.subject === officer} title={title} />
      ) : canTickOrTake(judged, projectIds) ? (
        <button
          type="submit"
          class="quiet take"
          name="take"
          value={nameOfCase(listedCase)}
          aria-label={say(INBOX.takeOne, { number: spoken(numberIn(listedCase)) })}
        >
          {say(TOGETHER.take)}
        </button>
      ) : undefined}
    </>
  );
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
