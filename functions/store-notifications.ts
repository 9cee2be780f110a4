/** Webhook queue → Notifications: stores each content once, sends alerts for those with a risk of illegal, remembers the wallet. */

import { SQSClient } from "@aws-sdk/client-sqs";
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import * as z from "zod/mini";
import { lazyPublisher } from "../lib/alerts/publisher.ts";
import { type IntakeAlerting, publishAlerts } from "../lib/alerts/webhook-alerts.ts";
import { BEHIND_QUEUE, clientConfig } from "../lib/aws/clients.ts";
import { documentClient } from "../lib/aws/document-client.ts";
import { answerIsolated, Isolation, isIsolated, Suspects } from "../lib/aws/isolation.ts";
import { lazy } from "../lib/aws/lazy.ts";
import { hideMessages, type LeavingQueue, leaveInQueue } from "../lib/aws/newer-messages.ts";
import { count, flushMetrics, logger } from "../lib/aws/observe.ts";
import { setInvocationDeadline } from "../lib/aws/time-left.ts";
import { CaseStore } from "../lib/cases/cases.ts";
import { openCases } from "../lib/cases/open-cases.ts";
import { isNoEvmAddress } from "../lib/contract/wallet-address.ts";
import { openBatch, recordBatch } from "../lib/intake/batch.ts";
import type { ReadDelivery } from "../lib/intake/delivery.ts";
import { eachInTime } from "../lib/intake/each-in-time.ts";
import { NotificationStore } from "../lib/intake/notifications/notifications.ts";
import type { Recorded } from "../lib/intake/recording.ts";
import { makeDeadLetters, pauseSeconds, type RetryQueue, retryLater } from "../lib/intake/retry.ts";
import { addTraffic, countTraffic, TrafficStore } from "../lib/intake/traffic.ts";
import type { DeadlineRule } from "../lib/law/deadline-setting.ts";
import { moneyLookUp } from "../lib/law/rates/local-money.ts";
import { ChainStore } from "../lib/screening/chains.ts";
import { type SeenWallet, WalletStore } from "../lib/screening/wallets/wallets.ts";
import { readEnvironment, storeNotificationsEnv, TEST_PROJECT } from "../lib/settings/env.ts";
import { WEBHOOK_DELIVERIES } from "../lib/settings/limits.ts";

/** Stores a batch; what is not done comes again, and nothing else does. */
export async function storeNotifications(
  { Records }: SQSEvent,
  context: Pick<Context, "getRemainingTimeInMillis">,
  deps: Deps,
): Promise<SQSBatchResponse> {
  const { queue } = deps;
  setInvocationDeadline(context);
  // Redelivered messages go first: one of them may have killed its invocation before, and a new one may kill this one.
  const again = Records.filter((record) => !isFirstDelivery(record));
  const { results, killers, left, killed } = await storeAgain(again, context.getRemainingTimeInMillis());
  const outcome = await store(Records.filter(isFirstDelivery), context.getRemainingTimeInMillis(), deps);
  const named = (kind: keyof Outcome) => {
    const ids = new Set([outcome, ...results].flatMap((one) => one[kind]));
    return Records.filter(({ messageId }) => ids.has(messageId));
  };

  setInvocationDeadline(context, FOR_LAST_CALLS);
  const newer = named("newer");
  await leaveInQueue(newer, queue);
  const refused = [
    ...named("refused"),
    ...(killed ? [] : left),
    ...(await makeDeadLetters(named("unreadable"), "unreadable", queue)),
    ...(await makeDeadLetters(killers, "kills its consumer", queue)),
  ];
  await retryLater(refused, queue);
  // A killer took the time of these messages: they come back in a second. A few deliveries are enough to find each killer.
  const delayed = killed ? left : [];
  await hideMessages(delayed, queue, () => pauseSeconds(1));
  count("DeliveryKillsConsumer", killers.length);
  flushMetrics(deps.stage);
  return {
    batchItemFailures: [...newer, ...refused, ...delayed].map(({ messageId }) => ({
      itemIdentifier: messageId,
    })),
  };
}

const wired = lazy(wire);
export const handler = (event: SQSEvent, context: Context): Promise<SQSBatchResponse> =>
  storeNotifications(event, context, wired());

const isolation = new Isolation(import.meta.filename, (result) => outcomeSchema.parse(result));
const suspects = new Suspects<SQSRecord>(({ messageId }) => messageId);

/** Ids of a batch's unfinished messages, by what happens to them next. */
const outcomeSchema = z.object({
  /** Messages to try again. */
  refused: z.array(z.string()),
  /** Messages that no try can read. */
  unreadable: z.array(z.string()),
  /** Messages of a later version of Vigía. */
  newer: z.array(z.string()),
});
type Outcome = z.infer<typeof outcomeSchema>;

/** Stores a batch, sends alerts for its notifications with a risk of illegal, and remembers its wallets. */
async function store(records: readonly SQSRecord[], remainingMs: number, deps: Deps): Promise<Outcome> {
  const { retentionYears, deadlines, notifications, wallets, cases, alerting, traffic } = deps;
  const time = intakeTime(remainingMs, Date.now());
  const batch = await openBatch(records, { retentionYears, deadlines }, time.openBy);
  const { opened, unreadable, newer, unopened, arrived } = batch;

  const { recorded, failed } = await recordBatch(opened.keys(), notifications, time.storeBy, deadlines);
  failed.push(...(await publishAlerts(recorded, alerting, time.alertBy)));
  failed.push(...(await openCases(recorded, { cases, notifications }, deadlines, time.rememberBy)));
  const onNew = (projectId: number) => addTraffic(arrived, projectId, { newWallets: 1 });
  failed.push(...(await rememberWallets(recorded, wallets, time.rememberBy, onNew)));
  await countTraffic(arrived, traffic, new Date());

  const idsOf = (of: Iterable<SQSRecord>) => Array.from(of, ({ messageId }) => messageId);
  const refused = idsOf(new Set([...unopened, ...failed.flatMap((read) => opened.get(read) ?? [])]));
  return { refused, unreadable: idsOf(unreadable), newer: idsOf(newer) };
}

/**
 * Remembers the wallets of what was recorded, so that scans find them; doing it again changes nothing.
 * @param by what has not begun by then is delivered again, in milliseconds since 1970
 * @param onNew is told the project of each wallet that was not known
 * @returns the deliveries whose wallet is not remembered
 */
function rememberWallets(
  recorded: readonly Recorded[],
  wallets: WalletStore,
  by: number,
  onNew: (projectId: number) => void,
): Promise<ReadDelivery[]> {
  const seen = recorded.flatMap(({ reads }) => reads.flatMap(walletIn));
  for (const wallet of seen) warnOfAddress(wallet);
  const how = { what: "remember a wallet", by, readsOf: ({ read }: DeliveredWallet) => [read] };
  return eachInTime(seen, how, async (wallet) => {
    if ((await wallets.remember(wallet)) === "new") onNew(wallet.projectId);
  });
}

/** A wallet, and the delivery that names it. */
type DeliveredWallet = SeenWallet & { read: ReadDelivery };

/** The service is asked for it all the same: only it knows its chains. */
function warnOfAddress({ address, projectId, chainId, read }: DeliveredWallet): void {
  if (!isNoEvmAddress(address)) return;
  logger.warn("a wallet's address begins with 0x and is not an EVM address; it is stored as received", {
    requestId: read.delivery.deliveryId,
    projectId,
    chainId,
  });
}

function walletIn(read: ReadDelivery): DeliveredWallet[] {
  const { notification, item } = read;
  // The test project's wallets are invented: scanning them every night would cost money and say nothing.
  if (notification === undefined || item.projectId === TEST_PROJECT) return [];
  return [
    {
      read,
      projectId: item.projectId,
      chainId: notification.chainId,
      address: notification.address.address,
      userId: notification.address.userId ?? undefined,
      source: "notification",
      seenAt: item.receivedAt,
    },
  ];
}

/** Stores redelivered messages in isolation: a message that kills its thread does not stop the others. */
function storeAgain(records: readonly SQSRecord[], remainingMs: number) {
  const blockedMs = Math.min(MOST_BLOCKED_MS, Math.max(LEAST_BLOCKED_MS, remainingMs * BLOCKED));
  const by = Date.now() + remainingMs * FOR_ISOLATION;
  return suspects.isolate(records, (Records) => isolation.run({ Records }, { blockedMs, by }));
}

/** Part of an invocation's time for redelivered messages, from 0 to 1. */
const FOR_ISOLATION = 0.6;

/** Part of an invocation's time for which a thread may block, from 0 to 1: valid messages need less than a tenth of it. */
const BLOCKED = 0.05;
const LEAST_BLOCKED_MS = 500;
const MOST_BLOCKED_MS = 3_000;

async function storeInIsolation({ Records }: SQSEvent, by: number): Promise<Outcome> {
  setInvocationDeadline({ getRemainingTimeInMillis: () => by - Date.now() });
  try {
    return await store(Records, by - Date.now(), wired());
  } finally {
    flushMetrics(wired().stage);
  }
}

function isFirstDelivery({ attributes }: SQSRecord): boolean {
  return attributes.ApproximateReceiveCount === "1";
}

/** Part of the time left after all work, from 0 to 1, that is reserved for the answer. */
const FOR_LAST_CALLS = 0.3;

/** Time limits of the phases, in milliseconds since 1970: SQS delivers messages again that miss one. */
interface IntakeTime {
  openBy: number;
  storeBy: number;
  alertBy: number;
  rememberBy: number;
}

/** @param remainingMs the function's remaining time, @param now milliseconds since 1970 */
function intakeTime(remainingMs: number, now: number): IntakeTime {
  return {
    openBy: now + remainingMs * 0.3,
    storeBy: now + remainingMs * 0.5,
    alertBy: now + remainingMs * 0.8,
    rememberBy: now + remainingMs * 0.9,
  };
}

/** What the webhook queue's consumer needs. */
export interface Deps {
  stage: string;
  retentionYears: number;
  deadlines: readonly DeadlineRule[];
  notifications: NotificationStore;
  wallets: WalletStore;
  cases: CaseStore;
  alerting: IntakeAlerting;
  queue: LeavingQueue & RetryQueue;
  traffic: TrafficStore;
}

function wire(): Deps {
  const environment = readEnvironment(storeNotificationsEnv, process.env);
  const { NOTIFICATIONS_TABLE, WALLETS_TABLE, CHAINS_TABLE } = environment;
  const database = documentClient();
  const notifications = new NotificationStore(database, NOTIFICATIONS_TABLE);
  return {
    stage: environment.STAGE,
    retentionYears: environment.RETENTION_YEARS,
    deadlines: environment.DEADLINES,
    notifications,
    wallets: new WalletStore(database, WALLETS_TABLE),
    cases: new CaseStore(database, environment.CASES_TABLE, environment.RETENTION_YEARS),
    alerting: {
      publisher: lazyPublisher(environment, database),
      notifications,
      chains: new ChainStore(database, CHAINS_TABLE),
      money: moneyLookUp(environment, database),
      stage: environment.STAGE,
      desk: environment.DESK_URL,
    },
    queue: {
      sqs: lazy(() => new SQSClient(clientConfig(BEHIND_QUEUE))),
      url: environment.WEBHOOK_QUEUE_URL,
      deadLettersUrl: environment.WEBHOOK_DLQ_URL,
      deliveries: WEBHOOK_DELIVERIES,
    },
    traffic: new TrafficStore(database, environment.SCAN_RUNS_TABLE),
  };
}

if (isIsolated()) answerIsolated(storeInIsolation);
