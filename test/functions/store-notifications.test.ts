/** store-notifications: of a batch, the messages whose work is not done come back, and no others. */

import { PublishCommand, SNSClient } from "@aws-sdk/client-sns";
import { SQSClient } from "@aws-sdk/client-sqs";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { SQSRecord } from "aws-lambda";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { handler } from "../../functions/store-notifications.ts";
import { TABLE_SHAPES } from "../../lib/aws/tables/table-shapes.ts";
import { encodeDelivery } from "../../lib/intake/envelope.ts";
import { NotificationStore } from "../../lib/intake/notifications/notifications.ts";
import { type EmulatedTables, startTables } from "../support/emulated-tables.ts";
import { INTAKE_ENVIRONMENT } from "../support/intake-environment.ts";
import { lambdaContext, sqsEvent } from "../support/lambda.ts";
import { mockClient } from "../support/mock-client.ts";
import { FINTECH_LAW, LFPIORPI, notificationBody } from "../support/notifications.ts";

const sns = mockClient(SNSClient);
const sqs = mockClient(SQSClient);
const send = DynamoDBDocumentClient.prototype.send;
let emulated: EmulatedTables;
let notifications: NotificationStore;
/** Calls of DynamoDB whose input holds it fail. */
let outOfReach: string | undefined;

beforeAll(async () => {
  emulated = await startTables(TABLE_SHAPES);
  notifications = new NotificationStore(emulated.client, "notifications");
  for (const [name, value] of Object.entries(INTAKE_ENVIRONMENT)) vi.stubEnv(name, value);
  vi.stubEnv("AWS_ENDPOINT_URL_DYNAMODB", emulated.url);
  vi.spyOn(process.stdout, "write").mockImplementation(() => true);
  vi.spyOn(DynamoDBDocumentClient.prototype, "send").mockImplementation(function (
    this: DynamoDBDocumentClient,
    ...call: Parameters<typeof send>
  ) {
    const refused = outOfReach !== undefined && JSON.stringify(call[0].input).includes(outOfReach);
    return refused ? Promise.reject(new Error("out of reach")) : Reflect.apply(send, this, call);
  });
});
afterAll(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  await emulated.stop();
});
beforeEach(() => {
  outOfReach = undefined;
  sqs.reset();
  sqs.onAnyCommand().resolves({});
  sns.reset();
  sns.on(PublishCommand).resolves({ MessageId: "message" });
});

function record(messageId: string, body: string): SQSRecord {
  const [one] = sqsEvent(body).Records;
  if (one === undefined) throw new Error("There is no record.");
  return { ...one, messageId, receiptHandle: messageId };
}

/** A delivery as a message that is named like it. @param changes of the notification's data */
function delivery(deliveryId: string, changes: Record<string, unknown>): SQSRecord {
  const body = Buffer.from(JSON.stringify(notificationBody(changes)));
  const receivedAt = new Date().toISOString();
  return record(deliveryId, encodeDelivery({ deliveryId, receivedAt, projectId: 1, body }));
}

/** @returns names of the messages that come back */
async function handle(...Records: SQSRecord[]): Promise<string[]> {
  const { batchItemFailures } = await handler({ Records }, lambdaContext());
  return batchItemFailures.map(({ itemIdentifier }) => itemIdentifier);
}

const stored = async (id: number) =>
  (await notifications.get({ key: `1#${id}`, version: "first" }))?.alert?.state;

it("gives back the one that DynamoDB refuses, and neither those beside it nor what is no delivery", async () => {
  outOfReach = "1#102";
  const back = await handle(
    delivery("a", { id: 101, inflictedLaws: [] }),
    delivery("b", { id: 102, inflictedLaws: [] }),
    record("c", "no delivery"),
    delivery("d", { id: 103, inflictedLaws: [] }),
  );
  expect(back).toEqual(["b"]);
  outOfReach = undefined;
  expect(await handle(delivery("b", { id: 102, inflictedLaws: [] }))).toEqual([]);
  expect(await Promise.all([101, 102, 103].map(stored))).toEqual(["none", "none", "none"]);
});

it("gives back those whose alert is not published, keeps them pending, and alerts them the next time", async () => {
  sns.on(PublishCommand).rejects(new Error("no topic"));
  const illegal = delivery("a", { id: 201 });
  expect(await handle(illegal, delivery("b", { id: 202, inflictedLaws: [] }))).toEqual(["a"]);
  expect(await stored(201)).toBe("pending");
  sns.on(PublishCommand).resolves({ MessageId: "message" });
  expect(await handle(illegal)).toEqual([]);
  expect(await stored(201)).toBe("sent");
});

it("publishes one alert for all illegal ones of a batch, before their messages are gone", async () => {
  expect(await handle(delivery("a", { id: 301 }), delivery("b", { id: 302 }))).toEqual([]);
  expect(sns.commandCalls(PublishCommand)).toHaveLength(1);
  expect(await Promise.all([301, 302].map(stored))).toEqual(["sent", "sent"]);
});

it("publishes nothing more for a message that comes a second time", async () => {
  const illegal = delivery("a", { id: 401 });
  await handle(illegal);
  expect(await handle(illegal)).toEqual([]);
  expect(sns.commandCalls(PublishCommand)).toHaveLength(1);
});

const SECOND_LAW = { ...FINTECH_LAW, risk: "illegal" };

it.each([
  [501, "the same again", [LFPIORPI], [LFPIORPI], 1],
  [502, "illegal after harmless", [], [LFPIORPI], 1],
  [503, "a law more", [LFPIORPI], [LFPIORPI, SECOND_LAW], 2],
  [504, "the law withdrawn", [LFPIORPI], [], 1],
  [505, "another risk that is not illegal", [], [FINTECH_LAW], 0],
])("alerts once for each law that is new to an id: %i, %s", async (id, _, before, after, alerts) => {
  await handle(delivery("a", { id, inflictedLaws: before }));
  expect(await handle(delivery("b", { id, inflictedLaws: after }))).toEqual([]);
  expect(sns.commandCalls(PublishCommand)).toHaveLength(alerts);
});
