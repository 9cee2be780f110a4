/** Webhook queue → Notifications: stores each revision once, opens its case, tells people, remembers the wallet. */

import { DeleteMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import { oncePublishing } from "../lib/alerts/publisher.ts";
import { ServiceErrors } from "../lib/alerts/service-errors.ts";
import { UnknownKeys } from "../lib/alerts/unknown-keys.ts";
import { type IntakeAlerting, intakeAlerting, publishAlerts } from "../lib/alerts/webhook-alerts.ts";
import { BEHIND_QUEUE, clientConfig } from "../lib/aws/clients.ts";
import { documentClient } from "../lib/aws/document-client.ts";
import { errorOrigin } from "../lib/aws/error-name.ts";
import { lazy } from "../lib/aws/lazy.ts";
import { count, flushMetrics, logger } from "../lib/aws/observe.ts";
import { scaled } from "../lib/aws/scaled.ts";
import { setInvocationDeadline } from "../lib/aws/time-left.ts";
import { CaseStore } from "../lib/cases/cases.ts";
import { openCases } from "../lib/cases/open-cases.ts";
import { TEST_PROJECT } from "../lib/contract/test-project.ts";
import { isNoEvmAddress } from "../lib/contract/wallet-address.ts";
import { eachDelivery, type RecordedDelivery, recordBatch } from "../lib/intake/batch.ts";
import { type ReadDelivery, type ReadingContext, readDelivery } from "../lib/intake/delivery.ts";
import { decodeDelivery } from "../lib/intake/envelope.ts";
import { NotificationStore } from "../lib/intake/notifications/notifications.ts";
import { WalletStore } from "../lib/screening/wallets/wallets.ts";
import { readEnvironment, storeNotificationsEnv } from "../lib/settings/env.ts";

/** A message that came so often may kill the call that works on it. */
const SUSPECT_FROM_RECEIVES = 5;

/** A call publishes nothing in its last seconds, which are for marking what it published. */
const FOR_MARKING_MS = scaled(10_000);

/** Stores a batch. What is not done comes again, and nothing else does. */
export async function storeNotifications(
  { Records }: SQSEvent,
  context: Pick<Context, "getRemainingTimeInMillis">,
  deps: Deps,
): Promise<SQSBatchResponse> {
  setInvocationDeadline(context);
  const publishUntil = Date.now() + context.getRemainingTimeInMillis() - FOR_MARKING_MS;
  const remainingMessages = await store(
    Records.filter((record) => !isSuspect(record)),
    publishUntil,
    deps,
  );
  // A suspect may kill this call. Each is done before the next is begun, in random order, so that one of them does not
  // keep the same others from being done every time.
  for (const suspect of shuffled(Records.filter(isSuspect))) {
    const isDone = Date.now() <= publishUntil && (await store([suspect], publishUntil, deps)).length === 0;
    if (isDone) await deleteMessage(suspect, deps);
    else remainingMessages.push(suspect);
  }
  count("MessagesGivenBack", remainingMessages.length);
  flushMetrics(deps.stage);
  return { batchItemFailures: remainingMessages.map(({ messageId }) => ({ itemIdentifier: messageId })) };
}

function isSuspect({ attributes }: SQSRecord): boolean {
  return Number(attributes.ApproximateReceiveCount) >= SUSPECT_FROM_RECEIVES;
}

const wired = lazy(wire);
export const handler = (event: SQSEvent, context: Context): Promise<SQSBatchResponse> =>
  storeNotifications(event, context, wired());

/**
 * @param publishUntil when all alerts must have been sent, in milliseconds since 1970
 * @returns the messages that must come again
 */
async function store(records: readonly SQSRecord[], publishUntil: number, deps: Deps): Promise<SQSRecord[]> {
  const { messages, unreadable } = readMessages(records, deps);
  const { recorded, failed: recordFailed } = await recordBatch([...messages.keys()], deps.notifications);
  const { cases, failed: caseFailed } = await openCases(recorded, deps.cases, deps.deadlines);
  const withCase = recorded.filter(({ delivery }) => !caseFailed.includes(delivery));
  const alertFailed = await publishAlerts(withCase, cases, deps.alerting, publishUntil);
  const serviceErrorFailed = await deps.serviceErrors.tell(recorded, publishUntil);
  const walletFailed = await rememberWallets(recorded, deps);
  const unknownKeysFailed = await deps.unknownKeys.tell(recorded, publishUntil);
  const unfinished = new Set([
    ...recordFailed,
    ...caseFailed,
    ...alertFailed,
    ...serviceErrorFailed,
    ...walletFailed,
    ...unknownKeysFailed,
  ]);
  return [...unreadable, ...[...unfinished].flatMap((delivery) => messages.get(delivery) ?? [])];
}

function shuffled<T>(all: readonly T[]): T[] {
  return all
    .map((item) => ({ item, place: Math.random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}

/** Where it cannot be deleted it comes again, which changes nothing. */
async function deleteMessage({ messageId, receiptHandle }: SQSRecord, deps: Deps): Promise<void> {
  try {
    await deps.deleteMessage(receiptHandle);
  } catch (error) {
    logger.warn("a message that is done could not be deleted at once", { messageId, ...errorOrigin(error) });
  }
}

/** What is no envelope comes again until it is a dead-letter message: an engineer looks at it. */
function readMessages(records: readonly SQSRecord[], context: ReadingContext) {
  const messages = new Map<ReadDelivery, SQSRecord>();
  const unreadable: SQSRecord[] = [];
  for (const record of records) {
    try {
      const delivery = readDelivery(decodeDelivery(record.body), context);
      messages.set(delivery, record);
      // This metric shows that the service's webhooks arrive; one of the test project shows nothing of that.
      const isOfService = delivery.item.projectId !== TEST_PROJECT;
      if (isOfService && record.attributes.ApproximateReceiveCount === "1") count("WebhookAccepted");
    } catch (error) {
      const about = { messageId: record.messageId, ...errorOrigin(error) };
      logger.error("a message of the webhook queue could not be read; it comes again", about);
      unreadable.push(record);
    }
  }
  return { messages, unreadable };
}

/** Remembers the wallets of what was recorded, so that scans find them; doing it again changes nothing. */
function rememberWallets(recorded: readonly RecordedDelivery[], { wallets }: Deps): Promise<ReadDelivery[]> {
  return eachDelivery(recorded, "remember a wallet", async ({ delivered, delivery: { notification } }) => {
    // The test project's wallets are invented: scanning them every night would cost money and say nothing.
    if (notification === undefined || delivered.projectId === TEST_PROJECT) return;
    const { address, userId } = notification.address;
    if (isNoEvmAddress(address))
      logger.warn("a wallet's address begins with 0x and is not an EVM address; it is stored as received", {
        projectId: delivered.projectId,
        chainId: notification.chainId,
      });
    await wallets.remember({
      projectId: delivered.projectId,
      chainId: notification.chainId,
      address,
      userId: userId ?? undefined,
      source: "notification",
      seenAt: delivered.revisionReceivedAt,
    });
  });
}

/** What the webhook queue's consumer needs. */
export interface Deps extends ReadingContext {
  stage: string;
  notifications: NotificationStore;
  wallets: Pick<WalletStore, "remember">;
  cases: CaseStore;
  alerting: IntakeAlerting;
  serviceErrors: Pick<ServiceErrors, "tell">;
  unknownKeys: Pick<UnknownKeys, "tell">;
  /** Takes a message that is done from the webhook queue. */
  deleteMessage(receiptHandle: string): Promise<unknown>;
}

function wire(): Deps {
  const environment = readEnvironment(storeNotificationsEnv, process.env);
  const database = documentClient();
  const notifications = new NotificationStore(database, environment.NOTIFICATIONS_TABLE);
  const sqs = lazy(() => new SQSClient(clientConfig(BEHIND_QUEUE)));
  const QueueUrl = environment.WEBHOOK_QUEUE_URL;
  const { publisher } = oncePublishing(environment, database);
  const operationsTopicArn = environment.OPERATIONS_TOPIC_ARN;
  return {
    stage: environment.STAGE,
    retentionYears: environment.RETENTION_YEARS,
    deadlines: environment.DEADLINES,
    notifications,
    wallets: new WalletStore(database, environment.WALLETS_TABLE),
    cases: new CaseStore(database, environment.CASES_TABLE, environment.RETENTION_YEARS),
    alerting: intakeAlerting(environment, database, notifications),
    serviceErrors: new ServiceErrors(publisher, {
      stage: environment.STAGE,
      desk: environment.DESK_URL,
      alertsTopicArn: environment.ALERTS_TOPIC_ARN,
      operationsTopicArn,
    }),
    unknownKeys: new UnknownKeys(publisher, { stage: environment.STAGE, topicArn: operationsTopicArn }),
    deleteMessage: (ReceiptHandle) => sqs().send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle })),
  };
}
