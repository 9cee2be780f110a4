/** The property of the queue's consumer: whatever was accepted is stored whole and alerted, and nothing else stops it. */

import { createHash } from "node:crypto";
import * as fc from "fast-check";
import { expandBody } from "../../../../lib/notifications/raw-body.ts";
import type { WireItem } from "../aws-limits.ts";
import type { AwsStub } from "../aws-stub.ts";
import { checkTexts } from "../checks/alert-texts.ts";
import { checkPrinted, FuzzError, withoutFields } from "../checks/reply-checks.ts";
import { body } from "../inputs/hostile-bodies.ts";
import { deep, json, text } from "../inputs/hostile-text.ts";
import type { Call, Subject } from "../subject.ts";

const MAX_BODY_BYTES = 262_144;

/** A message of the queue: one that the endpoint wrote, with the bytes in it, or one that somebody else wrote. */
export type Message = { accepted: Buffer; text: string } | { accepted: undefined; text: string };

const projectId = fc.constantFrom(1, 1, 1, 2, null);

const accepted: fc.Arbitrary<Message> = fc
  .tuple(
    body.filter(({ length }) => length <= MAX_BODY_BYTES),
    projectId,
    fc.nat(9),
  )
  .map(([bytes, project, delivery]) => ({
    accepted: bytes,
    // API Gateway gives each request an id of its own: a delivery that comes again has the same body and project.
    text: envelope(bytes, project, `delivery-${delivery}-${project}-${digest(bytes)}`),
  }));

function digest(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex").slice(0, 12);
}

export function envelope(bytes: Buffer, project: number | null, deliveryId: string): string {
  const receivedAt = "2026-03-01T12:00:00.000Z";
  return JSON.stringify({ v: 1, deliveryId, receivedAt, projectId: project, body: bytes.toString("base64") });
}

const ENVELOPE_FIELDS = ["v", "deliveryId", "receivedAt", "projectId", "body"];

/** An envelope with one field of another kind; it may happen to be one that the endpoint could have written. */
const foreign: fc.Arbitrary<Message> = fc
  .oneof(
    text,
    json,
    deep,
    fc.tuple(fc.constantFrom(...ENVELOPE_FIELDS), json).map(([name, value]) => {
      const whole = JSON.parse(envelope(Buffer.from("{}"), 1, "delivery"));
      const fields = Object.entries(whole).map(([field, own]) => [field, JSON.stringify(own)]);
      return `{${fields.map(([field, own]) => `"${field}":${field === name ? value : own}`).join(",")}}`;
    }),
  )
  .map((message) => ({ accepted: undefined, text: message }));

const batch = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(accepted) },
  { weight: 2, arbitrary: fc.array(fc.oneof({ weight: 4, arbitrary: accepted }, foreign), { maxLength: 6 }) },
  { weight: 1, arbitrary: fc.tuple(foreign) },
);

/** Hands any batch to the consumer. */
export function queueConsumerProperty(subject: Subject, aws: AwsStub) {
  return fc.asyncProperty(batch, (messages) => checkConsumer(messages, subject, aws));
}

/** Hands one batch to the consumer; throws a {@link FuzzError} where anything but what must happens. */
async function checkConsumer(messages: readonly Message[], subject: Subject, aws: AwsStub): Promise<void> {
  aws.begin();
  const call = await subject.call({ Records: messages.map(({ text }, index) => record(text, `m-${index}`)) });
  const failed = failuresIn(call);
  const { refused, written, published } = aws.activity;
  // What somebody else wrote to the queue may end in its dead letters.
  if (refused.length > 0 && messages.every(({ accepted: ours }) => ours !== undefined))
    throw new FuzzError(`AWS would have refused: ${refused.join("; ")}`);
  // The subject of an alert names user, law and amount, cleaned and masked; whoever may write to the queue names the id.
  checkPrinted(withoutFields(call.printed, "subject", "requestIds"));
  for (const [index, message] of messages.entries()) {
    if (message.accepted !== undefined && failed.has(`m-${index}`))
      throw new FuzzError(`accepted, but not stored: ${call.printed}`);
  }
  const items = written.filter(({ table }) => table.endsWith("Notifications")).map(({ item }) => item);
  const [only, ...others] = messages;
  if (only?.accepted !== undefined && others.length === 0) checkStored(only.accepted, items);
  for (const item of items) checkAlerted(item, published);
  for (const { texts } of published) checkTexts(texts);
}

function record(text: string, messageId: string) {
  return {
    messageId,
    receiptHandle: messageId,
    body: text,
    attributes: { ApproximateReceiveCount: "1" },
    messageAttributes: {},
  };
}

function failuresIn({ outcome, printed }: Call): Set<string> {
  if (!outcome.ok)
    throw new FuzzError(
      `the whole batch failed: ${outcome.error.errorType} ${outcome.error.errorMessage} ${printed}`,
    );
  const { batchItemFailures } = JSON.parse(outcome.payload);
  return new Set(batchItemFailures.map(({ itemIdentifier }: { itemIdentifier: string }) => itemIdentifier));
}

function checkStored(bytes: Buffer, items: readonly WireItem[]): void {
  const [item, ...more] = items;
  if (item === undefined || more.length > 0) throw new FuzzError(`stored ${items.length} times`);
  const raw = Buffer.from(String(item["raw"]?.["B"]), "base64");
  if (!expandBody(raw).equals(bytes)) throw new FuzzError("stored with other bytes");
  const isQuarantined = String(item["key"]?.["S"]).includes("#quarantined-");
  if (isQuarantined && saysIllegal(bytes) && item["risk"]?.["S"] !== "illegal")
    throw new FuzzError("says illegal of a law, and was quarantined as if it did not");
}

/** Whether a law says it in so many words, be the rest of the body what it may. */
function saysIllegal(bytes: Buffer): boolean {
  return bytes.toString().replaceAll("\0", "").includes('"risk":"illegal"');
}

/** Every item whose alert is due was alerted, to the officer where it is illegal. */
function checkAlerted(item: WireItem, published: readonly { topicArn: string }[]): void {
  if (!JSON.stringify(item["alert"] ?? {}).includes('"pending"')) return;
  const illegal = item["risk"]?.["S"] === "illegal";
  const topic = illegal ? "AlertsTopic" : "OperationsTopic";
  if (!published.some(({ topicArn }) => topicArn.endsWith(topic)))
    throw new FuzzError(`due, but not alerted on ${topic}: ${JSON.stringify(item["key"])}`);
}
