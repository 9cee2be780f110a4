/** An emulated SQS on a free port, with the queues of a stack. */

import { CreateQueueCommand, SQSClient } from "@aws-sdk/client-sqs";
import { startFauxqs } from "fauxqs";
import type { LocalEndpoints } from "../../../../lib/settings/local-endpoints.ts";

export interface Queues {
  url: string;
  client: SQSClient;
  urls: LocalEndpoints["queues"];
  stop(): Promise<void>;
}

/** Starts it with four empty queues. */
export async function startQueues(): Promise<Queues> {
  const server = await startFauxqs({ port: 0, host: "127.0.0.1", logger: false });
  const url = `http://127.0.0.1:${server.port}`;
  const client = new SQSClient({
    endpoint: url,
    region: "us-east-1",
    credentials: { accessKeyId: "local", secretAccessKey: "local" },
  });
  const create = async (QueueName: string) => {
    await client.send(new CreateQueueCommand({ QueueName }));
    return `${url}/000000000000/${QueueName}`;
  };
  const urls = {
    webhook: await create("webhook"),
    webhookDlq: await create("webhook-dlq"),
    scan: await create("scan"),
    scanDlq: await create("scan-dlq"),
  };
  return { url, client, urls, stop: () => server.stop() };
}
