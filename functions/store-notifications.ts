/** Webhook queue → Notifications: store each content once, alert people to what is illegal, remember its wallet. */

import { SNSClient } from "@aws-sdk/client-sns";
import type { Context, SQSBatchResponse, SQSEvent } from "aws-lambda";
import { AlertPublisher } from "../lib/alert/publisher.ts";
import { BEHIND_QUEUE, clientConfig } from "../lib/aws/clients.ts";
import { documentClient } from "../lib/aws/document-client.ts";
import { boundCalls } from "../lib/aws/time-left.ts";
import { readEnvironment, storeNotificationsEnv } from "../lib/env.ts";
import { type Announcer, announce } from "../lib/intake/announce.ts";
import { openBatch, recordBatch } from "../lib/intake/batch.ts";
import { intakeTime } from "../lib/intake/time.ts";
import { rememberWallets } from "../lib/intake/wallets.ts";
import { lazily } from "../lib/lazily.ts";
import { flushMetrics } from "../lib/observe.ts";
import { AlertStore } from "../lib/store/alerts.ts";
import { ChainStore } from "../lib/store/chains.ts";
import { KnownWallets } from "../lib/store/known-wallets.ts";
import { lastSightIn } from "../lib/store/last-sight.ts";
import { NotificationStore } from "../lib/store/notifications.ts";

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
const announcer = lazily<Announcer>(() => ({
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
  failed.push(...(await announce(recorded, announcer, time.alertBy)));
  failed.push(...(await rememberWallets(recorded, wallets, time.rememberBy)));

  flushMetrics(stage);
  const again = new Set([...unreadable, ...failed.flatMap((read) => messageIds.get(read) ?? [])]);
  return { batchItemFailures: [...again].map((itemIdentifier) => ({ itemIdentifier })) };
};
