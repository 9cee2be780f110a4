/** Alerts people to what deliveries owe them: grouped by project and kind, published, and only then marked as sent. */

import pMap from "p-map";
import { errorOrigin } from "../aws/error-name.ts";
import { logger } from "../aws/observe.ts";
import type { Translator } from "../i18n/translator.ts";
import type { ReadDelivery } from "../intake/delivery.ts";
import { nameOf } from "../intake/notifications/notification-keys.ts";
import type { NotificationStore } from "../intake/notifications/notifications.ts";
import { notificationOf, type Recorded, returnOwed, returnTold } from "../intake/recording.ts";
import type { LocalMoney } from "../law/rates/local-amount.ts";
import type { MoneyLookUp } from "../law/rates/local-money.ts";
import { type ChainLookup, type ChainStore, lookUpChains } from "../screening/chains.ts";
import type { AlertSubject } from "./alerts.ts";
import type { DeskUrl } from "./messages/desk-links.ts";
import type { AlertOrigin, Transaction } from "./messages/facts.ts";
import type { AlertMessage } from "./messages/message.ts";
import { quarantineAlert } from "./messages/quarantine-alert.ts";
import { serviceErrorAlert } from "./messages/service-error-alert.ts";
import { transactionAlert } from "./messages/transaction-alert.ts";
import type { AlertPublisher } from "./publisher.ts";

/** Means of sending alerts. */
export interface IntakeAlerting {
  publisher: () => AlertPublisher;
  notifications: NotificationStore;
  chains: ChainStore;
  money: MoneyLookUp;
  stage: string;
  /** Absent where none is deployed. */
  desk?: DeskUrl;
}

const CONCURRENT_MARKS = 25;

/** Share of the remaining time to wait for names of chains and rates; an alert goes out without them. */
const CHAINS_SHARE_OF_TIME = 1 / 8;

/**
 * Publishes what is due: one message for all notifications of a project, one for all changes, one for all bodies in
 * quarantine.
 * @param by when all must have been sent, in milliseconds since 1970
 * @returns the deliveries that must come again: their message was not published, or they could not be marked
 */
export async function publishAlerts(
  recorded: readonly Recorded[],
  alerting: IntakeAlerting,
  by: number,
): Promise<ReadDelivery[]> {
  // A transaction that turned more than once is told in its present state.
  const returns = new Map(
    recorded.flatMap(returnTold).map((one) => [`${one.stored.key} ${one.returned?.transaction}`, one]),
  );
  const due = [...recorded.filter(({ alertDue }) => alertDue), ...returns.values()];
  if (due.length === 0) return [];
  const chainIds = due.flatMap((one) => notificationOf(one)?.chainId ?? []);
  const moments = due.flatMap((one) => notificationOf(one)?.timestamp ?? []);
  const withinMs = (by - Date.now()) * CHAINS_SHARE_OF_TIME;
  const [chains, money] = await Promise.all([
    lookUpChains(alerting.chains, chainIds, withinMs),
    alerting.money(moments, withinMs),
  ]);
  const failed: Recorded[] = [];
  for (const group of groupsOf(due)) {
    const id = await send(group, alerting, { chains, money }, by);
    failed.push(...(id.sent ? await mark(group, id.alertId, alerting) : group.recorded));
  }
  return failed.flatMap(({ reads }) => reads);
}

type Sent = { sent: false } | { sent: true; alertId: string | undefined };

async function send(
  group: AlertGroup,
  { publisher, stage, desk }: IntakeAlerting,
  known: { chains: ChainLookup; money: LocalMoney },
  by: number,
): Promise<Sent> {
  const { projectId } = group;
  try {
    const subjects = subjectsOf(group);
    const compose = (alertId: string, translator: Translator) =>
      messageOf(group, { stage, desk, projectId, ...known, alertId, translator });
    const alertId =
      subjects.length === 0 ? undefined : await publisher().alert({ projectId, subjects, compose }, by);
    if (isForOperations(group))
      await publisher().operations(
        (translator) => operationsMessageOf(group, { stage, desk, projectId, translator }),
        by,
      );
    logger.info("an alert was published", {
      kind: group.kind,
      ...(alertId === undefined ? {} : { alert: alertId }),
      ...requestsOf(group),
    });
    return { sent: true, alertId };
  } catch (error) {
    logger.error("an alert could not be published; its notifications will be delivered again", {
      ...errorOrigin(error),
      ...requestsOf(group),
    });
    return { sent: false };
  }
}

/** The most requests of a group that a line of the log names; the Notifications table has the rest. */
const MAX_REQUESTS_LOGGED = 20;

/** API Gateway's ids of the requests: one runs from its access log through the table to the alert. */
function requestsOf({ recorded }: AlertGroup) {
  return {
    notifications: recorded.length,
    requestIds: recorded
      .slice(0, MAX_REQUESTS_LOGGED)
      .map(({ reads: [{ delivery }] }) => delivery.deliveryId),
  };
}

/** Only what the officers' message speaks of is marked with its id. */
async function mark(
  group: AlertGroup,
  alertId: string | undefined,
  { notifications }: IntakeAlerting,
): Promise<Recorded[]> {
  const at = new Date().toISOString();
  const inMessage = new Set(forOfficers(group));
  const failed = await pMap(
    group.recorded,
    async (one) => {
      try {
        const id = inMessage.has(one) ? alertId : undefined;
        const carries = carriesAlert(one);
        if (carries) await notifications.markAlerted(one.stored, at, id, one.returned?.at);
        const told = returnOwed(one);
        if (told !== undefined) await notifications.markReturnAlerted(told, carries ? undefined : id);
        return [];
      } catch (error) {
        logger.warn("an alert was published but could not be marked; it may come twice", {
          key: one.stored.key,
          ...errorOrigin(error),
        });
        return [one];
      }
    },
    { concurrency: CONCURRENT_MARKS },
  );
  return failed.flat();
}

/** Reports whether a content carries its alert: a return of a content that was alerted itself is noted at the id's first content. */
function carriesAlert({ stored: { alert }, returned }: Recorded): boolean {
  return returned === undefined || alert.state === "none" || alert.returned === returned.at;
}

/** In the order in which people need to know: unreadable bodies come last. */
const KINDS = ["notification", "change", "quarantine", "error"] as const;

/** Contents of one message. */
interface AlertGroup {
  kind: (typeof KINDS)[number];
  projectId: number;
  recorded: Recorded[];
}

/** Groups what is due. */
export function groupsOf(due: readonly Recorded[]): AlertGroup[] {
  const groups = new Map<string, AlertGroup>();
  for (const recorded of due) {
    const { projectId } = recorded.stored;
    const kind = kindOf(recorded);
    const name = [projectId, kind].join(" ");
    const group = groups.get(name) ?? { kind, projectId, recorded: [] };
    group.recorded.push(recorded);
    groups.set(name, group);
  }
  return [...groups.values()].sort((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind));
}

function kindOf({ stored, change }: Recorded): AlertGroup["kind"] {
  if (stored.kind === "quarantined") return "quarantine";
  if (stored.kind === "error") return "error";
  return change === undefined ? "notification" : "change";
}

/** Contents for officers in a group: no error, and of bodies in quarantine those that say `illegal`. */
export function forOfficers({ kind, recorded }: AlertGroup): Recorded[] {
  if (kind === "error") return [];
  return kind === "quarantine" ? recorded.filter(({ stored }) => stored.risk === "illegal") : recorded;
}

/** Subjects of the message for officers; empty without one. */
function subjectsOf(group: AlertGroup): AlertSubject[] {
  return forOfficers(group).map(({ stored: { key, version } }) => ({ key, version }));
}

/** The message for officers. */
export function messageOf(group: AlertGroup, origin: AlertOrigin): AlertMessage {
  const recorded = forOfficers(group);
  switch (group.kind) {
    case "notification":
      return transactionAlert(recorded.flatMap(transactionOf), origin);
    case "change":
      return transactionAlert(recorded.flatMap(transactionOf), origin);
    case "quarantine":
      return quarantineOf(recorded, origin);
    case "error":
      throw new Error("Officers hear of no error of the service.");
  }
}

/** Reports whether a group is for operations: bodies in quarantine, and errors of the service. */
export function isForOperations({ kind }: AlertGroup): boolean {
  return kind === "quarantine" || kind === "error";
}

/** The message for operations. */
export function operationsMessageOf(
  { kind, recorded }: AlertGroup,
  origin: Pick<AlertOrigin, "stage" | "projectId" | "translator" | "desk">,
): AlertMessage {
  const errors = recorded.map(({ stored }) => ({ ...stored, key: nameOf(stored) }));
  return kind === "error" ? serviceErrorAlert(errors, origin) : quarantineOf(recorded, origin);
}

function quarantineOf(recorded: readonly Recorded[], origin: Parameters<typeof quarantineAlert>[1]) {
  const bodies = recorded.map(({ stored }) => ({
    key: nameOf(stored),
    receivedAt: stored.receivedAt,
    issues: stored.issues ?? [],
  }));
  const [since = ""] = bodies.map(({ receivedAt }) => receivedAt).toSorted();
  return quarantineAlert({ bodies, count: bodies.length, since }, origin);
}

function transactionOf(one: Recorded): Transaction[] {
  const { stored, returned, change } = one;
  const notification = notificationOf(one);
  if (notification === undefined) return [];
  const { before, first, newLaws } = change ?? {};
  const revision =
    first === undefined ? undefined : { before, beforeReceivedAt: first.receivedAt, newLaws: newLaws ?? [] };
  return [
    {
      key: nameOf(stored),
      notification,
      receivedAt: returned?.at ?? stored.receivedAt,
      ...(revision === undefined ? {} : { revision }),
    },
  ];
}
