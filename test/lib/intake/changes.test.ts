/** Other contents under a known id: which of them people hear of. */

import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { describe, expect, it } from "vitest";
import { NotificationStore } from "../../../lib/intake/notifications/notifications.ts";
import type { Recorded } from "../../../lib/intake/recording.ts";
import { readAt, readBodyAt, recordRead } from "../../support/deliveries.ts";
import { FINTECH_LAW, LFPIORPI, notificationBody } from "../../support/notifications.ts";
import { withFreshTable } from "./fresh-table.ts";

let client: DynamoDBDocumentClient;
let store: NotificationStore;
let table: string;

withFreshTable((fresh) => {
  ({ client, store, table } = fresh);
});

const AT = "2026-01-01T00:00:00.000Z";

function deliver(changes: Record<string, unknown>, deliveryId: string, to = store): Promise<Recorded> {
  return recordRead(readAt(AT, changes, { deliveryId }), to);
}

function judged({ outcome, alertDue, change }: Recorded) {
  return {
    outcome,
    alertDue,
    differs: change?.differs,
    newLaws: change?.newLaws.map(({ name, countryCode }) => `${name} ${countryCode}`),
  };
}

const law = (name: string, countryCode = "MX") => ({ ...LFPIORPI, name, countryCode });
const laws = (count: number, prefix = "law") =>
  Array.from({ length: count }, (_, n) => law(`${prefix} ${n}`));
const ADDRESS = { id: 543, userId: "u-1", address: "0x1111111111111111111111111111111111111111" };

describe("a re-evaluation of the same transaction", () => {
  it.each([
    ["none to warn", [], [FINTECH_LAW]],
    ["illegal to warn", [LFPIORPI], [FINTECH_LAW]],
    ["illegal to none", [LFPIORPI], []],
    ["one of two illegal laws left out", [law("A"), law("B")], [law("B")]],
    ["the laws in another order", [law("A"), law("B")], [law("B"), law("A")]],
    ["another wording of a law", [LFPIORPI], [{ ...LFPIORPI, description: "Other words", source: "Other" }]],
    ["a further law that warns", [LFPIORPI], [LFPIORPI, FINTECH_LAW]],
  ])("is kept and not alerted: %s", async (_, before, now) => {
    await deliver({ inflictedLaws: before }, "a");
    const change = await deliver({ inflictedLaws: now }, "b");
    expect(judged(change)).toMatchObject({ outcome: "changed", alertDue: false, differs: [], newLaws: [] });
    expect(change.stored).toMatchObject({ key: "1#42", originalKey: "1#42", alert: { state: "none" } });
  });

  it.each([
    ["a price", { amount: { value: 1000000000000000000, usd: 2 } }],
    ["a price that is not known any more", { amount: { value: 1000000000000000000, usd: null } }],
    [
      "the wallet in another case",
      { address: { ...ADDRESS, address: ADDRESS.address.toUpperCase().replace("0X", "0x") } },
    ],
    ["the hash in another case", { txHash: `0x${"AB".repeat(32)}` }],
    ["the country code in another case", { inflictedLaws: [{ ...LFPIORPI, countryCode: "mx" }] }],
    ["what the wallet is called", { address: { ...ADDRESS, description: "Other" } }],
    ["the time of the transaction", { timestamp: "2025-08-20T05:10:58.000Z" }],
    ["the token's name", { token: { name: "Ether", symbol: "ETH", decimals: 18, address: null } }],
  ])("is kept and not alerted where the only news is %s", async (_, changes) => {
    await deliver({}, "a");
    expect(judged(await deliver(changes, "b"))).toMatchObject({
      outcome: "changed",
      alertDue: false,
      differs: [],
    });
  });

  const BECH32 = "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq";
  const BASE58 = "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2";
  const SOLANA_HASH =
    "5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW";

  it.each([
    ["a bech32 address", { wallet: BECH32 }, { wallet: BECH32.toUpperCase() }, []],
    ["a base58 address", { wallet: BASE58 }, { wallet: BASE58.toUpperCase() }, ["wallet"]],
    ["a hash without 0x", { txHash: "ab".repeat(32) }, { txHash: "AB".repeat(32) }, []],
    ["a base58 hash", { txHash: SOLANA_HASH }, { txHash: SOLANA_HASH.toLowerCase() }, ["transaction"]],
    ["a token's address", { token: "0xabc" }, { token: "0xABC" }, []],
  ])("compares %s as its chain does", async (_, before, now, differs) => {
    const changes = ({ wallet, txHash, token }: { wallet?: string; txHash?: string; token?: string }) => ({
      ...(wallet === undefined ? {} : { address: { ...ADDRESS, address: wallet } }),
      ...(txHash === undefined ? {} : { txHash }),
      ...(token === undefined ? {} : { token: { name: "T", symbol: "T", decimals: 18, address: token } }),
    });
    await deliver(changes(before), "a");
    expect(judged(await deliver(changes(now), "b"))).toMatchObject({
      ...{ outcome: "changed", alertDue: differs.length > 0, differs },
    });
  });

  it.each([
    ["warn to illegal", [FINTECH_LAW], [{ ...FINTECH_LAW, risk: "illegal" }], ["Fintech Law MX"]],
    ["a further illegal law", [LFPIORPI], [law("B"), LFPIORPI, law("C")], ["B MX", "C MX"]],
    ["a law of that name in another country", [law("A", "MX")], [law("A", "ES")], ["A ES"]],
  ])("is alerted with what is new: %s", async (_, before, now, newLaws) => {
    await deliver({ inflictedLaws: before }, "a");
    const change = await deliver({ inflictedLaws: now }, "b");
    expect(judged(change)).toEqual({ outcome: "changed", alertDue: true, differs: [], newLaws });
    expect(change.stored.alert).toEqual({ state: "pending", at: "2026-01-01T00:00:00.000Z" });
  });

  it("is compared with every content that came before, not with the first alone", async () => {
    await deliver({ inflictedLaws: [law("A")] }, "a");
    expect((await deliver({ inflictedLaws: [law("B")] }, "b")).alertDue).toBe(true);
    expect((await deliver({ inflictedLaws: [law("C")] }, "c")).alertDue).toBe(true);
    expect((await deliver({ inflictedLaws: [law("A"), law("B"), law("C")] }, "d")).alertDue).toBe(false);
    const more = await deliver({ inflictedLaws: [law("D"), law("B"), law("A")] }, "e");
    expect(judged(more)).toMatchObject({ alertDue: true, newLaws: ["D MX"] });
  });
});

describe("another transaction under a used id", () => {
  it.each([
    ["chain", { chainId: 1 }],
    ["wallet", { address: { ...ADDRESS, address: "0x2222222222222222222222222222222222222222" } }],
    ["transaction", { txHash: "0xother" }],
    ["user", { address: { ...ADDRESS, userId: "u-2" } }],
    ["user", { address: { ...ADDRESS, userId: null } }],
    ["amount", { amount: { value: 5, usd: 3000 } }],
    ["decimals", { token: { name: "Ethereum", symbol: "ETH", decimals: 6, address: null } }],
    ["token", { token: { name: "Ethereum", symbol: "ETH", decimals: 18, address: "0xt" } }],
    ["token", { token: { name: "Ethereum", symbol: "POL", decimals: 18, address: null } }],
  ])("with another %s is alerted for the same law", async (fact, changes) => {
    await deliver({}, "a");
    const other = await deliver(changes, "b");
    expect(judged(other)).toEqual({
      ...{ outcome: "changed", alertDue: true, differs: [fact], newLaws: ["LFPIORPI MX"] },
    });
    expect((await deliver(changes, "b")).alertDue).toBe(true);
    await store.markAlerted(other.stored, "2026-01-01T00:00:20.000Z");
    expect(judged(await deliver(changes, "c"))).toMatchObject({ outcome: "known", alertDue: false });
  });

  it("differs by a digit that a double cannot hold", async () => {
    const text = JSON.stringify(notificationBody());
    const one = (digits: string) =>
      recordRead(readBodyAt(AT, text.replace("1000000000000000000", digits)), store);
    await one("9007199254740992");
    expect(judged(await one("9007199254740993"))).toMatchObject({ alertDue: true, differs: ["amount"] });
  });

  it("is not alerted where it breaks no law", async () => {
    await deliver({}, "a");
    const other = await deliver({ txHash: "0xother", inflictedLaws: [FINTECH_LAW] }, "b");
    expect(judged(other)).toMatchObject({ alertDue: false, differs: ["transaction"] });
  });
});

describe("many laws and many contents", () => {
  it("hide no new law: every law of a content is compared, not those that are listed", async () => {
    await deliver({ inflictedLaws: laws(300) }, "a");
    const same = await deliver({ inflictedLaws: laws(300).toReversed() }, "b");
    expect(judged(same)).toMatchObject({ alertDue: false });
    const more = await deliver({ inflictedLaws: [...laws(300), law("the 301st")] }, "c");
    expect(judged(more)).toMatchObject({ alertDue: true, newLaws: ["the 301st MX"] });
    expect(more.stored).toMatchObject({ lawCount: 301 });
    expect(more.stored.laws).toHaveLength(40);
  });

  it("hide no new content: the sixtieth under one id is judged like the second", async () => {
    await deliver({ inflictedLaws: [FINTECH_LAW] }, "first");
    for (let n = 0; n < 60; n++) {
      expect((await deliver({ amount: { value: n, usd: 1 } }, `d-${n}`)).alertDue).toBe(true);
    }
    expect((await deliver({ amount: { value: 7, usd: 2 } }, "again")).alertDue).toBe(false);
  });

  it("are compared up to 1,000 claims; past them everything illegal is with an alert", async () => {
    await deliver({ inflictedLaws: laws(998) }, "a");
    const last = [...laws(998), law("x"), law("y"), law("z")];
    expect(judged(await deliver({ inflictedLaws: last }, "b"))).toMatchObject({
      alertDue: true,
      newLaws: ["x MX", "y MX", "z MX"],
    });
    // The same claims in another wording: none is new, but nothing is compared any more.
    const known = await deliver({ inflictedLaws: laws(2) }, "c");
    expect(known.alertDue).toBe(true);
    expect((await deliver({ inflictedLaws: [FINTECH_LAW] }, "d")).alertDue).toBe(false);
  });
});

describe("a claim", () => {
  it("is taken by one of many contents that make it concurrently", async () => {
    await deliver({ inflictedLaws: [FINTECH_LAW] }, "first");
    const contents = Array.from({ length: 12 }, (_, n) => ({ amount: { value: 1, usd: n + 1 } }));
    const all = await Promise.all(contents.map((changes, n) => deliver(changes, `d-${n}`)));
    expect(all.filter(({ alertDue }) => alertDue)).toHaveLength(1);
  });

  it("is owed by the content that took it, though it was cut off before it was stored", async () => {
    await deliver({ inflictedLaws: [FINTECH_LAW] }, "first");
    const dying = new (class extends NotificationStore {
      #writes = 0;
      override add(item: Parameters<NotificationStore["add"]>[0]) {
        return ++this.#writes === 2 ? Promise.reject(new Error("killed")) : super.add(item);
      }
    })(client, table);
    await expect(deliver({}, "b", dying)).rejects.toThrow("killed");
    // Another content with the same claim in between leaves it to the one that took it.
    expect((await deliver({ amount: { value: 1000000000000000000, usd: 5 } }, "c")).alertDue).toBe(false);
    expect(judged(await deliver({}, "b"))).toMatchObject({
      ...{ outcome: "changed", alertDue: true, newLaws: ["LFPIORPI MX"] },
    });
  });

  it("counts as never made where the first content cannot be read any more", async () => {
    await store.add({ ...readAt(AT).item, raw: new Uint8Array([9, 9, 9]) });
    expect((await deliver({ amount: { value: 1000000000000000000, usd: 5 } }, "b")).alertDue).toBe(true);
  });
});
