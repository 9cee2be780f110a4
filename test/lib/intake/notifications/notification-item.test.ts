import { describe, expect, it } from "vitest";
import { type WebhookBody, webhookBody } from "../../../../lib/contract/webhook.ts";
import {
  type Arrival,
  itemOf,
  quarantinedItemOf,
  toChangedItem,
} from "../../../../lib/intake/notifications/notification-item.ts";
import {
  keyOfName,
  nameOf,
  timeShardsOf,
  userKeyOf,
  walletUserKeyOf,
} from "../../../../lib/intake/notifications/notification-keys.ts";
import { FINTECH_LAW, LFPIORPI, notificationBody } from "../../../support/notifications.ts";

const ARRIVAL: Arrival = {
  projectId: 1,
  deliveryId: "d-1",
  receivedAt: "2026-01-01T00:00:00.000Z",
  content: "CONTENT",
  raw: Buffer.from("{}"),
  expiresAt: 2_000_000_000,
};

function read(changes: Record<string, unknown>): WebhookBody {
  return webhookBody.parse(notificationBody(changes));
}

describe("the keys of the index by user", () => {
  it("are the user's id, up to 1,024 bytes", () => {
    expect(userKeyOf(1, "u-1")).toBe("1#user#u-1");
    expect(userKeyOf(1, "é".repeat(512))).toBe(`1#user#${"é".repeat(512)}`);
  });

  it("are the digest of a longer id, since DynamoDB limits keys", () => {
    expect(userKeyOf(1, "é".repeat(513))).toBe(
      "1#user#sha256:085638aad30c4fc37eb096d1d73961417bd64ffeba69c29889fe224926179d17",
    );
  });

  it("are the wallet where the notification names no user", () => {
    expect(walletUserKeyOf(1, "0xABCDEF1111111111111111111111111111111111")).toBe(
      "1#wallet#0xabcdef1111111111111111111111111111111111",
    );
    expect(walletUserKeyOf(1, "half \ud800")).toBe("1#wallet#half \ufffd");
  });

  it("of the time index are four a project", () => {
    expect(timeShardsOf(7)).toEqual(["7#0", "7#1", "7#2", "7#3"]);
    expect(timeShardsOf(1)).toContain(itemOf(read({}), ARRIVAL).timeShard);
  });

  it("spread the notifications over them", () => {
    const shards = Array.from({ length: 40 }, (_, id) => itemOf(read({ id }), ARRIVAL).timeShard);
    expect(new Set(shards).size).toBe(4);
  });
});

describe("the item of a notification", () => {
  it("has the illegal laws first, otherwise as they came", () => {
    const named = (name: string, law: object) => ({ ...law, name });
    const item = itemOf(
      read({
        inflictedLaws: [
          ...[named("a", FINTECH_LAW), named("b", LFPIORPI), named("c", FINTECH_LAW)],
          ...[named("d", LFPIORPI), named("e", FINTECH_LAW)],
        ],
      }),
      ARRIVAL,
    );
    expect(item.laws.map(({ name }) => name)).toEqual(["b", "d", "a", "c", "e"]);
  });

  it.each([
    [40, 40, undefined],
    [41, 40, 41],
  ])("of %i laws lists %i", (count, listed, lawCount) => {
    const item = itemOf(read({ inflictedLaws: Array(count).fill(LFPIORPI) }), ARRIVAL);
    expect([item.laws.length, item.lawCount]).toEqual([listed, lawCount]);
  });

  it("holds texts of up to their bound whole, and longer ones cut, with a mark", () => {
    const whole = "x".repeat(200);
    expect(itemOf(read({ token: { name: whole, symbol: "", decimals: 0 } }), ARRIVAL).token?.name).toBe(
      whole,
    );
    expect(itemOf(read({ token: { name: `${whole}x`, symbol: "", decimals: 0 } }), ARRIVAL).token?.name).toBe(
      `${"x".repeat(199)}…`,
    );
  });

  it("holds the token's contract, and null for a native token", () => {
    const token = { name: "", symbol: "", decimals: 0 };
    expect(itemOf(read({ token: { ...token, address: "0xt" } }), ARRIVAL).token?.address).toBe("0xt");
    expect(itemOf(read({ token }), ARRIVAL).token?.address).toBeNull();
  });
});

describe("the item of what is not the contract", () => {
  it("is named by its content, lists the issues, and waits for its alert", () => {
    const issues = [{ path: "p".repeat(301), is: "text" as const, values: ["v".repeat(301)] }];
    expect(quarantinedItemOf(issues, "illegal", ARRIVAL)).toMatchObject({
      key: "1#quarantined-CONTENT",
      id: "quarantined-CONTENT",
      kind: "quarantined",
      risk: "illegal",
      issues: [{ path: `${"p".repeat(299)}…`, is: "text", values: [`${"v".repeat(299)}…`] }],
      alert: { state: "pending", at: ARRIVAL.receivedAt },
    });
  });
});

describe("the item of another content under an id", () => {
  it("is stored beside the first, names it, and is found by its own facts", () => {
    const changes = { txHash: "0xother", address: { id: 1, userId: "u-2", address: "0x2" } };
    const item = itemOf(read(changes), { ...ARRIVAL, content: "OTHER" });
    const change = toChangedItem(item, false);
    expect(change).toMatchObject({
      ...{
        key: "1#42",
        version: "OTHER",
        originalKey: "1#42",
        userKey: "1#user#u-2",
        alert: { state: "none" },
      },
    });
    expect(timeShardsOf(1)).toContain(change.timeShard);
    expect(toChangedItem(item, true).alert).toEqual({ state: "pending", at: ARRIVAL.receivedAt });
  });
});

describe("the name of an item", () => {
  it.each([
    ["1#42", { key: "1#42", version: "first" }],
    ["1#42#AAAAAAAAAAAAAAAAAAAA_-", { key: "1#42", version: "AAAAAAAAAAAAAAAAAAAA_-" }],
    [
      "0#quarantined-AAAAAAAAAAAAAAAAAAAAAA",
      { key: "0#quarantined-AAAAAAAAAAAAAAAAAAAAAA", version: "first" },
    ],
    ["1#error-JKJaXmPLvHcESHA=", { key: "1#error-JKJaXmPLvHcESHA=", version: "first" }],
  ])("%s says where it stands", (name, key) => {
    expect(keyOfName(name)).toEqual(key);
    expect(nameOf(key)).toBe(name);
  });

  it.each(["", "42", "1#", "#42", "1#42#short", "1#42#AAAAAAAAAAAAAAAAAAAAAA#x", "test#1#42"])(
    "is not %j",
    (name) => {
      expect(keyOfName(name)).toBeUndefined();
    },
  );
});
