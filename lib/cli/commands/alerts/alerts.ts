/** `vigia alerts`: each message that went to the officers, as it was sent, and what it speaks of. */

import pMap from "p-map";
import * as z from "zod/mini";
import { AlertStore, type AlertSubject, projectOfAlert, type StoredAlert } from "../../../alerts/alerts.ts";
import { nameOf } from "../../../notifications/notification-keys.ts";
import type { ListedNotification } from "../../../notifications/notification-schema.ts";
import { cleanText } from "../../../text/cleaning.ts";
import { csvForm } from "../../../text/csv.ts";
import { countOf } from "../../../text/cut.ts";
import { safeJson } from "../../../text/escaping.ts";
import type { Wallet } from "../../../wallets/wallet.ts";
import { documents } from "../../core/aws.ts";
import {
  addCommand,
  addGroup,
  type Call,
  type CommandContext,
  type CommandGroup,
} from "../../core/command.ts";
import { CommandError, WrongUseError } from "../../core/failure.ts";
import * as option from "../../core/options.ts";
import { recordedProjects, type Target, unservedNote } from "../../core/target.ts";
import { paint, type Style } from "../../output/print.ts";
import { factTable, printRows, tableOf, take, type View } from "../../output/table.ts";
import { notificationView } from "../notifications/notification-view.ts";
import { notificationsOf } from "../notifications/stored-notifications.ts";
import { walletTable } from "../wallets/wallet-table.ts";
import { walletView } from "../wallets/wallet-view.ts";

export function addAlerts(program: CommandGroup): void {
  const group = addGroup(program, "alerts", "list and show the alerts that were sent");
  addCommand(group, "list", {
    summary: "list alerts about notifications and wallets, newest first; a reminder stands where it was due",
    examples: ["vigia alerts list --since 7d", "vigia alerts list --state failed --format jsonl"],
    details:
      'A failed alert is sent again under a new id until it goes out. "vigia notifications list --alert pending" lists the notifications whose alert is still pending.',
    action: listAlerts,
  })
    .option("--project <id>", "only this project (default: all)")
    .option("--state <state>", "only pending, sent or failed")
    .option(
      "--since <time>",
      "created at or after, or due the day before and sent since: 2026-03-01, 2026-03-01T12:00:00Z, or 7d ago",
    )
    .option("--until <time>", "created before this moment (UTC without a zone)")
    .option("--rehearsals", "include rehearsals")
    .option("--limit <count>", "maximum number to list", "50")
    .option("--format <format>", "table, jsonl or csv", "table");
  addCommand(group, "show <id>", {
    summary: "show an alert as it was sent, and the records it reports",
    examples: ["vigia alerts show 2026-03-01T12:00:00.000Z-1-5f2c91ab"],
    action: printAlert,
  }).option("--format <format>", "table or jsonl", "table");
}

async function listAlerts({ context, options, target }: Call): Promise<undefined> {
  const { project, state, since, until, rehearsals, limit, format } = options({
    project: option.project,
    state: z.optional(z.enum(["pending", "sent", "failed"])),
    since: z.optional(option.time(context.now())),
    until: z.optional(option.time(context.now())),
    rehearsals: option.flag,
    limit: option.limit,
    format: option.format,
  });
  option.checkRange(since, until);
  const found = await target();
  const alerts = new AlertStore(documents(found), found.tables.alerts).list({
    projectIds: recordedProjects(found, project),
    state,
    since,
    until,
    rehearsals,
  });
  const count = await printRows(context.stdout, format, alertView, take(alerts, limit));
  if (format !== "table") return;
  if (count === 0) await context.note(`No alert in ${found.name} matches.${unservedNote(found, project)}`);
  if (count === limit) await context.note(`These are the last ${limit}; --limit shows more.`);
}

/** Number of notifications or wallets of an alert, listed or not. */
function subjectCountOf({ subjects, subjectCount }: StoredAlert): number {
  return subjectCount ?? subjects.length;
}

/** Time of an alert: its id begins with it. */
function madeAt({ id }: Pick<StoredAlert, "id">): string {
  return id.slice(0, "2026-03-01T12:00:00.000Z".length);
}

/** Subjects of an alert, in words: `3 notifications`, `3 contents of 1 notification`; the brief of a scan names no single wallet. */
function aboutText(alert: StoredAlert): string {
  if (alert.kind === "daily-brief") return "the brief of a day";
  if (alert.kind === "scan-brief") return `the scan of project ${alert.projectId}`;
  const { subjects } = alert;
  const count = subjectCountOf(alert);
  const [first] = subjects;
  if (first !== undefined && "address" in first) return countOf(count, "wallet");
  const ids = new Set(subjects.map((one) => ("key" in one ? one.key : ""))).size;
  // Of unlisted ones it is unknown how many share an id.
  return count === subjects.length && ids < count
    ? `${countOf(count, "content")} of ${countOf(ids, "notification")}`
    : countOf(count, "notification");
}

/** Sent ones are as they should be. */
function stateStyle({ state }: StoredAlert): Style | undefined {
  return state === "sent" ? undefined : state === "failed" ? "red" : "yellow";
}

/** Kind of an alert, and whether it is real. */
function kindText({ kind, rehearsal }: StoredAlert): string {
  return rehearsal === true ? `${kind}, rehearsal` : kind;
}

/** A subject by the name with which a command shows it. */
function subjectText(subject: AlertSubject): string {
  return "key" in subject ? nameOf(subject) : `${subject.address} on chain ${subject.chainId}`;
}

/** An alert as JSON, with the names of what it speaks of. */
function alertJson(alert: StoredAlert) {
  return {
    projectId: Number(alert.projectId),
    id: alert.id,
    at: madeAt(alert),
    kind: alert.kind,
    state: alert.state,
    sentAt: alert.sentAt ?? null,
    rehearsal: alert.rehearsal ?? false,
    subject: alert.message.subject,
    about: alert.subjects.map((one) => ("key" in one ? { key: nameOf(one) } : one)),
    aboutCount: subjectCountOf(alert),
  };
}

const alertView: View<StoredAlert> = {
  columns: [
    { header: "state", value: ({ state }) => state, style: stateStyle },
    { header: "about", value: aboutText, wrap: 10, optional: true },
    { header: "kind", value: kindText, wrap: 12, optional: true },
    { header: "id", value: ({ id }) => id },
    { header: "subject", value: ({ message }) => message.subject, wrap: 32 },
  ],
  json: alertJson,
  ...csvForm<StoredAlert>({
    projectId: (alert) => alert.projectId,
    id: (alert) => alert.id,
    at: madeAt,
    kind: (alert) => alert.kind,
    state: (alert) => alert.state,
    sentAt: (alert) => alert.sentAt,
    rehearsal: (alert) => alert.rehearsal ?? false,
    aboutCount: subjectCountOf,
    about: (alert) =>
      alert.subjects.length > 0 ? alert.subjects.map(subjectText).join("; ") : aboutText(alert),
    subject: (alert) => alert.message.subject,
  }),
};

/** Subjects of an alert in their present state; those that have expired since are missing. */
interface Subjects {
  notifications: ListedNotification[];
  wallets: Wallet[];
}

/** Shows the alert whose id is the first argument. */
async function printAlert({ context, args: [id = ""], options, target }: Call): Promise<undefined> {
  const { format } = options({ format: option.shownFormat });
  const projectId = projectOfAlert(id);
  if (projectId === undefined)
    throw new WrongUseError(
      '<id>: expected an alert\'s id, such as 2026-03-01T12:00:00.000Z-1-5f2c91ab, which the alert and "vigia alerts list" show.',
    );
  const found = await target();
  const alert = await new AlertStore(documents(found), found.tables.alerts).find(id);
  const subjects =
    alert === undefined
      ? await namedBySubjects(found, id, projectId)
      : await subjectsOf(context, found, alert);
  if (alert === undefined && subjects.notifications.length === 0)
    throw new CommandError(
      `There is no alert ${cleanText(id, 100)} in ${found.name}. If a message names it, its text could not be stored when it was sent. "vigia alerts list${found.flag}" lists the stored alerts; "vigia notifications show <key>${found.flag}" names the alert of a transaction that is flagged again.`,
    );
  if (format === "jsonl") {
    await context.print(safeJson(jsonOf(id, alert, subjects)));
    return;
  }
  if (alert === undefined) await context.print(`${id}\n\nIts text could not be stored when it was sent.`);
  else await printMessage(context, alert);
  await printSubjects(context, alert, subjects);
}

const CONCURRENT_READS = 10;

async function subjectsOf(context: CommandContext, target: Target, alert: StoredAlert): Promise<Subjects> {
  const queries = notificationsOf(target);
  const { store, tellCorrupt } = walletTable(target);
  const projectId = Number(alert.projectId);
  const keys = alert.subjects.flatMap((one) => ("key" in one ? [one] : []));
  const names = alert.subjects.flatMap((one) => ("key" in one ? [] : [{ projectId, ...one }]));
  const concurrency = CONCURRENT_READS;
  const notifications = await pMap(keys, (key) => queries.get(key), { concurrency });
  const wallets = await pMap(names, (name) => store.get(name), { concurrency });
  await tellCorrupt(context);
  return {
    notifications: notifications.filter((one) => one !== undefined),
    wallets: wallets.filter((one) => one !== undefined),
  };
}

/** A webhook waits on the queue and among the dead letters for 14 days at most before it is alerted. */
const LONGEST_WAIT_MS = 15 * 24 * 60 * 60 * 1_000;

/**
 * An alert without a record is still named by the notifications that it reported. Of a return it is named by the first
 * content of the id, which may be years old and which no list has by that: only its own page finds it.
 */
async function namedBySubjects(target: Target, id: string, projectId: number): Promise<Subjects> {
  const until = madeAt({ id });
  const since = new Date(Date.parse(until) - LONGEST_WAIT_MS).toISOString();
  const filter = { projectIds: [projectId], rehearsals: true, alert: "sent", since, until } as const;
  const alerted = await Array.fromAsync(notificationsOf(target).list(filter));
  return { notifications: alerted.filter(({ alert }) => alert.id === id), wallets: [] };
}

function jsonOf(id: string, alert: StoredAlert | undefined, { notifications, wallets }: Subjects) {
  return {
    id,
    ...(alert === undefined ? {} : alertJson(alert)),
    message: alert === undefined ? null : messageJson(alert.message),
    notifications: notifications.map((one) => notificationView.json(one)),
    wallets: wallets.map((one) => walletView.json(one)),
  };
}

/** The event as what it says, for a program that looks up what an event had no room for. */
function messageJson({ event, ...message }: StoredAlert["message"]) {
  return { ...message, ...(event === undefined ? {} : { event: JSON.parse(event) }) };
}

async function printMessage(context: CommandContext, alert: StoredAlert): Promise<void> {
  await context.print(paint(context.stdout, stateStyle(alert), alert.id));
  const sent = alert.sentAt === undefined ? alert.state : `${alert.state} at ${alert.sentAt}`;
  const facts: [string, string][] = [
    ["kind", kindText(alert)],
    ["state", sent],
    ["about", aboutText(alert)],
  ];
  await context.print(`\n${factTable(facts, context.stdout)}\n\nThe message as it was sent\n`);
  await context.print(`Subject: ${alert.message.subject}\n\n${alert.message.email.trimEnd()}`);
}

async function printSubjects(
  context: CommandContext,
  alert: StoredAlert | undefined,
  { notifications, wallets }: Subjects,
): Promise<void> {
  if (alert !== undefined && subjectCountOf(alert) === 0) return;
  await context.print("\nThe records that it reports, as stored now");
  if (notifications.length > 0)
    await context.print(tableOf(notificationView.columns, notifications, context.stdout));
  if (wallets.length > 0) await context.print(tableOf(walletView.columns, wallets, context.stdout));
  if (alert === undefined) {
    await context.print(
      'A return that it reported may be missing here: "vigia notifications show" names the alerts of each notification.',
    );
    return;
  }
  const missing = alert.subjects.length - notifications.length - wallets.length;
  const unlisted = subjectCountOf(alert) - alert.subjects.length;
  if (missing > 0) await context.print(`${missing} more: expired since.`);
  if (unlisted > 0)
    await context.print(
      `${unlisted} more: the record has no room for their names; "vigia notifications show" names the alert of each notification.`,
    );
}
