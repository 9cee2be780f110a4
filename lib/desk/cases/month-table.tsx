/** The cases of a month in rows, with what was filed about each. */

import { caseLink } from "../../alerts/messages/desk-links.ts";
import { noticeWords } from "../../cases/evidence/step-words.ts";
import { isLate, noticesIn } from "../../cases/view.ts";
import { CASE } from "../../i18n/catalogue/desk/case.ts";
import { FACTS } from "../../i18n/catalogue/desk/facts.ts";
import { DUE_IN, INBOX } from "../../i18n/catalogue/desk/inbox.ts";
import { NOTICE_SHEET, MONTH as SAID } from "../../i18n/catalogue/desk/month.ts";
import { FILINGS } from "../../i18n/catalogue/desk/steps.ts";
import { Icon } from "../frame/icon.tsx";
import { say, useTranslator } from "../frame/translator.ts";
import { USD, UsdCell, UserCell } from "../kit/case-cells.tsx";
import { LawBadge, StateBadge } from "../kit/due-badge.tsx";
import { Score, When } from "../kit/facts.tsx";
import { FlowTable } from "../kit/flow-table.tsx";
import { numberOf } from "../kit/links.ts";
import { Local, type RowFacts } from "./case-rows.tsx";
import { type MonthRow, timelinessOf } from "./month-cases.ts";

interface MonthTableProps {
  rows: readonly MonthRow[];
  /** ISO 8601. */
  now: string;
  facts: RowFacts;
  /** Address of the list, to which a case returns. */
  list: string;
}

export function MonthTable({ rows, now, facts, list }: MonthTableProps) {
  const { currency } = facts;
  return (
    <section class="panel">
      <FlowTable
        caption={say(SAID.caption)}
        columns={[
          { name: say(INBOX.number) },
          { name: say(FACTS.user), class: "to-end" },
          { name: USD, class: "n to-start" },
          ...(currency === undefined ? [] : [{ name: `${currency} ≈`, class: "n wide-only" }]),
          { name: say(FACTS.law), class: "to-end" },
          { name: say(NOTICE_SHEET.operation), class: "n to-start" },
          { name: say(CASE.due), class: "n wide-only" },
          { name: say(SAID.state), class: "to-end" },
          { name: say(SAID.reference), class: "wide-only" },
          { name: say(SAID.receipt), class: "wide-only" },
          { name: say(SAID.inTime), class: "to-start" },
        ]}
      >
        {rows.map((row) => (
          <Row of={row} {...{ now, facts, list }} />
        ))}
      </FlowTable>
    </section>
  );
}

function Row({ of: { judged, stored }, now, facts, list }: { of: MonthRow } & Omit<MonthTableProps, "rows">) {
  const { shortDay, short } = useTranslator();
  const { one, due } = judged;
  const filings = stored?.filings ?? [];
  return (
    <tr>
      <th scope="row">
        <a class="open" href={caseLink(one, list)}>
          <bdi>{numberOf(one)}</bdi>
        </a>
      </th>
      <td class="to-end c-user">
        <UserCell of={one} />
      </td>
      <td class="n to-start">
        <UsdCell of={one} />
      </td>
      {facts.currency === undefined ? undefined : (
        <td class="n muted wide-only">
          <Local of={one} facts={facts} />
        </td>
      )}
      <td class="to-end">
        {one.kind === "wallet" ? (
          <Score of={one.score} />
        ) : (
          <LawBadge laws={one.laws ?? []} count={one.lawCount} />
        )}
      </td>
      <td class="n muted to-start">
        <When at={one.happenedAt ?? one.receivedAt} />
      </td>
      <td class="n wide-only">{due === undefined ? <Nothing /> : <DueDay at={due} />}</td>
      <td class="to-end">
        <StateBadge of={judged} now={now} />
      </td>
      <td class="wide-only">
        {filings.length === 0 ? (
          <Nothing />
        ) : (
          filings.map(({ kind, reference }) => (
            <div title={say(FILINGS[kind])}>
              <bdi>{reference}</bdi> {kind === "monthly" ? undefined : <small>{say(FILINGS[kind])}</small>}
            </div>
          ))
        )}
      </td>
      <td class="wide-only">
        {filings.length === 0 ? (
          <Nothing />
        ) : (
          filings.map(({ receivedOn, receivedAt, receivedTime }) => (
            <div>{(receivedTime === undefined ? shortDay : short)(receivedAt) ?? receivedOn}</div>
          ))
        )}
      </td>
      <td class="to-start">
        <InTime of={{ judged, stored }} now={now} />
      </td>
    </tr>
  );
}

const NOTHING = "–";

function Nothing() {
  return <span class="muted">{NOTHING}</span>;
}

function DueDay({ at }: { at: string }) {
  const { shortDay, moment } = useTranslator();
  return (
    <time datetime={at} title={moment(at)}>
      {shortDay(at)}
    </time>
  );
}

const DAY_MS = 86_400_000;

/** Word and sign for in time or late; of an open case the time that is left. */
function InTime({ of: { judged, stored }, now }: { of: MonthRow; now: string }) {
  const { moment } = useTranslator();
  const { next } = judged;
  switch (timelinessOf(judged, now)) {
    case "late": {
      const notices = noticesIn(stored ?? judged.one).filter((notice) => isLate(notice, now));
      const said = notices.map((notice) => noticeWords(notice, say, moment)).join("; ");
      return (
        <span class="bad" {...(said === "" ? {} : { title: said })}>
          <Icon name="x" /> {say(SAID.isLate)}
        </span>
      );
    }
    case "in time":
      return (
        <span class="good">
          <Icon name="check" /> {say(SAID.wasInTime)}
        </span>
      );
    case "clock":
      return <span class="muted">{say(SAID.clockRuns)}</span>;
    case "open": {
      const count = Math.floor((Date.parse(next ?? now) - Date.parse(now)) / DAY_MS);
      return <span class="muted">{say(DUE_IN.daysLeft, { count })}</span>;
    }
    case "none":
      return <Nothing />;
  }
}
