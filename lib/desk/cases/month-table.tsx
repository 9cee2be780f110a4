/** The cases of a month in rows: what is undecided, what each notice covers, and the rest by what was decided. */

import { caseLink } from "../../alerts/messages/desk-links.ts";
import type { ListedCase } from "../../cases/case.ts";
import { isOpen } from "../../cases/case-state.ts";
import { isLate, noticesIn, type SuspicionNotice } from "../../cases/due.ts";
import { noticeWords } from "../../cases/evidence/step-words.ts";
import { type Filing, OUTCOMES } from "../../cases/step.ts";
import type { JudgedCase } from "../../cases/urgency.ts";
import { COMMON } from "../../i18n/catalogue/common.ts";
import { CASE } from "../../i18n/catalogue/desk/case.ts";
import { FACTS } from "../../i18n/catalogue/desk/facts.ts";
import { INBOX } from "../../i18n/catalogue/desk/inbox.ts";
import { MONTH, NOTICE_SHEET } from "../../i18n/catalogue/desk/month.ts";
import { CASE_OUTCOMES, FILINGS } from "../../i18n/catalogue/desk/steps.ts";
import { sumOf } from "../../i18n/text/amounts.ts";
import { Icon } from "../frame/icon.tsx";
import { capitalized, say, useTranslator } from "../frame/translator.ts";
import { CaseNumber, Local, USD, UsdCell, UserCell, usdInShort } from "../kit/case-cells.tsx";
import { DataTable } from "../kit/data-table.tsx";
import { DueBadge, LawBadge, RevisedBadge } from "../kit/due-badge.tsx";
import { Day, Score } from "../kit/facts.tsx";
import { useBounded } from "../kit/panel.tsx";
import type { RowFacts } from "../kit/row-facts.ts";
import { lateNoticesOf, type MonthRow, timelinessOf } from "./month-cases.ts";

/** Cases of a list under their heading. */
export interface MonthGroup {
  title: string;
  cases: readonly JudgedCase[];
}

/** All cases of a list in their groups, each in the order that it has in the list. */
export function monthGroups(cases: readonly JudgedCase[]): MonthGroup[] {
  const groups = Map.groupBy(cases, ({ listedCase }) => titleOf(listedCase));
  return [...groups]
    .map(([title, ofTitle]) => ({ title, cases: ofTitle, place: Math.min(...ofTitle.map(placeOf)) }))
    .sort((a, b) => a.place - b.place);
}

/** The notice of its month, of a case that is decided with it. */
function coveringFiling({ outcome, notices }: ListedCase): Filing | undefined {
  return outcome === "reported" ? notices.flatMap(({ filing }) => filing ?? []).at(-1) : undefined;
}

function titleOf(listedCase: ListedCase): string {
  const { outcome } = listedCase;
  if (outcome === undefined) return say(MONTH.undecided);
  if (outcome !== "reported") return capitalized(say(CASE_OUTCOMES[outcome]));
  const filing = coveringFiling(listedCase);
  return filing === undefined
    ? say(MONTH.filedAtCase)
    : say(MONTH.coveredBy, { reference: filing.reference });
}

function placeOf({ listedCase }: JudgedCase): number {
  const { outcome } = listedCase;
  if (outcome === undefined) return 0;
  return coveringFiling(listedCase) === undefined ? 2 + OUTCOMES.indexOf(outcome) : 1;
}

interface MonthTableProps {
  groups: readonly MonthGroup[];
  /** Those of a page. */
  rows: readonly MonthRow[];
  /** True if there are more cases: their numbers are lower bounds. */
  isCut: boolean;
  /** When the notice of the month is due: of a row the day is said where it is another one. ISO 8601. */
  dues: readonly string[];
  /** ISO 8601. */
  now: string;
  facts: RowFacts;
  /** Address of the list, to which a case returns. */
  list: string;
}

export function MonthTable({ groups, rows, isCut, dues, now, facts, list }: MonthTableProps) {
  const { local } = facts;
  const count = useBounded(isCut);
  const hintOf = (cases: readonly JudgedCase[]) => {
    const { usd, unknown } = sumOf(cases.map(({ listedCase }) => listedCase.amount?.usd));
    const sum = isCut ? say(COMMON.atLeast, { what: usdInShort(usd) }) : usdInShort(usd);
    return [
      count(cases.length),
      ...(unknown === cases.length ? [] : [sum]),
      ...(unknown === 0 ? [] : [say(FACTS.unknownAmounts, { count: unknown })]),
    ].join(" · ");
  };
  // A badge says when a 24-hour notice is due.
  const ownDue = ({ judged: { listedCase, due, notice } }: MonthRow) =>
    isOpen(listedCase) && due !== undefined && due !== notice && !dues.includes(due) ? due : undefined;
  return (
    <section class="panel">
      <DataTable
        caption={say(MONTH.caption)}
        groups={groups.map(({ title, cases }) => {
          const ofGroup = new Set(cases);
          return { title, hint: hintOf(cases), rows: rows.filter(({ judged }) => ofGroup.has(judged)) };
        })}
        columns={[
          {
            name: say(INBOX.number),
            cell: ({ judged: { listedCase } }) => (
              <CaseNumber of={listedCase} href={caseLink(listedCase, { list })} />
            ),
          },
          {
            name: say(FACTS.user),
            class: "to-end",
            cellClass: "to-end c-user",
            cell: ({ judged: { listedCase } }) => <UserCell of={listedCase} />,
          },
          {
            name: USD,
            class: "n to-start",
            cell: ({ judged: { listedCase } }) => <UsdCell of={listedCase} />,
          },
          local && {
            name: `${local.currency} ≈`,
            class: "n wide-only",
            cellClass: "n muted wide-only",
            cell: ({ judged: { listedCase } }) => <Local of={listedCase} column={local} />,
          },
          {
            name: say(FACTS.law),
            class: "to-end",
            cell: ({ judged: { listedCase } }) => <LawOrScore of={listedCase} />,
          },
          {
            name: say(NOTICE_SHEET.operation),
            class: "n to-start",
            cellClass: "n muted to-start",
            cell: ({ judged: { listedCase } }) => <Day at={listedCase.happenedAt ?? listedCase.receivedAt} />,
          },
          rows.some((row) => ownDue(row) !== undefined)
            ? {
                name: say(CASE.due),
                class: "n wide-only",
                cell: (row) => {
                  const due = ownDue(row);
                  return due && <Day at={due} />;
                },
              }
            : undefined,
          { name: say(MONTH.state), class: "to-end", cell: (row) => <Situation of={row} now={now} /> },
        ]}
      />
    </section>
  );
}

function LawOrScore({ of: listedCase }: { of: ListedCase }) {
  if (listedCase.kind === "wallet") return <Score score={listedCase.score} />;
  return <LawBadge laws={listedCase.laws ?? []} count={listedCase.lawCount} />;
}

/** What the heading of a row does not say: a deadline that is near, receipts of its own, and whether they were in time. */
function Situation({ of: row, now }: { of: MonthRow; now: string }) {
  const { judged, receipts } = row;
  const { listedCase, passed, isClockRunning, isDueInWeek } = judged;
  const covering = coveringFiling(listedCase)?.reference;
  return (
    <span class="remarks">
      {isOpen(listedCase) && (passed !== undefined || isClockRunning || isDueInWeek) ? (
        <DueBadge of={judged} now={now} />
      ) : undefined}
      {isOpen(listedCase) || !listedCase.isRevisedSince ? undefined : <RevisedBadge />}
      {receipts
        .filter(({ reference }) => reference !== covering)
        .map((filing) => (
          <Receipt of={filing} />
        ))}
      <InTime of={judged} now={now} />
    </span>
  );
}

/** Folio, kind and time of a receipt. */
function Receipt({ of: { kind, reference, receivedOn, receivedAt, receivedTime } }: { of: Filing }) {
  const { shortDay, short } = useTranslator();
  const time = (receivedTime === undefined ? shortDay : short)(receivedAt) ?? receivedOn;
  return (
    <span class="muted">
      <bdi>{reference}</bdi>, {say(FILINGS[kind])}, {time}
    </span>
  );
}

/** Word and sign for in time or late, also of a 24-hour notice; a badge says of an open case that its deadline has passed. */
function InTime({ of: judged, now }: { of: JudgedCase; now: string }) {
  const timeliness = timelinessOf(judged, now);
  const { listedCase } = judged;
  if (timeliness === "late" && !isOpen(listedCase))
    return (
      <Late
        words={say(MONTH.isLate)}
        notices={noticesIn(listedCase).filter((notice) => isLate(notice, now))}
      />
    );
  const lateNotices = lateNoticesOf(listedCase, now);
  return (
    <>
      {timeliness === "in time" ? (
        <span class="good">
          <Icon name="check" /> {say(MONTH.wasInTime)}
        </span>
      ) : undefined}
      {lateNotices.length === 0 ? undefined : <Late words={say(MONTH.noticeLate)} notices={lateNotices} />}
    </>
  );
}

/** @param notices 24-hour notices, which the title says */
function Late({ words, notices }: { words: string; notices: readonly SuspicionNotice[] }) {
  const { moment } = useTranslator();
  const title = notices.map((notice) => noticeWords(notice, say, moment)).join("; ");
  return (
    <span class="bad" title={title === "" ? undefined : title}>
      <Icon name="x" /> {words}
    </span>
  );
}
