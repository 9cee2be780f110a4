/** `vigia notifications export`: writes notifications to a file as they are read, and says what they add up to. */

import type { Command } from "commander";
import * as z from "zod/mini";
import type { ListedNotification } from "../../../notifications/notification-schema.ts";
import { usd } from "../../../text/amounts.ts";
import { countOf } from "../../../text/count-of.ts";
import { addCommand, type Call } from "../../core/command.ts";
import type { CommandContext } from "../../core/command-context.ts";
import { readOptions, textOption } from "../../core/options.ts";
import { writeNewFile } from "../../output/new-file.ts";
import { printLine } from "../../output/print.ts";
import { printRows } from "../../output/rows.ts";
import { factTable } from "../../output/table.ts";
import { filterOf, filterOptions, UnknownAmounts, withFilterOptions } from "./notification-options.ts";
import { notificationView } from "./notification-view.ts";
import { notificationsOf } from "./stored-notifications.ts";

/** JSON's numbers, without the exponents that make them endless. */
const DECIMAL = /^(-?)(\d{1,400})(?:\.(\d{1,400}))?(?:[eE]([+-]?\d{1,3}))?$/;

/** Adds decimal numbers exactly, however many digits they have. */
export class DecimalSum {
  #digits = 0n;
  #decimals = 0;

  /** Adds a JSON number's text. @returns false for anything else, which adds nothing */
  add(text: string): boolean {
    const parts = DECIMAL.exec(text);
    if (parts === null) return false;
    const [, sign = "", whole = "", fraction = "", exponent = "0"] = parts;
    const decimals = fraction.length - Number(exponent);
    const digits = BigInt(`${sign}${whole}${fraction}`);
    const common = Math.max(this.#decimals, decimals, 0);
    this.#digits =
      this.#digits * 10n ** BigInt(common - this.#decimals) + digits * 10n ** BigInt(common - decimals);
    this.#decimals = common;
    return true;
  }

  /** The sum in digits, with the decimals that it has. */
  toString(): string {
    const sign = this.#digits < 0n ? "-" : "";
    const digits = String(this.#digits)
      .replace("-", "")
      .padStart(this.#decimals + 1, "0");
    const whole = digits.slice(0, digits.length - this.#decimals);
    const fraction = digits.slice(digits.length - this.#decimals).replace(/0+$/, "");
    return `${sign}${whole}${fraction === "" ? "" : `.${fraction}`}`;
  }
}

export function addExport(group: Command, context: CommandContext): void {
  withFilterOptions(
    addCommand(group, context, "export", {
      summary: "write all notifications that fit to a file, the last received first",
      examples: [
        "vigia notifications export --format csv --out notifications.csv --since 30d",
        "vigia notifications export --format jsonl --out illegal.jsonl --risk illegal --force",
      ],
      action: exportNotifications,
    }),
  )
    .requiredOption("--format <format>", "csv or jsonl")
    .requiredOption("--out <file>", "the file to write")
    .option("--force", "write over a file that is there");
}

const PAGE = 500;

async function exportNotifications({ context, options, target }: Call): Promise<undefined> {
  const schema = z.object({
    ...filterOptions(context.now()),
    format: z.enum(["csv", "jsonl"]),
    out: textOption,
    force: z._default(z.boolean(), false),
  });
  const { format, out, force, ...filters } = readOptions(schema, options);
  const found = await target();
  const totals = new Totals();
  const unknown = new UnknownAmounts();
  const listed = notificationsOf(found).list(filterOf(found, filters), PAGE);
  const instead = "vigia notifications list --format csv --limit 1000000";
  await writeNewFile({ cwd: context.cwd, out, force, instead }, async (file) => {
    await printRows(file, format, notificationView, totals.counting(unknown.without(listed, filters.minUsd)));
  });
  await printLine(
    context.stdout,
    `${countOf(totals.count, "notification")} of ${found.name} written to ${out}.`,
  );
  if (totals.count > 0) await printLine(context.stdout, factTable(totals.facts(), context.stdout));
  if (unknown.note() !== "") await printLine(context.stderr, unknown.note());
}

class Totals {
  count = 0;
  readonly #byRisk = new Map<string, number>();
  readonly #usd = new DecimalSum();
  /** The ids of which a content was added. */
  readonly #added = new Set<string>();
  readonly #notAdded = { contents: 0, rehearsals: 0, unknown: 0 };

  /** The same notifications, counted as they pass. */
  async *counting(listed: AsyncIterable<ListedNotification>): AsyncGenerator<ListedNotification> {
    for await (const one of listed) {
      this.count++;
      const kind = one.kind === "notification" ? one.risk : one.kind;
      this.#byRisk.set(kind, (this.#byRisk.get(kind) ?? 0) + 1);
      if (one.kind !== "error") this.#add(one);
      yield one;
    }
  }

  /** Contents of one id are about one transaction; the one that was received last is the first that passes. */
  #add({ key, amount, rehearsal }: ListedNotification): void {
    if (rehearsal === true) this.#notAdded.rehearsals++;
    else if (this.#added.has(key)) this.#notAdded.contents++;
    else if (amount?.usd === undefined || !this.#usd.add(amount.usd)) this.#notAdded.unknown++;
    else this.#added.add(key);
  }

  facts(): [string, string][] {
    const order = ["illegal", "warn", "none", "error", "quarantined"];
    const counts = order.flatMap((kind): [string, string][] => {
      const count = this.#byRisk.get(kind);
      return count === undefined ? [] : [[kind, String(count)]];
    });
    const { contents, rehearsals, unknown } = this.#notAdded;
    const notAdded: [number, string][] = [
      [unknown, `${countOf(unknown, "amount")} unknown in USD`],
      [contents, `${countOf(contents, "earlier content")} of an id that was added`],
      [rehearsals, countOf(rehearsals, "rehearsal")],
    ];
    return [
      ...counts,
      ["USD in all", usd(this.#usd.toString())],
      ...notAdded.flatMap(([count, text]): [string, string][] => (count === 0 ? [] : [["not added", text]])),
    ];
  }
}
