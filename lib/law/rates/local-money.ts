/** Value of dollars in local currencies, and for Mexico in UMA. Approximate, in exact decimals. */

import { setTimeout as sleep } from "node:timers/promises";
import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import Big from "big.js";
import { errorOrigin } from "../../aws/error-name.ts";
import { logger } from "../../aws/observe.ts";
import { zonedTimes } from "../../i18n/zoned-time.ts";
import { umaOn } from "../mexico.ts";
import type { LocalAmount, LocalMoney } from "./local-amount.ts";
import { type Rate, RateStore } from "./rates.ts";

interface MoneyOptions {
  rates: RateStore;
  /** ISO 4217. */
  currencies: readonly string[];
  timeZone: string;
}

/** Bound on an amount's digits: no real amount has more, and showing them would take a page. */
const MAX_EXPONENT = 20;

/** Rates are looked up for so many days of a batch, those nearest to now; what happened on others goes out in dollars. */
const MAX_DAYS = 31;

/** Longest wait for rates, in milliseconds. */
const MAX_LOOK_UP_MS = 2_000;

interface MoneyEnvironment {
  RATES_TABLE: string;
  CURRENCIES: readonly string[];
  TIME_ZONE: string;
}

/** Local amounts for some moments (ISO 8601), looked up within a time; none where they cannot be. */
export type MoneyLookUp = (moments: readonly string[], withinMs: number) => Promise<LocalMoney>;

/** @returns never rejects: an alert waits for no rate, and fails by none */
export function moneyLookUp(environment: MoneyEnvironment, database: DynamoDBDocumentClient): MoneyLookUp {
  const { CURRENCIES: currencies, TIME_ZONE: timeZone } = environment;
  const rates = new RateStore(database, environment.RATES_TABLE);
  return async (moments, withinMs) => {
    if (currencies.length === 0 || moments.length === 0) return () => [];
    try {
      return await lookUpMoney({ rates, currencies, timeZone }, moments, withinMs);
    } catch (error) {
      logger.warn("local amounts could not be looked up; the alert goes out without them", {
        ...errorOrigin(error),
      });
      return () => [];
    }
  };
}

/**
 * Looks up the rates for some moments; an alert goes out in dollars alone where they cannot be read in time.
 * @param moments ISO 8601
 * @param withinMs how long there is for it
 */
export async function lookUpMoney(
  { rates, currencies, timeZone }: MoneyOptions,
  moments: readonly string[],
  withinMs: number,
): Promise<LocalMoney> {
  const { day } = zonedTimes("en", timeZone);
  const fromNow = (on: string) => Math.abs(Date.parse(on) - Date.now());
  const days = [...new Set(moments.flatMap((moment) => day(moment) ?? []))]
    .sort((a, b) => fromNow(a) - fromNow(b))
    .slice(0, MAX_DAYS);
  const found = new Map<string, Rate>();
  const timeMs = Math.max(1, Math.floor(Math.min(MAX_LOOK_UP_MS, withinMs)));
  const inTime = AbortSignal.timeout(timeMs);
  const lookUps = days.flatMap((on) =>
    currencies.map(async (currency) => {
      // A day that cannot be looked up takes the rates from no other.
      try {
        const rate = await rates.on(currency, on, inTime);
        if (rate !== undefined) found.set(`${currency} ${on}`, rate);
      } catch (error) {
        logger.warn("a rate could not be read; what happened on its day is alerted without it", {
          ...{ currency, day: on },
          ...errorOrigin(error),
        });
      }
    }),
  );
  await Promise.race([Promise.all(lookUps), sleep(timeMs, undefined, { ref: false })]);
  return (usd, moment) => {
    const on = day(moment);
    return currencies.flatMap((currency) => {
      const rate = on === undefined ? undefined : found.get(`${currency} ${on}`);
      return rate === undefined || on === undefined ? [] : (amountIn(usd, rate, umaOn(on)) ?? []);
    });
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
      ...{ currency, day, rate, amount: amount.toFixed(2) },
      ...(currency === "MXN" && uma !== undefined
        ? { uma: { value: uma, multiple: amount.div(uma).toFixed(2) } }
        : {}),
    };
  } catch {
    // An amount that is not a number is shown as received; there is nothing to multiply.
    return undefined;
  }
}
