/** The cases of a month in rows, with what was filed about each. */

import { caseLink } from "../../alerts/messages/desk-links.ts";
import type { ListedCase } from "../../cases/case.ts";
import { isLate, noticesIn, type SuspicionNotice } from "../../cases/due.ts";
import { noticeWords } from "../../cases/evidence/step-words.ts";
import { CASE } from "../../i18n/catalogue/desk/case.ts";
import { FACTS } from "../../i18n/catalogue/desk/facts.ts";
import { DUE_IN, INBOX } from "../../i18n/catalogue/desk/inbox.ts";
import { MONTH, NOTICE_SHEET } from "../../i18n/catalogue/desk/month.ts";
import { FILINGS } from "../../i18n/catalogue/desk/steps.ts";
import { Icon } from "../frame/icon.tsx";
import { say, useTranslator } from "../frame/translator.ts";
import { CaseNumber, Local, USD, UsdCell, UserCell } from "../kit/case-cells.tsx";
import { DataTable } from "../kit/data-table.tsx";
import { LawBadge, StateBadge } from "../kit/due-badge.tsx";
import { Day, Score, When } from "../kit/facts.tsx";
import type { RowFacts } from "../kit/row-facts.ts";
import { lateNoticesOf, type MonthRow, timelinessOf } from "./month-cases.ts";

interface MonthTableProps {
  rows: readonly MonthRow[];
  /** ISO 8601. */
  now: string;
  facts: RowFacts;
  /** Address of the list, to which a case returns. */
  list: string;
}

export function MonthTable({ rows, now, facts, list }: MonthTableProps) {
  const { local } = facts;
  return (
    <section class="panel">
      <DataTable
        caption={say(MONTH.caption)}
        rows={rows}
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
            cell: ({ judged: { listedCase } }) => (
              <When at={listedCase.happenedAt ?? listedCase.receivedAt} />
            ),
          },
          {
            name: say(CASE.due),
            class: "n wide-only",
            cell: ({ judged: { due } }) => (due === undefined ? <Nothing /> : <Day at={due} />),
          },
          {
            name: say(MONTH.state),
            class: "to-end",
            cell: ({ judged }) => <StateBadge of={judged} now={now} />,
          },
          {
            name: say(MONTH.reference),
            class: "wide-only",
            cellClass: "c-reference wide-only",
            cell: (row) => <References of={row} />,
          },
          {
            name: say(MONTH.receipt),
            class: "wide-only",
            cellClass: "c-receipt wide-only",
            cell: (row) => <Receipts of={row} />,
          },
          { name: say(MONTH.inTime), class: "to-start", cell: (row) => <InTime of={row} now={now} /> },
        ]}
      />
    </section>
  );
}

function LawOrScore({ of: listedCase }: { of: ListedCase }) {
  if (listedCase.kind === "wallet") return <Score score={listedCase.score} />;
  return <LawBadge laws={listedCase.laws ?? []} count={listedCase.lawCount} />;
}

function References({ of: { receipts } }: { of: MonthRow }) {
  if (receipts.length === 0) return <Nothing />;
  return receipts.map(({ kind, reference }) => (
    <div title={say(FILINGS[kind])}>
      <bdi>{reference}</bdi> {kind === "monthly" ? undefined : <small>{say(FILINGS[kind])}</small>}
    </div>
  ));
}

function Receipts({ of: { receipts } }: { of: MonthRow }) {
  const { shortDay, short } = useTranslator();
  if (receipts.length === 0) return <Nothing />;
  return receipts.map(({ receivedOn, receivedAt, receivedTime }) => (
    <div>{(receivedTime === undefined ? shortDay : short)(receivedAt) ?? receivedOn}</div>
  ));
}

const NOTHING = "–";

function Nothing() {
  return <span class="muted">{NOTHING}</span>;
}

const DAY_MS = 86_400_000;

/** Word and sign for in time or late; of an open case the time that is left, and whether a 24-hour notice was late. */
function InTime({ of: row, now }: { of: MonthRow; now: string }) {
  const timeliness = timelinessOf(row.judged, now);
  const lateNotices = timeliness === "late" ? [] : lateNoticesOf(row.judged.listedCase, now);
  return (
    <>
      <Timely of={row} timeliness={timeliness} now={now} />
      {lateNotices.length === 0 ? undefined : (
        <>
          {" "}
          <span class="bad" title={useNoticeWords()(lateNotices)}>
            <Icon name="x" /> {say(MONTH.noticeLate)}
          </span>
        </>
      )}
    </>
  );
}

function useNoticeWords() {
  const { moment } = useTranslator();
  return (notices: readonly SuspicionNotice[]) =>
    notices.length === 0 ? undefined : notices.map((notice) => noticeWords(notice, say, moment)).join("; ");
}

interface TimelyProps {
  of: MonthRow;
  timeliness: ReturnType<typeof timelinessOf>;
  now: string;
}

function Timely({ of: { judged }, timeliness, now }: TimelyProps) {
  const { next } = judged;
  switch (timeliness) {
    case "late":
      return (
        <span
          class="bad"
          title={useNoticeWords()(noticesIn(judged.listedCase).filter((notice) => isLate(notice, now)))}
        >
          <Icon name="x" /> {say(MONTH.isLate)}
        </span>
      );
    case "in time":
      return (
        <span class="good">
          <Icon name="check" /> {say(MONTH.wasInTime)}
        </span>
      );
    case "clock":
      return <span class="muted">{say(MONTH.clockRuns)}</span>;
    case "open": {
      // Of an open case that a notice covers nothing is left.
      if (next === undefined) return <Nothing />;
      const count = Math.floor((Date.parse(next) - Date.parse(now)) / DAY_MS);
      return <span class="muted">{say(DUE_IN.daysLeft, { count })}</span>;
    }
    case "none":
      return <Nothing />;
  }
}
