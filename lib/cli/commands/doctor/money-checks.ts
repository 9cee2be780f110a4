/** Checks of amounts in local money: rates, and Mexico's UMA. */

import { RateStore } from "../../../rates/rates.ts";
import { missingUma } from "../../../rates/uma.ts";
import { documents } from "../../core/aws.ts";
import { take } from "../../output/rows.ts";
import { type Check, type CheckContext, type CheckResult, ok, warning } from "./checks.ts";

const DAY_MS = 86_400_000;

/** An amount is shown with a rate of its day or of the seven before. */
const OLDEST_DAYS = 7;

export const moneyChecks: readonly Check[] = [
  { about: "rates", run: rates },
  { about: "UMA", run: async (context) => uma(context) },
];

async function rates({ target, now }: CheckContext): Promise<CheckResult[]> {
  const store = new RateStore(documents(target), target.tables.rates);
  return Promise.all(
    target.money.currencies.map(async (currency) => {
      const about = `rates of ${currency}`;
      const toDo = `run "vigia rates set ${currency} <rate> --on <day>${target.flag}"`;
      const [last] = await Array.fromAsync(take(store.list(currency), 1));
      if (last === undefined) return ok(about, "none is set: amounts are shown in dollars alone");
      const oldest = new Date(now - OLDEST_DAYS * DAY_MS).toISOString().slice(0, 10);
      const text = `the last is ${last.rate}, of ${last.day}`;
      return last.day < oldest
        ? warning(about, `${text}: new amounts are shown in dollars alone`, toDo)
        : ok(about, text);
    }),
  );
}

/** INEGI publishes the UMA of a year in its first days; it holds from 1 February. */
function uma({ target, now }: CheckContext): CheckResult[] {
  if (!target.money.currencies.includes("MXN")) return [];
  const missing = missingUma(new Date(now).toISOString().slice(0, 10), target.money.uma);
  return [
    missing === undefined
      ? ok("UMA", "of this year is known")
      : warning(
          "UMA",
          `of ${missing}, which holds from 1 February ${missing}, is not known: amounts are then shown without it`,
          `take it from INEGI and set uma to {"${missing}": "<pesos a day>"} in cdk.json, or update vigia; then deploy`,
        ),
  ];
}
