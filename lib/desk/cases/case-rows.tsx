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
import { type Column, DataTable, type RowGroup } from "../kit/data-table.tsx";
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

interface ListProps extends CaseRowsProps {
  /** Ids of the ticked cases. */
  ticked: ReadonlySet<string>;
}

function List({ rows, caption, groups, ticked, now, officer, select, facts, sort }: ListProps) {
  const { actsIn } = select;
  const { local } = facts;
  const caseLink = useCaseLink();
  return (
    <DataTable<JudgedCase>
      layout="cards"
      caption={caption}
      groups={groups === undefined ? [{ rows }] : useGroups(rows, groups, actsIn.length > 0)}
      idOf={({ listedCase }) => rowId(listedCase)}
      classOf={sideOf}
      tick={actsIn.length === 0 ? undefined : boxesOf(ticked, actsIn)}
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
              <ShortNumber of={listedCase} />
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
          cell: (judged) => <Owner of={judged} officer={officer} actsIn={actsIn} />,
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

/**
 * Reports whether an officer can tick a case, or take it. One that was decided and revised since has nothing to be decided: its page
 * confirms the decision, or reopens it.
 */
function isForForm({ listedCase }: JudgedCase, actsIn: readonly number[]): boolean {
  return isOpen(listedCase) && actsIn.includes(listedCase.projectId);
}

function boxesOf(ticked: ReadonlySet<string>, actsIn: readonly number[]) {
  return {
    all: <input type="checkbox" data-tick-all aria-label={say(INBOX.tickAll)} hidden />,
    cell: (judged: JudgedCase) => {
      const { listedCase } = judged;
      if (!isForForm(judged, actsIn)) return undefined;
      return (
        <input
          type="checkbox"
          name="case"
          value={nameOfCase(listedCase)}
          checked={ticked.has(idOfCase(listedCase))}
          aria-label={say(INBOX.tick, { number: numberOf(listedCase) })}
        />
      );
    },
  };
}

/** The name of a case's group in a form: how urgent it is, and of later ones the day. */
export function groupOf({ urgency, next }: JudgedCase): string {
  const { day } = useTranslator();
  return urgency === "later" ? `${urgency} ${(next && day(next)) ?? ""}` : urgency;
}

/** The rows of a page in their groups. @param all cases of the list: each group says how many it has of them */
function useGroups(
  rows: readonly JudgedCase[],
  all: readonly JudgedCase[],
  isOfficer: boolean,
): RowGroup<JudgedCase>[] {
  const { count } = useTranslator();
  const isSoonElsewhere = all.some(({ isDueInWeek, urgency }) => isDueInWeek && urgency !== "soon");
  const wholeGroups = Map.groupBy(all, groupOf);
  return [...Map.groupBy(rows, groupOf)].map(([name, shown]) => {
    const whole = wholeGroups.get(name) ?? shown;
    const { title, hint } = useHeading(whole[0], isSoonElsewhere);
    return {
      title,
      hint: [count(whole.length), hint].filter((part) => part !== undefined).join(" · "),
      tick: isOfficer ? <GroupBox name={name} title={title} cases={whole} /> : undefined,
      rows: shown,
    };
  });
}

/** @param first the first case of a group */
function useHeading(first: JudgedCase | undefined, isSoonElsewhere: boolean) {
  const { day, inWords } = useTranslator();
  const { urgency = "none", next } = first ?? {};
  switch (urgency) {
    case "later":
      return { title: say(INBOX_GROUPS.later, { day: inWords((next && day(next)) ?? "") }), hint: undefined };
    case "overdue":
    case "clock":
    case "list":
    case "revised":
      return { title: say(INBOX_GROUPS[urgency]), hint: say(INBOX_HINTS[urgency]) };
    case "soon":
      return { title: say(INBOX_GROUPS[isSoonElsewhere ? "othersSoon" : "soon"]), hint: undefined };
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

interface OwnerProps {
  of: JudgedCase;
  officer: string;
  actsIn: readonly number[];
}

/** Who looks after a case, or the button that takes it; of a decided one its outcome. */
function Owner({ of: judged, officer, actsIn }: OwnerProps) {
  const { moment } = useTranslator();
  const { listedCase, owner } = judged;
  const { outcome } = listedCase;
  const title = owner && say(INBOX.ownedUntil, { who: owner.name, until: moment(owner.until) });
  return (
    <>
      {outcome && <span class="muted capital">{say(CASE_OUTCOMES[outcome])}</span>}
      {owner !== undefined ? (
        <Who name={owner.name} isMe={owner.subject === officer} title={title} />
      ) : isForForm(judged, actsIn) ? (
        <button
          type="submit"
          class="quiet take"
          name="take"
          value={nameOfCase(listedCase)}
          aria-label={say(INBOX.takeOne, { number: numberOf(listedCase) })}
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
