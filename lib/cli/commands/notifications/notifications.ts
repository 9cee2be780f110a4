/** `vigia notifications`: lists and exports what was received, and shows one with everything that is known of it. */

import { expandBody } from "../../../notifications/raw-body.ts";
import { addCommand, addGroup, type Call, type CommandGroup } from "../../core/command.ts";
import * as option from "../../core/options.ts";
import { unservedNote } from "../../core/target.ts";
import { writeBytes } from "../../output/print.ts";
import { printRows, take } from "../../output/table.ts";
import { printNotification } from "./notification-details.ts";
import { filterOf, filterOptions, UnknownAmounts, withFilterOptions } from "./notification-options.ts";
import { notificationView } from "./notification-view.ts";
import { findNotification, NOTIFICATIONS, notificationsOf } from "./stored-notifications.ts";

export function addNotifications(program: CommandGroup): void {
  const group = addGroup(program, "notifications", "list and show what the service sent");
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
