/** `vigia rates`: what a dollar was worth on a day, which alerts show amounts by. */

import { InvalidArgumentError } from "@commander-js/extra-typings";
import { RateStore, rateText } from "../../../law/rates/rates.ts";
import { documents } from "../../core/aws.ts";
import { addCommand, addGroup, type CommandGroup, handle } from "../../core/command.ts";
import { WrongUseError } from "../../core/failure.ts";
import { dayIn } from "../../core/options.ts";

export function addRates(program: CommandGroup, summary: string): void {
  const group = addGroup(program, "rates", summary);
  addCommand(group, "set", {
    summary: "set a day's exchange rate of a currency, in units per US dollar",
    details:
      "An alert converts a transaction's dollars at the rate of its day, or at the latest rate of the seven days before. Without a rate it shows dollars only. A new rate changes no message that was sent.",
    examples: ["vigia rates set MXN 18.20 --on 2026-02-20"],
  })
    .argument("<currency>", "its code, such as MXN", currencyIn)
    .argument("<rate>", "units per US dollar", rateIn)
    .requiredOption("--on <day>", "the day of the rate: 2026-02-20", dayIn)
    .action(
      handle(group, async ({ context, chosenTarget }, currency, rate, { on: day }) => {
        // A day ahead: it may be tomorrow already where the rate was published.
        const latest = new Date(context.now() + 86_400_000).toISOString().slice(0, 10);
        if (day > latest) throw new WrongUseError(`--on: ${day} is in the future.`);
        const target = await chosenTarget();
        await new RateStore(documents(target), target.tables.rates).set({ currency, day, rate });
        await context.print(`One US dollar was ${currency} ${rate} on ${day}: set in ${target.name}.`);
        const { currencies } = target.money;
        if (!currencies.includes(currency))
          await context.note(
            `Alerts show no ${currency}: currencies has ${currencies.join(", ") || "none"}.`,
          );
      }),
    );
}

function currencyIn(text: string): string {
  if (/^(?!USD)[A-Z]{3}$/.test(text)) return text;
  throw new InvalidArgumentError("Expected the code of a currency other than USD, such as MXN.");
}

function rateIn(text: string): string {
  const rate = rateText.safeParse(text);
  if (rate.success) return rate.data;
  throw new InvalidArgumentError("Expected a number, such as 18.20.");
}
