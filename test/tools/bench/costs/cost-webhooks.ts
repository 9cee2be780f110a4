/** What a million webhooks cost, and keeping them. */

import { readSettings } from "../../../../lib/settings/settings.ts";
import { MIX_OF } from "../environment/body-mix.ts";
import { type Figure, figure } from "../figure.ts";
import { type HandlerCpu, handlerCpu } from "../figures/handler-cpu.ts";
import { type ItemFacts, itemFacts } from "../figures/item.ts";
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
const ACCESS_LOG_LINE = '{"id":"JKJaXmPLvHcESHA=","method":"POST","status":"200","ms":"23"}';
const LOG_MONTHS = 3;

/** What one that is a batch of its own is charged of SQS's polls: it is received and deleted by itself. */
const POLLER_CALLS_ALONE = 2;

/** What a project sent is counted in one write a batch. */
const COUNTS_ALONE = 1;

export async function webhookCosts(): Promise<Figure[]> {
  const notification = await notificationCost();
  const cpu = await handlerCpu();
  const measured = await itemFacts("fiveLaws");
  const assumed = `Warm, not illegal; a call of SQS takes ${SQS_MS} ms, ten webhooks a second.`;
  const figures: Figure[] = [];
  for (const name of ["mix", "fiveLaws"] as const) {
    const item = await itemFacts(name);
    // The pipeline is measured with five laws; of another body only the write of its item is another.
    const writeUnits =
      notification.spent.writeUnits / notification.count - measured.writeUnits + item.writeUnits;
    const of = name === "mix" ? MIX_OF : "1.4 KiB, five laws";
    for (const alone of [false, true]) {
      const parts = await perWebhook({ notification, cpu, writeUnits, alone });
      const million = Object.fromEntries(
        Object.entries(parts).map(([part, dollars]) => [part, dollars * MILLION]),
      );
      const id = `cost.webhooks.${name}${alone ? ".oneABatch" : ""}`;
      figures.push(summed(id, "$", million, `${alone ? "One a batch" : "Full batches"}, ${of}. ${assumed}`));
    }
    figures.push(...kept(name, item));
  }
  return figures;
}

interface Webhook {
  notification: NotificationCost;
  cpu: HandlerCpu;
  writeUnits: number;
  /** Whether it is a batch of its own. */
  alone: boolean;
}

async function perWebhook({ notification, cpu, writeUnits, alone }: Webhook): Promise<Parts> {
  const { spent, count } = notification;
  const resources = await templateResources();
  const batchSize = alone ? 1 : (await sourceOf("StoreNotifications")).batchSize;
  const memory = (name: string) => functionNamed(resources, name).properties.MemorySize;
  const receiving = milliseconds(cpu.receive, memory("ReceiveWebhook")) + SQS_MS;
  const storing = milliseconds(alone ? cpu.storeAlone : cpu.store, memory("StoreNotifications"));
  const log = alone ? notification.batchLog : notification.log;
  const logged = log.bytes + ACCESS_LOG_LINE.length + (log.lines + 1) * CLOUDWATCH.lineBytes;
  const pollerCalls = alone ? POLLER_CALLS_ALONE : notification.pollerCalls;
  return {
    "API Gateway": HTTP_API.request,
    Lambda:
      LAMBDA.request * (1 + 1 / batchSize) +
      gbSeconds(receiving, memory("ReceiveWebhook")) * LAMBDA.gbSecond +
      gbSeconds(storing, memory("StoreNotifications")) * LAMBDA.gbSecond,
    SQS: ((spent.calls["SendMessage"] ?? 0) / count + pollerCalls) * SQS.request,
    DynamoDB:
      (writeUnits + (alone ? COUNTS_ALONE : 0)) * DYNAMODB.writeUnit +
      (spent.readUnits / count) * DYNAMODB.readUnit,
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

/** What a million cost that are kept as long as the settings say, in a table of either class. */
function kept(name: string, { itemBytes, storedBytes }: ItemFacts): Figure[] {
  const { retentionYears } = readSettings({});
  const months = 12 * retentionYears;
  const recoverable = (itemBytes + 100) * DYNAMODB.recoverableByteMonth;
  const of = (byteMonth: number) => (storedBytes * byteMonth + recoverable) * months * MILLION;
  const note = `a million kept for ${retentionYears} years, with indexes and point-in-time recovery`;
  return [
    figure(`cost.storage.${name}`, of(DYNAMODB.storedByteMonth), "$", note),
    figure(`cost.storage.${name}.infrequentAccess`, of(DYNAMODB.infrequentByteMonth), "$", note),
  ];
}
