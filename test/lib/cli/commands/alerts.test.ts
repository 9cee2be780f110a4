/** `vigia alerts`, on an emulated DynamoDB with alerts and notifications as the functions write them. */

import { afterAll, beforeAll, expect, test } from "vitest";
import { AlertStore, type StoredAlert } from "../../../../lib/alerts/alerts.ts";
import { NotificationStore } from "../../../../lib/notifications/notifications.ts";
import { KnownWallets } from "../../../../lib/wallets/known-wallets.ts";
import { notificationBody } from "../../../support/notifications.ts";
import { receive } from "../support/received.ts";
import { type PlaceWithTables, placeWithTables } from "../support/tables.ts";
import { jsonLines } from "../support/test-context.ts";

const WALLET = "0x1111111111111111111111111111111111111111";
const CHANGE = "1#42#nXIWvDe5-IZe3QyTH8bwa0";
const SENT = "2026-03-01T10:00:05.000Z-1-00000001";
const SCANNED = "2026-02-28T03:00:00.000Z-1-00000002";
const FAILED = "2026-03-01T11:00:00.000Z-1-00000003";
const OF_NONE = "2026-02-27T00:00:00.000Z-0-00000004";
const REHEARSED = "2026-03-01T11:30:00.000Z-1-00000005";
const NOT_KEPT = "2026-03-01T11:45:00.000Z-1-00000006";
const BRIEF = "2026-01-02T00:00:00.000Z-2-00000008";
const EXPIRED = "2026-01-01T00:00:00.000Z-1-00000007";

let place: PlaceWithTables;

function alertOf(id: string, given: Partial<StoredAlert> = {}): StoredAlert {
  return {
    projectId: id.split("-").at(-2) ?? "",
    id,
    kind: "notification",
    state: "sent",
    sentAt: `${id.slice(0, 19)}.500Z`,
    subjects: [{ key: "1#42", version: "first" }],
    message: {
      subject: "[ILLEGAL] MX LFPIORPI - 1 ETH (USD 3,000.00) - user u-1",
      email: "Flagged as ILLEGAL.\n\n  1. LFPIORPI\n\nLook closer\n  vigia alerts show\n",
      slack: { title: "Flagged", description: "*FLAGGED*", nextSteps: ["Look"], threadId: "t" },
    },
    expiresAt: 2_000_000_000,
    ...given,
  };
}

beforeAll(async () => {
  place = await placeWithTables();
  const client = place.database;
  const notifications = new NotificationStore(client, "notifications");
  await receive(client, notificationBody(), "2026-03-01T10:00:00.000Z");
  await receive(client, notificationBody({ txHash: "0xcd" }), "2026-03-01T10:00:01.000Z");
  const { stored } = await receive(client, notificationBody({ id: 43 }), "2026-03-01T11:44:00.000Z");
  await notifications.markAlerted(stored, "2026-03-01T11:45:01.000Z", NOT_KEPT);
  const sight = {
    projectId: 1,
    chainId: "1",
    address: WALLET,
    source: "import",
    seenAt: "2026-01-01",
  } as const;
  await new KnownWallets(client, "wallets").remember(sight);
  const alerts = new AlertStore(client, "alerts");
  const both = [
    { key: "1#42", version: "first" },
    { key: "1#42", version: "nXIWvDe5-IZe3QyTH8bwa0" },
  ];
  await alerts.add(alertOf(SENT, { subjects: both }));
  await alerts.add(alertOf(SCANNED, { kind: "wallet", subjects: [{ address: WALLET, chainId: "1" }] }));
  const { sentAt: _, ...unsent } = alertOf(FAILED, { kind: "change", state: "failed" });
  await alerts.add(unsent);
  await alerts.add(alertOf(OF_NONE, { kind: "quarantine" }));
  await alerts.add(alertOf(REHEARSED, { rehearsal: true }));
  await alerts.add(alertOf(EXPIRED, { subjects: [{ key: "1#7", version: "first" }], subjectCount: 2_000 }));
  await alerts.add(alertOf(BRIEF, { kind: "scan-brief", subjects: [] }));
});

afterAll(() => place.remove());

const vigia = (...args: string[]) => place.vigia(["alerts", ...args]);

const ids = async (...args: string[]) =>
  jsonLines((await vigia("list", "--format", "jsonl", ...args)).out).map((row) => row.id);

test("lists every alert that was recorded, of wallets too, the last made first", async () => {
  expect(await ids()).toEqual([FAILED, SENT, SCANNED, OF_NONE, EXPIRED]);
  expect(await ids("--rehearsals", "--limit", "2")).toEqual([REHEARSED, FAILED]);
  expect(await ids("--state", "failed")).toEqual([FAILED]);
  expect(await ids("--project", "0")).toEqual([OF_NONE]);
  expect(await ids("--since", "2026-02-28", "--until", "2026-03-01")).toEqual([SCANNED]);
});

test("says of each when it was made, whether it went out and what it speaks of", async () => {
  const { out } = await vigia("list", "--format", "jsonl", "--since", "2026-03-01");
  expect(jsonLines(out)).toEqual([
    {
      ...{ projectId: 1, id: FAILED, at: "2026-03-01T11:00:00.000Z", kind: "change", state: "failed" },
      ...{ sentAt: null, rehearsal: false, about: [{ key: "1#42" }], aboutCount: 1 },
      subject: "[ILLEGAL] MX LFPIORPI - 1 ETH (USD 3,000.00) - user u-1",
    },
    {
      ...{ projectId: 1, id: SENT, at: "2026-03-01T10:00:05.000Z", kind: "notification", state: "sent" },
      ...{ sentAt: "2026-03-01T10:00:05.500Z", rehearsal: false, aboutCount: 2 },
      about: [{ key: "1#42" }, { key: CHANGE }],
      subject: "[ILLEGAL] MX LFPIORPI - 1 ETH (USD 3,000.00) - user u-1",
    },
  ]);
  expect((await vigia("list", "--format", "csv", "--until", "2026-03-01")).out).toBe(
    [
      "projectId,id,at,kind,state,sentAt,rehearsal,aboutCount,about,subject",
      `1,${SCANNED},2026-02-28T03:00:00.000Z,wallet,sent,2026-02-28T03:00:00.500Z,false,1,${WALLET} on chain 1,"[ILLEGAL] MX LFPIORPI - 1 ETH (USD 3,000.00) - user u-1"`,
      `0,${OF_NONE},2026-02-27T00:00:00.000Z,quarantine,sent,2026-02-27T00:00:00.500Z,false,1,1#42,"[ILLEGAL] MX LFPIORPI - 1 ETH (USD 3,000.00) - user u-1"`,
      `1,${EXPIRED},2026-01-01T00:00:00.000Z,notification,sent,2026-01-01T00:00:00.500Z,false,2000,1#7,"[ILLEGAL] MX LFPIORPI - 1 ETH (USD 3,000.00) - user u-1"`,
      "",
    ].join("\n"),
  );
});

test("fits the list into 80 columns, with ids that can be copied", async () => {
  const { out } = await place.vigia("alerts list --limit 3", { terminal: true });
  expect(out).toMatchInlineSnapshot(`
    "state   id                                   subject
    failed  2026-03-01T11:00:00.000Z-1-00000003  [ILLEGAL] MX LFPIORPI - 1 ETH (USD
                                                 3,000.00) - user u-1
    sent    2026-03-01T10:00:05.000Z-1-00000001  [ILLEGAL] MX LFPIORPI - 1 ETH (USD
                                                 3,000.00) - user u-1
    sent    2026-02-28T03:00:00.000Z-1-00000002  [ILLEGAL] MX LFPIORPI - 1 ETH (USD
                                                 3,000.00) - user u-1
    "
  `);
});

test("shows a message as it was sent, and each content that it speaks of", async () => {
  const { out, code } = await vigia("show", SENT);
  expect(code).toBe(0);
  expect(out).toMatchInlineSnapshot(`
    "2026-03-01T10:00:05.000Z-1-00000001

    kind   notification
    state  sent at 2026-03-01T10:00:05.500Z
    about  2 contents of 1 notification

    The message as it was sent

    Subject: [ILLEGAL] MX LFPIORPI - 1 ETH (USD 3,000.00) - user u-1

    Flagged as ILLEGAL.

      1. LFPIORPI

    Look closer
      vigia alerts show

    The records that it reports, as stored now
    received (UTC)       risk                     alert    user  key                          laws         amount       USD
    2026-03-01 10:00:00  illegal                  pending  u-1   1#42                         MX LFPIORPI   1 ETH  3,000.00
    2026-03-01 10:00:01  illegal, change of 1#42  pending  u-1   1#42#nXIWvDe5-IZe3QyTH8bwa0  MX LFPIORPI   1 ETH  3,000.00
    "
  `);
});

test("shows the wallets of an alert, also when later scans said something else", async () => {
  const { out } = await vigia("show", SCANNED);
  expect(out).toContain("about  1 wallet\n");
  expect(out.split("The records that it reports, as stored now")[1]).toContain(WALLET);
});

test("shows all of it as JSON", async () => {
  const { out } = await vigia("show", SENT, "--format", "jsonl");
  const shown = JSON.parse(out);
  expect(shown.message).toEqual(alertOf(SENT).message);
  expect(shown.notifications.map(({ key }: { key: string }) => key)).toEqual(["1#42", CHANGE]);
});

test("says of a scan's brief which project it is about, and heads no list of nothing", async () => {
  const { out } = await vigia("list", "--project", "2", "--format", "csv");
  expect(out).toContain(
    `2,${BRIEF},2026-01-02T00:00:00.000Z,scan-brief,sent,2026-01-02T00:00:00.500Z,false,0,the scan of project 2,`,
  );
  const shown = (await vigia("show", BRIEF)).out;
  expect(shown).toContain("about  the scan of project 2\n");
  expect(shown.endsWith("\nLook closer\n  vigia alerts show\n")).toBe(true);
});

test("says that a text was not kept, and finds what the alert spoke of all the same", async () => {
  const { out, code } = await vigia("show", NOT_KEPT);
  expect(code).toBe(0);
  expect(out).toContain(`${NOT_KEPT}\n\nIts text could not be stored when it was sent.\n`);
  expect(out).toMatch(
    /\nA return that it reported may be missing here: "vigia notifications show" names .*\n$/,
  );
  expect(out).toContain("1#43");
  expect(out).not.toContain("1#42");
  const json = JSON.parse((await vigia("show", NOT_KEPT, "--format", "jsonl")).out);
  expect(json).toMatchObject({ id: NOT_KEPT, message: null, notifications: [{ key: "1#43" }] });
});

test("says how much of what an alert speaks of is not there any more, or was not listed", async () => {
  const { out } = await vigia("show", EXPIRED);
  expect(out).toContain("about  2,000 notifications\n");
  expect(out).toContain("1 more: expired since.\n1999 more: the record has no room");
});

test.each([
  [["show", "1#42"], 2, "<id>: expected an alert's id, such as 2026-03-01T12:00:00.000Z-1-5f2c91ab"],
  [["show", "2026-03-01T10:00:05.000Z-1-ffffffff"], 1, "If a message names it, its text could not be stored"],
  [
    ["show", "2026-03-01T10:00:05.000Z-1-ffffffff"],
    1,
    '"vigia notifications show <key>" names the alert of a transaction that is flagged again',
  ],
  [["list", "--state", "none"], 2, '--state: expected "pending" or "sent" or "failed".'],
  [["list", "--since", "2026-02-30"], 2, "--since: expected a time such as"],
])("refuses %j with one sentence", async (args, code, message) => {
  const result = await vigia(...args);
  expect([result.code, result.out]).toEqual([code, ""]);
  expect(result.err).toContain(message);
});
