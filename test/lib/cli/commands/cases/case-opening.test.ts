/** The command `vigia cases open`, with emulated tables as the scan and the consumer of webhooks fill them. */

import { GetCommand, ScanCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, expect, test } from "vitest";
import { storedCase } from "../../../../../lib/cases/case.ts";
import type { StoredNotification } from "../../../../../lib/notifications/notification-schema.ts";
import { NotificationStore } from "../../../../../lib/notifications/notifications.ts";
import { replayDeliveryId } from "../../../../../lib/notifications/quarantined-body.ts";
import { putItems } from "../../../../../lib/tables/batch-write.ts";
import { keyOfWallet } from "../../../../../lib/wallets/wallet-keys.ts";
import { NOT_REPORTABLE, newStep } from "../../../../support/case-steps.ts";
import { FINTECH_LAW, LFPIORPI, notificationBody } from "../../../../support/notifications.ts";
import { StoredCases } from "../../../../support/stored-cases.ts";
import { quarantine, receive as record } from "../../support/received.ts";
import { scoreWallet } from "../../support/scanned.ts";
import { type PlaceWithTables, placeWithTables } from "../../support/tables.ts";
import { endpointsWith, makePlace } from "../../support/test-context.ts";

const SENT = "0x1111111111111111111111111111111111111111";
const FELL = "0x2222222222222222222222222222222222222222";
const QUIET = "0x3333333333333333333333333333333333333333";
const LAST = "0x66666666666666666666666666666666cafe0066";
const LONG_AGO = "0x4444444444444444444444444444444444444444";

let place: PlaceWithTables;

const nameOf = (address: string) => ({ projectId: 1, chainId: "1", address });

/** A run of a wallet, as the scan records it. */
const score = (address: string, value: number, run: string, alert?: "sent") =>
  scoreWallet(place.database, nameOf(address), run, { score: value, alert });

beforeAll(async () => {
  place = await placeWithTables({ cases: "Cases" });
  const rows = [SENT, FELL, QUIET, LONG_AGO].map((address) => `1,1,${address},u-1,`);
  await place.file("wallets.csv", ["projectId,chainId,address,userId,description", ...rows].join("\n"));
  await place.vigia("wallets import wallets.csv");
  await score(SENT, 20, "2026-02-01");
  await score(SENT, 72, "2026-02-10", "sent");
  await score(SENT, 71, "2026-02-11");
  await score(FELL, 80, "2026-02-10", "sent");
  await score(FELL, 10, "2026-02-11");
  await score(QUIET, 90, "2026-02-10");
  await score(LONG_AGO, 65, "2026-01-10", "sent");
});
afterAll(() => place.remove());

const open = (since: string) => place.vigia(["cases", "open", "--since", since]);

async function items() {
  const { Items = [] } = await place.database.send(new ScanCommand({ TableName: "Cases" }));
  const cases = Items.filter(({ subject }) => !LATE.test(subject)).map((item) => storedCase.parse(item));
  return cases.toSorted((a, b) => (a.subject < b.subject ? -1 : 1));
}

const LATE = /^late#/;

/** The days that the next night counts again, by project. */
async function daysToCount() {
  const { Items = [] } = await place.database.send(new ScanCommand({ TableName: "Cases" }));
  const late = Items.filter(({ subject }) => LATE.test(subject));
  return Object.groupBy(
    late.map(({ subject, opened }) => [subject, opened] as const).toSorted(),
    ([one]) => one,
  );
}

test("opens a case for each wallet that is above the alert score and crossed it since, once", async () => {
  expect(await open("2026-02-01")).toEqual({ code: 0, out: "1 case opened in the local stack.\n", err: "" });
  const [only, ...others] = await items();
  expect(others).toEqual([]);
  expect(only).toMatchObject({
    subject: `wallet#1#${SENT}#1`,
    opened: "2026-02-10",
    lastCrossed: "2026-02-10",
    kind: "wallet",
    userId: "u-1",
    score: 72,
    previousScore: 20,
    // Time of the command's opening.
    receivedAt: "2026-03-01T12:00:00.000Z",
    deadlines: [],
    openShard: expect.stringMatching(/^1#\d$/),
    // Ten years after the command.
    expiresAt: Date.parse("2036-03-01T12:00:00.000Z") / 1_000,
  });
  expect((await open("2026-02-01")).out).toBe("0 cases opened in the local stack. 1 was there before.\n");
  expect(await items()).toEqual([only]);
});

test("has the desk count the days since then, but for those that it counts each night anyway", async () => {
  const marked = await daysToCount();
  expect(Object.keys(marked).toSorted()).toEqual(["late#0", "late#1"]);
  for (const ofProject of Object.values(marked)) {
    const days = ofProject?.map(([, day]) => day) ?? [];
    // It is 1 March.
    expect([days.length, days[0], days.at(-1)]).toEqual([19, "2026-02-01", "2026-02-19"]);
  }
});

test("opens no case again that was decided, and opens those of an earlier time when asked for them", async () => {
  const key = { subject: `wallet#1#${SENT}#1`, opened: "2026-02-10" };
  const decided = newStep("decided", "2026-03-01T12:00:00.000Z", NOT_REPORTABLE);
  await new StoredCases(place.database).step(key, decided);
  expect((await open("2026-01-01")).out).toBe("1 case opened in the local stack. 1 was there before.\n");
  expect((await items()).map(({ subject, openShard }) => [subject, openShard === undefined])).toEqual([
    [`wallet#1#${SENT}#1`, true],
    [`wallet#1#${LONG_AGO}#1`, false],
  ]);
});

test("wants to know since when, and a stack with a desk", async () => {
  expect(await place.vigia("cases open")).toMatchObject({ code: 2 });
  const without = await makePlace(endpointsWith({ dynamodb: place.dynamodb }));
  expect(await without.vigia("cases open --since 7d")).toMatchObject({
    code: 1,
    err: expect.stringContaining("There are no cases in the local stack: it has no desk."),
  });
  await without.remove();
});

test("opens those of every page of wallets, though one of them has fallen since it was listed", async () => {
  const higher = Array.from({ length: 100 }, (_, at) => `0x5${String(at).padStart(39, "0")}`);
  const [fell = "", ...others] = higher;
  const rows = [fell, LAST].map((address) => `1,1,${address},u-1,`);
  await place.file("more.csv", ["projectId,chainId,address,userId,description", ...rows].join("\n"));
  await place.vigia("wallets import more.csv");
  await score(fell, 95, "2026-02-20");
  const { Item } = await place.database.send(
    new GetCommand({ TableName: "wallets", Key: keyOfWallet(nameOf(fell)) }),
  );
  const alike = others.map((address) => ({ ...Item, address, ...keyOfWallet(nameOf(address)) }));
  await putItems(place.database, "wallets", alike);
  await score(fell, 99, "2026-02-20");
  await score(LAST, 62, "2026-02-20", "sent");
  // The index follows what is written.
  await place.database.send(
    new UpdateCommand({
      TableName: "wallets",
      Key: keyOfWallet(nameOf(fell)),
      UpdateExpression: "SET score = :score",
      ExpressionAttributeValues: { ":score": 5 },
    }),
  );
  expect((await open("2026-02-15")).out).toBe("1 case opened in the local stack.\n");
  expect((await items()).at(-1)).toMatchObject({ subject: `wallet#1#${LAST}#1`, score: 62 });
});

test("shows everything that is due about a case, by the law and from a suspicion", async () => {
  const [receivedAt, dueAt] = ["2020-03-01T20:00:00.000Z", "2020-04-18T05:59:59.999Z"];
  const suspected = newStep("a", receivedAt, { kind: "suspect", knownSince: receivedAt });
  await new StoredCases(place.database).open(900, { receivedAt, dueAt }, suspected);
  const { out } = await place.vigia("cases show 1#900");
  expect(out).toMatch(
    /due +2020-03-02T20:00:00\.000Z; 2020-04-18T05:59:59\.999Z\n +counted from the receipt: no earlier time of the transaction\nknown/,
  );
});

test("shows that a deadline is counted from a time without a zone", async () => {
  const at = "2020-03-01T20:00:00.000Z";
  const changes = { receivedAt: at, happenedAt: at, dueAt: "2020-04-18T05:59:59.999Z" };
  await new StoredCases(place.database).open(901, { ...changes, lacksZone: true });
  const { out } = await place.vigia("cases show 1#901");
  expect(out).toMatch(
    /due +2020-04-18T05:59:59\.999Z\n +counted from a time without a zone, assumed to be UTC\n/,
  );
  expect(out).not.toContain("counted from the receipt");
});

test("shows a wallet's case by any spelling of its address, and counts the chains that do not hold", async () => {
  const spelled = `wallet#1#${LAST.replace("cafe", "CaFe")}#1`;
  const shown = await place.vigia(["cases", "show", spelled]);
  expect(shown).toMatchObject({ code: 0, out: expect.stringMatching(/^wallet#1#0x6+cafe0066#1\n/) });
  const verify = () => place.vigia("cases verify --since 2026-01-01");
  expect((await verify()).out).toBe(
    "3 cases and months of the local stack with 1 step: every chain is intact.\n",
  );
  const spoil = (address: string, opened: string) =>
    place.database.send(
      new UpdateCommand({
        TableName: "Cases",
        Key: { subject: `wallet#1#${address}#1`, opened },
        UpdateExpression: "SET head = :head",
        ExpressionAttributeValues: { ":head": "corrupt" },
      }),
    );
  await spoil(LAST, "2026-02-20");
  expect(await verify()).toMatchObject({
    code: 1,
    out: expect.stringMatching(/: 1 chain is not intact\.\n$/),
  });
  await spoil(SENT, "2026-02-10");
  expect((await verify()).out).toMatch(/: 2 chains are not intact\.\n$/);
});

/** Records a content, and alerts it where that is owed; no case is opened. */
async function receive(changes: Record<string, unknown>, receivedAt: string, replayed?: StoredNotification) {
  const store = new NotificationStore(place.database, "notifications");
  const recorded = await record(place.database, notificationBody({ id: 77, ...changes }), receivedAt, {
    deliveryId: replayed === undefined ? receivedAt : replayDeliveryId(replayed),
  });
  if (recorded.alertDue) await store.markAlerted(recorded.stored, receivedAt, "alert");
  return recorded.stored;
}

const ofId = async (id: number) =>
  (await items()).filter(({ subject }) => new RegExp(`#${id}(#|$)`).test(String(subject)));
const worth = (usd: number) => ({ amount: { value: 1_000_000_000_000_000_000, usd } });

test("opens one case of a transaction, with what was said of it later as its steps", async () => {
  await receive(worth(10), "2026-02-21T10:00:00.000Z");
  await receive(worth(2_000), "2026-02-21T11:00:00.000Z");
  await receive(worth(50_000), "2026-02-22T11:00:00.000Z");
  const law = { ...FINTECH_LAW, name: "Another law", risk: "illegal" };
  const other = await receive({ inflictedLaws: [LFPIORPI, law] }, "2026-02-23T10:00:00.000Z");
  await receive({ inflictedLaws: [law] }, "2026-02-23T11:00:00.000Z");
  await receive({ inflictedLaws: [LFPIORPI, law] }, "2026-02-23T12:00:00.000Z");
  await receive({ inflictedLaws: [FINTECH_LAW] }, "2026-02-24T10:00:00.000Z");
  for (let time = 0; time < 2; time++) {
    expect((await open("2026-02-21")).code).toBe(0);
    expect(await ofId(77)).toMatchObject([
      {
        subject: "notification#1#77",
        amount: { usd: "50000" },
        steps: [
          { kind: "change", facts: { usd: "2000" } },
          { kind: "change", facts: { usd: "50000" } },
          { kind: "return", laws: [{ name: "LFPIORPI" }], receivedAt: "2026-02-23T12:00:00.000Z" },
          { kind: "change", facts: { laws: [{ name: "LFPIORPI" }, { name: "Another law" }] } },
          { kind: "withdrawal", receivedAt: "2026-02-24T10:00:00.000Z" },
        ],
      },
      { subject: `notification#1#77#${other.version}`, steps: [{}, {}, { kind: "withdrawal" }] },
    ]);
  }
  const { out } = await place.vigia("cases show 1#77");
  expect(out).toMatch(/laws again +LFPIORPI \(MX\)\n/);
  expect(out.match(/laws now .*/g)).toEqual([
    expect.stringMatching(/laws now +none$/),
    expect.stringMatching(/laws now +LFPIORPI \(MX\), Another law \(MX\)$/),
  ]);
});

test("opens no case of a body in quarantine beside that of the notification that it was replayed as", async () => {
  const at = "2026-02-25T10:00:00.000Z";
  const quarantined = await quarantine(place.database, notificationBody({ id: 79 }), at, { risk: "illegal" });
  const store = new NotificationStore(place.database, "notifications");
  await store.markAlerted(quarantined, at, "alert");
  await receive({ id: 79 }, at, quarantined);
  expect((await open("2026-02-25")).code).toBe(0);
  expect((await items()).map(({ subject }) => subject).filter((one) => /quarantined/.test(one))).toEqual([]);
  expect(await ofId(79)).toMatchObject([{ subject: "notification#1#79", kind: "notification" }]);
});

test("lists two cases of one wallet with what tells them apart, and cuts a long id of a user", async () => {
  const stored = new StoredCases(place.database);
  const subject = `wallet#1#0x${"7".repeat(40)}#1`;
  const receivedAt = "2026-05-01T12:00:00.000Z";
  for (const opened of ["2026-05-01T00:00:00.000Z-a", "2026-05-02T00:00:00.000Z-b"])
    await stored.open(0, { kind: "wallet", subject, opened, receivedAt, userId: "u".repeat(2_000) });
  const { out } = await place.vigia("cases list --since 2026-05-01");
  const rows = out.split("\n").filter((line) => line.includes(subject));
  expect(rows.map((row) => row.trim().split(/ +/).at(-1)).sort()).toEqual([
    "2026-05-01T00:00:00.000Z-a",
    "2026-05-02T00:00:00.000Z-b",
  ]);
  expect(out).toContain(`${"u".repeat(63)}…`);
  expect(Math.max(...rows.map(({ length }) => length))).toBeLessThan(300);
});
