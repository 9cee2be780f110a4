/** `vigia notifications`, on an emulated DynamoDB with notifications as store-notifications writes them. */

import { afterAll, beforeAll, expect, test } from "vitest";
import { ChainStore } from "../../../../lib/screening/chains.ts";
import { FINTECH_LAW, notificationBody } from "../../../support/notifications.ts";
import { quarantine, receive } from "../support/received.ts";
import { type PlaceWithTables, placeWithTables } from "../support/tables.ts";
import { endpointsWith, jsonLines, makePlace } from "../support/test-context.ts";

let place: PlaceWithTables;

const spaced = JSON.stringify(notificationBody()).replace("1000000000000000000", " 1.5e+18 ");
const HUGE_ID = "98765432109876543210";
const huge = JSON.stringify(
  notificationBody({
    inflictedLaws: [FINTECH_LAW],
    address: { id: 1, userId: "u-2", address: "0x22", description: "=1+1" },
    amount: { value: "AMOUNT", usd: 0.1 },
  }),
)
  .replace('"AMOUNT"', "12345678901234567890")
  .replace('"id":42', `"id":${HUGE_ID}`);

beforeAll(async () => {
  place = await placeWithTables();
  const client = place.database;
  await new ChainStore(client, "chains").put([
    { id: "42161", name: "Arbitrum One", explorer_url: "https://arbiscan.io" },
  ]);
  await receive(client, spaced, "2026-02-28T10:00:00.000Z");
  await receive(client, huge, "2026-03-01T09:00:00.000Z");
  await receive(client, '{"type":"error","data":"bad\\u001b[31m news"}', "2026-03-01T10:00:00.000Z");
  await quarantine(client, '{"type":"x"}', "2026-03-01T11:00:00.000Z", {
    issues: [{ path: "data.txHash", is: "text" }],
  });
  const test = notificationBody({ id: 7, projectId: 0 });
  await receive(client, test, "2026-03-01T11:30:00.000Z", { projectId: 0 });
});

afterAll(() => place.remove());

const list = (...args: string[]) => place.vigia(["notifications", "list", ...args]);
const jsonl = async (...args: string[]) => {
  const { out } = await list("--format", "jsonl", ...args);
  return jsonLines(out);
};

test("prints JSON Lines, newest first, with every number as it was sent", async () => {
  const { out, code } = await list("--format", "jsonl");
  expect(code).toBe(0);
  const lines = out.trim().split("\n");
  expect(lines).toHaveLength(4);
  expect(JSON.parse(lines[2] ?? "")).toMatchObject({
    id: HUGE_ID,
    amount: "12345678901234567890",
    usd: "0.1",
  });
  expect(lines.map((line) => JSON.parse(line).kind)).toEqual([
    "quarantined",
    "error",
    "notification",
    "notification",
  ]);
  expect(JSON.parse(lines[3] ?? "")).toMatchObject({
    projectId: 1,
    id: "42",
    kind: "notification",
    risk: "illegal",
    chainId: "42161",
    userId: "u-1",
    address: "0x1111111111111111111111111111111111111111",
    txHash: "0xabababababababababababababababababababababababababababababababab",
    timestamp: "2025-08-20T05:10:57.228Z",
    receivedAt: "2026-02-28T10:00:00.000Z",
    amount: "1500000000000000000",
    usd: "3000",
    decimals: 18,
    laws: "MX LFPIORPI (illegal)",
    alert: "pending",
    alertAt: "2026-02-28T10:00:00.000Z",
  });
});

test("chooses by user, risk, law, country, time and kind, and shows what is of the test project where that is named", async () => {
  const ids = async (...args: string[]) =>
    (await jsonl(...args)).map(({ key }) => key.split("#")[1].slice(0, 11));
  expect(await ids("--user", "u-2")).toEqual([HUGE_ID.slice(0, 11)]);
  expect(await ids("--risk", "illegal", "--kind", "notification")).toEqual(["42"]);
  expect(await ids("--law", "fintech law")).toEqual([HUGE_ID.slice(0, 11)]);
  expect(await ids("--country", "mx", "--until", "1d")).toEqual(["42"]);
  expect(await ids("--since", "2026-03-01T10:30:00Z")).toEqual(["quarantined"]);
  expect(await ids("--kind", "error")).toEqual(["error"]);
  expect(await ids("--risk", "illegal", "--kind", "notification", "--project", "0")).toEqual(["7"]);
  expect(await ids("--limit", "1")).toEqual(["quarantined"]);
});

test.each([
  ["2026-03-01", 3],
  ["2024-02-29", 4],
  ["2026-03-01T10:30", 1],
  ["2026-03-01T12:30:00.123456789+02:00", 1],
  ["90m", 1],
])("takes --since %s for a time, in UTC where it names no zone", async (since, count) => {
  expect(await jsonl("--since", since)).toHaveLength(count);
});

test("lists when, what, who and how much on one line each", async () => {
  expect((await place.vigia("notifications list --kind notification")).out).toBe(
    [
      "received (UTC)       risk     alert    user  key                     laws                              amount       USD",
      "2026-03-01 09:00:00  warn              u-2   1#98765432109876543210  MX Fintech Law  12.34567890123456789 ETH      0.10",
      "2026-02-28 10:00:00  illegal  pending  u-1   1#42                    MX LFPIORPI                      1.5 ETH  3,000.00",
      "",
    ].join("\n"),
  );
});

test("prints CSV that no spreadsheet takes for a formula", async () => {
  const { out } = await list("--format", "csv", "--user", "u-2");
  const [header, row] = out.trim().split("\n");
  expect(header).toMatch(/^projectId,id,kind,risk,riskNow,chainId,userId,address,txHash,/);
  expect(row).toMatch(new RegExp(`^1,${HUGE_ID},notification,warn,warn,42161,u-2,0x22,0xab`));
  expect(row).toContain(",12345678901234567890,12.34567890123456789,0.1,ETH,");
});

test("shows one with its laws, links and alert", async () => {
  const { out } = await place.vigia("notifications show 1#42");
  expect(out).toMatchInlineSnapshot(`
    "1#42  illegal

    user            u-1
    amount          1.5 ETH
    smallest units  1500000000000000000
    USD             3,000.00
    token           Ethereum (ETH), 18 decimals, native to the chain
    wallet          0x1111111111111111111111111111111111111111 on Arbitrum One 42161
                    https://arbiscan.io/address/0x1111111111111111111111111111111111111111
    wallet's note   Main wallet
    transaction     0xabababababababababababababababababababababababababababababababab
                    https://arbiscan.io/tx/0xabababababababababababababababababababababababababababababababab
    happened        2025-08-20T05:10:57.228Z
    received        2026-02-28T10:00:00.000Z
    alert           pending since 2026-02-28T10:00:00.000Z

    Laws, worst first
    illegal  LFPIORPI (mexico, MX): Operation over the threshold; source: DOF
    "
  `);
});

test("shows where one is at the desk, where there is a desk", async () => {
  const atDesk = await makePlace({
    ...endpointsWith({ dynamodb: place.dynamodb }),
    desk: "https://desk.company.example",
  });
  const { out } = await atDesk.vigia("notifications show 1#42");
  await atDesk.remove();
  expect(out).toContain("\ndesk            https://desk.company.example/n/1.42.");
});

test("shows an error message without its escape characters, and why a body is quarantined", async () => {
  const [quarantined, error] = await jsonl("--limit", "2");
  const shown = await place.vigia(["notifications", "show", error.key]);
  expect(shown.out).toContain("bad[31m news");
  const issues = await place.vigia(["notifications", "show", quarantined.key]);
  expect(issues.out).toContain("data.txHash  expected text");
});

test("lists each error with its message", async () => {
  const words = "bad\\u001b[31m news";
  expect(await jsonl("--kind", "error")).toMatchObject([{ message: "bad\u001b[31m news" }]);
  const { out: csv } = await list("--kind", "error", "--format", "csv");
  const [header = "", row = ""] = csv.split("\n");
  expect(row.split(",")[header.split(",").indexOf("message")]).toBe(words);
  expect((await list("--kind", "error")).out).toContain("bad[31m news");
  const { out } = await place.vigia("notifications list --kind error", { terminal: true });
  expect(out).toMatch(/bad\[31m\s+news/);
});

test("gives the body back byte for byte with --raw", async () => {
  expect((await place.vigia("notifications show 1#42 --raw")).out).toBe(spaced);
});

test.each([
  [["list", "--limit", "0"], 2, "'--limit <count>' argument '0' is invalid. Expected a whole number"],
  [["list", "--since", "yesterday"], 2, "Expected a time"],
  ...[
    "2026-02-30",
    "2025-02-29",
    "2026-04-31",
    "2026-13-01",
    "2026-00-10",
    "2026-01-00",
    "2026-3-1",
    "2026-02-30T12:00:00Z",
    "2026-03-01T25:00:00Z",
    "2026-03-01T12:60Z",
    "2026-03-01T12:00+25:00",
  ].map((time): [string[], number, string] => [["list", "--until", time], 2, "Expected a time"]),
  [["list", "--risk", "bad"], 2, "Allowed choices are illegal, warn, none."],
  [["list", "--user", ""], 2, "Expected a text that is not empty."],
  [["list", "--since", "1d", "--until", "2d"], 2, "--until: expected a time after --since."],
  [["list", "--format", "xml"], 2, "Allowed choices are table, jsonl, csv."],
  [["show", "42"], 2, "<key>: expected a key such as 1#42, which"],
  [["show", `1#${"x".repeat(3_000)}`], 2, "<key>: expected a key such as 1#42, which"],
  [["show", "1#404"], 1, "There is no notification 1#404 in the local stack"],
])("refuses %j with one sentence", async (args, code, message) => {
  const result = await place.vigia(["notifications", ...args]);
  expect(result.code).toBe(code);
  expect(result.err).toContain(message);
  expect(result.err.trim().split("\n").length).toBeLessThanOrEqual(2);
});

test("says that nothing fits where nothing does", async () => {
  expect(await list("--user", "nobody")).toEqual({
    code: 0,
    out: "",
    err: "Nothing that the local stack received matches.\n",
  });
});
