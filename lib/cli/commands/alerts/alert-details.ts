/** `vigia alerts show`: an alert as it was sent, and the notifications and wallets that it speaks of. */

import pMap from "p-map";
import * as z from "zod/mini";
import { AlertStore, projectOfAlert, type StoredAlert } from "../../../alerts/alerts.ts";
import type { ListedNotification } from "../../../notifications/notification-schema.ts";
import { cleanText } from "../../../text/cleaning.ts";
import { safeJson } from "../../../text/escaping.ts";
import type { Wallet } from "../../../wallets/wallet.ts";
import { documents } from "../../core/aws.ts";
import type { Call } from "../../core/command.ts";
import type { CommandContext, Output } from "../../core/command-context.ts";
import { CommandError, WrongUseError } from "../../core/failure.ts";
import { readOptions } from "../../core/options.ts";
import type { Target } from "../../core/target.ts";
import { paint, printLine } from "../../output/print.ts";
import { factTable, tableOf } from "../../output/table.ts";
import { notificationView } from "../notifications/notification-view.ts";
import { notificationsOf } from "../notifications/stored-notifications.ts";
import { walletTable } from "../wallets/wallet-table.ts";
import { walletView } from "../wallets/wallet-view.ts";
import { aboutText, alertJson, kindText, madeAt, stateStyle, subjectCountOf } from "./alert-view.ts";

/** Subjects of an alert in their present state; those that have expired since are missing. */
interface Subjects {
  notifications: ListedNotification[];
  wallets: Wallet[];
}

const showOptions = z.object({ format: z.enum(["table", "jsonl"]) });

/** Shows the alert whose id is the first argument. */
export async function printAlert({ context, args: [id = ""], options, target }: Call): Promise<undefined> {
  const { format } = readOptions(showOptions, options);
  const projectId = projectOfAlert(id);
  if (projectId === undefined)
    throw new WrongUseError(
      "<id>: expected the id of an alert, such as 2026-03-01T12:00:00.000Z-1-5f2c91ab, as alerts and their list show it.",
    );
  const found = await target();
  const alert = await new AlertStore(documents(found), found.tables.alerts).find(id);
  const subjects =
    alert === undefined
      ? await namedBySubjects(found, id, projectId)
      : await subjectsOf(context, found, alert);
  if (alert === undefined && subjects.notifications.length === 0)
    throw new CommandError(
      `Nothing is kept of alert ${cleanText(id, 100)} in ${found.name}; where a message names it, its text could not be kept when it was sent. "vigia alerts list${found.flag}" shows those that are kept; one that told of a return stands under its notification, in "vigia notifications show${found.flag}".`,
    );
  if (format === "jsonl") {
    await printLine(context.stdout, safeJson(jsonOf(id, alert, subjects)));
    return;
  }
  if (alert === undefined)
    await printLine(
      context.stdout,
      `${id}\n\nIts text was not kept: it could not be recorded when it was sent.`,
    );
  else await printMessage(context.stdout, alert);
  await printSubjects(context.stdout, alert, subjects);
}

const CONCURRENT_READS = 10;

async function subjectsOf({ stderr }: CommandContext, target: Target, alert: StoredAlert): Promise<Subjects> {
  const queries = notificationsOf(target);
  const { store, tellCorrupt } = walletTable(target);
  const projectId = Number(alert.projectId);
  const keys = alert.subjects.flatMap((one) => ("key" in one ? [one] : []));
  const names = alert.subjects.flatMap((one) => ("key" in one ? [] : [{ projectId, ...one }]));
  const concurrency = CONCURRENT_READS;
  const notifications = await pMap(keys, (key) => queries.get(key), { concurrency });
  const wallets = await pMap(names, (name) => store.get(name), { concurrency });
  await tellCorrupt(stderr);
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

async function printMessage(stdout: Output, alert: StoredAlert): Promise<void> {
  const style = stateStyle(alert);
  await printLine(stdout, style === undefined ? alert.id : paint(stdout, style, alert.id));
  const sent = alert.sentAt === undefined ? alert.state : `${alert.state} at ${alert.sentAt}`;
  const facts: [string, string][] = [
    ["kind", kindText(alert)],
    ["state", sent],
    ["about", aboutText(alert)],
  ];
  await printLine(stdout, `\n${factTable(facts, stdout)}\n\nThe message as it was sent\n`);
  await printLine(stdout, `Subject: ${alert.message.subject}\n\n${alert.message.email.trimEnd()}`);
}

async function printSubjects(
  stdout: Output,
  alert: StoredAlert | undefined,
  { notifications, wallets }: Subjects,
): Promise<void> {
  if (alert !== undefined && subjectCountOf(alert) === 0) return;
  await printLine(stdout, "\nWhat it speaks of, as it is known now");
  if (notifications.length > 0)
    await printLine(stdout, tableOf(notificationView.columns, notifications, stdout));
  if (wallets.length > 0) await printLine(stdout, tableOf(walletView.columns, wallets, stdout));
  if (alert === undefined) {
    await printLine(
      stdout,
      'A return that it told of may be missing here: "vigia notifications show" names the alerts of each notification.',
    );
    return;
  }
  const missing = alert.subjects.length - notifications.length - wallets.length;
  const unlisted = subjectCountOf(alert) - alert.subjects.length;
  if (missing > 0) await printLine(stdout, `${missing} more: expired since, and not there any more.`);
  if (unlisted > 0)
    await printLine(
      stdout,
      `${unlisted} more: the record has no room for their names; "vigia notifications show" names the alert of each.`,
    );
}
