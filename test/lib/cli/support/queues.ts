/** The SQS of the local stack on a free port, with the queues of a stack. */

import { SQSClient } from "@aws-sdk/client-sqs";
import { Messaging } from "../../../../infra/local/aws/messaging.ts";
import type { LocalEndpoints } from "../../../../lib/settings/local-endpoints.ts";
import { testQueue } from "../../../infra/local/aws/queues.ts";

export interface Queues {
  url: string;
  client: SQSClient;
  urls: LocalEndpoints["queues"];
  stop(): Promise<void>;
}

/** Starts it with four empty queues. */
export async function startQueues(): Promise<Queues> {
  const { messaging, url } = await Messaging.start({
    timeScale: 1,
    gate: () => undefined,
    onPublish: () => undefined,
  });
  const client = new SQSClient({
    endpoint: url,
    region: "us-east-1",
    credentials: { accessKeyId: "local", secretAccessKey: "local" },
  });
  const create = async (name: string) => {
    const queue = testQueue(url, name);
    await messaging.create([queue], []);
    return queue.ref;
  };
  const urls = {
    webhook: await create("webhook"),
    webhookDlq: await create("webhook-dlq"),
    scan: await create("scan"),
    scanDlq: await create("scan-dlq"),
  };
  return { url, client, urls, stop: () => messaging.close() };
}
