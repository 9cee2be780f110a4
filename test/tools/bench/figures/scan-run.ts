/** A scan of a number of wallets with a service that answers without delay, by one function process. */

import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { LOCAL_REGION } from "../../../../infra/local/template/intrinsics.ts";
import { asRecord, receiveReply } from "../../../../infra/local/triggers/received-message.ts";
import { putItems } from "../../../../lib/tables/batch-write.ts";
import { keyOfWallet } from "../../../../lib/wallets/wallet-keys.ts";
import { type Spent, spentBy } from "../environment/aws-calls.ts";
import { tablesAt } from "../environment/emulated-tables.ts";
import type { FunctionSetup, Machinery } from "../environment/machinery.ts";
import { FunctionHost } from "../processes/function-host.ts";

/** What a scan of all wallets took. */
export interface ScanTaken {
  milliseconds: number;
  peakMib: number;
  messages: number;
}

/** Makes `count` wallets known to a project. */
export async function rememberWallets(machinery: Machinery, projectId: number, count: number): Promise<void> {
  const credentials = { accessKeyId: "local", secretAccessKey: "local" };
  const endpoint = machinery.emulators.urls.dynamodb;
  const client = new DynamoDBClient({ region: LOCAL_REGION, credentials, endpoint });
  const firstSeenAt = "2026-01-01T00:00:00.000Z";
  const items = Array.from({ length: count }, (_, index) => {
    const address = `0x5ca1ab1e${index.toString(16).padStart(32, "0")}`;
    const userId = `user-${index}`;
    const wallet = { projectId, chainId: "1", address };
    return {
      ...keyOfWallet(wallet),
      ...wallet,
      source: "notification",
      firstSeenAt,
      userId,
      owners: new Set([userId]),
      userKey: `${projectId}#${userId}`,
      userSeenAt: firstSeenAt,
    };
  });
  await putItems(DynamoDBDocumentClient.from(client), machinery.names.tables.wallets, items);
  client.destroy();
}

/** A process of ScanWallets. @param observed whether its calls are counted */
export function scanWorker(machinery: Machinery, observed: boolean): FunctionHost {
  return new FunctionHost(everyTime(machinery.function("ScanWallets")), observed);
}

/** Scans every wallet of a project once. */
export async function scan(
  machinery: Machinery,
  projectId: number,
  worker: FunctionHost,
): Promise<ScanTaken> {
  const starter = new FunctionHost(everyTime(machinery.function("StartScan")), false);
  try {
    await starter.invoke({ trigger: "manual", projectIds: [projectId] });
    const taken = { milliseconds: 0, peakMib: 0, messages: 0 };
    for (let record = await next(machinery); record !== undefined; record = await next(machinery)) {
      const { result, milliseconds, peakMib } = await worker.invoke({ Records: [record] });
      if (failures.parse(result).batchItemFailures.length > 0)
        throw new Error("A shard of the bench failed.");
      taken.milliseconds += milliseconds;
      taken.peakMib = Math.max(taken.peakMib, peakMib);
      taken.messages++;
    }
    if (taken.messages === 0) throw new Error("A scan of the bench did not start.");
    return taken;
  } finally {
    starter.close();
  }
}

const failures = z.object({ batchItemFailures: z.array(z.unknown()) });

/** The peak memory of a process that does nothing but one scan, in MiB. */
export async function peakOfScan(machinery: Machinery, projectId: number): Promise<number> {
  const worker = scanWorker(machinery, false);
  try {
    return (await scan(machinery, projectId, worker)).peakMib;
  } finally {
    worker.close();
  }
}

/** The calls of a scan, by a process of its own. */
export async function scanCalls(machinery: Machinery, projectId: number): Promise<Spent> {
  const worker = scanWorker(machinery, true);
  try {
    await scan(machinery, projectId, worker);
    return spentBy(worker.calls, await tablesAt(machinery.emulators.urls.dynamodb));
  } finally {
    worker.close();
  }
}

/** Every run scans every wallet, however soon it follows the last one. */
function everyTime(setup: FunctionSetup): FunctionSetup {
  return { ...setup, environment: { ...setup.environment, RESCAN_AFTER_HOURS: "0" } };
}

/** The next message of the scan queue, which is taken off it; undefined where there is none. */
async function next(machinery: Machinery) {
  const { messaging } = machinery.emulators;
  const QueueUrl = machinery.names.queues.scan;
  const received = await messaging.queue("ReceiveMessage", {
    QueueUrl,
    MaxNumberOfMessages: 1,
    MessageSystemAttributeNames: ["All"],
  });
  const [message] = receiveReply.parse(received).Messages;
  if (message === undefined) return undefined;
  await messaging.queue("DeleteMessage", { QueueUrl, ReceiptHandle: message.ReceiptHandle });
  return asRecord(message, "arn:aws:sqs:us-east-1:000000000000:scan").record;
}
