/** Sums of operations, in dollars and in the company's currencies, each by the rate and the UMA of its own day. */

import { FACTS, RECORDS } from "../../i18n/catalogue/desk/facts.ts";
import type { Text } from "../../i18n/catalogue/texts.ts";
import { sumOf, usd } from "../../i18n/text/amounts.ts";
import type { LocalMoney, Operation } from "../../law/rates/local-amount.ts";
import { unitsOf } from "../../law/threshold.ts";
import { type DeskTranslator, say, useTranslator } from "../frame/translator.ts";
import { UMA, usdInShort } from "./case-cells.tsx";
import type { StripFact } from "./panel.tsx";
import type { Records } from "./records.ts";

interface Total {
  count: number;
  /** A decimal number's text, as all sums here. */
  usd: string;
  /** Number of those without a known amount. */
  unknown: number;
  /** `withoutRate`: number of those whose amount in dollars is known and that have no rate of this currency. */
  local: { currency: string; amount: string; uma: string | undefined; withoutRate: number }[];
}

export function totalOf(operations: readonly Operation[], localOf: LocalMoney): Total {
  const sum = sumOf(operations.map(({ amount }) => amount?.usd ?? undefined));
  const byCurrency = Map.groupBy(operations.flatMap(localOf), ({ currency }) => currency);
  return {
    count: operations.length,
    ...sum,
    local: [...byCurrency].map(([currency, amounts]) => {
      const umas = amounts.flatMap(({ amount, uma }) => (uma ? [{ amount, unit: uma.value }] : []));
      return {
        currency,
        amount: sumOf(amounts.map(({ amount }) => amount)).usd,
        uma: umas.length === 0 ? undefined : unitsOf(umas),
        withoutRate: operations.length - sum.unknown - amounts.length,
      };
    }),
  };
}

export function UsdOf({ of: total }: { of: Total }) {
  return <span title={usd(total.usd)}>{usdInShort(total.usd)}</span>;
}

/** The sum in other currencies, and what is not in it: a sum is never shown as whole while it is not. */
export function sumWords({ local, unknown }: Total, { money, decimal }: DeskTranslator): string[] {
  const sums = local.flatMap(({ currency, amount, uma, withoutRate }) => [
    `≈ ${money(amount, currency)}`,
    ...(uma === undefined ? [] : [`${decimal(uma)} ${UMA}`]),
    ...(withoutRate === 0 ? [] : [say(FACTS.withoutRate, { count: withoutRate })]),
  ]);
  return [...sums, ...(unknown === 0 ? [] : [say(FACTS.unknownAmounts, { count: unknown })])];
}

/** Sums of what was flagged, and of what was only a warning, for a strip. */
export function useTotals(
  { operations, isCut }: Pick<Records, "operations" | "isCut">,
  localOf: LocalMoney,
): StripFact[] {
  const translator = useTranslator();
  return TOTALS.flatMap(({ risk, name }) => {
    const total = totalOf(
      operations.filter((operation) => operation.risk === risk),
      localOf,
    );
    // Without a warning nothing is said of warnings.
    if (risk === "warn" && total.count === 0) return [];
    return {
      name: `${say<Text>(name)}: ${translator.count(total.count)}`,
      value: total.count === 0 ? <span class="muted">{say(FACTS.none)}</span> : <UsdOf of={total} />,
      more: [
        ...sumWords(total, translator),
        ...(isCut ? [say(RECORDS.ofNewest, { count: operations.length })] : []),
      ].join(" · "),
    };
  });
}

const TOTALS = [
  { risk: "illegal", name: RECORDS.flagged },
  { risk: "warn", name: RECORDS.warned },
] as const;
