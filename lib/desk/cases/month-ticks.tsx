/** What the notice of a month can cover: what asks for one is ticked, with the sum of that; and what is left out, with the reason. */

import { randomUUID } from "node:crypto";
import { asksForNotice, type ReachOfCase } from "../../cases/accumulation.ts";
import type { ListedCase } from "../../cases/case.ts";
import { filedUrgently } from "../../cases/due.ts";
import { COMMON } from "../../i18n/catalogue/common.ts";
import { INBOX } from "../../i18n/catalogue/desk/inbox.ts";
import { MONTH } from "../../i18n/catalogue/desk/month.ts";
import { THRESHOLD } from "../../i18n/catalogue/desk/threshold.ts";
import { decimalOf, sumOf } from "../../i18n/text/amounts.ts";
import { unitsOf } from "../../law/threshold.ts";
import { type DeskTranslator, say, useTranslator } from "../frame/translator.ts";
import { InUma, MXN, UMA, USD, usdInShort } from "../kit/case-cells.tsx";
import { DataTable } from "../kit/data-table.tsx";
import { numberOf } from "../kit/links.ts";
import { CaseNames, ReachCell } from "../kit/reach.tsx";
import type { LocalColumn, RowFacts } from "../kit/row-facts.ts";
import { nameOfCase } from "./case-address.ts";
import { coveredColumns } from "./covered-columns.tsx";

/** Undecided cases by whether they ask for a notice. */
export interface FilingParts {
  toFile: ListedCase[];
  unknown: ListedCase[];
  below: ListedCase[];
}

export function partsOf(undecided: readonly ListedCase[], reachOf: ReachOfCase): FilingParts {
  const parts: FilingParts = { toFile: [], unknown: [], below: [] };
  for (const listedCase of undecided) {
    const caseReach = reachOf(listedCase);
    if (asksForNotice(caseReach)) parts.toFile.push(listedCase);
    else parts[caseReach?.reach.kind === "below" ? "below" : "unknown"].push(listedCase);
  }
  return parts;
}

interface TickedTableProps {
  parts: FilingParts;
  ticked: ReadonlySet<ListedCase>;
  facts: RowFacts;
  reachOf: ReachOfCase;
}

/** Undecided cases, each with a box. */
export function TickedTable({ parts, ticked, facts: { local }, reachOf }: TickedTableProps) {
  const { toFile, unknown, below } = parts;
  return (
    <DataTable
      caption={say(MONTH.covers)}
      groups={[
        { title: say(MONTH.toFile), hint: say(MONTH.toFileHint), rows: toFile },
        { title: say(MONTH.notKnown), hint: say(MONTH.notKnownHint), rows: unknown },
        { title: say(MONTH.belowThreshold), hint: say(MONTH.belowHint), rows: below },
      ]}
      tick={{
        all: <input type="checkbox" data-tick-all aria-label={say(INBOX.tickAll)} hidden />,
        cell: (listedCase) => (
          <input
            type="checkbox"
            name="case"
            value={nameOfCase(listedCase)}
            aria-label={say(INBOX.tick, { number: numberOf(listedCase) })}
            checked={ticked.has(listedCase)}
            {...addends(listedCase, local)}
          />
        ),
      }}
      columns={[
        ...coveredColumns({ local }),
        local?.currency === MXN
          ? { name: UMA, class: "n", cell: (listedCase) => <WithUnit of={listedCase} column={local} /> }
          : undefined,
        { name: say(THRESHOLD.title), cell: (listedCase) => <ReachCell of={reachOf(listedCase)} /> },
        [...toFile, ...unknown, ...below].some(hasUrgentNotice)
          ? {
              name: say(MONTH.urgentNotice),
              cell: (listedCase) =>
                hasUrgentNotice(listedCase) && <span class="badge soon">{say(MONTH.isFiled)}</span>,
            }
          : undefined,
      ]}
    />
  );
}

/** Reports whether an operation is in a 24-hour notice that is filed. */
export function hasUrgentNotice(listedCase: ListedCase): boolean {
  return filedUrgently(listedCase).length > 0;
}

/** UMA, which are named where rows are cards without a heading. */
function WithUnit({ of: listedCase, column }: { of: ListedCase; column: LocalColumn }) {
  if (column.amountOf(listedCase)?.uma === undefined) return undefined;
  return (
    <>
      <InUma of={listedCase} column={column} /> <span class="unit">{UMA}</span>
    </>
  );
}

/** What the script adds of a box that is ticked: exact digits. */
function addends(listedCase: ListedCase, local: LocalColumn | undefined) {
  const amount = local?.amountOf(listedCase);
  return {
    "data-usd": decimalOf(listedCase.amount?.usd ?? "")?.toFixed(),
    "data-local": amount?.amount,
    "data-unit": amount?.uma?.value,
  };
}

/** Sums of cases, in exact digits. */
export interface FilingSum {
  count: number;
  usd: string;
  /** Undefined without a currency beside dollars. */
  local: string | undefined;
  /** Undefined without a UMA. */
  uma: string | undefined;
  /** Number of cases without an amount in the currency that notices are filed in. */
  lacking: number;
}

export function filingSumOf(cases: readonly ListedCase[], { local }: Pick<RowFacts, "local">): FilingSum {
  const dollars = sumOf(cases.map(({ amount }) => amount?.usd));
  const amounts = cases.map((listedCase) => local?.amountOf(listedCase));
  const { usd: sum, unknown } = sumOf(amounts.map((amount) => amount?.amount));
  const units = amounts.flatMap((inPesos) =>
    inPesos?.uma === undefined ? [] : [{ amount: inPesos.amount, unit: inPesos.uma.value }],
  );
  return {
    count: cases.length,
    usd: dollars.usd,
    local: local && sum,
    uma: local?.currency === MXN ? unitsOf(units) : undefined,
    lacking: local === undefined ? dollars.unknown : unknown,
  };
}

/** The sum of what is ticked, which follows the boxes by script. */
export function TickedSum({ of: ticked, facts }: { of: readonly ListedCase[]; facts: RowFacts }) {
  const { count, decimal } = useTranslator();
  const { local } = facts;
  const sum = filingSumOf(ticked, facts);
  return (
    <p class="tally" aria-live="polite">
      <b>
        {say(MONTH.ticked)} <span data-adds="count">{count(sum.count)}</span>
      </b>{" "}
      <small>
        {sum.local === undefined ? undefined : (
          <span class="sum">
            {local?.currency} <span data-adds="local">{decimal(sum.local)}</span>
          </span>
        )}
        {sum.uma === undefined ? undefined : (
          <span class="sum">
            <span data-adds="units">{decimal(sum.uma)}</span> {UMA}
          </span>
        )}
        <span class="sum">
          {USD} <span data-adds="usd">{usdInShort(sum.usd).slice(USD.length + 1)}</span>
        </span>
        <span class="sum bad" data-where-lacking hidden={sum.lacking === 0}>
          {say(MONTH.withoutAmount, { currency: local?.currency ?? USD })}{" "}
          <span data-adds="lacking">{count(sum.lacking)}</span>
        </span>
      </small>
    </p>
  );
}

interface LeftOutProps {
  parts: FilingParts;
  facts: RowFacts;
  /** Id of the form that decides what is below. */
  form: string;
}

/** What is not ticked, and why; what is below its threshold can be decided in one step. */
export function LeftOut({ parts: { unknown, below }, facts, form }: LeftOutProps) {
  const translator = useTranslator();
  return (
    <>
      {below.length === 0 ? undefined : (
        <div class="left">
          <p class="fine">
            {say(MONTH.leftBelow, { count: below.length, sum: sumInWords(below, facts, translator) })}
          </p>
          <button type="submit" form={form} name="act" value="decide">
            {say(MONTH.decideBelow, { count: below.length })}
          </button>
        </div>
      )}
      {unknown.length === 0 ? undefined : (
        <p class="warns">
          {say(MONTH.leftUnknown, { count: unknown.length })} <CaseNames of={unknown} />
        </p>
      )}
    </>
  );
}

/** `MXN 1,801,800.00, 15,359.30 UMA`; in dollars where there is no other currency. */
function sumInWords(
  cases: readonly ListedCase[],
  facts: RowFacts,
  { decimal, money }: DeskTranslator,
): string {
  const { usd, local, uma, lacking } = filingSumOf(cases, facts);
  const sum = local === undefined ? usdInShort(usd) : money(local, facts.local?.currency ?? USD);
  const what = uma === undefined ? sum : `${sum}, ${decimal(uma)} ${UMA}`;
  return lacking === 0 ? what : say(COMMON.atLeast, { what });
}

/** The form of the inbox that decides several cases, with what fits those below their threshold. */
export function DecideBelow({ id, cases }: { id: string; cases: readonly ListedCase[] }) {
  if (cases.length === 0) return undefined;
  return (
    <form id={id} method="post" action="/selected" aria-label={say(MONTH.belowThreshold)}>
      <input type="hidden" name="step" value={randomUUID()} />
      <input type="hidden" name="outcome" value="not-reportable" />
      <input type="hidden" name="note" value={say(MONTH.belowNote)} />
      {cases.map((listedCase) => (
        <input type="hidden" name="case" value={nameOfCase(listedCase)} />
      ))}
    </form>
  );
}
