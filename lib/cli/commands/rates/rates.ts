/** `vigia rates`: what a dollar was worth on a day, which alerts show amounts by. */

import * as z from "zod/mini";
import { isCalendarDate } from "../../../contract/calendar-date.ts";
import { type Rate, RateStore, rateText } from "../../../rates/rates.ts";
import { documents } from "../../core/aws.ts";
import { addCommand, addGroup, type Call, type CommandGroup } from "../../core/command.ts";
import { CommandError, WrongUseError } from "../../core/failure.ts";
import * as option from "../../core/options.ts";
import type { Target } from "../../core/target.ts";
import { printRows, take, type View } from "../../output/table.ts";

/** Rates in lists. */
const rateView: View<Rate> = {
  columns: [
    { header: "day", value: ({ day }) => day },
    { header: "currency", value: ({ currency }) => currency },
    { header: "a dollar", value: ({ rate }) => rate, align: "right" },
  ],
  json: ({ day, currency, rate }) => ({ day, currency, rate }),
  csvHeader: ["day", "currency", "rate"],
  csvCells: ({ day, currency, rate }) => [day, currency, rate],
};

export function addRates(program: CommandGroup): void {
  const group = addGroup(program, "rates", "set, list and delete exchange rates, for the amounts in alerts");
  addCommand(group, "set <currency> <rate>", {
    summary: "set a day's exchange rate of a currency, in units per US dollar",
    details:
      "An alert converts a transaction's dollars at the rate of its day, or at the latest rate of the seven days before. Without a rate it shows dollars only. A new rate changes no message that was sent.",
    examples: ["vigia rates set MXN 18.20 --on 2026-02-20"],
    action: setRate,
  }).requiredOption("--on <day>", "the day of the rate: 2026-02-20");
  addCommand(group, "list <currency>", {
    summary: "list the exchange rates of a currency, newest first",
    examples: ["vigia rates list MXN"],
    action: listRates,
  })
    .option("--limit <count>", "maximum number to list", "50")
    .option("--format <format>", "table, jsonl or csv", "table");
  addCommand(group, "delete <currency>", {
    summary: "delete the exchange rate of a day",
    examples: ["vigia rates delete MXN --on 2026-02-20"],
    action: deleteRate,
  }).requiredOption("--on <day>", "the day of the rate: 2026-02-20");
}

const dayOption = z
  .string()
  .check(z.refine(isCalendarDate, { error: "expected a valid day, such as 2026-11-20" }));

const onOptions = { on: dayOption };

function currencyIn(text = ""): string {
  if (/^(?!USD)[A-Z]{3}$/.test(text)) return text;
  throw new WrongUseError(
    "<currency>: expected the code of a currency other than USD, in capitals, such as MXN.",
  );
}

function storeOf(target: Target): RateStore {
  return new RateStore(documents(target), target.tables.rates);
}

async function setRate({ args: [code, text], options, context, target }: Call): Promise<undefined> {
  const currency = currencyIn(code);
  const { on: day } = options(onOptions);
  const rate = rateText.safeParse(text);
  if (!rate.success) throw new WrongUseError("<rate>: expected a number such as 18.20.");
  // A day ahead: it may be tomorrow already where the rate was published.
  const latest = new Date(context.now() + 86_400_000).toISOString().slice(0, 10);
  if (day > latest) throw new WrongUseError(`--on: ${day} is in the future.`);
  const found = await target();
  await storeOf(found).set({ currency, day, rate: rate.data });
  await context.print(`One US dollar was ${currency} ${rate.data} on ${day}: set in ${found.name}.`);
  if (!found.money.currencies.includes(currency))
    await context.note(
      `Alerts show no ${currency}: the setting currencies has ${found.money.currencies.join(", ") || "none"}.`,
    );
}

async function listRates({ args: [code], options, context, target }: Call): Promise<undefined> {
  const currency = currencyIn(code);
  const { limit, format } = options({ limit: option.limit, format: option.format });
  const found = await target();
  const count = await printRows(context.stdout, format, rateView, take(storeOf(found).list(currency), limit));
  if (count === 0 && format === "table")
    await context.note(
      `There is no rate of ${currency} in ${found.name}: run "vigia rates set ${currency} <rate> --on <day>${found.flag}".`,
    );
}

async function deleteRate({ args: [code], options, context, target }: Call): Promise<undefined> {
  const currency = currencyIn(code);
  const { on: day } = options(onOptions);
  const found = await target();
  if (!(await storeOf(found).delete(currency, day)))
    throw new CommandError(`There is no rate of ${currency} on ${day} in ${found.name}.`);
  await context.print(`The rate of ${currency} on ${day} was deleted from ${found.name}.`);
}
