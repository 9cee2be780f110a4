/** Cases and notifications of a user or an address in one table: what is open, what a suspicion takes along, what has no case, and what is decided. */

import type { Child } from "hono/jsx";
import { notificationLink } from "../../alerts/messages/desk-links.ts";
import type { ListedCase } from "../../cases/case.ts";
import { notificationNameOf } from "../../cases/case-keys.ts";
import { isOpen } from "../../cases/case-state.ts";
import type { JudgedCase } from "../../cases/urgency.ts";
import { CASE, CASE_FORM } from "../../i18n/catalogue/desk/case.ts";
import { FACTS, RECORDS } from "../../i18n/catalogue/desk/facts.ts";
import { INBOX } from "../../i18n/catalogue/desk/inbox.ts";
import { nameOf } from "../../intake/notifications/notification-keys.ts";
import type { ListedNotification } from "../../intake/notifications/notification-schema.ts";
import { happenedAt } from "../../law/deadlines.ts";
import { localInShort, type Operation } from "../../law/rates/local-amount.ts";
import { say, useTranslator } from "../frame/translator.ts";
import { About, CaseNumber, InUma, MXN, UMA, USD, UsdCell, UserLink } from "./case-cells.tsx";
import { type Column, DataTable } from "./data-table.tsx";
import { LawBadge, ShownDue, StateBadge } from "./due-badge.tsx";
import { Day, RiskOfRecord } from "./facts.tsx";
import {
  chainName,
  type ListNumber,
  listNumbers,
  numberOf,
  rowId,
  shortNumber,
  useCaseLink,
} from "./links.ts";
import { operationOf, type Records } from "./records.ts";
import type { LocalColumn, RowFacts } from "./row-facts.ts";

/** Rows of each group; what a page links to has the others. */
const MOST_SHOWN = { open: 50, alongside: 50, withoutCase: 50, decided: 20 };

interface RecordTableProps {
  records: Records;
  caption: string;
  /** An address has a column of its networks and one of its users. */
  pageOf: "user" | "wallet";
  facts: RowFacts;
  /** ISO 8601. */
  now: string;
  /** The box of a transaction, by the name of its notification; undefined where it has none. */
  tick?: ((operation: { name: string; projectId: number }) => Child) | undefined;
  /** The box of a case, and the one of the heading that ticks all, in place of those of transactions. */
  caseTick?: { all: Child; cell: (judged: JudgedCase, number: ListNumber) => Child } | undefined;
}

type Row =
  | { judged: JudgedCase; record: ListedCase }
  /** `takenBy`: the case whose suspicion takes it along. */
  | { judged?: undefined; record: ListedNotification; takenBy?: ListedCase };

export function RecordTable({ records, caption, pageOf, facts, now, tick, caseTick }: RecordTableProps) {
  const { chainOf, local } = facts;
  const { count } = useTranslator();
  const numberIn = listNumbers(
    records.cases.map(({ listedCase }) => listedCase),
    chainOf,
  );
  const rows = records.cases.map((judged): Row => ({ judged, record: judged.listedCase }));
  const group = (name: keyof typeof MOST_SHOWN, all: readonly Row[], isBound: boolean) => ({
    title: say(RECORDS[name]),
    hint: isBound ? `${count(all.length)}+` : count(all.length),
    rows: all.slice(0, MOST_SHOWN[name]),
  });
  const [open, decided] = [
    rows.filter(({ judged }) => judged && isOpen(judged.listedCase)),
    rows.filter(({ judged }) => judged && !isOpen(judged.listedCase)),
  ];
  const withoutCase = records.withoutCase.map((notification): Row => ({ record: notification }));
  const alongside = records.alongside.map(
    ({ notification, takenBy }): Row => ({ record: notification, takenBy }),
  );
  if (rows.length + alongside.length + withoutCase.length === 0) return <p>{say(RECORDS.none)}</p>;
  const onNetworks: Column<Row>[] = [
    {
      name: say(FACTS.chainColumn),
      cellClass: "muted c-chain",
      cell: ({ record: notification }) => <bdi>{chainName(notification.chainId, chainOf)}</bdi>,
    },
    {
      name: say(FACTS.user),
      cellClass: "c-user",
      cell: ({ record: { userId } }) =>
        userId === undefined ? <span class="muted">{say(FACTS.unknown)}</span> : <UserLink of={userId} />,
    },
  ];
  return (
    <DataTable
      caption={caption}
      idOf={({ judged }) => judged && rowId(judged.listedCase)}
      {...(tick && {
        tick: {
          all: <span class="unseen">{say(CASE_FORM.tickColumn)}</span>,
          cell: (row: Row) => {
            const name = operationNameIn(row);
            return name && tick({ name, projectId: row.record.projectId });
          },
        },
      })}
      {...(caseTick && {
        tick: {
          all: caseTick.all,
          cell: ({ judged }: Row) => judged && caseTick.cell(judged, numberIn(judged.listedCase)),
        },
      })}
      groups={[
        group("open", open, records.mayLack),
        group("alongside", alongside, records.mayLack || records.isCut),
        group("withoutCase", withoutCase, records.mayLack || records.isCut),
        group("decided", decided, records.mayLack),
      ]}
      columns={[
        {
          name: say(INBOX.number),
          cellClass: "c-name",
          cell: (row) =>
            row.judged === undefined ? (
              <a class="open" href={notificationLink(nameOf(row.record))} title={nameOf(row.record)}>
                <bdi>{row.record.key}</bdi>
              </a>
            ) : (
              <CaseNumber of={row.record} shown={numberIn(row.record)} />
            ),
        },
        {
          name: say(INBOX.what),
          cellClass: "c-what",
          cell: (row) =>
            row.judged === undefined ? (
              <>
                <RiskOfRecord of={row.record} />{" "}
                <LawBadge laws={row.record.laws} count={row.record.lawCount} />
              </>
            ) : (
              <About of={row.record} isTerse />
            ),
        },
        {
          name: say(CASE.state),
          cellClass: "c-state",
          cell: (row) =>
            row.judged === undefined ? (
              row.takenBy && <TakenBy of={row.takenBy} />
            ) : (
              <StateBadge of={row.judged} now={now} />
            ),
        },
        ...(pageOf === "user" ? [] : onNetworks),
        { name: USD, class: "n", cell: ({ record: notification }) => <UsdCell of={notification} /> },
        local && {
          name: `${local.currency} ≈`,
          class: "n wide-only",
          cellClass: "n muted wide-only",
          cell: (row) => <LocalAtRate of={operationIn(row)} column={local} />,
        },
        local?.currency !== MXN
          ? undefined
          : {
              name: UMA,
              class: "n wide-only mid",
              cellClass: "n muted wide-only mid",
              cell: (row) => <InUma of={operationIn(row)} column={local} />,
            },
        {
          name: say(RECORDS.operation),
          class: "n",
          cellClass: "n muted",
          cell: (row) => <Happened of={row} />,
        },
        {
          name: say(CASE.due),
          class: "n wide-only",
          cellClass: "n muted wide-only",
          cell: ({ judged }) => judged && <ShownDue of={judged} />,
        },
      ]}
    />
  );
}

/** The case whose suspicion takes an operation along. */
function TakenBy({ of: takenBy }: { of: ListedCase }) {
  return (
    <a href={useCaseLink()(takenBy)}>
      <bdi>{say(RECORDS.takenBy, { number: shortNumber(numberOf(takenBy)) })}</bdi>
    </a>
  );
}

/** The name of a row's transaction; undefined of any other row. */
function operationNameIn({ judged, record: notification }: Row): string | undefined {
  if (judged !== undefined) return notificationNameOf(notification);
  return notification.kind === "notification" ? nameOf(notification) : undefined;
}

/** The time of a transaction; a case about a wallet, a user or what cannot be read has none. */
function Happened({ of: { judged, record: notification } }: { of: Row }) {
  if (judged !== undefined && notification.kind !== "notification") return undefined;
  const at =
    judged === undefined
      ? happenedAt(notification.timestamp ?? "", notification.receivedAt)
      : notification.happenedAt;
  return at === undefined ? <span>{say(FACTS.unknown)}</span> : <Day at={at} />;
}

function operationIn({ judged, record: notification }: Row): Operation {
  return judged === undefined ? operationOf(notification) : notification;
}

/** The amount in local money, with the rate of the operation's day in its title. */
function LocalAtRate({ of: operation, column }: { of: Operation; column: LocalColumn }) {
  const translator = useTranslator();
  const local = column.amountOf(operation);
  return local && <span title={localInShort([local], translator)}>{translator.decimal(local.amount)}</span>;
}
