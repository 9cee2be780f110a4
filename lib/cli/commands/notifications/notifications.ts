/** `vigia notifications`: what the service sent, to list and to show, and unreadable bodies to deliver again. */

import { SendMessageCommand } from "@aws-sdk/client-sqs";
import { Option } from "@commander-js/extra-typings";
import { cleanText } from "../../../i18n/text/cleaning.ts";
import { countOf } from "../../../i18n/text/cut.ts";
import { encodeDelivery } from "../../../intake/envelope.ts";
import { TEXT_FILTERS } from "../../../intake/notifications/notification-filter.ts";
import { nameOf } from "../../../intake/notifications/notification-keys.ts";
import type { StoredNotification } from "../../../intake/notifications/notification-schema.ts";
import {
  replayDeliveryId,
  standingOf,
  standingText,
} from "../../../intake/notifications/quarantined-body.ts";
import { expandBody } from "../../../intake/notifications/raw-body.ts";
import { queues } from "../../core/aws.ts";
import { addCommand, addGroup, type CommandGroup, handle } from "../../core/command.ts";
import { EXIT, WrongUseError } from "../../core/failure.ts";
import {
  chainIn,
  checkRange,
  formatOption,
  limitOption,
  projectOption,
  sinceOption,
  textIn,
  untilOption,
} from "../../core/options.ts";
import { projectsToSearch, type Target, unservedNote } from "../../core/target.ts";
import { printList } from "../../output/list.ts";
import { writeBytes } from "../../output/print.ts";
import { NOTIFICATION_COLUMNS } from "./notification-columns.ts";
import { printNotification } from "./notification-details.ts";
import { findNotification, notificationsOf } from "./stored-notifications.ts";

export function addNotifications(program: CommandGroup, summary: string): void {
  const group = addGroup(program, "notifications", summary);
  addList(group);
  addShow(group);
  addReplay(group);
}

const { wallet, law, country } = TEXT_FILTERS;

function addList(group: CommandGroup): void {
  addCommand(group, "list", {
    summary: "list notifications, newest first",
    examples: [
      "vigia notifications list --risk illegal --since 7d",
      "vigia notifications list --user u-1 --country MX --format csv",
      "vigia notifications list --kind quarantined --format jsonl",
    ],
  })
    .addOption(projectOption)
    .option("--user <id>", "only this user, by the id in your system", textIn)
    .option("--chain <id>", "only this chain", chainIn)
    .option("--wallet <address>", wallet.option[1], textIn)
    .option("--law <name>", law.option[1], textIn)
    .option("--country <code>", country.option[1], textIn)
    .addOption(new Option("--risk <risk>", "only this risk").choices(["illegal", "warn", "none"] as const))
    .addOption(sinceOption(group.context))
    .addOption(untilOption(group.context))
    .addOption(
      new Option("--kind <kind>", "only this kind").choices([
        "notification",
        "error",
        "quarantined",
      ] as const),
    )
    .addOption(
      new Option("--alert <state>", "only with an alert in this state").choices([
        "none",
        "pending",
        "sent",
      ] as const),
    )
    .addOption(limitOption)
    .addOption(formatOption)
    .action(
      handle(group, async ({ context, chosenTarget }, { project, user, chain, limit, format, ...filter }) => {
        checkRange(filter.since, filter.until);
        const target = await chosenTarget();
        const wanted = {
          ...filter,
          projectIds: projectsToSearch(target, project),
          userId: user,
          chainId: chain,
        };
        const listed = notificationsOf(target).list(wanted, Math.min(limit, MAX_PAGE));
        const count = await printList(context.stdout, { format, limit }, NOTIFICATION_COLUMNS, listed);
        if (format !== "table") return;
        if (count === 0)
          await context.note(`Nothing that ${target.name} received matches.${unservedNote(target, project)}`);
        if (count === limit)
          await context.note(`These are the last ${limit}; --limit shows more, --until goes back further.`);
      }),
    );
}

const MAX_PAGE = 500;

function addShow(group: CommandGroup): void {
  addCommand(group, "show <key>", {
    summary: "show a notification in full, by its key <projectId>#<id>, or the last one",
    examples: ["vigia notifications show last", "vigia notifications show 1#42 --raw > body.json"],
  })
    .option("--raw", "print the body as it was received, byte for byte")
    .action(
      handle(group, async ({ context, chosenTarget }, key, { raw }) => {
        const target = await chosenTarget();
        const notification = await findNotification(target, key);
        if (raw) await writeBytes(context.stdout, expandBody(notification.notification.raw));
        else await printNotification(context, target, notification);
      }),
    );
}

function addReplay(group: CommandGroup): void {
  addCommand(group, "replay [keys...]", {
    summary: "deliver quarantined bodies again that Vigía can read now: they are stored and alerted",
    examples: ["vigia notifications replay 1#quarantined#5f2c", "vigia notifications replay --all"],
    details:
      "A body keeps the times of its signature and its receipt. One that was replayed already is not delivered again.",
  })
    .option("--all", "every quarantined body")
    .addOption(projectOption)
    .action(
      handle(group, async ({ context, chosenTarget }, keys, { all = false, project }) => {
        if (all === keys.length > 0)
          throw new WrongUseError("Name the bodies to replay by their keys, or use --all.");
        const target = await chosenTarget();
        let [sentCount, leftCount] = [0, 0];
        for await (const item of all ? quarantinedIn(target, project) : await namedIn(target, keys)) {
          const standing = await standingOf(notificationsOf(target), item);
          if (standing.state === "can be replayed") {
            await deliver(target, item);
            sentCount++;
            await context.print(`${nameOf(item)}: delivered again, and becomes ${standing.key}`);
          } else {
            if (standing.state === "not understood") leftCount++;
            await context.print(`${nameOf(item)}: ${cleanText(standingText(standing), 600)}`);
          }
        }
        await context.print(
          `${countOf(sentCount, "body", "bodies")} delivered again, ${leftCount} not understood.`,
        );
        if (leftCount === 0) return EXIT.done;
        return all ? EXIT.refusedLines : EXIT.failed;
      }),
    );
}

/** All quarantined bodies: one that was replayed is not delivered again. */
async function* quarantinedIn(
  target: Target,
  project: number | undefined,
): AsyncGenerator<StoredNotification> {
  const notifications = notificationsOf(target);
  const projectIds = projectsToSearch(target, project);
  for await (const notification of notifications.list({ projectIds, kind: "quarantined" })) {
    const item = await notifications.get(notification);
    if (item !== undefined) yield item;
  }
}

/** The notifications of keys. All are looked for before the first is delivered: a key with a slip in it leaves nothing half done. */
async function namedIn(target: Target, keys: readonly string[]): Promise<StoredNotification[]> {
  const items: StoredNotification[] = [];
  for (const key of new Set(keys)) {
    const { notification } = await findNotification(target, key);
    if (notification.kind !== "quarantined")
      throw new WrongUseError(`${cleanText(key, 100)} is not quarantined: it was stored and alerted.`);
    items.push(notification);
  }
  return items;
}

/** Delivers a body as it was received: at that time, from that sender. */
async function deliver(target: Target, item: StoredNotification): Promise<void> {
  await queues(target).send(
    new SendMessageCommand({
      QueueUrl: target.queues.webhook,
      MessageBody: encodeDelivery({
        deliveryId: replayDeliveryId(item),
        receivedAt: item.receivedAt,
        signedAt: item.signedAt,
        projectId: item.projectId,
        body: expandBody(item.raw),
      }),
    }),
  );
}
