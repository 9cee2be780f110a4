/** Hostile texts at every place where something that a person or a service wrote is stored, and storing them. */

import * as fc from "fast-check";
import { notificationBody } from "../../support/notifications.ts";
import type { EmulatedStack } from "./emulated-stack.ts";
import { shownText } from "./inputs/shown-text.ts";
import { scanReplies } from "./properties/scan-runs.ts";

/** The places, each with its text. */
export type StoredTexts = Record<(typeof PLACES)[number], string>;

const PLACES = [
  ...[
    "userId",
    "otherUserId",
    "description",
    "symbol",
    "tokenName",
    "lawName",
    "lawDescription",
    "lawSource",
  ],
  ...[
    "country",
    "countryCode",
    "errorMessage",
    "chainName",
    "reason",
    "tag",
    "lookedUp",
    "letter",
    "address",
  ],
  ...["quarantinedKey", "argument", "serviceMessage"],
] as const;

/** A text of a kind at each place. */
export function storedTextsOf(text: fc.Arbitrary<string>): fc.Arbitrary<StoredTexts> {
  return fc.tuple(...PLACES.map(() => text)).map((texts) => {
    const found: Partial<StoredTexts> = {};
    for (const [index, place] of PLACES.entries()) found[place] = texts[index] ?? "";
    // It stands at the beginning of what is shown of a wallet.
    found.address = `a${found.address}`;
    if (!isWhole(found)) throw new Error("A place has no text.");
    return found;
  });
}

/** Texts for terminals, files and mail. */
export const storedTexts = storedTextsOf(shownText);

function isWhole(found: Partial<StoredTexts>): found is StoredTexts {
  return PLACES.every((place) => found[place] !== undefined);
}

/** The transactions by which the rows of lists are known; each body is one. */
export const HASHES = {
  illegal: `0x${"1".repeat(64)}`,
  otherTransaction: `0x${"2".repeat(64)}`,
  warned: `0x${"3".repeat(64)}`,
} as const;

/** The wallet whose scan brings hostile texts. */
export const WALLET = "0x00000000000000000000000000000000000000aa";

/** Another one, for notifications: they would change the first one's owner. */
const OTHER_WALLET = "0x00000000000000000000000000000000000000bb";

const RECEIVED = "2026-03-01T12:00:00.000Z";

/** The bodies, and how many rows they must make in a list of everything. */
export function bodiesOf(texts: StoredTexts): string[] {
  const law = {
    name: texts.lawName,
    description: texts.lawDescription,
    source: texts.lawSource,
    risk: "illegal",
    country: texts.country,
    countryCode: texts.countryCode,
  };
  const token = { name: texts.tokenName, symbol: texts.symbol, decimals: 6, address: texts.address };
  const address = (userId: string) => ({
    id: 1,
    userId,
    address: OTHER_WALLET,
    description: texts.description,
  });
  const about = (changes: Record<string, unknown>) =>
    JSON.stringify(notificationBody({ chainId: 1, token, ...changes }));
  return [
    about({ id: 1, address: address(texts.userId), txHash: HASHES.illegal, inflictedLaws: [law] }),
    about({
      id: 1,
      address: address(texts.otherUserId),
      txHash: HASHES.otherTransaction,
      inflictedLaws: [law],
    }),
    about({
      id: 2,
      address: address(texts.userId),
      txHash: HASHES.warned,
      inflictedLaws: [{ ...law, risk: "warn" }],
    }),
    JSON.stringify({ type: "error", data: texts.errorMessage }),
    about({ id: 3, txHash: 5, [texts.quarantinedKey]: texts.quarantinedKey, inflictedLaws: [law] }),
  ];
}

/** Stores them all, as they would come from the service in a night. */
export async function storeTexts(stack: EmulatedStack, texts: StoredTexts): Promise<void> {
  await stack.clear();
  const said = JSON.stringify(texts.chainName);
  const chain = `{"id":1,"name":${said},"rpc_url":${said},"explorer_url":${said},"currency_symbol":${said},"currency_decimals":18}`;
  stack.service.behaviour = {
    chains: () => ({ body: `{"success":true,"data":[${chain}]}` }),
    scan: scanReplies([{ address: WALLET, odd: "hostile texts", text: texts.reason }]),
    status: (address) =>
      address === WALLET
        ? { body: JSON.stringify({ success: true, data: statusOf(texts) }) }
        : { status: 400, body: JSON.stringify({ success: false, message: texts.serviceMessage }) },
  };
  await stack.remember([
    { address: WALLET, userId: texts.userId, description: texts.description },
    { address: texts.address },
  ]);
  await stack.scan();
  await stack.store(bodiesOf(texts), RECEIVED);
  for (const [at, found] of [
    [1, true],
    [2, false],
  ] as const)
    stack.logLookUp({
      message: "user look-up",
      timestamp: new Date(Date.now() - at * 1_000).toISOString(),
      requestId: texts.lookedUp,
      projectId: 1,
      userId: texts.lookedUp,
      found,
      fields: ["givenName", texts.lookedUp],
    });
  await stack.addDeadLetter("webhookDlq", texts.letter);
  await stack.addDeadLetter(
    "webhookDlq",
    asciiJson({ v: 1, deliveryId: texts.letter, receivedAt: texts.letter, projectId: 1, body: "e30=" }),
  );
  await stack.addDeadLetter(
    "scanDlq",
    asciiJson({ v: 1, projectId: 1, runId: texts.letter, shard: 0, hop: 1 }),
  );
}

function statusOf({ tag }: StoredTexts) {
  return { status: tag, tags: [tag, { name: tag }], lastTxs: [tag], lastDapps: [tag] };
}

/** JSON in which every other character is escaped. */
function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[^\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
