/** Sends canaries down every path of the stack: found, not found, invalid, unsigned, and with each part out of reach. */

import { SendMessageCommand } from "@aws-sdk/client-sqs";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { expect } from "vitest";
import { LFPIORPI, notificationBody } from "../../support/notifications.ts";
import {
  API_KEY,
  FOREIGN_MESSAGE,
  HOOK_SECRET,
  INBOUND,
  LONG_NUMBER,
  OTHER_HOOK_SECRET,
  OUTBOUND,
  RECORD,
  UNREAD_BODY,
  UNSIGNED_BODY,
  USER_ID,
  WRONG_SECRET,
} from "./canaries.ts";
import type { LeakStack } from "./leak-stack.ts";
import { ANSWERS, type AnswerName } from "./leaky-service.ts";

const SIGNED = { secret: HOOK_SECRET };
const SIGNED_FOR_TWO = { projectId: 2, secret: OTHER_HOOK_SECRET };
const WRONG = { secret: WRONG_SECRET };
const WRONG_KEY = {
  unsigned: true,
  headers: { "x-api-key": `ApiKey ${WRONG_SECRET}`, authorization: WRONG_SECRET },
};

/** Look-ups. @returns the statuses, in order */
export async function lookUps(leaks: LeakStack): Promise<number[]> {
  const { stack } = leaks.scan;
  await spoilRecords(leaks);
  const lookUpReply = await stack.lookUp("u-known", SIGNED_FOR_TWO);
  expect(JSON.parse(lookUpReply.text)).toEqual(RECORD);
  return [
    lookUpReply.status,
    (await stack.lookUp("u-known", SIGNED)).status,
    await leaks.reply("a look-up of an unknown user", stack.lookUp(USER_ID, SIGNED)),
    await leaks.reply("a look-up of a corrupt record", stack.lookUp("u-corrupt", SIGNED)),
    await leaks.reply("a look-up of a record with a long number", stack.lookUp("u-long", SIGNED)),
    await leaks.reply("a look-up with a wrong secret", stack.lookUp("u-known", WRONG)),
    await leaks.reply("a look-up with a key", stack.lookUp("u-known", WRONG_KEY)),
    await leaks.reply("a look-up of long ago", stack.lookUp("u-known", { ...SIGNED, timestamp: 1 })),
    await out(leaks, "dynamodb", () => stack.lookUp("u-known", SIGNED)),
  ];
}

async function spoilRecords({ scan: { stack }, endpoints }: LeakStack): Promise<void> {
  const put = (Item: Record<string, unknown>) =>
    stack.database.send(new PutCommand({ TableName: endpoints.tables.users, Item }));
  await put({ ...RECORD, userId: "u-corrupt", birthdate: RECORD.mexico.curp, address: RECORD.email });
  await put({
    ...RECORD,
    userId: "u-long",
    phoneNumber: { countryCode: "+52", phoneNumber: BigInt(LONG_NUMBER) },
  });
}

/** A request while a service is out of reach. */
async function out(
  leaks: LeakStack,
  service: "dynamodb" | "secretsmanager" | "sqs",
  request: () => ReturnType<LeakStack["scan"]["stack"]["lookUp"]>,
): Promise<number> {
  const { gate } = leaks.scan.stack;
  gate.outage(service, true);
  const status = await leaks.reply(`a request without ${service}`, request());
  gate.outage(service, false);
  return status;
}

/** Both endpoints with secrets that cannot be read, or are invalid. @returns the statuses */
export async function withoutSecrets(leaks: LeakStack): Promise<number[]> {
  const { stack } = leaks.scan;
  const statuses: number[] = [];
  for (const corrupt of [`not JSON but ${HOOK_SECRET}`, JSON.stringify({ 1: HOOK_SECRET })]) {
    await leaks.setSecrets(corrupt, OUTBOUND);
    statuses.push(await leaks.reply("a look-up with a corrupt secret", stack.lookUp("u-known", SIGNED)));
    statuses.push(
      await leaks.reply("a webhook with a corrupt secret", stack.post({ type: "error" }, SIGNED)),
    );
  }
  await leaks.setSecrets(INBOUND, OUTBOUND);
  statuses.push(await out(leaks, "secretsmanager", () => stack.lookUp("u-known", SIGNED)));
  return statuses;
}

/** Webhooks without a signature, or that cannot be queued. @returns the statuses */
export async function refusedWebhooks(leaks: LeakStack): Promise<number[]> {
  const { stack } = leaks.scan;
  const body = notificationBody({ txHash: UNSIGNED_BODY, extra: RECORD });
  const large = notificationBody({ txHash: `${UNSIGNED_BODY}${"x".repeat(300_000)}` });
  return [
    await leaks.reply("an unsigned webhook", stack.post(body, { unsigned: true })),
    await leaks.reply("a webhook with a wrong secret", stack.post(body, WRONG)),
    await leaks.reply("a webhook with a key", stack.post(body, WRONG_KEY)),
    await leaks.reply("a webhook that is no JSON", stack.post(`{"${UNSIGNED_BODY}`, SIGNED)),
    await leaks.reply("a webhook that is too large", stack.post(large, SIGNED)),
    await out(leaks, "sqs", () => stack.post(notificationBody({ extra: UNREAD_BODY }), SIGNED)),
  ];
}

/** Webhooks that are taken, and then meet trouble. */
export async function takenWebhooks(leaks: LeakStack): Promise<void> {
  const { stack } = leaks.scan;
  const { endpoints } = stack.stack;
  const seen = { address: { id: 1, userId: USER_ID, address: "0xLeaksVisible" } };
  const unread = { type: "notification", data: { id: UNREAD_BODY, [UNREAD_BODY]: UNREAD_BODY } };
  const illegal = (id: number) => ({
    ...notificationBody({ id, ...seen, extra: UNREAD_BODY }),
    more: UNREAD_BODY,
  });
  await leaks.reply("a webhook that is not the contract", stack.post(unread, SIGNED));
  await leaks.reply(
    "another one",
    stack.post({ ...unread, data: [{ ...LFPIORPI, name: UNREAD_BODY }] }, SIGNED),
  );
  await leaks.reply("a webhook", stack.post(illegal(1), SIGNED));
  await stack.settled();
  await stack.sqs.send(
    new SendMessageCommand({
      QueueUrl: endpoints.queues.webhook,
      MessageBody: `{"v":1,"x":"${FOREIGN_MESSAGE}`,
    }),
  );
  for (const [service, id] of [
    ["dynamodb", 2],
    ["sns", 3],
  ] as const) {
    const delivered = stack.nextDelivery();
    stack.gate.outage(service, true);
    await leaks.reply(`a webhook without ${service}`, stack.post(illegal(id), SIGNED));
    await delivered;
    stack.gate.outage(service, false);
  }
}

/** A scan under each odd answer of the service; one that is waited for is stopped, but for `failing`, to its last try. */
export async function scans(leaks: LeakStack): Promise<void> {
  await leaks.scan.remember(["0x1111111111111111111111111111111111111111"]);
  for (const name of Object.keys(ANSWERS)) {
    if (!isAnswer(name)) continue;
    leaks.service.answer = name;
    const runId = await leaks.scan.startScan();
    if (name !== "failing" && (await leaks.scan.answered(runId)).status === "running")
      await leaks.scan.stopScan();
    else await leaks.scan.ended(runId);
  }
  const unusable = { 1: { apiKeys: [{ value: `ApiKey ${API_KEY}\n${API_KEY} é` }] } };
  await leaks.setSecrets(INBOUND, JSON.stringify(unusable));
  await leaks.scan.ended(await leaks.scan.startScan());
}

/** A scan with a secret that cannot be read; its messages are tried again until it can be. */
export async function scanWithoutSecret(leaks: LeakStack): Promise<void> {
  await leaks.setSecrets(INBOUND, `not JSON but ${API_KEY}`);
  const delivered = leaks.scan.stack.nextDelivery();
  await leaks.scan.startScan();
  await delivered;
}

function isAnswer(name: string): name is AnswerName {
  return name in ANSWERS;
}
