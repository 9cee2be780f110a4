/** Value of dollars in local currencies, and for Mexico in UMA. Approximate, in exact decimals. */

import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import Big from "big.js";
import { errorOrigin } from "../../aws/error-name.ts";
import { waitForLookUps } from "../../aws/look-ups.ts";
import { logger } from "../../aws/observe.ts";
import { addDays } from "../../i18n/time/calendar.ts";
import { zonedTimes } from "../../i18n/zoned-time.ts";
import { happenedAt } from "../deadlines.ts";
import { umaOn } from "../mexico.ts";
import { unitsOf } from "../threshold.ts";
import type { LocalAmount, LocalMoney, Operation } from "./local-amount.ts";
import { type Rate, RateStore } from "./rates.ts";

/** Bound on an amount's digits: no real amount has more, and showing them would take a page. */
const MAX_EXPONENT = 20;

/** Weekends and holidays have no rate of their own: that of the last day before counts, up to so many days. */
const DAYS_BEFORE = 7;

export interface MoneyEnvironment {
  RATES_TABLE: string;
  /** ISO 4217. */
  CURRENCIES: readonly string[];
  TIME_ZONE: string;
}

/** Local amounts of some operations, looked up within a time; none where they cannot be. */
export type MoneyLookUp = (operations: readonly Operation[], withinMs?: number) => Promise<LocalMoney>;

/** @returns never rejects: an alert waits for no rate, and fails by none */
export function moneyLookUp(environment: MoneyEnvironment, database: DynamoDBDocumentClient): MoneyLookUp {
  const { CURRENCIES: currencies, TIME_ZONE: timeZone } = environment;
  const store = new RateStore(database, environment.RATES_TABLE);
  const { day } = zonedTimes("en", timeZone);
  const dayOf = ({ happenedAt: sentTime = "", receivedAt }: Operation) =>
    day(happenedAt(sentTime, receivedAt) ?? receivedAt);
  return async (operations, withinMs) => {
    const days = operations
      .flatMap((operation) => (operation.amount?.usd ? (dayOf(operation) ?? []) : []))
      .sort();
    const [first, last] = [days[0], days.at(-1)];
    if (first === undefined || last === undefined) return () => [];
    const ratesByCurrency = new Map<string, Rate[]>();
    const lookUps = currencies.map(async (currency) => {
      try {
        // A day has one rate, and no operation is older than the first blockchain: it is one page.
        const rates = store.between(currency, addDays(first, -DAYS_BEFORE), last);
        ratesByCurrency.set(currency, await Array.fromAsync(rates));
      } catch (error) {
        const what = "rates could not be read; amounts are shown without them";
        logger.warn(what, { currency, ...errorOrigin(error) });
      }
    });
    await waitForLookUps(Promise.all(lookUps), withinMs);
    return (operation) => {
      const [on, usd] = [dayOf(operation), operation.amount?.usd];
      if (on === undefined || !usd) return [];
      return currencies.flatMap((currency) => {
        const rate = ratesByCurrency.get(currency)?.find((candidate) => candidate.day <= on);
        const isOld = rate === undefined || rate.day < addDays(on, -DAYS_BEFORE);
        return isOld ? [] : (amountIn(usd, rate, umaOn(on)) ?? []);
      });
    };
  };
}

function amountIn(
  usd: string,
  { currency, day, rate }: Rate,
  uma: string | undefined,
): LocalAmount | undefined {
  try {
    const dollars = new Big(usd);
    if (dollars.e > MAX_EXPONENT) return undefined;
    const amount = dollars.times(rate);
    return {
      currency,
      day,
      rate,
      amount: amount.toFixed(2),
      exact: amount.toFixed(),
      ...(currency === "MXN" && uma !== undefined
        ? { uma: { value: uma, multiple: unitsOf([{ amount: amount.toFixed(), unit: uma }]) } }
        : {}),
    };
  } catch {
    // An amount that is not a number is shown as received; there is nothing to multiply.
    return undefined;
  }
}
