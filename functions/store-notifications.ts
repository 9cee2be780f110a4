/** Webhook queue → Notifications: store each delivery once, remember its wallet, and tell people what is illegal. */

import { SNSClient } from "@aws-sdk/client-sns";
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import pMap from "p-map";
import { BEHIND_QUEUE, clientConfig } from "../lib/aws/clients.ts";
import { documentClient } from "../lib/aws/document-client.ts";
import { boundCalls } from "../lib/aws/time-left.ts";
import { readEnvironment, storeNotificationsEnv } from "../lib/env.ts";
import { unseal } from "../lib/inbound/envelope.ts";
import { type Announcer, announce } from "../lib/intake/announce.ts";
import { countArrivals } from "../lib/intake/arrivals.ts";
import {
  type ReadDelivery,
  type Recorded,
  readDelivery,
  recordDelivery,
} from "../lib/intake/record-delivery.ts";
import { lazily } from "../lib/lazily.ts";
import { count, flushMetrics, logger } from "../lib/observe.ts";
import { ChainStore } from "../lib/store/chains.ts";
import { KnownWallets } from "../lib/store/known-wallets.ts";
import { NotificationStore } from "../lib/store/notifications.ts";

const environment = readEnvironment(storeNotificationsEnv, process.env);
const database = documentClient();
const notifications = new NotificationStore(database, environment.NOTIFICATIONS_TABLE);
const wallets = new KnownWallets(database, environment.WALLETS_TABLE);

/** Made for the first alert: most cold starts have none to tell. */
const announcer = lazily<Announcer>(() => ({
  sns: new SNSClient(clientConfig(BEHIND_QUEUE)),
  alertsTopicArn: environment.ALERTS_TOPIC_ARN,
  operationsTopicArn: environment.OPERATIONS_TOPIC_ARN,
  notifications,
  chains: new ChainStore(database, environment.CHAINS_TABLE),
  stage: environment.STAGE,
}));

/** So many keys are written at once; the SDK's own pool of connections holds 50. */
const WRITTEN_AT_ONCE = 40;

/** A message and the delivery in it. */
interface Message {
  messageId: string;
  receiveCount: number;
  read: ReadDelivery;
}

export const handler = async ({ Records }: SQSEvent, context: Context): Promise<SQSBatchResponse> => {
  boundCalls(context);
  const failed = new Set<string>();
  const messages = Records.flatMap((record) => open(record, failed));

  countArrivals(
    messages.map(({ receiveCount, read: { delivery, item } }) => ({
      delivery,
      projectId: item.projectId,
      receiveCount,
    })),
  );
  const recorded = await store(messages, failed);
  const due = recorded.filter(({ recorded: { alertDue } }) => alertDue);
  const unannounced = new Set(await tell(due.map(({ recorded }) => recorded)));
  for (const { messageId, recorded } of due) if (unannounced.has(recorded)) failed.add(messageId);

  flushMetrics(environment.STAGE);
  return { batchItemFailures: [...failed].map((itemIdentifier) => ({ itemIdentifier })) };
};

/** A message that is no envelope of ours goes the way of every failure: retried, then kept in the DLQ. */
function open({ messageId, body, attributes }: SQSRecord, failed: Set<string>): Message[] {
  try {
    const receiveCount = Number(attributes.ApproximateReceiveCount);
    return [{ messageId, receiveCount, read: readDelivery(unseal(body), recordingContext()) }];
  } catch (error) {
    fail({ messageId }, "a message of the webhook queue could not be read", error, failed);
    return [];
  }
}

function recordingContext() {
  return { projects: environment.PROJECTS, retentionYears: environment.RETENTION_YEARS };
}

/** Deliveries of one key are recorded in the order in which they arrived; different keys side by side. */
async function store(messages: readonly Message[], failed: Set<string>) {
  const byKey = Map.groupBy(messages, ({ read }) => read.item.key);
  const stored = await pMap(
    byKey.values(),
    async (sameKey) => {
      const done: { messageId: string; recorded: Recorded }[] = [];
      for (const message of sameKey.toSorted(earliestFirst)) done.push(...(await storeOne(message, failed)));
      return done;
    },
    { concurrency: WRITTEN_AT_ONCE },
  );
  return stored.flat();
}

function earliestFirst(a: Message, b: Message): number {
  return a.read.item.receivedAt < b.read.item.receivedAt ? -1 : 1;
}

async function storeOne({ messageId, read }: Message, failed: Set<string>) {
  try {
    const recorded = await recordDelivery(read, notifications, Date.now());
    await rememberWallet(read);
    countOutcome(recorded);
    return [{ messageId, recorded }];
  } catch (error) {
    const { deliveryId: requestId } = read.delivery;
    fail({ messageId, requestId }, "a delivery could not be stored", error, failed);
    return [];
  }
}

async function rememberWallet({ notification, item }: ReadDelivery): Promise<void> {
  // A rehearsal's wallet is invented: scanning it every night would cost money and say nothing.
  if (notification === undefined || item.rehearsal === true) return;
  await wallets.remember({
    projectId: item.projectId,
    chainId: notification.chainId,
    address: notification.address.address,
    userId: notification.address.userId ?? undefined,
    description: notification.address.description ?? undefined,
    source: "notification",
    seenAt: item.receivedAt,
  });
}

function countOutcome({ outcome, stored }: Recorded): void {
  if (outcome === "repeated") count("NotificationRepeated");
  if (outcome === "contradicted") count("NotificationContradicted");
  if (outcome !== "stored") return;
  count("NotificationStored");
  if (stored.kind === "quarantined") count("WebhookQuarantined");
  if (stored.kind === "error") count("ServiceErrorReported");
  if (stored.risk === "illegal") count("NotificationIllegal");
}

async function tell(due: readonly Recorded[]): Promise<Recorded[]> {
  if (due.length === 0) return [];
  return announce(due, announcer());
}

/** The error's own text may quote what was stored: only its kind is logged. */
function fail(
  message: { messageId: string; requestId?: string },
  what: string,
  error: unknown,
  failed: Set<string>,
): void {
  logger.error(`${what}; the queue delivers it again`, {
    ...message,
    error: error instanceof Error ? error.name : "unknown",
  });
  failed.add(message.messageId);
}
