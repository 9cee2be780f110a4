/** Several contents under one id: each is listed, found and exported by what it says itself, and shown in its order. */

import { afterAll, beforeAll, expect, test } from "vitest";
import { nameOf } from "../../../../lib/intake/notifications/notification-keys.ts";
import { NotificationStore } from "../../../../lib/intake/notifications/notifications.ts";
import { WalletStore } from "../../../../lib/screening/wallets/wallets.ts";
import { FINTECH_LAW, LFPIORPI, notificationBody } from "../../../support/notifications.ts";
import { receive } from "../support/received.ts";
import { type PlaceWithTables, placeWithTables } from "../support/tables.ts";
import { jsonLines } from "../support/test-context.ts";

const OTHER_WALLET = "0x2222222222222222222222222222222222222222";

const FIRST_AT = Date.parse("2026-03-01T10:00:00.000Z");

let place: PlaceWithTables;
/** Names of the contents, in the order of their arrival. */
const names: string[] = [];

const MANY_LAWS = Array.from({ length: 60 }, (_, at) => ({
  ...LFPIORPI,
  name: `Law ${at}`,
  country: at === 59 ? "Brasil" : "mexico",
  countryCode: at === 59 ? "BR" : "MX",
}));

const CONTENTS = [
  // First something harmless, then the same transaction judged again, then another one under the used id.
  { inflictedLaws: [] },
  { inflictedLaws: [LFPIORPI] },
  {
    txHash: "0xcd",
    address: { id: 9, userId: "u-9", address: OTHER_WALLET, description: null },
    amount: { value: 2000000000000000000, usd: 6000 },
    inflictedLaws: [{ ...FINTECH_LAW, risk: "illegal", countryCode: "BR", country: "Brasil" }],
  },
  { id: 60, inflictedLaws: MANY_LAWS },
];

/** Longer than what stands of them beside the body. */
const LONG = { userId: "u".repeat(2_100), address: `bc1${"q".repeat(600)}`, law: "L".repeat(300) };
const CROWDED = "0x3333333333333333333333333333333333333333";

const HARD_TO_FIND = [
  {
    id: 61,
    address: { id: 1, userId: LONG.userId, address: LONG.address },
    inflictedLaws: [{ ...LFPIORPI, name: LONG.law }],
  },
  // Its wallet has more owners than are listed.
  { id: 62, address: { id: 1, userId: "u-last", address: CROWDED } },
  // Its wallet is not remembered yet.
  { id: 63, address: { id: 1, userId: "u-new", address: "0x63" } },
];

beforeAll(async () => {
  place = await placeWithTables();
  const client = place.database;
  const store = new NotificationStore(client, "notifications");
  for (const [at, changes] of [...HARD_TO_FIND, ...CONTENTS].entries()) {
    const receivedAt = new Date(FIRST_AT + (at - HARD_TO_FIND.length) * 1_000).toISOString();
    const { stored } = await receive(client, notificationBody(changes), receivedAt);
    if (at >= HARD_TO_FIND.length) names.push(nameOf(stored));
    if (names.length === 3)
      await store.markAlerted(stored, "2026-03-01T10:00:05.000Z", "2026-03-01T10:00:04.000Z-1-0000000a");
  }
  const wallet = { projectId: 1, chainId: "42161", address: OTHER_WALLET, userId: "u-9" };
  await new WalletStore(client, "wallets").remember({ ...wallet, source: "notification", seenAt: "2026" });
  const wallets = new WalletStore(client, "wallets");
  const crowded = { projectId: 1, chainId: "42161", address: CROWDED, source: "notification" } as const;
  for (let at = 0; at < 100; at++) await wallets.remember({ ...crowded, userId: `u-${at}`, seenAt: "2026" });
});

afterAll(() => place.remove());

const vigia = (...args: string[]) => place.vigia(["notifications", ...args]);

const keys = async (...args: string[]) =>
  jsonLines((await vigia("list", "--format", "jsonl", ...args)).out).map((row) => row.key);

test("gives each content of an id a name of its own, by which it is shown", async () => {
  const [first, anew, other] = names;
  expect(first).toBe("1#42");
  expect(anew).toMatch(/^1#42#[\w-]{22}$/);
  expect(other).toMatch(/^1#42#[\w-]{22}$/);
  expect((await vigia("show", other ?? "")).out).toMatch(
    /^1#42#[\w-]{22} {2}illegal, change of 1#42\n\nuser {12}u-9\n/,
  );
});

test("finds each content by what it says itself", async () => {
  const [first, anew, other, manyLaws] = names;
  expect(await keys()).toEqual([manyLaws, other, anew, first, "1#63", "1#62", "1#61"]);
  expect(await keys("--risk", "none")).toEqual([first]);
  expect(await keys("--risk", "illegal", "--since", "2026-03-01T10:00:00Z")).toEqual([manyLaws, other, anew]);
  expect(await keys("--user", "u-9")).toEqual([other]);
  expect(await keys("--user", "u-1")).toEqual([manyLaws, anew, first]);
  expect(await keys("--wallet", OTHER_WALLET)).toEqual([other]);
  expect(await keys("--law", "fintech law")).toEqual([other]);
  expect(await keys("--alert", "sent")).toEqual([other]);
});

test("finds a law and a country beyond those stored beside the body", async () => {
  const [, , other, manyLaws] = names;
  expect(await keys("--law", "Law 59")).toEqual([manyLaws]);
  expect(await keys("--country", "br")).toEqual([manyLaws, other]);
  const { out } = await vigia("list", "--law", "Law 59");
  expect(out).toMatch(/MX Law 0, MX Law 1, MX Law 2, 57 more {2}/);
});

test("finds what has a long name, and what belongs to a wallet whose owners are not all known", async () => {
  expect(await keys("--user", LONG.userId)).toEqual(["1#61"]);
  expect(await keys("--wallet", LONG.address)).toEqual(["1#61"]);
  expect(await keys("--law", LONG.law)).toEqual(["1#61"]);
  expect(await keys("--wallet", CROWDED)).toEqual(["1#62"]);
  expect(await keys("--wallet", "0x63")).toEqual(["1#63"]);
});

test("marks a change, and of which one, in every format", async () => {
  const [, anew] = names;
  const { out } = await vigia(
    "list",
    "--risk",
    "illegal",
    "--user",
    "u-1",
    "--until",
    "2026-03-01T10:00:02Z",
  );
  expect(out).toMatch(/illegal, change of 1#42 {2}pending/);
  expect(out).toContain(anew);
  const json = JSON.parse((await vigia("list", "--format", "jsonl", "--user", "u-9")).out);
  expect(json).toMatchObject({ change: "1#42", risk: "illegal" });
  const { out: csv } = await vigia("list", "--format", "csv", "--user", "u-9");
  const [header = "", row = ""] = csv.split("\n");
  const at = header.split(",").length - header.split(",").indexOf("change");
  expect(row.split(",").at(-at)).toBe("1#42");
});

test("shows all contents of an id in their order, and the alert of each", async () => {
  const [, anew, other] = names;
  const { out } = await vigia("show", "1#42");
  expect(out.slice(out.indexOf("All 3 contents"))).toBe(
    [
      "All 3 contents received under this id",
      "2026-03-01T10:00:00.000Z  1#42, none; alert none",
      `2026-03-01T10:00:01.000Z  ${anew}, illegal, change of 1#42; alert pending since 2026-03-01T10:00:01.000Z`,
      `2026-03-01T10:00:02.000Z  ${other}, illegal, change of 1#42; alert sent at 2026-03-01T10:00:05.000Z, 2026-03-01T10:00:04.000Z-1-0000000a`,
      "",
    ].join("\n"),
  );
});
