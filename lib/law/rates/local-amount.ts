/** A local amount as it is known, and as messages say it. */

import { MONEY } from "../../i18n/catalogue/common.ts";
import type { Translator } from "../../i18n/translator.ts";

/** Value of dollars in another currency. */
export interface LocalAmount {
  /** ISO 4217. */
  currency: string;
  /** In digits, rounded to two decimals. */
  amount: string;
  /** The same, not rounded. */
  exact: string;
  /** Units of the currency for one dollar, in digits as they were set. */
  rate: string;
  /** Day of the rate, `YYYY-MM-DD`. */
  day: string;
  /** For Mexico: how many UMA that is, cut to two decimals, and the UMA in pesos a day. */
  uma?: { multiple: string; value: string };
}

/** An operation whose amount is converted: of a case, or of a notification. */
export interface Operation {
  /** `usd`: a decimal number's text; absent where the service gave none. */
  amount?: { usd?: string | null | undefined } | undefined;
  /** Time of the transaction as it was sent, or as a case has it. */
  happenedAt?: string | undefined;
  /** Receipt of its notification, which stands for a time that is not known. ISO 8601, UTC. */
  receivedAt: string;
}

/** The local amounts of an operation by the rate and the UMA of its day; none where there is no rate. */
export type LocalMoney = (operation: Operation) => LocalAmount[];

/** UMA are a measure of Mexican laws: what laws of other countries alone flag is not told in them. */
export function localUnder(
  laws: readonly { countryCode: string }[] | undefined,
  local: readonly LocalAmount[],
): LocalAmount[] {
  const isForeign =
    laws !== undefined && laws.length > 0 && laws.every(({ countryCode }) => countryCode !== "MX");
  return isForeign ? local.map(({ uma: _uma, ...amount }) => amount) : [...local];
}

/** `approx. MXN 54,600.00 at 18.20 of 2025-08-19, 482.58 UMA`, for lists. */
export function localInShort(
  local: readonly LocalAmount[],
  { t, money, inWords, decimal }: Pick<Translator, "t" | "money" | "inWords" | "decimal">,
): string {
  return local
    .map(({ currency, amount, rate, day, uma }) => {
      const values = { amount: money(amount, currency), rate, day: inWords(day) };
      return uma === undefined
        ? t(MONEY.short, values)
        : t(MONEY.shortWithUma, { ...values, uma: decimal(uma.multiple) });
    })
    .join("; ");
}

/** Labels and values: what it equals, at which rate, and in UMA. */
export function localInFull(
  local: readonly LocalAmount[],
  { t, money, inWords, decimal }: Translator,
): [label: string, value: string][] {
  return local.flatMap(({ currency, amount, rate, day, uma }) => {
    const value = t(MONEY.atRate, { amount: money(amount, currency), rate, day: inWords(day) });
    const rows: [string, string][] = [[t(MONEY.equals), value]];
    if (uma !== undefined) {
      const times = { multiple: decimal(uma.multiple), value: money(uma.value, "MXN") };
      rows.push([t(MONEY.inUma), t(MONEY.uma, times)]);
    }
    return rows;
  });
}
