/** The cases of a month in rows: what is undecided, what each notice covers, and the rest by what was decided. */

import type { Child } from "hono/jsx";
import { caseLink } from "../../alerts/messages/desk-links.ts";
import type { ListedCase } from "../../cases/case.ts";
import { isOpen } from "../../cases/case-state.ts";
import type { SuspicionNotice } from "../../cases/due.ts";
import { noticeWords } from "../../cases/evidence/step-words.ts";
import type { ReadNotice } from "../../cases/law-due.ts";
import { type Filing, OUTCOMES } from "../../cases/step.ts";
import type { JudgedCase } from "../../cases/urgency.ts";
import { COMMON } from "../../i18n/catalogue/common.ts";
import { CASE } from "../../i18n/catalogue/desk/case.ts";
import { FACTS } from "../../i18n/catalogue/desk/facts.ts";
import { INBOX } from "../../i18n/catalogue/desk/inbox.ts";
import { MONTH, NOTICE_SHEET } from "../../i18n/catalogue/desk/month.ts";
import { CASE_OUTCOMES, FILINGS } from "../../i18n/catalogue/desk/steps.ts";
import { Icon } from "../frame/icon.tsx";
import { capitalized, say, useTranslator } from "../frame/translator.ts";
import { CaseNumber, Local, USD, UsdCell, UserCell, usdInShort } from "../kit/case-cells.tsx";
import { DataTable } from "../kit/data-table.tsx";
import { DueBadge, LawBadge, RevisedBadge } from "../kit/due-badge.tsx";
import { Day, Score } from "../kit/facts.tsx";
import { useCountText } from "../kit/panel.tsx";
import type { RowFacts } from "../kit/row-facts.ts";
import { lateNoticesOf, type MonthRow, timelinessOf, usdOf } from "./month-cases.ts";

/** Cases of a list under their heading. */
export interface MonthGroup {
  title: string;
  cases: readonly JudgedCase[];
}

/** All cases of a list in their groups, each in the order that it has in the list. Notices that have one folio are not one. */
export function monthGroups(cases: readonly JudgedCase[]): MonthGroup[] {
  const groups = Map.groupBy(
    cases,
    ({ listedCase }) => coveringNotice(listedCase)?.id ?? titleOf(listedCase),
  );
  return [...groups.values()]
    .flatMap((ofGroup) => {
      const [first] = ofGroup;
      return first === undefined
        ? []
        : [{ title: titleOf(first.listedCase), cases: ofGroup, place: placeOf(first) }];
    })
    .sort((a, b) => a.place - b.place);
}

/** The notice of its month, of a case that is decided with it; the last one whose receipt can be read. */
function coveringNotice({ outcome, notices }: ListedCase): ReadNotice | undefined {
  return outcome === "reported" ? notices.findLast(({ filing }) => filing !== undefined) : undefined;
}

function coveringFiling(listedCase: ListedCase): Filing | undefined {
  return coveringNotice(listedCase)?.filing;
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
  const count = useCountText({ isAtLeast: isCut });
  const hintOf = (cases: readonly JudgedCase[]) => {
    const { usd, unknown } = usdOf(cases);
    const sum = isCut ? say(COMMON.atLeast, { what: usdInShort(usd) }) : usdInShort(usd);
    return [
      count(cases.length),
      ...(usd === "0" && unknown > 0 ? [] : [sum]),
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
            name: say(INBOX.what),
            class: "to-end",
            cell: ({ judged: { listedCase } }) => <LawOrScore of={listedCase} />,
          },
          {
            name: say(NOTICE_SHEET.operation),
            class: "n to-start",
            cellClass: "n muted to-start",
            cell: ({
              judged: {
                listedCase: { happenedAt },
              },
            }) => happenedAt && <Day at={happenedAt} />,
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
          rows.some((row) => remarksOn(row, now).length > 0)
            ? {
                name: say(MONTH.state),
                class: "to-end",
                cell: (row) => <span class="remarks">{remarksOn(row, now)}</span>,
              }
            : undefined,
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
function remarksOn({ judged, receipts }: MonthRow, now: string): Child[] {
  const { listedCase, passed, isClockRunning, isDueInWeek } = judged;
  const covering = coveringFiling(listedCase)?.reference;
  const timeliness = timelinessOf(judged, now);
  const lateNotices = lateNoticesOf(listedCase, now);
  const isUrgent = passed !== undefined || isClockRunning || isDueInWeek;
  return [
    // It says of an open case that its deadline has passed.
    isOpen(listedCase) && isUrgent ? <DueBadge of={judged} now={now} /> : undefined,
    !isOpen(listedCase) && listedCase.isRevisedSince ? <RevisedBadge /> : undefined,
    ...receipts.filter(({ reference }) => reference !== covering).map((filing) => <Receipt of={filing} />),
    timeliness === "in time" ? (
      <span class="good">
        <Icon name="check" /> {say(MONTH.wasInTime)}
      </span>
    ) : undefined,
    timeliness === "late" && !isOpen(listedCase) ? <Late words={say(MONTH.isLate)} /> : undefined,
    lateNotices.length > 0 ? <Late words={say(MONTH.noticeLate)} notices={lateNotices} /> : undefined,
  ].filter((remark) => remark !== undefined);
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

/** Word and sign. @param notices 24-hour notices, which the title says */
function Late({ words, notices = [] }: { words: string; notices?: readonly SuspicionNotice[] }) {
  const { moment } = useTranslator();
  const title = notices.map((notice) => noticeWords(notice, say, moment)).join("; ");
  return (
    <span class="bad" title={title === "" ? undefined : title}>
      <Icon name="x" /> {words}
    </span>
  );
}
