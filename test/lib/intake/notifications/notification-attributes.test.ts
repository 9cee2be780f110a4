import { describe, expect, it } from "vitest";
import { webhookBody } from "../../../../lib/contract/webhook.ts";
import {
  attributesOf,
  type NewItem,
  readListed,
  readStored,
} from "../../../../lib/intake/notifications/notification-attributes.ts";
import {
  type Arrival,
  itemOf,
  quarantinedItemOf,
  toChangedItem,
} from "../../../../lib/intake/notifications/notification-item.ts";
import { expandBody } from "../../../../lib/intake/notifications/raw-body.ts";
import { FINTECH_LAW, LFPIORPI, notificationBody } from "../../../support/notifications.ts";

const ARRIVAL: Arrival = {
  projectId: 1,
  deliveryId: "d-1",
  receivedAt: "2026-01-01T00:00:00.000Z",
  content: "CONTENT",
  raw: Buffer.from("{}"),
  expiresAt: 2_000_000_000,
};

function made(changes: Record<string, unknown> = {}, arrival: Partial<Arrival> = {}): NewItem {
  return itemOf(webhookBody.parse(notificationBody(changes)), { ...ARRIVAL, ...arrival });
}

/** Item that is read back, without the keys of the indexes. */
function expected({ timeShard: _shard, userKey: _user, ...item }: NewItem) {
  return item;
}

const OF_A_LONG_ID = "é".repeat(513);

describe("the attributes of a notification", () => {
  it("say everything once, and nothing that is usual", () => {
    const { raw, ...attributes } = attributesOf(made({ inflictedLaws: [FINTECH_LAW, LFPIORPI] }));
    expect(attributes).toEqual({
      key: "1#42",
      version: "first",
      receivedAt: "2026-01-01T00:00:00.000Z",
      timeShard: "1#3",
      userKey: "1#user#u-1",
      said: {
        risk: "illegal",
        chainId: "42161",
        address: {
          id: "543",
          address: "0x1111111111111111111111111111111111111111",
          description: "Main wallet",
        },
        txHash: "0xabababababababababababababababababababababababababababababababab",
        timestamp: "2025-08-20T05:10:57.228Z",
        amount: { value: "1000000000000000000", usd: "3000" },
        token: ["Ethereum", "ETH", 18],
        laws: [
          ["LFPIORPI", "illegal", "mexico", "MX"],
          ["Fintech Law", "warn", "mexico", "MX"],
        ],
      },
      alert: { state: "pending" },
      delivery: "d-1",
      content: "CONTENT",
      expiresAt: 2_000_000_000,
    });
    expect(expandBody(raw instanceof Uint8Array ? raw : new Uint8Array()).toString()).toBe("{}");
  });

  it("leave out the laws, the risk and the alert of one that inflicts none", () => {
    const attributes = attributesOf(made({ inflictedLaws: [] }));
    expect(Object.keys(attributes).sort()).toEqual([
      ...["content", "delivery", "expiresAt", "key", "raw", "receivedAt", "said", "timeShard", "userKey"],
      "version",
    ]);
    expect(Object.keys(Object(attributes["said"])).sort()).toEqual([
      ...["address", "amount", "chainId", "timestamp", "token", "txHash"],
    ]);
  });

  it("hold a user's id whole where its key is only a digest of it", () => {
    const address = { id: 1, userId: OF_A_LONG_ID, address: "0x1" };
    expect(attributesOf(made({ address }))["said"]).toMatchObject({
      address: { id: "1", userId: OF_A_LONG_ID, address: "0x1" },
    });
  });

  it("name the content of a change once, which tells it from the first", () => {
    const change = attributesOf(toChangedItem(made({}, { content: "OTHER" }), true));
    expect(change).toMatchObject({ key: "1#42", version: "OTHER", alert: { state: "pending" } });
    expect(change).not.toHaveProperty("content");
    expect(change).not.toHaveProperty("originalKey");
  });

  it.each<[string, NewItem]>([
    ["a notification", made()],
    ["one of no laws", made({ inflictedLaws: [] })],
    ["one of an ERC-20 token", made({ token: { name: "T", symbol: "T", decimals: 6, address: "0xt" } })],
    ["one of more laws than are listed", made({ inflictedLaws: Array(41).fill(LFPIORPI) })],
    ["one of a user with a long id", made({ address: { id: 1, userId: OF_A_LONG_ID, address: "0x1" } })],
    [
      "one of a user whose id looks like a key",
      made({ address: { id: 1, userId: "1#user#\n", address: "0x1" } }),
    ],
    ["one that names no user", made({ address: { id: 1, userId: null, address: "0xAB" } })],
    ["a change", toChangedItem(made({}, { content: "OTHER" }), false)],
    ["one that came again", { ...made(), repeats: 2, repeatedBy: ["a", "b"], repeatsAtLeast: true }],
    ["one that was alerted", { ...made(), alert: { state: "sent", at: ARRIVAL.receivedAt, id: "a-1" } }],
    ["an error", itemOf({ type: "error", data: "x" }, ARRIVAL)],
    ["a quarantined body", quarantinedItemOf([{ path: "", is: "text" }], "illegal", ARRIVAL)],
    ["one that names a user", quarantinedItemOf([], "illegal", ARRIVAL, "u-1")],
  ])("of %s are read as what they were made of", (_, item) => {
    expect(readStored(attributesOf(item))).toEqual(expected(item));
    const {
      delivery: _d,
      repeatedBy: _r,
      content: _c,
      issues: _i,
      raw: _w,
      expiresAt: _e,
      ...listed
    } = expected(item);
    expect(readListed(attributesOf(item))).toEqual(listed);
  });

  it("of another table's item are not read", () => {
    expect(() => readStored({ ...attributesOf(made()), key: "42" })).toThrow();
  });
});
