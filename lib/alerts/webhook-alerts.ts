/**
 * Alerts people to what deliveries brought: one message for each project and kind, which is published, and only then marked as sent.
 * Errors that the service reports are in service-errors.ts.
 */

import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import pMap from "p-map";
import { errorOrigin } from "../aws/error-name.ts";
import { logger } from "../aws/observe.ts";
import type { Law } from "../contract/webhook.ts";
import type { Translator } from "../i18n/translator.ts";
import type { RecordedDelivery } from "../intake/batch.ts";
import type { ReadDelivery } from "../intake/delivery.ts";
import { currentKeyOf, nameOf } from "../intake/notifications/notification-keys.ts";
import type { StoredNotification } from "../intake/notifications/notification-schema.ts";
import type { NotificationStore } from "../intake/notifications/notifications.ts";
import { notificationIn } from "../intake/notifications/raw-body.ts";
import { lawKey } from "../law/laws.ts";
import { type MoneyEnvironment, type MoneyLookUp, moneyLookUp } from "../law/rates/local-money.ts";
import { ChainStore, lookUpChains } from "../screening/chains.ts";
import type { DeskUrl } from "./messages/desk-links.ts";
import { operationOf, type Transaction } from "./messages/facts.ts";
import { quarantineAlert } from "./messages/quarantine-alert.ts";
import { transactionAlert } from "./messages/transaction-alert.ts";
import { type MessageEntry, type PendingMessage, pendingMessages } from "./pending-messages.ts";
import { type AlertingEnvironment, type AlertPublisher, lazyPublisher } from "./publisher.ts";

/** What sending alerts needs. */
export interface IntakeAlerting {
  publisher: () => AlertPublisher;
  notifications: Pick<NotificationStore, "markAlerted">;
  chains: ChainStore;
  money: MoneyLookUp;
  stage: string;
  /** Absent where none is deployed. */
  desk?: DeskUrl;
}

interface IntakeEnvironment extends AlertingEnvironment, MoneyEnvironment {
  STAGE: string;
  CHAINS_TABLE: string;
  DESK_URL?: DeskUrl | undefined;
}

export function intakeAlerting(
  environment: IntakeEnvironment,
  database: DynamoDBDocumentClient,
  notifications: NotificationStore,
): IntakeAlerting {
  return {
    publisher: lazyPublisher(environment, database),
    notifications,
    chains: new ChainStore(database, environment.CHAINS_TABLE),
    money: moneyLookUp(environment, database),
    stage: environment.STAGE,
    desk: environment.DESK_URL,
  };
}

/** The case of each revision that has one. A transaction without one is told all the same, a body in quarantine is not. */
type AlertedCases = ReadonlyMap<RecordedDelivery, NonNullable<Transaction["case"]>>;

const CONCURRENT_MARKS = 25;

/** Share of the remaining time to wait for names of chains and for rates; an alert goes out without them. */
const LOOKUP_SHARE_OF_TIME = 1 / 8;

/**
 * Publishes the alerts that are pending: for each project one message of all notifications, and one of all bodies in quarantine.
 * @param recorded the deliveries of a batch, those of one notification in the order in which they were recorded
 * @param endsAt when all must have been sent, in milliseconds since 1970
 * @returns the deliveries that must come again: their message was not published, or they could not be marked
 */
export async function publishAlerts(
  recorded: readonly RecordedDelivery[],
  cases: AlertedCases,
  alerting: IntakeAlerting,
  endsAt: number,
): Promise<ReadDelivery[]> {
  const failed: ReadDelivery[] = [];
  for (const message of pendingMessages(recorded)) {
    const outcome = await send({ message, cases, alerting, endsAt });
    const revisions = message.entries.flatMap(({ pending }) => pending);
    const unfinished = outcome.kind === "failed" ? revisions : await markAll(revisions, outcome, alerting);
    failed.push(...unfinished.map(({ delivery }) => delivery));
  }
  return failed;
}

interface Sending {
  message: PendingMessage;
  cases: AlertedCases;
  alerting: IntakeAlerting;
  endsAt: number;
}

/** The end of sending a message. */
type SendOutcome =
  /** `id` is that under which the alert is recorded; absent where no record of it could be written. */
  | { kind: "published"; id: string | undefined }
  /** People know of it already. */
  | { kind: "not needed" }
  | { kind: "failed" };

async function send(sending: Sending): Promise<SendOutcome> {
  const { message } = sending;
  const requests = requestsOf(message);
  try {
    const outcome = await SENDERS[message.kind](sending);
    if (outcome.kind === "published")
      logger.info("an alert was published", {
        kind: message.kind,
        ...requests,
        ...(outcome.id && { alert: outcome.id }),
      });
    return outcome;
  } catch (error) {
    const what = "an alert could not be published; its deliveries come again";
    logger.error(what, { ...errorOrigin(error), ...requests });
    return { kind: "failed" };
  }
}

const SENDERS: Record<PendingMessage["kind"], (sending: Sending) => Promise<SendOutcome>> = {
  notification: sendTransactions,
  quarantined: sendQuarantined,
};

async function sendTransactions({ message, cases, alerting, endsAt }: Sending): Promise<SendOutcome> {
  const { projectId, entries } = message;
  const { publisher, chains, money, stage, desk } = alerting;
  const transactions = entries.flatMap((entry) => transactionOf(entry, cases) ?? []);
  const withinMs = (endsAt - Date.now()) * LOOKUP_SHARE_OF_TIME;
  const [knownChains, knownMoney] = await Promise.all([
    lookUpChains(
      chains,
      transactions.map(({ notification }) => notification.chainId),
      withinMs,
    ),
    money(transactions.map(operationOf), withinMs),
  ]);
  const about = { stage, projectId, desk, chains: knownChains, money: knownMoney };
  const compose = (alertId: string, translator: Translator) =>
    transactionAlert(transactions, { ...about, alertId, translator });
  const id = await publisher().alert({ projectId, subjects: subjectsOf(message), compose }, endsAt);
  return { kind: "published", id };
}

async function sendQuarantined({ message, cases, alerting, endsAt }: Sending): Promise<SendOutcome> {
  const { projectId, entries } = message;
  const { publisher, stage, desk } = alerting;
  const [unreadableCase] = entries.flatMap(({ pending }) => cases.get(pending[0]) ?? []);
  // No revision has a case where the project's case of unreadable webhooks is open, and people heard of it within the hour.
  const isToldAlready = unreadableCase === undefined;
  if (isToldAlready) return { kind: "not needed" };
  const bodies = entries.map(({ current }) => ({
    key: nameOf(current),
    receivedAt: current.receivedAt,
    issues: current.issues ?? [],
  }));
  const about = { stage, projectId, desk };
  const compose = (alertId: string, translator: Translator) =>
    quarantineAlert(bodies, unreadableCase.key, { ...about, alertId, translator });
  const id = await publisher().alert({ projectId, subjects: subjectsOf(message), compose }, endsAt);
  await publisher().operations(
    (translator) => quarantineAlert(bodies, unreadableCase.key, { ...about, translator }),
    endsAt,
  );
  return { kind: "published", id };
}

function subjectsOf({ entries }: PendingMessage) {
  return entries.map(({ current }) => currentKeyOf(current));
}

/** The most requests of a message that a line of the log names; the Notifications table has the rest. */
const MAX_REQUESTS_LOGGED = 20;

/** API Gateway's ids of the requests: one runs from its access log through the table to the alert. */
function requestsOf({ entries }: PendingMessage) {
  const pending = entries.flatMap((entry) => entry.pending);
  return {
    notifications: entries.length,
    requestIds: pending.slice(0, MAX_REQUESTS_LOGGED).map(({ delivery }) => delivery.webhook.deliveryId),
  };
}

/** @returns those that could not be marked */
async function markAll(
  revisions: readonly RecordedDelivery[],
  outcome: Exclude<SendOutcome, { kind: "failed" }>,
  { notifications }: IntakeAlerting,
): Promise<RecordedDelivery[]> {
  const at = new Date().toISOString();
  const id = outcome.kind === "published" ? outcome.id : undefined;
  const unmarked = await pMap(
    revisions,
    async (revision) => {
      try {
        await notifications.markAlerted(revision.delivered, { at, id });
        return [];
      } catch (error) {
        const about = { key: revision.delivered.key, ...errorOrigin(error) };
        logger.warn("an alert was published but could not be marked; it may come twice", about);
        return [revision];
      }
    },
    { concurrency: CONCURRENT_MARKS },
  );
  return unmarked.flat();
}

/** The transaction of an entry, as the message tells of it; undefined where no revision of it can be read. */
function transactionOf({ pending, current }: MessageEntry, cases: AlertedCases): Transaction | undefined {
  const { replaced } = pending[0];
  const ofCurrent = pending.find(({ delivered }) => delivered.digest === current.digest);
  const notification =
    ofCurrent?.delivery.notification ?? notificationIn(current.raw) ?? pending[0].delivery.notification;
  if (notification === undefined) return undefined;
  const caseOfEntry = caseOf(pending, cases);
  return {
    key: nameOf(currentKeyOf(current)),
    notification,
    receivedAt: lastOf(pending.map(({ delivered }) => delivered.revisionReceivedAt)),
    firstReceivedAt: current.receivedAt,
    flaggedLaws: flaggedLaws(pending),
    ...(replaced && { before: otherRevision(replaced) }),
    ...(ofCurrent === undefined ? { latest: otherRevision(current) } : {}),
    ...(caseOfEntry && { case: caseOfEntry }),
  };
}

function otherRevision(stored: StoredNotification) {
  return { notification: notificationIn(stored.raw), receivedAt: stored.updatedAt };
}

/** Every law under which one of these revisions calls the transaction illegal, as the last of them has it. */
function flaggedLaws(pending: readonly RecordedDelivery[]): Law[] {
  const laws = pending.flatMap(({ delivery }) => delivery.notification?.inflictedLaws ?? []);
  const illegal = laws.filter(({ risk }) => risk === "illegal");
  return [...new Map(illegal.map((law) => [lawKey(law), law])).values()];
}

/** As it is after the last of these revisions; it was reopened where any of them reopened it. */
function caseOf(pending: readonly RecordedDelivery[], cases: AlertedCases): Transaction["case"] {
  const views = pending.flatMap((delivery) => cases.get(delivery) ?? []);
  const last = views.at(-1);
  return last && { ...last, isReopened: views.some(({ isReopened }) => isReopened) };
}

function lastOf(times: readonly string[]): string {
  return times.reduce((last, time) => (time > last ? time : last), "");
}
