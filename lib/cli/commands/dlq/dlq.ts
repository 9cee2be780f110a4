/** `vigia dlq`: messages that no function could process, to list, to send back and to delete. No body is shown. */

import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  type Message,
  ReceiveMessageCommand,
  type SQSClient,
  StartMessageMoveTaskCommand,
} from "@aws-sdk/client-sqs";
import { Option } from "@commander-js/extra-typings";
import { cleanText } from "../../../i18n/text/cleaning.ts";
import { countOf } from "../../../i18n/text/cut.ts";
import { decodeDelivery } from "../../../intake/envelope.ts";
import { readScanMessage } from "../../../screening/runs/scan-queue.ts";
import { queues } from "../../core/aws.ts";
import { addCommand, addGroup, type CommandGroup, handle, makeSure } from "../../core/command.ts";
import { CommandError, WrongUseError } from "../../core/failure.ts";
import { formatOption, limitOption, yesOption } from "../../core/options.ts";
import type { Target } from "../../core/target.ts";
import { type Column, printList, timeColumn } from "../../output/list.ts";

const QUEUES = ["webhook", "scan"] as const;
const queueOption = new Option("--queue <queue>", "only this queue (default: both)").choices(QUEUES);

export function addDlq(program: CommandGroup, summary: string): void {
  const group = addGroup(program, "dlq", summary);
  addCommand(group, "list", {
    summary: "list dead-letter messages; they stay in their queue",
    examples: ["vigia dlq list", "vigia dlq list --queue scan --format jsonl"],
  })
    .addOption(queueOption)
    .addOption(limitOption)
    .addOption(formatOption)
    .action(
      handle(group, async ({ context, chosenTarget }, { queue, limit, format }) => {
        const target = await chosenTarget();
        const messages: DeadMessage[] = [];
        for (const pair of pairsOf(target, queue))
          await eachMessage(queues(target), pair.deadUrl, async (message) => {
            messages.push({ ...message, queue: pair.name });
            return messages.length < limit ? "keep" : "stop";
          });
        const count = await printList(context.stdout, { format, limit }, DEAD_LETTER_COLUMNS, messages);
        if (format === "table" && count === 0)
          await context.note(`There are no dead-letter messages in ${target.name}.`);
      }),
    );
  addCommand(group, "redrive", {
    summary: "send dead-letter messages back to their queues, once their cause is fixed",
    examples: ["vigia dlq redrive", "vigia dlq redrive --queue webhook --stage dev"],
  })
    .addOption(queueOption)
    .action(
      handle(group, async ({ context, chosenTarget }, { queue }) => {
        const target = await chosenTarget();
        for (const pair of pairsOf(target, queue)) {
          const messages = countOf(await redrive(queues(target), pair), "message");
          await context.print(`SQS moves about ${messages} to the ${pair.name} queue.`);
        }
        await context.note(`See what fails again with "vigia dlq list${target.flags}".`);
      }),
    );
  addCommand(group, "discard [ids...]", {
    summary: "delete dead-letter messages for good, by the ids that the list shows",
    examples: [
      "vigia dlq discard 5f2c91ab-0000-4000-8000-000000000000",
      "vigia dlq discard --all --queue scan",
    ],
  })
    .addOption(queueOption)
    .option("--all", "every message")
    .addOption(yesOption)
    .action(
      handle(group, async ({ context, chosenTarget }, ids, { queue, all = false, yes = false }) => {
        if (all === ids.length > 0) throw new WrongUseError("Name the messages by their ids, or use --all.");
        const target = await chosenTarget();
        const which = all ? "all dead-letter messages" : countOf(ids.length, "dead-letter message");
        await makeSure(context, yes, `Delete ${which} of ${target.name} for good?`);
        const wanted = new Set(ids);
        for (const pair of pairsOf(target, queue))
          await eachMessage(queues(target), pair.deadUrl, async ({ MessageId = "", Body, ReceiptHandle }) => {
            if (!all && !wanted.delete(MessageId)) return "keep";
            const named = { QueueUrl: pair.deadUrl, ReceiptHandle };
            await queues(target).send(new DeleteMessageCommand(named));
            await context.print(`Deleted ${MessageId}: ${contentOf(pair.name, Body)}`);
            return "gone";
          });
        if (wanted.size > 0)
          throw new CommandError(`Not found, so not deleted: ${[...wanted].join(", ")}. List them again.`);
      }),
    );
}

/** A queue with its dead-letter queue. */
interface QueuePair {
  name: (typeof QUEUES)[number];
  sourceUrl: string;
  deadUrl: string;
}

function pairsOf({ queues: urls }: Target, only: QueuePair["name"] | undefined): QueuePair[] {
  return [
    { name: "webhook" as const, sourceUrl: urls.webhook, deadUrl: urls.webhookDlq },
    { name: "scan" as const, sourceUrl: urls.scan, deadUrl: urls.scanDlq },
  ].filter(({ name }) => only === undefined || name === only);
}

type DeadMessage = Message & { queue: QueuePair["name"] };

export const DEAD_LETTER_COLUMNS: readonly Column<DeadMessage>[] = [
  { name: "queue", header: "queue", value: ({ queue }) => queue },
  { name: "id", header: "id", value: ({ MessageId }) => MessageId },
  timeColumn("sentAt", "sent", ({ Attributes }) =>
    new Date(Number(Attributes?.SentTimestamp ?? 0)).toISOString(),
  ),
  {
    name: "receives",
    header: "tries",
    value: ({ Attributes }) => Number(Attributes?.ApproximateReceiveCount ?? 0),
    align: "right",
  },
  { name: "content", header: "content", value: ({ queue, Body }) => contentOf(queue, Body) },
];

/** Longer than any that this stack queues. */
const MAX_CONTENT = 300;

function contentOf(queue: QueuePair["name"], text = ""): string {
  try {
    if (queue === "scan") {
      const { projectId, runId } = readScanMessage(text);
      return cleanText(`part of run ${runId} of project ${projectId}`, MAX_CONTENT);
    }
    const { deliveryId, receivedAt, projectId, body } = decodeDelivery(text);
    return cleanText(
      `delivery ${deliveryId} of project ${projectId ?? "unknown"}, received ${receivedAt}, ${body.length} bytes`,
      MAX_CONTENT,
    );
  } catch {
    return "not a message of this version";
  }
}

/** In seconds: for so long a message is hidden from others while it is looked at. */
const VISIBILITY_S = 60;

/**
 * Gives each message of a queue once to `work`, and shows those again that it keeps. A long poll asks every server of SQS, so
 * that an empty answer means an empty queue.
 */
async function eachMessage(
  sqs: SQSClient,
  QueueUrl: string,
  work: (message: Message) => Promise<"gone" | "keep" | "stop">,
): Promise<void> {
  const receipts = new Map<string | undefined, string | undefined>();
  const receive = new ReceiveMessageCommand({
    QueueUrl,
    MaxNumberOfMessages: 10,
    VisibilityTimeout: VISIBILITY_S,
    WaitTimeSeconds: 1,
    MessageSystemAttributeNames: ["SentTimestamp", "ApproximateReceiveCount"],
  });
  let isOver = false;
  try {
    while (!isOver) {
      const { Messages = [] } = await sqs.send(receive);
      isOver = Messages.every(({ MessageId }) => receipts.has(MessageId));
      for (const message of Messages) {
        const isNew = !receipts.has(message.MessageId);
        receipts.set(message.MessageId, message.ReceiptHandle);
        if (isOver || !isNew) continue;
        const outcome = await work(message);
        if (outcome === "gone") receipts.delete(message.MessageId);
        isOver = outcome === "stop";
      }
    }
  } finally {
    for (const ReceiptHandle of receipts.values())
      await sqs.send(new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle, VisibilityTimeout: 0 }));
  }
}

/** Has SQS move the messages. @returns about how many there are */
async function redrive(sqs: SQSClient, { sourceUrl, deadUrl }: QueuePair): Promise<number> {
  const { Attributes: { QueueArn = "", ApproximateNumberOfMessages } = {} } = await sqs.send(
    new GetQueueAttributesCommand({
      QueueUrl: deadUrl,
      AttributeNames: ["QueueArn", "ApproximateNumberOfMessages"],
    }),
  );
  // The consumer sends dead-letter messages too, of which SQS does not know where they came from.
  const DestinationArn = QueueArn.replace(/[^:]*$/, sourceUrl.split("/").at(-1) ?? "");
  await sqs.send(new StartMessageMoveTaskCommand({ SourceArn: QueueArn, DestinationArn }));
  return Number(ApproximateNumberOfMessages ?? 0);
}
