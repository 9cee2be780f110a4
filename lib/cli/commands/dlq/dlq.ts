/** `vigia dlq`: the messages that no function could work on, and sending them back. */

import type { SQSClient } from "@aws-sdk/client-sqs";
import * as z from "zod/mini";
import { cleanText } from "../../../text/cleaning.ts";
import { countOf } from "../../../text/cut.ts";
import { queues } from "../../core/aws.ts";
import {
  addCommand,
  addGroup,
  type Call,
  type CommandContext,
  type CommandGroup,
} from "../../core/command.ts";
import { EXIT } from "../../core/failure.ts";
import * as option from "../../core/options.ts";
import type { Target } from "../../core/target.ts";
import { type Progress, showProgress } from "../../output/progress.ts";
import { printRows, timeColumn, type View } from "../../output/table.ts";
import {
  type DeadLetter,
  FAILED_AGAIN,
  hiddenIn,
  type Moved,
  moveBack,
  peek,
  type QueuePair,
  type Redriven,
  redrive,
} from "./dead-letters.ts";

export function addDlq(program: CommandGroup): void {
  const group = addGroup(
    program,
    "dlq",
    "list and send back dead letters: messages that no function could process",
  );
  addCommand(group, "list", {
    summary: "list the messages of both dead-letter queues, without removing them",
    examples: ["vigia dlq list", "vigia dlq list --queue scan --format jsonl"],
    action: listLetters,
  })
    .option("--queue <queue>", "only webhook or scan (default: both)")
    .option("--limit <count>", "maximum number for each queue", "50")
    .option("--format <format>", "table, jsonl or csv", "table");
  addCommand(group, "redrive", {
    summary: "send dead letters back to their queues, once their cause is fixed",
    examples: ["vigia dlq redrive", "vigia dlq redrive --queue webhook --stage dev"],
    action: redriveLetters,
  }).option("--queue <queue>", "only webhook or scan (default: both)");
}

const queueOption = z.optional(z.enum(["webhook", "scan"]));

/** The queues of a stack that have dead letters; all, or the one that is named. */
function queuePairs({ queues: urls }: Target, only?: QueuePair["name"]): QueuePair[] {
  const pairs: QueuePair[] = [
    { name: "webhook", sourceUrl: urls.webhook, deadUrl: urls.webhookDlq },
    { name: "scan", sourceUrl: urls.scan, deadUrl: urls.scanDlq },
  ];
  return pairs.filter(({ name }) => only === undefined || name === only);
}

const letterView: View<DeadLetter> = {
  columns: [
    { header: "queue", value: ({ queue }) => queue },
    timeColumn("sent", ({ sentAt }) => sentAt),
    { header: "tries", value: ({ receives }) => String(receives), align: "right" },
    { header: "what", value: ({ what }) => what, wrap: 30 },
  ],
  json: (letter) => letter,
  csvHeader: ["queue", "messageId", "sentAt", "receives", "what"],
  csvCells: ({ queue, messageId, sentAt, receives, what }) => [queue, messageId, sentAt, receives, what],
};

async function listLetters({ context, options, target }: Call): Promise<undefined> {
  const { queue, limit, format } = options({
    queue: queueOption,
    limit: option.limit,
    format: option.format,
  });
  const found = await target();
  const sqs = queues(found);
  const letters = await Promise.all(queuePairs(found, queue).map((pair) => peek(sqs, pair, limit)));
  const count = await printRows(context.stdout, format, letterView, letters.flat());
  if (format !== "table") return;
  await context.note(
    count === 0
      ? `There are no dead letters in ${found.name}.`
      : `When their cause is fixed, send them back with "vigia dlq redrive${found.flag}".`,
  );
}

/** Interval between two looks at a move, and most letters to name that came back. */
const LOOK_EVERY_MS = 1_000;
const MOST_NAMED = 100;

async function moveWithProgress(
  sqs: SQSClient,
  pair: QueuePair,
  context: CommandContext,
): Promise<Moved | undefined> {
  let progress: Progress | undefined;
  const work = {
    label: `Moving the dead letters of the ${pair.name} queue`,
    ifStopped: "SQS continues to move them. Run this again to see its progress.",
  };
  try {
    return await moveBack(sqs, pair, {
      everyMs: LOOK_EVERY_MS,
      onProgress(moved, of) {
        progress ??= showProgress(context, work, of);
        progress.update(moved, `${moved} of ${of}`);
      },
    });
  } finally {
    progress?.stop();
  }
}

/** The letters that came back while SQS moved: they are left where they are. */
async function* returnedSince(
  sqs: SQSClient,
  pair: QueuePair,
  { count, startedAt }: Moved,
): AsyncGenerator<Redriven> {
  if (count === 0) return;
  for (const letter of await peek(sqs, pair, MOST_NAMED))
    if (Date.parse(letter.sentAt) >= startedAt) yield { letter, problem: FAILED_AGAIN };
}

/** A message quotes what its sender wrote: a line end in it would print a line of the sender's choice. */
const MAX_WORDS = 400;

async function redriveLetters({ context, options, target }: Call): Promise<number> {
  const { queue } = options({ queue: queueOption });
  const found = await target();
  const sqs = queues(found);
  const count = { sent: 0, failed: 0 };
  const hidden: string[] = [];
  for (const pair of queuePairs(found, queue)) {
    const hiddenBefore = await hiddenIn(sqs, pair);
    if (hiddenBefore > 0) hidden.push(`${countOf(hiddenBefore, "message")} of the ${pair.name} queue`);
    const moved = await moveWithProgress(sqs, pair, context);
    if (moved !== undefined) {
      count.sent += moved.count;
      if (moved.count > 0)
        await context.print(`${pair.name}: ${countOf(moved.count, "message")} sent back by SQS.`);
      if (moved.problem !== undefined)
        await context.note(
          `${pair.name}: SQS stopped moving (${cleanText(moved.problem, MAX_WORDS)}); run this again for those that are left.`,
        );
    }
    for await (const { letter, problem } of moved === undefined
      ? redrive(sqs, pair)
      : returnedSince(sqs, pair, moved)) {
      count[problem === undefined ? "sent" : "failed"]++;
      await context.print(
        `${letter.queue} ${cleanText(letter.messageId, MAX_WORDS)}: ${problem ?? "sent back"} (${cleanText(letter.what, MAX_WORDS)})`,
      );
    }
    if (moved?.problem !== undefined) count.failed++;
  }
  const isNone = count.sent + count.failed + hidden.length === 0;
  await context.print(
    isNone
      ? `There are no dead letters in ${found.name}.`
      : `${countOf(count.sent, "message")} sent back, ${count.failed} not.`,
  );
  if (hidden.length > 0)
    await context.note(
      `Hidden when this began, and so perhaps left: ${hidden.join(", ")}. Another command had received them and went on or was stopped; they show again within a minute: then run this again.`,
    );
  return count.failed > 0 ? EXIT.failed : EXIT.done;
}
