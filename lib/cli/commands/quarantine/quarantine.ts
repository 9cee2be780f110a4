/** `vigia quarantine`: authentic bodies that were not the contract; those that are today can be replayed. */

import { setTimeout as sleep } from "node:timers/promises";
import { SendMessageCommand } from "@aws-sdk/client-sqs";
import * as z from "zod/mini";
import { issuesLine, saidIssues } from "../../../contract/issues.ts";
import { encodeDelivery } from "../../../inbound/envelope.ts";
import type { StoredNotification } from "../../../notifications/notification-schema.ts";
import {
  replayDeliveryId,
  type Standing,
  senderOf,
  standingOf,
  standingText,
} from "../../../notifications/quarantined-body.ts";
import { expandBody } from "../../../notifications/raw-body.ts";
import { cleanText } from "../../../text/cleaning.ts";
import { csvForm } from "../../../text/csv.ts";
import { countOf } from "../../../text/cut.ts";
import { queues } from "../../core/aws.ts";
import { addCommand, addGroup, type Call, type CommandGroup } from "../../core/command.ts";
import { CommandError, EXIT, WrongUseError } from "../../core/failure.ts";
import * as option from "../../core/options.ts";
import { type Target, unservedNote } from "../../core/target.ts";
import { printRows, take, timeColumn, type View } from "../../output/table.ts";
import { riskStyle, riskText } from "../notifications/notification-view.ts";
import { showNotification } from "../notifications/notifications.ts";
import { notificationsOf, notifiedProjects, QUARANTINED } from "../notifications/stored-notifications.ts";

export function addQuarantine(program: CommandGroup): void {
  const group = addGroup(
    program,
    "quarantine",
    "list, show and replay authentic bodies that could not be read",
  );
  addCommand(group, "list", {
    summary: "list quarantined bodies, newest first, and whether Vigía can read them now",
    examples: ["vigia quarantine list", "vigia quarantine list --since 7d --format jsonl"],
    action: listQuarantine,
  })
    .option("--project <id>", "only this project (default: all)")
    .option("--since <time>", "received at or after: 2026-03-01, 2026-03-01T12:00:00Z, or 7d ago")
    .option("--rehearsals", "include rehearsals")
    .option("--limit <count>", "maximum number to list", "50")
    .option("--format <format>", "table, jsonl or csv", "table");
  addCommand(group, "show <key>", {
    summary: "show a quarantined body and why it could not be read",
    examples: ["vigia quarantine show 1#quarantined-5f2c --raw"],
    action: (call) => showNotification(call, QUARANTINED),
  }).option("--raw", "print the body as it was received, byte for byte");
  addCommand(group, "replay [keys...]", {
    summary: "store the quarantined bodies that Vigía can read now, and send their alerts",
    examples: ["vigia quarantine replay --all", "vigia quarantine replay 1#quarantined-5f2c"],
    action: replay,
  })
    .option("--all", "every body that can be replayed")
    .option("--project <id>", "with --all, only this project (default: all)");
}

const view: View<QuarantinedBody> = {
  columns: [
    timeColumn("received", ({ item }) => item.receivedAt),
    {
      header: "risk",
      value: ({ item }) => riskText(item),
      style: ({ item }) => riskStyle(item),
      wrap: 12,
    },
    { header: "key", value: ({ item }) => item.key },
    {
      header: "now",
      value: ({ standing }) => standingText(standing),
      style: ({ standing }) => (standing.state === "can be replayed" ? "green" : undefined),
      wrap: 16,
    },
  ],
  json: ({ item, standing }) => ({
    projectId: item.projectId,
    key: item.key,
    risk: item.risk,
    receivedAt: item.receivedAt,
    repeats: item.repeats,
    issues: saidIssues(item.issues ?? []),
    alert: item.alert,
    now:
      standing.state === "not understood" ? { ...standing, issues: saidIssues(standing.issues) } : standing,
  }),
  ...csvForm<QuarantinedBody>({
    projectId: ({ item }) => item.projectId,
    key: ({ item }) => item.key,
    risk: ({ item }) => item.risk,
    receivedAt: ({ item }) => item.receivedAt,
    repeats: ({ item }) => item.repeats,
    issues: ({ item }) => issuesLine(item.issues ?? []),
    now: ({ standing }) => standingText(standing),
  }),
};

async function listQuarantine({ context, options, target }: Call): Promise<undefined> {
  const { project, since, rehearsals, limit, format } = options({
    project: option.project,
    since: z.optional(option.time(context.now())),
    rehearsals: option.flag,
    limit: option.limit,
    format: option.format,
  });
  const found = await target();
  const rows = quarantined(found, {
    projectIds: await notifiedProjects(found, project),
    since,
    rehearsals,
  });
  const count = await printRows(context.stdout, format, view, take(rows, limit));
  if (count === 0 && format === "table")
    await context.note(`Nothing is quarantined in ${found.name}.${unservedNote(found, project)}`);
}

async function* quarantined(
  target: Target,
  filter: { projectIds: readonly number[]; since?: string | undefined; rehearsals: boolean },
): AsyncGenerator<QuarantinedBody> {
  const notifications = notificationsOf(target);
  for await (const { key } of notifications.list({ ...filter, kind: "quarantined" })) {
    const known = await notifications.find(key);
    if (known === undefined) continue;
    const item = known.notification;
    yield { item, standing: await standingOf(target.projectIds, notifications, item) };
  }
}

async function replay({ context, rest: keys, options, target }: Call): Promise<number> {
  const { all, project } = options({ all: option.flag, project: option.project });
  if (all === keys.length > 0)
    throw new WrongUseError("Name the bodies to replay by their keys, or use --all.");
  const found = await target();
  const bodies = all ? replayable(found, project) : named(found, [...new Set(keys)]);
  const count: Record<Replayed["kind"], number> = { replayed: 0, left: 0, unknown: 0 };
  for await (const { item, kind, text } of replayBodies(found, bodies)) {
    count[kind]++;
    await context.print(`${item.key}: ${cleanText(text, 600)}`);
  }
  const { replayed, left, unknown } = count;
  const rest = unknown === 0 ? "" : `, ${unknown} not yet known`;
  await context.print(`${countOf(replayed, "body", "bodies")} replayed, ${left} not${rest}.`);
  if (unknown > 0)
    await context.note(
      `Queued bodies are kept for days: "vigia quarantine list${found.flag}" shows their result, "vigia dlq list${found.flag}" those that failed.`,
    );
  if (unknown > 0 || (left > 0 && !all)) return EXIT.failed;
  return left > 0 ? EXIT.refusedLines : EXIT.done;
}

/** All that were not replayed yet. */
async function* replayable(target: Target, project: number | undefined): AsyncGenerator<QuarantinedBody> {
  const projectIds = await notifiedProjects(target, project);
  const bodies = quarantined(target, { projectIds, rehearsals: true });
  for await (const body of bodies) if (body.standing.state !== "replayed") yield body;
}

async function* named(target: Target, keys: readonly string[]): AsyncGenerator<QuarantinedBody> {
  const notifications = notificationsOf(target);
  const items: StoredNotification[] = [];
  // All are looked for before the first is replayed: a key with a slip in it leaves nothing half done.
  for (const key of keys) {
    const known = await notifications.find(key);
    if (known?.notification.kind !== "quarantined")
      throw new CommandError(
        `There is no quarantined body ${cleanText(key, 100)} in ${target.name}: "vigia quarantine list${target.flag}" lists them.`,
      );
    items.push(known.notification);
  }
  for (const item of items)
    yield { item, standing: await standingOf(target.projectIds, notifications, item) };
}

/** A quarantined body and its state. */
interface QuarantinedBody {
  item: StoredNotification;
  standing: Standing;
}

/** Outcome of a body's replay. `text` tells it to a person. */
interface Replayed {
  item: StoredNotification;
  kind: "replayed" | "left" | "unknown";
  text: string;
}

/** Bodies sent before their outcomes are looked for: none waits long for the others of its group. */
const GROUP_SIZE = 50;

/** Longest wait for a group to pass the queue, before it is reported as on its way: a batch waits for 5 seconds. */
const TIMEOUT_MS = 30_000;
const POLL_MS = 500;

/**
 * Replays bodies; what cannot be replayed is left. Each comes back once, with its outcome.
 * @param longestMs how long is waited for the outcomes of a group at most
 */
export async function* replayBodies(
  target: Target,
  bodies: AsyncIterable<QuarantinedBody>,
  longestMs = TIMEOUT_MS,
): AsyncGenerator<Replayed> {
  let timeoutMs = longestMs;
  for await (const group of groupsOf(bodies)) {
    for await (const replayed of replayGroup(target, group, timeoutMs)) {
      // If nothing of a group arrived, the queue has no consumer: the next groups need not wait as long in vain.
      if (replayed.kind === "unknown") timeoutMs = Math.min(POLL_MS, longestMs);
      if (replayed.kind === "replayed") timeoutMs = longestMs;
      yield replayed;
    }
  }
}

async function* groupsOf(bodies: AsyncIterable<QuarantinedBody>): AsyncGenerator<QuarantinedBody[]> {
  let group: QuarantinedBody[] = [];
  for await (const body of bodies) {
    group.push(body);
    if (group.length < GROUP_SIZE) continue;
    yield group;
    group = [];
  }
  yield group;
}

async function* replayGroup(
  target: Target,
  group: readonly QuarantinedBody[],
  timeoutMs: number,
): AsyncGenerator<Replayed> {
  let underWay: { item: StoredNotification; key: string }[] = [];
  for (const { item, standing } of group) {
    if (standing.state === "can be replayed") {
      await send(target, item);
      underWay.push({ item, key: standing.key });
    } else {
      const kind = standing.state === "replayed" ? "replayed" : "left";
      yield { item, kind, text: standingText(standing) };
    }
  }
  for (const end = Date.now() + timeoutMs; underWay.length > 0 && Date.now() < end; await sleep(POLL_MS)) {
    const still: typeof underWay = [];
    for (const one of underWay) {
      const outcome = await outcomeOf(target, one.item);
      if (outcome === undefined) still.push(one);
      else yield outcome;
    }
    underWay = still;
  }
  for (const { item, key } of underWay)
    yield { item, kind: "unknown", text: `queued, result not known yet: it becomes ${key}` };
}

async function send(target: Target, item: StoredNotification): Promise<void> {
  await queues(target).send(
    new SendMessageCommand({
      QueueUrl: target.queues.webhook,
      MessageBody: encodeDelivery({
        deliveryId: replayDeliveryId(item),
        // A replay does not change the time of receipt.
        receivedAt: item.receivedAt,
        projectId: senderOf(target.projectIds, item),
        // It was proven when it was received.
        rehearsal: item.rehearsal,
        body: expandBody(item.raw),
      }),
    }),
  );
}

/** Outcome of a body that was sent; undefined if not known yet. */
async function outcomeOf(target: Target, before: StoredNotification): Promise<Replayed | undefined> {
  const notifications = notificationsOf(target);
  const now = await standingOf(target.projectIds, notifications, before);
  if (now.state === "replayed") {
    const text = `stored as ${now.isChange ? "a change of " : ""}${now.key}`;
    return { item: before, kind: "replayed", text };
  }
  const item = (await notifications.find(before.key))?.notification;
  if (item === undefined || item.repeats === before.repeats) return undefined;
  const text = `quarantined again: this command can read it, but ${target.name} cannot yet; deploy this version there, then replay it`;
  return { item: before, kind: "left", text };
}
