/** Webhook queue → Notifications: store each content once, alert people to what is illegal, remember its wallet. */

import { SQSClient } from "@aws-sdk/client-sqs";
import type { Context, SQSBatchResponse, SQSEvent } from "aws-lambda";
import { lazyPublisher } from "../lib/alert/lazy-publisher.ts";
import { lazyMoney } from "../lib/alert/money/lazy-money.ts";
import { BEHIND_QUEUE, clientConfig } from "../lib/aws/clients.ts";
import { documentClient } from "../lib/aws/document-client.ts";
import { type LeavingQueue, leaveInQueue } from "../lib/aws/newer-messages.ts";
import { boundCalls } from "../lib/aws/time-left.ts";
import { WEBHOOK_DELIVERIES } from "../lib/inbound/envelope.ts";
import { openBatch, recordBatch } from "../lib/intake/batch.ts";
import { openCases } from "../lib/intake/cases.ts";
import { type IntakeAlerting, publishAlerts } from "../lib/intake/publish-alerts.ts";
import { intakeTime } from "../lib/intake/time.ts";
import { rememberWallets } from "../lib/intake/wallets.ts";
import { readEnvironment, storeNotificationsEnv } from "../lib/runtime/env.ts";
import { lazy } from "../lib/runtime/lazy.ts";
import { flushMetrics } from "../lib/runtime/observe.ts";
import { CaseStore } from "../lib/store/cases/cases.ts";
import { ChainStore } from "../lib/store/chains.ts";
import { NotificationStore } from "../lib/store/notifications/notifications.ts";
import { KnownWallets } from "../lib/store/wallets/known-wallets.ts";
import { lastSightIn } from "../lib/store/wallets/last-sight.ts";

const environment = readEnvironment(storeNotificationsEnv, process.env);
const { PROJECTS: projects, RETENTION_YEARS: retentionYears, STAGE: stage } = environment;
const database = documentClient();
const notifications = new NotificationStore(database, environment.NOTIFICATIONS_TABLE);
const wallets = new KnownWallets(
  database,
  environment.WALLETS_TABLE,
  lastSightIn(database, environment.NOTIFICATIONS_TABLE),
);
const { CASES_TABLE: casesTable } = environment;
const cases = casesTable === undefined ? undefined : new CaseStore(database, casesTable);

const alerting: IntakeAlerting = {
  publisher: lazyPublisher(environment, database),
  notifications,
  chains: new ChainStore(database, environment.CHAINS_TABLE),
  money: lazyMoney(environment, database),
  stage,
  desk: environment.DESK_URL,
};

const queue: LeavingQueue = {
  sqs: lazy(() => new SQSClient(clientConfig(BEHIND_QUEUE))),
  url: environment.WEBHOOK_QUEUE_URL,
  deliveries: WEBHOOK_DELIVERIES,
};

export const handler = async ({ Records }: SQSEvent, context: Context): Promise<SQSBatchResponse> => {
  boundCalls(context);
  const time = intakeTime(context.getRemainingTimeInMillis(), Date.now());
  const { messageIds, unreadable, newer } = openBatch(Records, { projects, retentionYears });

  await leaveInQueue(newer, queue);
  const { recorded, failed } = await recordBatch(messageIds.keys(), notifications, time.storeBy);
  failed.push(...(await publishAlerts(recorded, alerting, time.alertBy)));
  if (cases !== undefined) {
    failed.push(...(await openCases(recorded, cases, environment.DEADLINES, time.rememberBy)));
  }
  failed.push(...(await rememberWallets(recorded, wallets, time.rememberBy)));

  flushMetrics(stage);
  const unread = [...unreadable, ...newer.map(({ messageId }) => messageId)];
  const again = new Set([...unread, ...failed.flatMap((read) => messageIds.get(read) ?? [])]);
  return { batchItemFailures: [...again].map((itemIdentifier) => ({ itemIdentifier })) };
};
