/** The scan queue: what SQS takes of any wallet, and what a receiver reads. */

import { SendMessageBatchCommand, SQSClient } from "@aws-sdk/client-sqs";
import { expect, it } from "vitest";
import { readScanMessage, ScanQueue } from "../../../../lib/screening/runs/scan-queue.ts";
import { mockClient } from "../../../support/mock-client.ts";

it("sends any address of a wallet in characters that SQS takes, and reads it back unchanged", async () => {
  const sqs = mockClient(SQSClient);
  sqs.on(SendMessageBatchCommand).resolves({ Successful: [], Failed: [] });
  const wallets = ["0x\ufffe#1", "0x\uffff#1", "0x\u0000\ud800#1", "=1+1\u{e0041}#1"];
  const message = { projectId: 1, runId: "2026-03-01T08:00:00.000Z", wallets };
  await new ScanQueue(() => new SQSClient({}), "https://queue.example").send([message]);
  const [entry] = sqs.commandCalls(SendMessageBatchCommand)[0]?.args[0].input.Entries ?? [];
  // https://www.w3.org/TR/xml/#charsets, as SQS names it.
  expect(entry?.MessageBody).toMatch(/^[\t\n\r\u0020-\ud7ff\ue000-\ufffd]+$/);
  expect(readScanMessage(entry?.MessageBody ?? "")).toEqual(message);
});

it("fails where SQS refuses one of the messages", async () => {
  const Failed = [{ Id: "1", Code: "InternalError", SenderFault: false }];
  mockClient(SQSClient).on(SendMessageBatchCommand).resolves({ Successful: [], Failed });
  const message = { projectId: 1, runId: "2026-03-01T08:00:00.000Z", wallets: ["0xa1#1"] };
  const queue = new ScanQueue(() => new SQSClient({}), "https://queue.example");
  await expect(queue.send([message, message])).rejects.toThrow(
    "The scan queue did not take a message (InternalError).",
  );
});
