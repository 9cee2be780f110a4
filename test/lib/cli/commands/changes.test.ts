/** Contents and transactions under one id: the current ones are listed and found, and `show` has all of them. */

import { afterAll, beforeAll, expect, test } from "vitest";
import { nameOf } from "../../../../lib/intake/notifications/notification-keys.ts";
import { NotificationStore } from "../../../../lib/intake/notifications/notifications.ts";
import { FINTECH_LAW, LFPIORPI, notificationBody } from "../../../support/notifications.ts";
import { receive } from "../support/received.ts";
import { type PlaceWithTables, placeWithTables } from "../support/tables.ts";
import { jsonLines } from "../support/test-context.ts";

const OTHER_WALLET = "0x2222222222222222222222222222222222222222";

const FIRST_AT = Date.parse("2026-03-01T10:00:00.000Z");

let place: PlaceWithTables;
/** Names of the notifications, in the order of their arrival. */
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
  { id: 62, address: { id: 1, userId: "u-last", address: CROWDED } },
  { id: 63, address: { id: 1, userId: "u-new", address: "0x63" } },
];

beforeAll(async () => {
  place = await placeWithTables();
  const client = place.database;
  const store = new NotificationStore(client, "notifications");
  for (const [at, changes] of [...HARD_TO_FIND, ...CONTENTS].entries()) {
    const receivedAt = new Date(FIRST_AT + (at - HARD_TO_FIND.length) * 1_000).toISOString();
    const { delivered } = await receive(client, notificationBody(changes), receivedAt);
    if (at >= HARD_TO_FIND.length && !names.includes(nameOf(delivered))) names.push(nameOf(delivered));
    if (delivered.txHash === "0xcd")
      await store.markAlerted(delivered, {
        at: "2026-03-01T10:00:05.000Z",
        id: "2026-03-01T10:00:04.000Z-1-0000000a",
      });
  }
});

afterAll(() => place.remove());

const HARD_NAMES = ["1#63", "1#62", "1#61"].map((key) => expect.stringMatching(new RegExp(`^${key}#`)));

const vigia = (...args: string[]) => place.vigia(["notifications", ...args]);

const keys = async (...args: string[]) =>
  jsonLines((await vigia("list", "--format", "jsonl", ...args)).out).map((row) => row.key);

test("gives each transaction of an id a name of its own, by which it is shown", async () => {
  const [first, other] = names;
  expect(first).toMatch(/^1#42#[\w-]{16}$/);
  expect(other).toMatch(/^1#42#[\w-]{16}$/);
  expect((await vigia("show", other ?? "")).out).toMatch(/^1#42 {2}illegal\n\nuser {12}u-9\n/);
});

test("finds each notification by what the service says of it now", async () => {
  const [first, other, manyLaws] = names;
  expect(await keys()).toEqual([manyLaws, other, first, ...HARD_NAMES]);
  expect(await keys("--risk", "illegal", "--since", "2026-03-01T10:00:00Z")).toEqual([
    manyLaws,
    other,
    first,
  ]);
  expect(await keys("--user", "u-9")).toEqual([other]);
  expect(await keys("--user", "u-1")).toEqual([manyLaws, first]);
  expect(await keys("--wallet", OTHER_WALLET)).toEqual([other]);
  expect(await keys("--law", "fintech law")).toEqual([other]);
  expect(await keys("--alert", "sent")).toEqual([other]);
});

test("finds a law and a country beyond those stored beside the body", async () => {
  const [, other, manyLaws] = names;
  expect(await keys("--law", "Law 59")).toEqual([manyLaws]);
  expect(await keys("--country", "br")).toEqual([manyLaws, other]);
  const { out } = await vigia("list", "--law", "Law 59");
  expect(out).toMatch(/MX Law 0, MX Law 1, MX Law 2, 57 more {2}/);
});

test("finds what has a long name, and what is of a wallet of a hundred users", async () => {
  expect(await keys("--user", LONG.userId)).toEqual([expect.stringMatching(/^1#61#/)]);
  expect(await keys("--wallet", LONG.address)).toEqual([expect.stringMatching(/^1#61#/)]);
  expect(await keys("--law", LONG.law)).toEqual([expect.stringMatching(/^1#61#/)]);
  expect(await keys("--wallet", CROWDED)).toEqual([expect.stringMatching(/^1#62#/)]);
  expect(await keys("--wallet", "0x63")).toEqual([expect.stringMatching(/^1#63#/)]);
});

test("shows by its number the first transaction of an id, its past revisions, and the other transactions", async () => {
  const [first, other] = names;
  const { out } = await vigia("show", "1#42");
  expect(out.slice(out.indexOf("Past revisions"))).toMatch(
    new RegExp(
      [
        "^Past revisions, by the time that the service last signed them \\(1\\)",
        `2026-03-01T10:00:00.000Z  ${first}#[\\w-]{22}, none; alert none`,
        "",
        "Other transactions under this id",
        `2026-03-01T10:00:02.000Z  ${other}, illegal; alert sent at 2026-03-01T10:00:05.000Z, 2026-03-01T10:00:04.000Z-1-0000000a`,
        "$",
      ].join("\n"),
    ),
  );
});
