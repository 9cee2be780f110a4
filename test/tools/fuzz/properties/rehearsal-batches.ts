/**
 * The property of rehearsals behind the queue: what the endpoint took for real is stored, scanned and alerted as real
 * whatever its body says, what it took for a rehearsal never is, and neither stands in the other's way.
 */

import * as fc from "fast-check";
import { notificationBody } from "../../../support/notifications.ts";
import type { WireItem } from "../aws-limits.ts";
import type { Activity, AwsStub } from "../aws-stub.ts";
import { FuzzError } from "../checks/reply-checks.ts";
import { json } from "../inputs/hostile-text.ts";
import type { Subject } from "../subject.ts";

/** A body of a batch; each has a user and a wallet of its own, by its place. */
export interface Sent {
  rehearsal: boolean;
  /** Ids are few, so that rehearsals and real ones meet under one. */
  id: number;
  kind: "illegal" | "warn" | "quarantined" | "error";
  /** What the body itself says of rehearsals, as JSON, and where. */
  claim: string;
  place: "top" | "first" | "data" | "address" | "nowhere";
}

const CLAIMS = ["true", "true", "false", "null", "1", '"true"', "{}", "[true]", '{"rehearsal":true}'];

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

const sent: fc.Arbitrary<Sent> = fc.record({
  rehearsal: fc.boolean(),
  id: fc.nat(2),
  kind: fc.constantFrom("illegal", "illegal", "illegal", "warn", "quarantined", "error"),
  claim: fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...CLAIMS) },
    { weight: 1, arbitrary: json.filter(isJson) },
  ),
  place: fc.constantFrom("top", "top", "first", "data", "address", "nowhere"),
});

/** Hands batches of real ones and rehearsals to the consumer. */
export function rehearsalBatchesProperty(subject: Subject, aws: AwsStub) {
  return fc.asyncProperty(fc.array(sent, { minLength: 1, maxLength: 5 }), (batch) =>
    checkBatch(batch, subject, aws),
  );
}

/** A warm function does not write a wallet again that it has just written: each batch has wallets of its own. */
let batches = 0;

const userOf = (at: number) => `u-fuzz-${at}`;
const walletOf = (at: number) => `0x${String(batches).padStart(39, "0")}${at}`;

function textOf({ id, kind, claim, place }: Sent, at: number): string {
  const law = notificationBody().data.inflictedLaws.map((one) => ({
    ...one,
    risk: kind === "warn" ? "warn" : "illegal",
  }));
  const address = { id: 1, userId: userOf(at), address: walletOf(at), description: "x" };
  const whole = notificationBody({ id, address, inflictedLaws: law });
  const body = kind === "error" ? { type: "error", data: `error ${at}` } : whole;
  const text = JSON.stringify(
    kind === "quarantined" ? { ...whole, data: { ...whole.data, txHash: at } } : body,
  );
  const says = `"rehearsal":${claim}`;
  if (place === "top") return `${text.slice(0, -1)},${says}}`;
  if (place === "first") return `{${says},${text.slice(1)}`;
  if (place === "data") return text.replace('"data":{', `"data":{${says},`);
  return place === "address" ? text.replace('"address":{', `"address":{${says},`) : text;
}

function recordOf(one: Sent, at: number) {
  const envelope = {
    ...{ v: 1, deliveryId: `delivery-${at}`, receivedAt: `2026-03-01T12:00:0${at}.000Z`, projectId: 1 },
    ...(one.rehearsal ? { rehearsal: true } : {}),
    body: Buffer.from(textOf(one, at)).toString("base64"),
  };
  const attributes = { ApproximateReceiveCount: "1", SentTimestamp: String(Date.now()) };
  return {
    ...{ messageId: `m-${at}`, receiptHandle: `m-${at}`, attributes, messageAttributes: {} },
    body: JSON.stringify(envelope),
  };
}

/** Hands a batch to the consumer; throws a {@link FuzzError} where a real one or a rehearsal is taken for the other. */
async function checkBatch(batch: readonly Sent[], subject: Subject, aws: AwsStub): Promise<void> {
  aws.begin();
  batches++;
  const { outcome, printed } = await subject.call({ Records: batch.map(recordOf) });
  if (!outcome.ok || outcome.payload !== '{"batchItemFailures":[]}')
    throw new FuzzError(`not stored: ${JSON.stringify(outcome)} ${printed}`);
  for (const [at, one] of batch.entries()) {
    checkItem(one, at, aws.activity);
    checkAlert(one, at, aws.activity);
  }
}

function checkItem(one: Sent, at: number, { written }: Activity): void {
  const own = written.filter(({ item }) => JSON.stringify(item["delivery"]) === `{"S":"delivery-${at}"}`);
  const [stored] = own.map(({ item }) => item);
  if (stored === undefined || own.length > 1)
    throw new FuzzError(`delivery-${at} was stored ${own.length} times`);
  if (isRehearsal(stored) !== one.rehearsal)
    throw new FuzzError(
      `${one.rehearsal ? "a rehearsal" : "a real one"} is stored as ${JSON.stringify(stored["key"])}`,
    );
  const known = written.some(({ item }) => JSON.stringify(item["walletKey"] ?? "").includes(walletOf(at)));
  const expected = !one.rehearsal && (one.kind === "illegal" || one.kind === "warn");
  if (known !== expected) throw new FuzzError(`its wallet is ${known ? "" : "not "}going to be scanned`);
}

/** A rehearsal stands in partitions of its own in the table and in each index. */
function isRehearsal(item: WireItem): boolean {
  const partitions = ["key", "timeShard", "userKey"].flatMap((name) => item[name]?.["S"] ?? []);
  const own = partitions.filter((key) => String(key).startsWith("rehearsal#")).length;
  if (own !== 0 && own !== partitions.length)
    throw new FuzzError(`in partitions of both: ${JSON.stringify(partitions)}`);
  return own > 0;
}

/** What is illegal reaches the officer, as what it is; no message speaks of real ones and rehearsals together. */
function checkAlert({ kind, rehearsal }: Sent, at: number, { published }: Activity): void {
  const isTest = (subject: string) => subject.startsWith("[TEST]");
  for (const { subject, texts } of published)
    if (isTest(subject) !== rehearsal && String(texts["email"]).includes(userOf(at)))
      throw new FuzzError(`${rehearsal ? "a rehearsal" : "a real one"} is in the message ${subject}`);
  if (kind !== "illegal" && kind !== "quarantined") return;
  const alerted = published.some(
    ({ topicArn, subject, texts }) =>
      topicArn.endsWith("AlertsTopic") &&
      isTest(subject) === rehearsal &&
      (kind === "quarantined" || String(texts["email"]).includes(userOf(at))),
  );
  if (!alerted) throw new FuzzError(`${kind}, but not alerted as ${rehearsal ? "a rehearsal" : "real"}`);
}
