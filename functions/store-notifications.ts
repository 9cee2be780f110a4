/** Webhook queue → Notifications: store each content once, alert people to what is illegal, remember its wallet. */

import { SNSClient } from "@aws-sdk/client-sns";
import type { Context, SQSBatchResponse, SQSEvent } from "aws-lambda";
import { AlertPublisher } from "../lib/alert/publisher.ts";
import { BEHIND_QUEUE, clientConfig } from "../lib/aws/clients.ts";
import { documentClient } from "../lib/aws/document-client.ts";
import { boundCalls } from "../lib/aws/time-left.ts";
import { openBatch, recordBatch } from "../lib/intake/batch.ts";
import { type IntakeAlerting, publishAlerts } from "../lib/intake/publish-alerts.ts";
import { intakeTime } from "../lib/intake/time.ts";
import { rememberWallets } from "../lib/intake/wallets.ts";
import { readEnvironment, storeNotificationsEnv } from "../lib/runtime/env.ts";
import { lazy } from "../lib/runtime/lazy.ts";
import { flushMetrics } from "../lib/runtime/observe.ts";
import { AlertStore } from "../lib/store/alerts.ts";
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

/** Made for the first alert: most cold starts have none. */
const alerting = lazy<IntakeAlerting>(() => ({
  publisher: new AlertPublisher({
    sns: new SNSClient(clientConfig(BEHIND_QUEUE)),
    alertsTopicArn: environment.ALERTS_TOPIC_ARN,
    operationsTopicArn: environment.OPERATIONS_TOPIC_ARN,
    alerts: new AlertStore(database, environment.ALERTS_TABLE),
    retentionYears,
    timeScale: environment.TIME_SCALE,
  }),
  notifications,
  chains: new ChainStore(database, environment.CHAINS_TABLE),
  stage,
}));

export const handler = async ({ Records }: SQSEvent, context: Context): Promise<SQSBatchResponse> => {
  boundCalls(context);
  const time = intakeTime(context.getRemainingTimeInMillis(), Date.now());
  const { messageIds, unreadable } = openBatch(Records, { projects, retentionYears });

  const { recorded, failed } = await recordBatch(messageIds.keys(), notifications, time.storeBy);
  failed.push(...(await publishAlerts(recorded, alerting, time.alertBy)));
  failed.push(...(await rememberWallets(recorded, wallets, time.rememberBy)));

  flushMetrics(stage);
  const again = new Set([...unreadable, ...failed.flatMap((read) => messageIds.get(read) ?? [])]);
  return { batchItemFailures: [...again].map((itemIdentifier) => ({ itemIdentifier })) };
};
