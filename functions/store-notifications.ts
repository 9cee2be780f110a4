/** Webhook queue → Notifications: store each content once, alert people to what is illegal, remember its wallet. */

import { SQSClient } from "@aws-sdk/client-sqs";
import type { Context, SQSBatchResponse, SQSEvent } from "aws-lambda";
import type * as z from "zod/mini";
import { lazyPublisher } from "../lib/alerts/lazy-publisher.ts";
import { CaseStore } from "../lib/cases/cases.ts";
import { ChainStore } from "../lib/chains/chains.ts";
import { TouchedDays } from "../lib/daily-counts/touched-days.ts";
import { WEBHOOK_DELIVERIES } from "../lib/inbound/envelope.ts";
import { markLateDays, openCases, rememberWallets } from "../lib/intake/after-alerts.ts";
import { openBatch, recordBatch } from "../lib/intake/batch.ts";
import { type IntakeAlerting, publishAlerts } from "../lib/intake/publish-alerts.ts";
import { makeDeadLetters, type RetryQueue, retryLater } from "../lib/intake/retry.ts";
import { lastSightIn } from "../lib/notifications/last-sight.ts";
import { NotificationStore } from "../lib/notifications/notifications.ts";
import { BEHIND_QUEUE, clientConfig } from "../lib/platform/clients.ts";
import { documentClient } from "../lib/platform/document-client.ts";
import { lazy } from "../lib/platform/lazy.ts";
import { type LeavingQueue, leaveInQueue } from "../lib/platform/newer-messages.ts";
import { flushMetrics } from "../lib/platform/observe.ts";
import { boundCalls } from "../lib/platform/time-left.ts";
import { lazyMoney } from "../lib/rates/lazy-money.ts";
import { readEnvironment, storeNotificationsEnv } from "../lib/settings/env.ts";
import { KnownWallets } from "../lib/wallets/known-wallets.ts";

const environment = readEnvironment(storeNotificationsEnv, process.env);
const { PROJECTS: projects, RETENTION_YEARS: retentionYears, DEADLINES: deadlines } = environment;
const { notifications, wallets, cases, days, alerting, queue } = intakeTools(environment);

export const handler = async ({ Records }: SQSEvent, context: Context): Promise<SQSBatchResponse> => {
  boundCalls(context);
  const time = intakeTime(context.getRemainingTimeInMillis(), Date.now());
  const batch = openBatch(Records, { projects, retentionYears, deadlines }, time.openBy);
  const { opened, unreadable, newer, unopened } = batch;

  await leaveInQueue(newer, queue);
  const { recorded, failed } = await recordBatch(opened.keys(), notifications, time.storeBy, deadlines);
  failed.push(...(await publishAlerts(recorded, alerting, time.alertBy)));
  if (cases !== undefined) {
    failed.push(...(await openCases(recorded, cases, environment.DEADLINES, time.rememberBy)));
  }
  if (days !== undefined) {
    failed.push(...(await markLateDays(recorded, days, new Date(), time.rememberBy)));
  }
  failed.push(...(await rememberWallets(recorded, wallets, time.rememberBy)));

  boundCalls(context, FOR_LAST_CALLS);
  const notTaken = await makeDeadLetters(unreadable, "unreadable", queue);
  const refused = new Set([...unopened, ...notTaken, ...failed.flatMap((read) => opened.get(read) ?? [])]);
  await retryLater([...refused], queue);
  flushMetrics(environment.STAGE);
  return {
    batchItemFailures: [...newer, ...refused].map(({ messageId }) => ({ itemIdentifier: messageId })),
  };
};

/** Of the time that is left when all work has ended or was given up, this part stays for the answer. */
const FOR_LAST_CALLS = 0.3;

/** Each in milliseconds since 1970; what is not done by then is delivered again. */
interface IntakeTime {
  openBy: number;
  storeBy: number;
  alertBy: number;
  rememberBy: number;
}

/** @param remainingMs what is left of the function's time, @param now milliseconds since 1970 */
function intakeTime(remainingMs: number, now: number): IntakeTime {
  return {
    openBy: now + remainingMs * 0.3,
    storeBy: now + remainingMs * 0.5,
    alertBy: now + remainingMs * 0.8,
    rememberBy: now + remainingMs * 0.9,
  };
}

/** What the webhook queue's consumer works with, made of its environment. */
interface IntakeTools {
  notifications: NotificationStore;
  wallets: KnownWallets;
  /** Absent where no desk is deployed. */
  cases: CaseStore | undefined;
  /** Absent where no desk is deployed. */
  days: TouchedDays | undefined;
  alerting: IntakeAlerting;
  queue: LeavingQueue & RetryQueue;
}

function intakeTools(environment: z.infer<ReturnType<typeof storeNotificationsEnv>>): IntakeTools {
  const { NOTIFICATIONS_TABLE, WALLETS_TABLE, CASES_TABLE, CHAINS_TABLE } = environment;
  const database = documentClient();
  const notifications = new NotificationStore(database, NOTIFICATIONS_TABLE);
  return {
    notifications,
    wallets: new KnownWallets(database, WALLETS_TABLE, lastSightIn(database, NOTIFICATIONS_TABLE)),
    cases:
      CASES_TABLE === undefined
        ? undefined
        : new CaseStore(database, CASES_TABLE, environment.RETENTION_YEARS),
    days: CASES_TABLE === undefined ? undefined : new TouchedDays(database, CASES_TABLE),
    alerting: {
      publisher: lazyPublisher(environment, database),
      notifications,
      chains: new ChainStore(database, CHAINS_TABLE),
      money: lazyMoney(environment, database),
      stage: environment.STAGE,
      desk: environment.DESK_URL,
    },
    queue: {
      sqs: lazy(() => new SQSClient(clientConfig(BEHIND_QUEUE))),
      url: environment.WEBHOOK_QUEUE_URL,
      deadLettersUrl: environment.WEBHOOK_DLQ_URL,
      deliveries: WEBHOOK_DELIVERIES,
    },
  };
}
