/** Webhook queue → Notifications: store each content once, alert people to what is illegal, remember its wallet. */

import type { Context, SQSBatchResponse, SQSEvent } from "aws-lambda";
import { openBatch, recordBatch } from "../lib/intake/batch.ts";
import { openCases } from "../lib/intake/cases.ts";
import { markLateDays } from "../lib/intake/late-days.ts";
import { publishAlerts } from "../lib/intake/publish-alerts.ts";
import { intakeTime } from "../lib/intake/time.ts";
import { intakeTools } from "../lib/intake/tools.ts";
import { rememberWallets } from "../lib/intake/wallets.ts";
import { leaveInQueue } from "../lib/platform/newer-messages.ts";
import { flushMetrics } from "../lib/platform/observe.ts";
import { boundCalls } from "../lib/platform/time-left.ts";
import { storeNotificationsEnv } from "../lib/settings/env.ts";
import { readEnvironment } from "../lib/settings/read-environment.ts";

const environment = readEnvironment(storeNotificationsEnv, process.env);
const { PROJECTS: projects, RETENTION_YEARS: retentionYears } = environment;
const { notifications, wallets, cases, days, alerting, queue } = intakeTools(environment);

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
  if (days !== undefined) {
    failed.push(...(await markLateDays(recorded, days, new Date(), time.rememberBy)));
  }
  failed.push(...(await rememberWallets(recorded, wallets, time.rememberBy)));

  flushMetrics(environment.STAGE);
  const unread = [...unreadable, ...newer.map(({ messageId }) => messageId)];
  const again = new Set([...unread, ...failed.flatMap((read) => messageIds.get(read) ?? [])]);
  return { batchItemFailures: [...again].map((itemIdentifier) => ({ itemIdentifier })) };
};
