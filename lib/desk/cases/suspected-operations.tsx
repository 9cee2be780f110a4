/** The operations that the suspicions of a case take along, in a panel of its page. */

import { notificationLink } from "../../alerts/messages/desk-links.ts";
import type { ListedCase, StoredCase } from "../../cases/case.ts";
import { caseOfNotification } from "../../cases/case-keys.ts";
import type { CaseQueries } from "../../cases/case-queries.ts";
import { noticeWords } from "../../cases/evidence/step-words.ts";
import { notificationAsCase } from "../../cases/new-case.ts";
import type { SuspectedOperation } from "../../cases/step.ts";
import { type ReadOperation, readOperations } from "../../cases/suspected-operations.ts";
import type { SuspicionGroup } from "../../cases/suspicions.ts";
import { CASE, SUSPICION } from "../../i18n/catalogue/desk/case.ts";
import { FACTS, RECORDS } from "../../i18n/catalogue/desk/facts.ts";
import { INBOX } from "../../i18n/catalogue/desk/inbox.ts";
import { numberIn } from "../../intake/notifications/notification-keys.ts";
import type { NotificationQueries } from "../../intake/notifications/notification-queries.ts";
import type { StoredNotification } from "../../intake/notifications/notification-schema.ts";
import type { DeadlineRule } from "../../law/deadline-setting.ts";
import type { LocalMoney } from "../../law/rates/local-amount.ts";
import { type DeskTranslator, say, useTranslator } from "../frame/translator.ts";
import { InUma, Local, MXN, UMA, USD, UsdCell, usdInShort } from "../kit/case-cells.tsx";
import { CsvButton } from "../kit/csv.tsx";
import { type Column, DataTable, type RowGroup } from "../kit/data-table.tsx";
import { LawBadge } from "../kit/due-badge.tsx";
import { Day, RiskOfRecord } from "../kit/facts.tsx";
import { idOfCase } from "../kit/links.ts";
import { Panel } from "../kit/panel.tsx";
import { type LocalColumn, type RowFacts, type RowSources, rowFactsOf } from "../kit/row-facts.ts";
import { sumWords, totalOf } from "../kit/totals.tsx";
import { WorkbookButton } from "../kit/workbook.tsx";

/** Most operations of a case that its page shows, the last suspicion first. */
const MOST_SHOWN = 100;

interface SuspicionRows {
  suspicion: SuspicionGroup;
  rows: OperationRow[];
}

/** An operation with what is known of it: its case has what the service said before, too. */
interface OperationRow extends ReadOperation {
  /** The case of the operation, or one as its notification would have it; undefined where that is gone. */
  listedCase: ListedCase | undefined;
}

/** What the panel shows. */
export interface OperationRows {
  /** The last suspicion first. */
  suspicions: SuspicionRows[];
  /** Number of all operations, those too that are not shown. */
  count: number;
  facts: RowFacts;
}

export interface OperationSources extends RowSources {
  cases: Pick<CaseQueries, "listedAll">;
  notifications: NotificationQueries;
  rules: readonly DeadlineRule[];
}

/** The operations of a suspicion, for its page and its sheet. */
export async function operationRows(
  operations: readonly SuspectedOperation[],
  { cases, notifications, rules }: Pick<OperationSources, "cases" | "notifications" | "rules">,
): Promise<OperationRow[]> {
  const read = await readOperations(operations, notifications);
  const flagged = read.flatMap(({ stored }) => (stored?.risk === "illegal" ? [stored] : []));
  const listedCases = await cases.listedAll(flagged.map(caseOfNotification));
  const casesById = new Map(listedCases.map((listedCase) => [idOfCase(listedCase), listedCase]));
  const caseOf = (stored: StoredNotification) =>
    casesById.get(idOfCase(caseOfNotification(stored))) ?? {
      ...notificationAsCase(stored, rules),
      laws: stored.laws,
    };
  return read.map((operation) => ({
    ...operation,
    listedCase: operation.stored && caseOf(operation.stored),
  }));
}

/** @returns undefined of a case whose suspicions take no operation along */
export async function operationRowsOf(
  { suspicions: all }: StoredCase,
  sources: OperationSources,
): Promise<OperationRows | undefined> {
  const lastFirst = all.filter(({ operations }) => operations.length > 0).toReversed();
  const count = lastFirst.reduce((sum, { operations }) => sum + operations.length, 0);
  if (count === 0) return undefined;
  const shown = lastFirst.flatMap(({ operations }) => operations).slice(0, MOST_SHOWN);
  const read = await operationRows(shown, sources);
  const facts = await rowFactsOf(
    read.flatMap(({ listedCase }) => listedCase ?? []),
    sources,
  );
  let from = 0;
  const suspicions = lastFirst.map((suspicion) => {
    const rows = read.slice(from, from + suspicion.operations.length);
    from += suspicion.operations.length;
    return { suspicion, rows };
  });
  return { suspicions, count, facts };
}

/** The suspicion of which there is a sheet: the last one, whose notice is to be filed, or was; undefined where it takes nothing along. */
export function filedSuspicion({ suspicions }: Pick<StoredCase, "suspicions">): SuspicionGroup | undefined {
  const last = suspicions.at(-1);
  return last?.operations.length === 0 || last?.deadline.metBy === "withdrawal" ? undefined : last;
}

export function SuspectedOperations({
  of: storedCase,
  rows,
}: {
  of: StoredCase;
  rows: OperationRows | undefined;
}) {
  const translator = useTranslator();
  if (rows === undefined) return undefined;
  const { subject, opened } = storedCase;
  const shown = rows.suspicions.reduce((sum, suspicion) => sum + suspicion.rows.length, 0);
  return (
    <Panel
      title={say(SUSPICION.operations)}
      count={translator.count(rows.count)}
      beside={
        filedSuspicion(storedCase) ? (
          <>
            <WorkbookButton
              path="/suspicion"
              query={{ subject, opened }}
              name={say(SUSPICION.download)}
              isNamed
            />
            <CsvButton path="/suspicion" query={{ subject, opened }} />
          </>
        ) : undefined
      }
    >
      <DataTable
        caption={say(SUSPICION.operations)}
        groups={rows.suspicions.map((suspicion) => groupOf(suspicion, rows.facts.localOf, translator))}
        columns={columnsOf(rows.facts.local)}
      />
      {shown < rows.count ? (
        <p class="muted">{say(SUSPICION.notShown, { count: rows.count - shown })}</p>
      ) : undefined}
    </Panel>
  );
}

/** The operations of a suspicion, under the words about its notice and the sum of what it takes along. */
function groupOf(
  { suspicion: { deadline, operations }, rows }: SuspicionRows,
  localOf: LocalMoney,
  translator: DeskTranslator,
): RowGroup<OperationRow> {
  const { short, shortDay } = translator;
  const words = noticeWords(
    deadline,
    say,
    (iso) => short(iso) ?? iso,
    (iso) => shortDay(iso) ?? iso,
  );
  // An operation that is gone has an unknown amount; of those that are not shown nothing was read.
  const shownOperations = rows.map(({ operation, listedCase }) => listedCase ?? operation);
  const total = totalOf(shownOperations, localOf);
  const sum = rows.length < operations.length ? [] : [usdInShort(total.usd), ...sumWords(total, translator)];
  return {
    title: `${words.charAt(0).toUpperCase()}${words.slice(1)}`,
    hint: [say(SUSPICION.takes, { count: operations.length }), ...sum].join(" · "),
    rows,
  };
}

function columnsOf(local: LocalColumn | undefined): (Column<OperationRow> | undefined)[] {
  return [
    {
      name: say(FACTS.notification),
      cellClass: "c-name",
      cell: ({ operation: { name } }) => (
        <a class="open" href={notificationLink(name)} title={name}>
          <bdi>{numberIn(name)}</bdi>
        </a>
      ),
    },
    {
      name: say(INBOX.what),
      cellClass: "c-what",
      cell: ({ stored, isRevisedSince }) =>
        stored === undefined ? (
          <span class="muted">{say(CASE.subjectGone)}</span>
        ) : (
          <>
            <RiskOfRecord of={stored} /> <LawBadge laws={stored.laws} count={stored.lawCount} />
            {isRevisedSince ? <span class="muted">{say(CASE.revisedSince)}</span> : undefined}
          </>
        ),
    },
    { name: USD, class: "n", cell: ({ listedCase }) => listedCase && <UsdCell of={listedCase} /> },
    local && {
      name: `${local.currency} ≈`,
      class: "n wide-only",
      cellClass: "n muted wide-only",
      cell: ({ listedCase }) => listedCase && <Local of={listedCase} column={local} />,
    },
    local?.currency !== MXN
      ? undefined
      : {
          name: UMA,
          class: "n wide-only",
          cellClass: "n muted wide-only",
          cell: ({ listedCase }) => listedCase && <InUma of={listedCase} column={local} />,
        },
    {
      name: say(RECORDS.operation),
      class: "n",
      cellClass: "n muted",
      cell: ({ listedCase }) => listedCase && <Happened of={listedCase} />,
    },
  ];
}

function Happened({ of: { happenedAt: at } }: { of: ListedCase }) {
  return at === undefined ? <span>{say(FACTS.unknown)}</span> : <Day at={at} />;
}
