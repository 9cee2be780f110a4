/** The work of each morning, for the page System: the brief, the seal of the cases, and the rates of amounts. */

import { firstOf } from "../../aws/tables/query.ts";
import { SealStore } from "../../cases/integrity/seal-store.ts";
import { HEALTH } from "../../i18n/catalogue/health.ts";
import { vigia } from "../../i18n/text/own-command.ts";
import { addDays } from "../../i18n/time/calendar.ts";
import { umaOn } from "../../law/mexico.ts";
import { RateStore } from "../../law/rates/rates.ts";
import { briefDays } from "../../reports/brief/brief-days.ts";
import type { Finding, HealthCheck, HealthView } from "../../reports/health/checks.ts";
import type { Desk } from "../frame/desk-context.ts";
import { MXN, UMA } from "../kit/case-cells.tsx";

/** A day without a brief or a seal is made up for by the next morning. */
const LATE_DAYS = 2;

/** Days in which a last rate is looked for. */
const RATE_DAYS = 30;

export function morningChecks({
  database,
  environment,
  stores: { alerts },
}: Pick<Desk, "database" | "environment" | "stores">): HealthCheck[] {
  const { TIME_ZONE: timeZone, CURRENCIES: currencies } = environment;
  const seals = new SealStore(database, environment.CASES_TABLE);
  const rates = new RateStore(database, environment.RATES_TABLE);

  async function brief(view: HealthView): Promise<Finding> {
    const { first, day, id } = await briefDays(new Date(view.now), timeZone, alerts);
    const isSent = (await alerts.standing(id))?.state === "sent";
    const before = addDays(first, -1);
    return lastDay(view, HEALTH.brief, {
      last: isSent ? day : isOfWeek(before, day) ? before : undefined,
      wanted: day,
    });
  }

  async function seal(view: HealthView): Promise<Finding> {
    const last = await seals.last(new Date(view.now));
    const today = new Date(view.now).toISOString().slice(0, "YYYY-MM-DD".length);
    return lastDay(view, HEALTH.seal, { last: last?.day, wanted: addDays(today, -1) });
  }

  async function rate(view: HealthView, currency: string): Promise<Finding> {
    const { t, inWords } = view.translator;
    const today = new Date(view.now).toISOString().slice(0, "YYYY-MM-DD".length);
    const [last] = await firstOf(rates.between(currency, addDays(today, -RATE_DAYS), today), 1);
    const uma = currency === MXN ? umaOn(today) : undefined;
    const text = [
      last === undefined
        ? t(HEALTH.noRate, { days: RATE_DAYS })
        : t(HEALTH.rate, { rate: last.rate, day: inWords(last.day) }),
      ...(uma === undefined ? [] : [`${UMA} ${uma}`]),
    ].join("; ");
    return { about: t(HEALTH.rateOf, { currency }), state: last === undefined ? "none" : "ok", text };
  }

  return [
    { about: HEALTH.brief, run: async (view) => [await brief(view)] },
    { about: HEALTH.seal, run: async (view) => [await seal(view)] },
    { about: HEALTH.rateOf, run: (view) => Promise.all(currencies.map((currency) => rate(view, currency))) },
  ];
}

/** Days of a brief are counted back for a week, and no further. */
function isOfWeek(before: string, day: string): boolean {
  return before > addDays(day, -7);
}

/**
 * The last day that a morning covered.
 * @param days.last undefined before the first, which is no trouble: alarms tell of one that never comes
 * @param days.wanted the last day that this morning may cover
 */
function lastDay(
  { stage, translator: { t } }: HealthView,
  about: typeof HEALTH.brief | typeof HEALTH.seal,
  { last, wanted }: { last: string | undefined; wanted: string },
): Finding {
  if (last === undefined) return { about: t(about), state: "none", text: t(HEALTH.noneYet) };
  const text = t(HEALTH.until, { day: last });
  if (last > addDays(wanted, -LATE_DAYS)) return { about: t(about), state: "ok", text };
  const toDo = t(HEALTH.runDoctor, { command: vigia(stage, "doctor") });
  return { about: t(about), state: "warning", text, toDo };
}
