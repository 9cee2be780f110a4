/** Hostile texts at every place where something that a person or a service wrote is stored, and storing them. */

import * as fc from "fast-check";
import { encodeDelivery } from "../../../lib/intake/envelope.ts";
import { notificationBody } from "../../support/notifications.ts";
import { ODD_ANSWERS, scanReplies } from "../../support/servers/odd-service.ts";
import { escaped } from "./bodies.ts";
import type { Stack } from "./stack.ts";

/** A text of a kind at each place. */
export function storedTexts(text: fc.Arbitrary<string>) {
  return fc.record({
    userId: text,
    otherUserId: text,
    description: text,
    symbol: text,
    tokenName: text,
    lawName: text,
    lawDescription: text,
    lawSource: text,
    country: text,
    countryCode: text,
    errorMessage: text,
    chainName: text,
    reason: text,
    tag: text,
    letter: text,
    quarantinedKey: text,
    argument: text,
    serviceMessage: text,
    // It begins what is shown of a wallet.
    address: text.map((suffix) => `a${suffix}`),
  });
}

export type StoredTexts = ReturnType<typeof storedTexts> extends fc.Arbitrary<infer T> ? T : never;

/** The transactions by which the rows of lists are known; each body has one. */
export const HASHES = {
  illegal: `0x${"1".repeat(64)}`,
  otherTransaction: `0x${"2".repeat(64)}`,
  warned: `0x${"3".repeat(64)}`,
} as const;

/** The wallet whose scan brings hostile texts. */
export const WALLET = "0x00000000000000000000000000000000000000aa";

/** Another one, for notifications: they would change the first one's owner. */
const OTHER_WALLET = "0x00000000000000000000000000000000000000bb";

/** The bodies; each makes one row in a list of everything. */
export function bodiesOf(texts: StoredTexts): string[] {
  const { lawName: name, lawDescription, lawSource: source, country, countryCode, description } = texts;
  const law = { name, description: lawDescription, source, risk: "illegal", country, countryCode };
  const token = { name: texts.tokenName, symbol: texts.symbol, decimals: 6, address: texts.address };
  const wordsOf = (userId: string) => ({ id: 1, userId, address: OTHER_WALLET, description });
  const about = (changes: Record<string, unknown>) =>
    JSON.stringify(notificationBody({ chainId: 1, token, inflictedLaws: [law], ...changes }));
  return [
    about({ id: 1, address: wordsOf(texts.userId), txHash: HASHES.illegal }),
    about({ id: 1, address: wordsOf(texts.otherUserId), txHash: HASHES.otherTransaction }),
    about({
      id: 2,
      address: wordsOf(texts.userId),
      txHash: HASHES.warned,
      inflictedLaws: [{ ...law, risk: "warn" }],
    }),
    JSON.stringify({ type: "error", data: texts.errorMessage }),
    about({ id: 3, txHash: 5, [texts.quarantinedKey]: texts.quarantinedKey }),
  ];
}

/** Stores webhook bodies as they come out of the webhook queue. */
async function storeBodies(stack: Stack, bodies: readonly string[]): Promise<void> {
  const head = {
    receivedAt: "2026-03-01T12:00:00.000Z",
    signedAt: "2026-03-01T12:00:00.000Z",
    projectId: 1,
  };
  const deliveries = bodies.map((body, at) => ({
    ...head,
    deliveryId: `delivery-${at}`,
    body: Buffer.from(body),
  }));
  await stack.consume("StoreNotifications", deliveries.map(encodeDelivery));
}

/** Stores all texts, as they would come from the service in a night. */
export async function storeTexts(stack: Stack, texts: StoredTexts): Promise<void> {
  await stack.clear();
  const quoted = JSON.stringify(texts.chainName);
  const chain = `{"id":1,"name":${quoted},"rpc_url":${quoted},"explorer_url":${quoted},"currency_symbol":${quoted},"currency_decimals":18}`;
  const { tag, letter } = texts;
  const data = { status: tag, tags: [tag, { name: tag }], lastTxs: [tag], lastDapps: [tag] };
  stack.service.behave({
    chains: () => ({ body: `{"success":true,"data":[${chain}]}` }),
    scan: scanReplies([{ address: WALLET, answer: ODD_ANSWERS["hostile texts"], text: texts.reason }]),
    status: (address) =>
      address === WALLET
        ? { body: JSON.stringify({ success: true, data }) }
        : { status: 400, body: JSON.stringify({ success: false, message: texts.serviceMessage }) },
  });
  await stack.remember([{ address: WALLET, userId: texts.userId }, { address: texts.address }]);
  await stack.scan();
  await storeBodies(stack, bodiesOf(texts));
  await stack.addDeadLetter("webhookDlq", letter);
  const delivery = { v: 1, deliveryId: letter, receivedAt: letter, projectId: 1, body: "e30=" };
  await stack.addDeadLetter("webhookDlq", asciiJson(delivery));
  await stack.addDeadLetter("scanDlq", asciiJson({ v: 1, projectId: 1, runId: letter, shard: 0, hop: 1 }));
}

/** JSON in which every character beyond ASCII is escaped. */
function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(/[^\x20-\x7e]/g, escaped);
}
