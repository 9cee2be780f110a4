/** What a million webhooks cost, and keeping them. */

import { type Figure, figure } from "../figure.ts";
import { type HandlerCpu, handlerCpu } from "../figures/handler-cpu.ts";
import { type NotificationCost, notificationCost } from "../figures/pipeline-calls.ts";
import { type Parts, summed } from "./cost-parts.ts";
import { CLOUDWATCH, DYNAMODB, HTTP_API, LAMBDA, SECRETS, SQS, TRANSFER } from "./prices.ts";
import { functionNamed, sourceOf, templateResources } from "./template-facts.ts";

const MILLION = 1_000_000;

/** What cannot be measured here: how long AWS takes for a call, what a core is, and how busy an instance is. */
const SQS_MS = 10;
const MEMORY_OF_A_CORE_MIB = 1_769;
const WEBHOOKS_A_MINUTE = 600;
const REPLY_BYTES = 300;

/** The stage's access log, as infra/http-api.ts has it, for a webhook. */
const ACCESS_LOG_LINE = '{"requestId":"JKJaXmPLvHcESHA=","route":"POST /webhook","status":"200","ms":"23"}';
const LOG_MONTHS = 3;

export async function webhookCosts(): Promise<Figure[]> {
  const notification = await notificationCost();
  const parts = await perWebhook(notification, await handlerCpu());
  const million = Object.fromEntries(
    Object.entries(parts).map(([name, dollars]) => [name, dollars * MILLION]),
  );
  const assumed = `Warm, full batches, 1.4 KiB, not illegal; a call of SQS takes ${SQS_MS} ms, ten webhooks a second.`;
  return [summed("cost.webhooks.perMillion", "$", million, assumed), kept(notification)];
}

async function perWebhook(notification: NotificationCost, cpu: HandlerCpu): Promise<Parts> {
  const { spent, count, pollerCalls, log } = notification;
  const resources = await templateResources();
  const { batchSize } = await sourceOf("StoreNotifications");
  const memory = (name: string) => functionNamed(resources, name).properties.MemorySize;
  const receiving = milliseconds(cpu.receive, memory("ReceiveWebhook")) + SQS_MS;
  const storing = milliseconds(cpu.store, memory("StoreNotifications"));
  const logged = log.bytes + ACCESS_LOG_LINE.length + (log.lines + 1) * CLOUDWATCH.lineBytes;
  return {
    "API Gateway": HTTP_API.request,
    Lambda:
      LAMBDA.request * (1 + 1 / batchSize) +
      gbSeconds(receiving, memory("ReceiveWebhook")) * LAMBDA.gbSecond +
      gbSeconds(storing, memory("StoreNotifications")) * LAMBDA.gbSecond,
    SQS: ((spent.calls["SendMessage"] ?? 0) / count + pollerCalls) * SQS.request,
    DynamoDB: (spent.writeUnits * DYNAMODB.writeUnit + spent.readUnits * DYNAMODB.readUnit) / count,
    logs: logged * (CLOUDWATCH.loggedByte + LOG_MONTHS * CLOUDWATCH.keptByteMonth),
    secrets: SECRETS.request / WEBHOOKS_A_MINUTE,
    transfer: REPLY_BYTES * TRANSFER.byteOut,
  };
}

/** A function gets as much of a core as it has memory. */
function milliseconds(cpuMs: number, memoryMib: number): number {
  return cpuMs / Math.min(1, memoryMib / MEMORY_OF_A_CORE_MIB);
}

function gbSeconds(milliseconds: number, memoryMib: number): number {
  return (milliseconds / 1_000) * (memoryMib / 1_024);
}

function kept({ itemBytes, storedBytes }: NotificationCost): Figure {
  const bytes = storedBytes * DYNAMODB.storedByteMonth + (itemBytes + 100) * DYNAMODB.recoverableByteMonth;
  return figure(
    "cost.storage.perMillionAYear",
    bytes * 12 * MILLION,
    "$",
    "notifications kept, with indexes and point-in-time recovery",
  );
}
