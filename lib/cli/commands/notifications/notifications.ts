/** `vigia notifications`: lists and exports what was received, and shows one with everything that is known of it. */

import Big from "big.js";
import * as z from "zod/mini";
import type { NotificationKey } from "../../../notifications/notification-keys.ts";
import type { ListedNotification, StoredNotification } from "../../../notifications/notification-schema.ts";
import { expandBody } from "../../../notifications/raw-body.ts";
import { lastReceiptOf } from "../../../notifications/repeats.ts";
import { decimalOf, usd } from "../../../text/amounts.ts";
import { cleanText } from "../../../text/cleaning.ts";
import { countOf } from "../../../text/cut.ts";
import { addCommand, addGroup, type Call, type CommandGroup } from "../../core/command.ts";
import * as option from "../../core/options.ts";
import { unservedNote } from "../../core/target.ts";
import { writeNewFile } from "../../output/new-file.ts";
import { writeBytes } from "../../output/print.ts";
import { factTable, printRows, take } from "../../output/table.ts";
import { printNotification } from "./notification-details.ts";
import { filterOf, filterOptions, UnknownAmounts, withFilterOptions } from "./notification-options.ts";
import { notificationView } from "./notification-view.ts";
import { findNotification, NOTIFICATIONS, notificationsOf } from "./stored-notifications.ts";

export function addNotifications(program: CommandGroup): void {
  const group = addGroup(program, "notifications", "list, show and export what the service sent");
  withFilterOptions(
    addCommand(group, "list", {
      summary: "list notifications, newest first",
      examples: [
        "vigia notifications list --risk illegal --since 7d",
        "vigia notifications list --user u-1 --country MX --format csv",
        "vigia notifications list --kind quarantined --format jsonl",
      ],
      action: listNotifications,
    }),
  )
    .option("--limit <count>", "maximum number to list", "50")
    .option("--format <format>", "table, jsonl or csv", "table");
  addCommand(group, "show <key>", {
    summary: "show a notification in full, by its key <projectId>#<id>, or the last one",
    examples: ["vigia notifications show last", "vigia notifications show 1#42 --raw > body.json"],
    action: (call) => showNotification(call),
  }).option("--raw", "print the body as it was received, byte for byte");
  addExport(group);
}

async function listNotifications({ context, options, target }: Call): Promise<undefined> {
  const { limit, format, ...filters } = options({
    ...filterOptions(context.now()),
    limit: option.limit,
    format: option.format,
  });
  const found = await target();
  const listed = notificationsOf(found).list(filterOf(found, filters), Math.min(limit, MAX_PAGE));
  const unknown = new UnknownAmounts();
  const rows = take(unknown.without(listed, filters.minUsd), limit);
  const count = await printRows(context.stdout, format, notificationView, rows);
  if (unknown.note() !== "") await context.note(unknown.note());
  if (format !== "table") return;
  if (count === 0)
    await context.note(`Nothing that ${found.name} received matches.${unservedNote(found, filters.project)}`);
  if (count === limit)
    await context.note(`These are the last ${limit}; --limit shows more, --until goes back further.`);
}

const MAX_PAGE = 500;

/**
 * Shows the notification whose key is the first argument, or with `--raw` its body.
 * @param among what is looked for
 */
export async function showNotification(
  { context, args: [key = ""], options, target }: Call,
  among = NOTIFICATIONS,
): Promise<undefined> {
  const { raw } = options({ raw: option.flag });
  const found = await target();
  const known = await findNotification(found, key, among);
  if (!raw) {
    await printNotification(context, found, known);
    return;
  }
  await writeBytes(context.stdout, expandBody(known.notification.raw));
}

function addExport(group: CommandGroup): void {
  withFilterOptions(
    addCommand(group, "export", {
      summary: "export the matching notifications to a file, newest first",
      examples: [
        "vigia notifications export --format csv --out notifications.csv --since 30d",
        "vigia notifications export --format jsonl --out illegal.jsonl --risk illegal --force",
      ],
      action: exportNotifications,
    }),
  )
    .requiredOption("--format <format>", "csv or jsonl")
    .requiredOption("--out <file>", "the file to write")
    .option("--force", "overwrite an existing file");
}

const PAGE = 500;

/** An amount such as `1e-300` would fill the sum with its digits. */
const MAX_DIGITS = 60;

async function exportNotifications({ context, options, target }: Call): Promise<undefined> {
  const { format, out, force, ...filters } = options({
    ...filterOptions(context.now()),
    format: z.enum(["csv", "jsonl"]),
    out: option.text,
    force: option.flag,
  });
  const found = await target();
  const notifications = notificationsOf(found);
  const totals = new Totals((key) => notifications.get(key));
  const unknown = new UnknownAmounts();
  const listed = notifications.list(filterOf(found, filters), PAGE);
  const instead = "vigia notifications list --format csv --limit 1000000";
  await writeNewFile({ cwd: context.cwd, out, force, instead }, async (file) => {
    await printRows(file, format, notificationView, totals.counting(unknown.without(listed, filters.minUsd)));
  });
  await context.print(
    `${countOf(totals.count, "notification")} of ${found.name} written to ${cleanText(out, 200)}.`,
  );
  if (totals.count > 0) await context.print(factTable(totals.facts(), context.stdout));
  if (unknown.note() !== "") await context.note(unknown.note());
}

class Totals {
  count = 0;
  readonly #byRisk = new Map<string, number>();
  #usd = new Big(0);
  /** Content of each id that was added to the sum. */
  readonly #added = new Map<string, string>();
  readonly #notAdded = { contents: 0, rehearsals: 0, unknown: 0, long: 0 };

  readonly #get: (key: NotificationKey) => Promise<StoredNotification | undefined>;

  constructor(get: (key: NotificationKey) => Promise<StoredNotification | undefined>) {
    this.#get = get;
  }

  /** The same notifications, counted as they pass. */
  async *counting(listed: AsyncIterable<ListedNotification>): AsyncGenerator<ListedNotification> {
    for await (const one of listed) {
      this.count++;
      const kind = one.kind === "notification" ? one.risk : one.kind;
      this.#byRisk.set(kind, (this.#byRisk.get(kind) ?? 0) + 1);
      if (one.kind !== "error") await this.#add(one);
      yield one;
    }
  }

  /** Contents of one id are about one transaction: the one that was said last counts. */
  async #add({ key, version, amount, rehearsal, repeats }: ListedNotification): Promise<void> {
    if (rehearsal === true) {
      this.#notAdded.rehearsals++;
      return;
    }
    const dollars = decimalOf(amount?.usd ?? "");
    const isLong = dollars !== undefined && dollars.toFixed().length > MAX_DIGITS;
    const added = this.#added.get(key);
    if (added === undefined) {
      if (dollars === undefined) this.#notAdded.unknown++;
      else if (isLong) this.#notAdded.long++;
      else {
        this.#usd = this.#usd.plus(dollars);
        this.#added.set(key, version);
      }
      return;
    }
    this.#notAdded.contents++;
    // Contents pass by their first receipt, the last before the others: only what was repeated may be later.
    if (repeats === 0 || dollars === undefined || isLong) return;
    const [before, now] = await Promise.all([
      this.#get({ key, version: added }),
      this.#get({ key, version }),
    ]);
    if (before === undefined || now === undefined || lastReceiptOf(now) <= lastReceiptOf(before)) return;
    this.#usd = this.#usd.minus(decimalOf(before.amount?.usd ?? "") ?? 0).plus(dollars);
    this.#added.set(key, version);
  }

  facts(): [string, string][] {
    const order = ["illegal", "warn", "none", "error", "quarantined"];
    const counts = order.flatMap((kind): [string, string][] => {
      const count = this.#byRisk.get(kind);
      return count === undefined ? [] : [[kind, String(count)]];
    });
    const { contents, rehearsals, unknown, long } = this.#notAdded;
    const notAdded: [number, string][] = [
      [unknown, `${countOf(unknown, "amount")} unknown in USD`],
      [long, `${countOf(long, "amount")} in USD of more than ${MAX_DIGITS} digits`],
      [contents, `${countOf(contents, "earlier content")} of an id that was added`],
      [rehearsals, countOf(rehearsals, "rehearsal")],
    ];
    return [
      ...counts,
      ["USD in all", usd(this.#usd.toFixed())],
      ...notAdded.flatMap(([count, text]): [string, string][] => (count === 0 ? [] : [["not added", text]])),
    ];
  }
}
