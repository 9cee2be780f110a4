import { describe, expect, it } from "vitest";
import { FIRST_VERSION } from "../../../lib/intake/notifications/notification-keys.ts";
import type { NotificationStore } from "../../../lib/intake/notifications/notifications.ts";
import { expandBody } from "../../../lib/intake/notifications/raw-body.ts";
import { type Recorded, recordContent } from "../../../lib/intake/recording.ts";
import { readBodyAt } from "../../support/deliveries.ts";
import { FINTECH_LAW, LFPIORPI, notificationBody } from "../../support/notifications.ts";
import { withFreshTable } from "./fresh-table.ts";

let store: NotificationStore;

withFreshTable((fresh) => {
  ({ store } = fresh);
});

const NOW = Date.parse("2026-01-01T00:00:10.000Z");

const AT = "2026-01-01T00:00:00.000Z";

function deliver(body: unknown, deliveryId: string, receivedAt = AT, now = NOW) {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return recordContent([readBodyAt(receivedAt, text, { deliveryId })], store, now);
}

function outcomeOf({ outcome, repeats, alertDue }: Recorded) {
  return { outcome, repeats, alertDue };
}

/** The first content of an id. */
function get(key: string) {
  return store.get({ key, version: FIRST_VERSION });
}

describe("a notification", () => {
  it("is stored with an attribute for each of its fields, exact, beside its raw bytes", async () => {
    const text = JSON.stringify(notificationBody({ inflictedLaws: [FINTECH_LAW, LFPIORPI] })).replace(
      "1000000000000000000",
      "12345678901234567890",
    );
    const { stored } = await deliver(text, "delivery-1");
    const item = await get("1#42");
    expect(item).toEqual({
      key: "1#42",
      version: "first",
      kind: "notification",
      risk: "illegal",
      projectId: 1,
      id: "42",
      chainId: "42161",
      address: {
        id: "543",
        userId: "u-1",
        address: "0x1111111111111111111111111111111111111111",
        description: "Main wallet",
      },
      txHash: "0xabababababababababababababababababababababababababababababababab",
      timestamp: "2025-08-20T05:10:57.228Z",
      amount: { value: "12345678901234567890", usd: "3000" },
      token: { name: "Ethereum", symbol: "ETH", decimals: 18, address: null },
      laws: [
        { name: "LFPIORPI", risk: "illegal", country: "mexico", countryCode: "MX" },
        { name: "Fintech Law", risk: "warn", country: "mexico", countryCode: "MX" },
      ],
      receivedAt: "2026-01-01T00:00:00.000Z",
      repeats: 0,
      alert: { state: "pending", at: "2026-01-01T00:00:00.000Z" },
      delivery: "delivery-1",
      content: stored.content,
      raw: item?.raw,
      // 2036-01-01T00:00:00Z
      expiresAt: 2082758400,
    });
    expect(expandBody(item?.raw ?? new Uint8Array()).toString()).toBe(text);
  });

  it.each([["illegal", LFPIORPI], ["warn", FINTECH_LAW], ["none"]])(
    "of %s is alerted only if that is illegal",
    async (risk, ...inflictedLaws) => {
      const recorded = await deliver(notificationBody({ inflictedLaws }), "a");
      expect(outcomeOf(recorded)).toEqual({ outcome: "stored", repeats: 0, alertDue: risk === "illegal" });
      expect(await get("1#42")).toMatchObject({ risk });
    },
  );
});

describe("the same content again", () => {
  it("counts once a delivery, and is not alerted again", async () => {
    await deliver(notificationBody(), "a");
    expect(outcomeOf(await deliver(notificationBody(), "b"))).toEqual({
      ...{ outcome: "known", repeats: 1, alertDue: false },
    });
    expect(outcomeOf(await deliver(notificationBody(), "b"))).toEqual({
      ...{ outcome: "known", repeats: 0, alertDue: false },
    });
    await deliver(notificationBody(), "c");
    const item = await get("1#42");
    expect(item?.repeats).toBe(2);
    expect(item?.repeatedBy).toHaveLength(2);
  });

  it("is a repeat in any spelling: white space, order of keys, a number's exponent", async () => {
    await deliver(notificationBody(), "a");
    const other = JSON.stringify(notificationBody(), null, 2).replace("1000000000000000000", "1e18");
    expect((await deliver(other, "b")).repeats).toBe(1);
    const { type, data } = notificationBody();
    expect((await deliver({ data, type }, "c")).repeats).toBe(1);
  });

  it("counts every one of many concurrent deliveries", async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, (_, index) => deliver(notificationBody(), `delivery-${index}`)),
    );
    expect(outcomes.map(({ outcome }) => outcome).filter((outcome) => outcome === "stored")).toHaveLength(1);
    expect((await get("1#42"))?.repeats).toBe(9);
  });

  it("delivered by SQS again owes the alert that was not sent, and no longer once it was", async () => {
    await deliver(notificationBody(), "a");
    expect(outcomeOf(await deliver(notificationBody(), "a"))).toEqual({
      ...{ outcome: "known", repeats: 0, alertDue: true },
    });
    await store.markAlerted({ key: "1#42", version: "first" }, "2026-01-01T00:00:11.000Z", "an-alert");
    expect(outcomeOf(await deliver(notificationBody(), "a"))).toEqual({
      ...{ outcome: "known", repeats: 0, alertDue: false },
    });
    expect((await get("1#42"))?.alert).toEqual({
      ...{ state: "sent", at: "2026-01-01T00:00:11.000Z", id: "an-alert" },
    });
  });

  it("takes up an alert that has been pending for longer than any redelivery could take", async () => {
    await deliver(notificationBody(), "a");
    const daysOn = (days: number) => NOW + days * 24 * 60 * 60 * 1000;
    // The queue keeps a message for 14 days: until then the delivery may come again, and both would alert.
    const early = await deliver(notificationBody(), "b", "2026-01-15T00:00:10.000Z", daysOn(14));
    expect(outcomeOf(early)).toEqual({ outcome: "known", repeats: 1, alertDue: false });
    const repeat = await deliver(notificationBody(), "c", "2026-01-16T00:00:10.000Z", daysOn(15) + 1);
    expect(outcomeOf(repeat)).toEqual({ outcome: "known", repeats: 1, alertDue: true });
  });
});

describe("an authentic body that is not the contract", () => {
  it("is kept whole with its issues, and people are alerted", async () => {
    const text = JSON.stringify(notificationBody({ inflictedLaws: [{ ...LFPIORPI, risk: "severe" }] }));
    const { stored, ...recorded } = await deliver(text, "a");
    expect(recorded).toMatchObject({ outcome: "stored", repeats: 0, alertDue: true });
    expect(stored).toMatchObject({
      kind: "quarantined",
      risk: "none",
      issues: [{ path: "data.inflictedLaws.0.risk", is: "oneOf", values: ['"warn"', '"illegal"'] }],
    });
    expect(expandBody(stored.raw).toString()).toBe(text);
  });

  it("is found by the user whom it names all the same, as a hold does", async () => {
    const address = { id: 1, userId: "u-7", address: "0x1" };
    const { stored } = await deliver(notificationBody({ projectId: 2, address }), "a");
    expect(stored).toMatchObject({ kind: "quarantined", userKey: "1#user#u-7" });
    const unnamed = { id: 1, userId: 7, address: "0x1" };
    const { stored: other } = await deliver(notificationBody({ projectId: 2, address: unnamed }), "b");
    expect(other).toMatchObject({ kind: "quarantined" });
    expect(other).not.toHaveProperty("userKey");
  });

  it("is illegal if any of its laws is", async () => {
    const { stored } = await deliver(notificationBody({ projectId: 2 }), "a");
    expect(stored).toMatchObject({ kind: "quarantined", risk: "illegal", projectId: 1 });
    expect(stored.issues).toEqual([{ path: "data.projectId", is: "otherProject" }]);
  });

  it("is stored once however often it is sent", async () => {
    await deliver({ type: "other" }, "a");
    expect((await deliver({ type: "other" }, "b")).outcome).toBe("known");
  });

  it("is kept where an amount is a fraction that a double hides", async () => {
    const text = JSON.stringify(notificationBody()).replace("1000000000000000000", "1.00000000000000000001");
    const { stored } = await deliver(text, "a");
    expect(stored.issues).toEqual([{ path: "data.amount.value", is: "wholeNumber" }]);
  });

  it("is kept byte for byte even if it is not text", async () => {
    const read = readBodyAt(AT, Buffer.from([0xff, 0x00]));
    const { stored } = await recordContent([read], store, NOW);
    expect(stored.kind).toBe("quarantined");
    expect(expandBody(stored.raw)).toEqual(Buffer.from([0xff, 0x00]));
  });
});

describe("an error message", () => {
  it("is stored as one fact a delivery, and once however often SQS delivers it", async () => {
    await deliver({ type: "error", data: "service unavailable" }, "a");
    await deliver({ type: "error", data: "service unavailable" }, "a");
    await deliver({ type: "error", data: "service unavailable" }, "b");
    expect(await get("1#error-a")).toMatchObject({
      kind: "error",
      message: "service unavailable",
      repeats: 0,
    });
    // Operations are told of it.
    expect(await get("1#error-b")).toMatchObject({ kind: "error", alert: { state: "pending" } });
  });
});

describe("for any body", () => {
  it("comes back byte for byte: U+FFFF, lone surrogates, escaped NUL, 250 KiB", async () => {
    const description = `\\uffff\uffff\\ud800\\u0000${"漢".repeat(80_000)}`;
    const text = JSON.stringify(
      notificationBody({ inflictedLaws: [{ ...LFPIORPI, description: "@" }] }),
    ).replace('"@"', `"${description}"`);
    await deliver(text, "a");
    expect(expandBody((await get("1#42"))?.raw ?? new Uint8Array()).toString()).toBe(text);
  });

  it("can be stored: every attribute and key beside the raw body is bounded", async () => {
    const long = "x\ud800".repeat(1_000);
    const { outcome, stored } = await deliver(
      notificationBody({
        address: { id: 1, userId: long, address: long, description: long },
        txHash: long,
        token: { name: long, symbol: long, decimals: 18, address: long },
        inflictedLaws: Array.from({ length: 100 }, () => ({ ...LFPIORPI, country: long, countryCode: long })),
      }),
      "a",
    );
    expect(outcome).toBe("stored");
    expect(stored).toMatchObject({ lawCount: 100 });
    expect(JSON.stringify({ ...stored, raw: undefined }).length).toBeLessThan(60_000);
  });
});
