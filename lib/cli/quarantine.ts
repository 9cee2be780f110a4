/** `vigia quarantine`: authentic bodies that were not the contract; those that are today can be replayed. */

import { setTimeout as sleep } from "node:timers/promises";
import { SendMessageCommand } from "@aws-sdk/client-sqs";
import type { Command } from "commander";
import * as z from "zod/mini";
import { cleanText } from "../alert/clean.ts";
import { seal } from "../inbound/envelope.ts";
import type { NotificationQueries } from "../store/notification-queries.ts";
import type { StoredNotification } from "../store/notification-schema.ts";
import { expandBody } from "../store/raw-body.ts";
import { queues } from "./aws.ts";
import { addCommand, addGroup, type Call } from "./command.ts";
import { counted } from "./counting.ts";
import { EXIT, Failure, WrongUse } from "./failure.ts";
import { riskStyle, riskText, shortRiskText } from "./notification-view.ts";
import { showNotification } from "./notifications.ts";
import { formatOption, limitOption, projectOption, readOptions, timeOption } from "./options.ts";
import { printLine } from "./print.ts";
import { chosenProjects } from "./project.ts";
import { replayDeliveryId, type Standing, standingOf, standingText } from "./quarantined-body.ts";
import { printRows, take, type View } from "./rows.ts";
import { notificationsOf, QUARANTINED } from "./stored-notifications.ts";
import type { Target } from "./target.ts";
import { timeColumn } from "./time-column.ts";
import type { World } from "./world.ts";

/** Adds the group. */
export function addQuarantine(program: Command, world: World): void {
  const group = addGroup(program, "quarantine", "authentic bodies that were not understood, kept whole");
  addCommand(group, world, "list", {
    summary: "list quarantined bodies, the last received first, and whether they are understood now",
    examples: ["vigia quarantine list", "vigia quarantine list --since 7d --format jsonl"],
    action: listQuarantine,
  })
    .option("--project <id>", "only this project (default: all)")
    .option("--since <time>", "received at or after: 2026-03-01, 2026-03-01T12:00:00Z, or 7d ago")
    .option("--rehearsals", "rehearsals too, which are left out otherwise")
    .option("--limit <count>", "how many at most", "50")
    .option("--format <format>", "table, jsonl or csv", "table");
  addCommand(group, world, "show <key>", {
    summary: "show a quarantined body and why it was not understood",
    examples: ["vigia quarantine show 1#quarantined-5f2c --raw"],
    action: (call) => showNotification(call, QUARANTINED),
  }).option("--raw", "print the body as it was received, byte for byte");
  addCommand(group, world, "replay [keys...]", {
    summary: "store and alert bodies that are understood now, as if they had just been",
    examples: ["vigia quarantine replay --all", "vigia quarantine replay 1#quarantined-5f2c"],
    action: replay,
  }).option("--all", "every one that can be replayed");
}

/** A quarantined body and how it stands. */
interface Row {
  item: StoredNotification;
  standing: Standing;
}

const view: View<Row> = {
  columns: [
    timeColumn("received", ({ item }) => item.receivedAt),
    {
      header: "risk",
      value: ({ item }) => riskText(item),
      short: { value: ({ item }) => shortRiskText(item) },
      style: ({ item }) => riskStyle(item),
      keep: true,
    },
    { header: "key", value: ({ item }) => item.key, whole: 20 },
    {
      header: "now",
      value: ({ standing }) => standingText(standing),
      style: ({ standing }) => (standing.state === "can be replayed" ? "green" : undefined),
    },
  ],
  json: ({ item, standing }) => ({
    projectId: item.projectId,
    key: item.key,
    risk: item.risk,
    receivedAt: item.receivedAt,
    repeats: item.repeats,
    issues: item.issues ?? [],
    alert: item.alert,
    now: standing,
  }),
  csvHeader: ["projectId", "key", "risk", "receivedAt", "repeats", "issues", "now"],
  csvCells: ({ item, standing }) => [
    item.projectId,
    item.key,
    item.risk,
    item.receivedAt,
    item.repeats,
    (item.issues ?? []).map(({ path, message }) => `${path}: ${message}`).join("; "),
    standingText(standing),
  ],
};

async function listQuarantine({ world, options, target }: Call): Promise<undefined> {
  const schema = z.object({
    project: z.optional(projectOption),
    since: z.optional(timeOption(world.now())),
    rehearsals: z._default(z.boolean(), false),
    limit: limitOption,
    format: formatOption,
  });
  const { project, since, rehearsals, limit, format } = readOptions(schema, options);
  const found = await target();
  const rows = quarantined(found, {
    projectIds: chosenProjects(found, project),
    since: since === undefined ? undefined : new Date(since).toISOString(),
    rehearsals,
  });
  const count = await printRows(world.stdout, format, view, take(rows, limit));
  if (count === 0 && format === "table")
    await printLine(world.stderr, `Nothing is quarantined in ${found.name}.`);
}

async function* quarantined(
  target: Target,
  filter: { projectIds: readonly number[]; since?: string | undefined; rehearsals: boolean },
): AsyncGenerator<Row> {
  const notifications = notificationsOf(target);
  for await (const { key } of notifications.list({ ...filter, kind: "quarantined" })) {
    const known = await notifications.find(key);
    if (known === undefined) continue;
    const item = known.notification;
    yield { item, standing: await standingOf(target, notifications, item) };
  }
}

async function replay({ world, rest: keys, options, target }: Call): Promise<number> {
  const { all } = readOptions(z.object({ all: z._default(z.boolean(), false) }), options);
  if (all === keys.length > 0) throw new WrongUse("Name the bodies to replay by their keys, or say --all.");
  const found = await target();
  const notifications = notificationsOf(found);
  const rows = all
    ? quarantined(found, { projectIds: found.projectIds, rehearsals: true })
    : named(found, keys);
  const count = { stored: 0, left: 0 };
  for await (const row of rows) {
    // Under --all, what was replayed before is not worth a line.
    if (all && row.standing.state === "replayed") continue;
    const outcome = await replayOne(found, notifications, row);
    count[outcome.done ? "stored" : "left"]++;
    await printLine(world.stdout, `${row.item.key}: ${cleanText(outcome.text, 600)}`);
  }
  await printLine(world.stdout, `${counted(count.stored, "body", "bodies")} replayed, ${count.left} not.`);
  return count.left > 0 && !all ? EXIT.failed : EXIT.done;
}

async function* named(target: Target, keys: readonly string[]): AsyncGenerator<Row> {
  const notifications = notificationsOf(target);
  for (const key of keys) {
    const known = await notifications.find(key);
    if (known?.notification.kind !== "quarantined")
      throw new Failure(
        `There is no quarantined body ${cleanText(key, 100)} in ${target.name}: "vigia quarantine list${target.flag}" shows those that there are.`,
      );
    yield { item: known.notification, standing: await standingOf(target, notifications, known.notification) };
  }
}

/** How long a replayed body may take through the queue before it is only said to be on its way. */
const PATIENCE_MS = 30_000;
const POLL_MS = 500;

async function replayOne(
  target: Target,
  notifications: NotificationQueries,
  { item, standing }: Row,
): Promise<{ done: boolean; text: string }> {
  if (standing.state !== "can be replayed")
    return { done: standing.state === "replayed", text: standingText(standing) };
  await queues(target).send(
    new SendMessageCommand({
      QueueUrl: target.queues.webhook,
      MessageBody: seal({
        deliveryId: replayDeliveryId(item),
        // When it was received is a fact that replaying does not change.
        receivedAt: item.receivedAt,
        projectId: target.projectIds.includes(item.projectId) ? item.projectId : undefined,
        rehearsal: item.rehearsal,
        body: expandBody(item.raw),
      }),
    }),
  );
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(POLL_MS)) {
    const now = await standingOf(target, notifications, item);
    if (now.state === "replayed") return { done: true, text: `stored as ${now.key}` };
  }
  return { done: true, text: `queued; it becomes ${standing.key}` };
}
