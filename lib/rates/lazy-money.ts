/** Loads the look-up of local amounts with the first alert: most cold starts send none. */

import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { errorOrigin } from "../platform/error-name.ts";
import { lazy } from "../platform/lazy.ts";
import { logger } from "../platform/observe.ts";
import type { LocalMoney } from "./local-amount.ts";
import { RateStore } from "./rates.ts";
import type { UmaYears } from "./uma.ts";

interface MoneyEnvironment {
  RATES_TABLE: string;
  CURRENCIES: readonly string[];
  UMA: UmaYears;
  TIME_ZONE: string;
}

/** Local amounts for some moments (ISO 8601), looked up within a time; none where they cannot be. */
export type MoneyLookUp = (moments: readonly string[], withinMs: number) => Promise<LocalMoney>;

/** @returns never rejects: an alert waits for no rate, and fails by none */
export function lazyMoney(environment: MoneyEnvironment, database: DynamoDBDocumentClient): MoneyLookUp {
  const { CURRENCIES: currencies, UMA: uma, TIME_ZONE: timeZone } = environment;
  const load = lazy(async () => {
    const { lookUpMoney } = await import("./local-money.ts");
    const rates = new RateStore(database, environment.RATES_TABLE);
    return (moments: readonly string[], withinMs: number) =>
      lookUpMoney({ rates, currencies, uma, timeZone }, moments, withinMs);
  });
  return async (moments, withinMs) => {
    if (currencies.length === 0 || moments.length === 0) return () => [];
    try {
      return await (await load())(moments, withinMs);
    } catch (error) {
      logger.warn("local amounts could not be looked up; the alert goes out without them", {
        ...errorOrigin(error),
      });
      return () => [];
    }
  };
}
