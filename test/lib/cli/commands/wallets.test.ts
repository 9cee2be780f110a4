/** `vigia wallets`, on an emulated DynamoDB and a service that answers with what the test says. */

import { createServer, type Server } from "node:http";
import { DynamoDBDocumentClient, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { listen } from "../../../../infra/local/http/loopback.ts";
import { WalletStore } from "../../../../lib/screening/wallets/wallets.ts";
import { type EmulatedSecrets, startSecrets } from "../support/emulated-secrets.ts";
import { scoreWallet } from "../support/scanned.ts";
import { type PlaceWithTables, placeWithTables } from "../support/tables.ts";
import { jsonLines, makePlace } from "../support/test-context.ts";

const HIGH = "0x1111111111111111111111111111111111111111";
const LOW = "0x2222222222222222222222222222222222222222";
const UNKNOWN = "0x3333333333333333333333333333333333333333";

let place: PlaceWithTables;
let secrets: EmulatedSecrets;
let service: Server;
const query: { url: string | undefined; key: string | string[] | undefined }[] = [];

beforeAll(async () => {
  service = createServer((request, response) => {
    query.push({ url: request.url, key: request.headers["x-api-key"] });
    response.setHeader("content-type", "application/json");
    if (request.url?.includes(UNKNOWN)) {
      response.statusCode = 404;
      response.end('{"success":false,"message":"no such wallet"}');
      return;
    }
    response.end(
      '{"success":true,"data":{"status":"clean","tags":["exchange"],"lastTxs":[{"hash":"0x1"}],"lastDapps":[]}}',
    );
  });
  const port = await listen(service, 0);
  secrets = await startSecrets({
    "arn:inbound": "{}",
    "arn:outbound": '{"1":{"apiKeys":[{"value":"key-1"}]}}',
  });
  place = await placeWithTables({
    riskService: `http://127.0.0.1:${port}`,
    secretsmanager: secrets.url,
  });
  const client = place.database;
  await place.file(
    "wallets.csv",
    [
      "projectId,chainId,address,userId",
      `1,42161,${HIGH},u-1`,
      `1,1,${LOW},u-1`,
      `1,1,${UNKNOWN},`,
      `9,1,${LOW},`,
      `1,mainnet,${LOW},`,
      "1,1,two words,",
      `1,42161,${HIGH.toUpperCase().replace("X", "x")},u-2`,
    ].join("\r\n"),
  );
  expect(await place.vigia("wallets import wallets.csv")).toEqual({
    code: 3,
    out: "3 new wallets, 0 known before; 4 lines refused. The next scan asks for them.\n",
    err: [
      "wallets.csv: refused: projectId: 9 is not a project of this stack (1) (line 5)",
      "wallets.csv: refused: chainId: expected a chain's id, such as 137 (line 6)",
      "wallets.csv: refused: address: expected a wallet's address, without spaces (line 7)",
      "wallets.csv: refused: repeats the wallet of an earlier line, of which the first is used (line 8)",
      "",
    ].join("\n"),
  });
  const score = (chainId: string, address: string, value: number, run: string) =>
    scoreWallet(client, { projectId: 1, chainId, address }, run, {
      score: value,
      level: value > 60 ? "high" : "minimal",
      reason: "Mixer nearby",
      suspicious: value > 60,
      patterns: '["mixer"]',
    });
  await score("42161", HIGH, 19, "2026-02-27");
  await score("42161", HIGH, 72, "2026-02-28");
  await score("1", LOW, 0, "2026-02-28");
});

afterAll(async () => {
  await secrets.stop();
  service.close();
  await place.remove();
});

test("lists wallets by score, the highest first and unknown ones last, in 80 columns", async () => {
  const { out, code } = await place.vigia("wallets list", { terminal: true });
  expect(code).toBe(0);
  expect(out).toMatchInlineSnapshot(`
    "chain  address                                     user       score  scanned
                                                                         (UTC)
    42161  0x1111111111111111111111111111111111111111  u-1           72  2026-02-28
                                                             suspicious  03:00:00
    1      0x2222222222222222222222222222222222222222  u-1            0  2026-02-28
                                                                         03:00:00
    1      0x3333333333333333333333333333333333333333           unknown
    "
  `);
  expect(Math.max(...out.split("\n").map((line) => line.length))).toBeLessThanOrEqual(80);
});

test("prints JSON Lines in which an unknown score is null, not 0", async () => {
  const { out } = await place.vigia("wallets list --format jsonl");
  const rows = jsonLines(out);
  expect(rows.map(({ score }) => score)).toEqual([72, 0, null]);
  expect(rows[0]).toMatchObject({
    projectId: 1,
    chainId: "42161",
    address: HIGH,
    userId: "u-1",
    score: 72,
    level: "high",
    suspicious: true,
    scannedAt: "2026-02-28T03:00:00.000Z",
    status: null,
    patterns: '["mixer"]',
    previousScore: 19,
  });
});

test("chooses by user and by score, and cuts at the limit", async () => {
  const addresses = async (...args: string[]) => {
    const { out } = await place.vigia(["wallets", "list", "--format", "jsonl", ...args]);
    return jsonLines(out).map((row) => row.address);
  };
  expect(await addresses("--user", "u-1")).toEqual([HIGH, LOW]);
  expect(await addresses("--min-score", "0")).toEqual([HIGH, LOW]);
  expect(await addresses("--min-score", "72.5")).toEqual([]);
  expect(await addresses("--limit", "1")).toEqual([HIGH]);
});

test("asks the service for a status with the project's key", async () => {
  const { out } = await place.vigia(["wallets", "status", LOW, "--chain", "1"]);
  expect(query.at(-1)).toEqual({ url: `/v1/wallets/${LOW}/status?chainId=1`, key: "ApiKey key-1" });
  expect(out).toBe(
    [
      `wallet             ${LOW} on chain 1`,
      "status             clean",
      "tags               exchange",
      'last transactions  {"hash":"0x1"}',
      "",
    ].join("\n"),
  );
});

test.each([
  [["status", LOW], 2, "required option '--chain <id>' not specified"],
  [["status", UNKNOWN, "--chain", "1"], 1, "404"],
  [["remove", "0x44", "--yes"], 1, "The wallet 0x44 is not known to the local stack"],
  [["remove", LOW, "--chain", "5", "--yes"], 1, `The wallet ${LOW} on chain 5 is not known`],
  [["list", "--min-score", "high"], 2, "Expected a score from 0 to 100."],
  [["list", "--min-score", "101"], 2, "Expected a score from 0 to 100."],
  [["status", "nope", "--chain", "1"], 2, "<address>: expected an address of chain 1: 0x and 40"],
  [["import", "none.csv"], 1, "none.csv cannot be read"],
])("answers %j with one sentence", async (args, code, message) => {
  const result = await place.vigia(["wallets", ...args]);
  expect(result.code).toBe(code);
  expect(result.err).toContain(message);
});

test("names the command that sets a missing key", async () => {
  secrets.replace("arn:outbound", "{}");
  const { err, code } = await place.vigia(["wallets", "status", LOW, "--chain", "1"]);
  expect(code).toBe(1);
  expect(err).toContain('run "vigia secrets set --kind api-key --project 1"');
});

/** The row of a wallet in the list. */
const row = async (address: string) =>
  jsonLines((await place.vigia("wallets list --format jsonl")).out).find(
    (wallet) => wallet.address === address,
  );

test("a later import says whose a wallet is, and one without a user leaves it as it was", async () => {
  const address = "0x5656565656565656565656565656565656565656";
  let now = Date.parse("2026-03-01T12:00:00.000Z");
  const importOf = (user: string) => {
    now += 60_000;
    const stdin = `projectId,chainId,address,userId\n1,1,${address},${user}\n`;
    return place.vigia("wallets import - --format csv", { now, stdin });
  };
  expect(await importOf("a1")).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^1 new wallet, 0 known/),
  });
  expect(await importOf("")).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^0 new wallets, 1 known/),
  });
  expect(await row(address)).toMatchObject({ userId: "a1" });
  await importOf("b1");
  expect(await row(address)).toMatchObject({ userId: "b1" });
  await place.vigia(["wallets", "remove", address, "--yes"]);
});

test("warns where a wallet was of an owner whose id a reader cannot tell from the one in the file", async () => {
  const address = "0x5757575757575757575757575757575757575757";
  const importOf = (userId: string, now: number) => {
    const stdin = JSON.stringify({ projectId: 1, chainId: 1, address, userId });
    return place.vigia("wallets import -", { stdin, now });
  };
  const at = Date.parse("2026-03-01T12:00:00.000Z");
  expect((await importOf("U-90", at)).err).toBe("");
  expect((await importOf("u\u201090", at + 60_000)).err).toBe(
    "standard input: warning: userId: another than the owner until now, whose id a reader cannot tell from it (line 1)\n",
  );
  expect((await importOf("u-91", at + 120_000)).err).toBe("");
  await place.vigia(["wallets", "remove", address, "--yes"]);
});

test("refuses an address that its chain cannot have, and takes any address of an unknown chain, with a warning if it looks like one of EVM", async () => {
  const lines = ["1,1,xyz2", "1,137,0x11", `1,1,0x${"1".repeat(64)}`, "1,777777,xyz2", "1,777777,0x11"];
  const { code, out, err } = await place.vigia("wallets import - --format csv", {
    stdin: `projectId,chainId,address\n${lines.join("\n")}\n`,
  });
  expect([code, out]).toEqual([
    3,
    "2 new wallets, 0 known before; 3 lines refused. The next scan asks for them.\n",
  ]);
  const wrong = (lines: string, chain: number) =>
    `standard input: refused: address: expected an address of chain ${chain}: 0x and 40 hexadecimal digits (${lines})`;
  const warned =
    "standard input: warning: address begins with 0x but does not have the 40 hexadecimal digits of an EVM address (line 6)";
  expect(err.trim().split("\n")).toEqual([wrong("lines 2, 4", 1), wrong("line 3", 137), warned]);
  for (const address of ["xyz2", "0x11"]) await place.vigia(`wallets remove ${address} --yes`);
});

test("refuses an address with characters that a reader does not see", async () => {
  const lines = ["1,777777,xyz\u200b2", "1,777777,\u2060xyz2", "1,777777,xyz2\u3164"];
  const { code, err } = await place.vigia("wallets import - --format csv", {
    stdin: `projectId,chainId,address\n${lines.join("\n")}\n`,
  });
  expect(code).toBe(3);
  expect(err).toContain("address: expected a wallet's address, without spaces (lines 2, 3, 4)\n");
});

test("warns of capitals that do not fit an address, and refuses names and other families' addresses on test networks", async () => {
  const right = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
  const wrong = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD";
  const lines = [`1,1,${right}`, `1,137,${wrong}`, "1,421614,vitalik.eth", "1,43113,T1"];
  const { code, out, err } = await place.vigia("wallets import - --format csv", {
    stdin: `projectId,chainId,address\n${lines.join("\n")}\n`,
  });
  expect([code, out.split(".")[0]]).toEqual([3, "2 new wallets, 0 known before; 2 lines refused"]);
  expect(err.trim().split("\n").toSorted()).toEqual([
    "standard input: refused: address: expected a wallet's address, not a name of one (line 4)",
    "standard input: refused: address: expected an address of chain 43113: 0x and 40 hexadecimal digits (line 5)",
    "standard input: warning: address has capitals that do not fit it (EIP-55), as after a typing error (line 3)",
  ]);
  expect((await row(right.toLowerCase())).address).toBe(right.toLowerCase());
  await place.vigia(["wallets", "remove", right, "--yes"]);
});

test("refuses owners that are words for no value, names of addresses on any chain, and unknown fields", async () => {
  const address = "0x3333333333333333333333333333333333333333";
  const owners = ["NULL", "\\N", "N/A"].map((userId) => ({ projectId: 1, chainId: 1, address, userId }));
  const oddOwners = [
    { projectId: 1, chainId: 81457, address: "vitalik.eth" },
    { projectId: 1, chainId: 1, address, userid: "u-1" },
  ];
  const stdin = [...owners, ...oddOwners].map((owner) => JSON.stringify(owner)).join("\n");
  const { code, err } = await place.vigia("wallets import -", { stdin });
  expect([code, err.trim().split("\n")]).toEqual([
    3,
    [
      "standard input: refused: userId: a word for no value: leave it empty (lines 1, 2, 3)",
      "standard input: refused: address: expected a wallet's address, not a name of one (line 4)",
      "standard input: refused: has a field that no wallet has: projectId, chainId, address, userId (line 5)",
    ],
  ]);
});

test("refuses what a spreadsheet made of an address, on a chain of any kind", async () => {
  const addresses = ["2.22222E+47", "12345.0", "TRUE", "####"];
  const { code, err } = await place.vigia("wallets import - --format csv", {
    stdin: `projectId,chainId,address\n${addresses.map((address) => `1,777777,${address}\n`).join("")}`,
  });
  expect([code, err]).toEqual([
    3,
    "standard input: refused: address: expected a wallet's address, not what a spreadsheet made of it: export it again as text (lines 2, 3, 4, 5)\n",
  ]);
});

test("checks a file with --dry-run, and imports nothing", async () => {
  const address = "0x3333333333333333333333333333333333333334";
  const stdin = `projectId,chainId,address\n1,1,${address}\n9,1,${address}\n`;
  const dry = "wallets import - --format csv --dry-run";
  expect(await place.vigia(dry, { stdin })).toEqual({
    code: 3,
    out: "1 wallet can be imported; nothing was imported; 1 line refused.\n",
    err: "standard input: refused: projectId: 9 is not a project of this stack (1) (line 3)\n",
  });
  expect((await place.vigia("wallets list --format jsonl")).out).not.toContain(address);
  const nowhere = await makePlace();
  expect(await nowhere.vigia(dry, { stdin })).toEqual({
    code: 0,
    out: "2 wallets can be imported; nothing was imported; 0 lines refused.\n",
    err: "No stack is running: the projects were not checked.\n",
  });
  await nowhere.remove();
});

test("takes ids and addresses without the spaces around them, and warns of addresses that no one holds", async () => {
  const zero = "0x0000000000000000000000000000000000000000";
  const stdin = `projectId,chainId,address\n1 , 1, 0x3333333333333333333333333333333333333335 \n1,1,${zero}\n1,1.15E+07,${zero}\n`;
  expect(await place.vigia("wallets import - --format csv --dry-run", { stdin })).toEqual({
    code: 3,
    out: "2 wallets can be imported; nothing was imported; 1 line refused.\n",
    err: [
      "standard input: refused: chainId: expected a chain's id, such as 137 (line 4)",
      "standard input: warning: address is one that no one holds (line 3)",
      "",
    ].join("\n"),
  });
});

test("keeps an address with a capital X as the one with a small x", async () => {
  const stdin = "projectId,chainId,address\n1,1,0XC65B111111111111111111111111111111111111\n";
  await place.vigia("wallets import - --format csv", { stdin });
  const { out } = await place.vigia("wallets list --format jsonl");
  expect(out).toContain('"0xc65b111111111111111111111111111111111111"');
  await place.vigia("wallets remove 0xc65b111111111111111111111111111111111111 --yes");
});

test("says what it imported of a file that it cannot read to its end, and what to do", async () => {
  const addresses = Array.from({ length: 40 }, (_, at) => `0x${String(at).padStart(40, "5")}`);
  const lines = addresses.map((address) => `{"projectId":1,"chainId":1,"address":"${address}"}\n`);
  await place.file("cut.jsonl", Buffer.concat([Buffer.from(lines.join("")), Buffer.from([0x90])]));
  expect(await place.vigia("wallets import cut.jsonl")).toEqual({
    code: 1,
    out: "",
    err: '40 wallets imported before it failed. When this is corrected, import the whole file again.\ncut.jsonl, line 41: is not in UTF-8, and holds characters that each older encoding reads in its own way. Save the file in UTF-8 ("CSV UTF-8" in a spreadsheet).\n',
  });
  for (const address of addresses) await place.vigia(["wallets", "remove", address, "--yes"]);
});

test("refuses a file without a wallet", async () => {
  const { code, err } = await place.vigia("wallets import - --format csv", {
    stdin: "projectId,chainId,address,userId\n\n",
  });
  expect([code, err]).toEqual([1, "standard input contains no wallet: check the export that wrote it.\n"]);
});

describe("a flood of wallets", () => {
  const address = (digit: string) => `0x${digit.repeat(40)}`;
  const [before, first, second, imported, watched] = ["6", "7", "8", "9", "a"].map(address);
  const at = (hour: number) => `2026-03-01T${String(hour).padStart(2, "0")}:00:00.000Z`;
  const FLOOD = ["wallets", "remove", "--source", "notification", "--since", at(9)];
  const knownWallets = async () =>
    jsonLines((await place.vigia("wallets list --project 7 --format jsonl")).out)
      .map((row) => row.address)
      .sort();

  beforeAll(async () => {
    const wallets = new WalletStore(place.database, "wallets");
    const see = (address = "", seenAt: string, source: "notification" | "import" = "notification") =>
      wallets.remember({ projectId: 7, chainId: "1", address, seenAt, source });
    await see(before, at(8));
    await see(first, at(9));
    await see(second, at(10));
    await see(imported, at(10), "import");
    await see(watched, at(10));
    const name = { projectId: 7, chainId: "1", address: watched ?? "" };
    await scoreWallet(place.database, name, "2026-03-01", { score: 20 });
  });

  test("is listed first, and nothing is removed with --dry-run or without a yes", async () => {
    const wallets = await knownWallets();
    const dry = await place.vigia([...FLOOD, "--project", "7", "--dry-run"]);
    expect(dry.out.trim().split("\n").sort()).toEqual([
      `wallet ${first} on chain 1, project 7: would be removed`,
      `wallet ${second} on chain 1, project 7: would be removed`,
    ]);
    expect(dry.err).toBe(
      "1 wallet with a score of 20 or more, or with suspicious activity, kept: remove them one by one.\n2 wallets would be removed; none was.\n",
    );
    expect((await place.vigia([...FLOOD, "--project", "7"], { yes: false })).code).toBe(1);
    expect((await place.vigia([...FLOOD, "--project", "7"], { stdin: "" })).code).toBe(2);
    expect(await knownWallets()).toEqual(wallets);
  });

  test("is taken out of the scans, but what was known before, imported or is watched", async () => {
    const result = await place.vigia([...FLOOD, "--project", "7", "--until", at(10), "--yes"]);
    expect(result.out).toBe(`wallet ${first} on chain 1, project 7: removed from the scans\n`);
    await place.vigia([...FLOOD, "--project", "7", "--yes"]);
    expect(await knownWallets()).toEqual([before, imported, watched].sort());
    const again = await place.vigia([...FLOOD, "--project", "7", "--yes"]);
    expect([again.code, again.out]).toEqual([0, ""]);
    expect(again.err).toContain("No wallet of the local stack became known from this source since then.");
  });

  test.each([
    ["remove"],
    ["remove", "--source", "notification"],
    ["remove", "--since", "2h"],
    ["remove", HIGH, "--source", "notification", "--since", "2h"],
    ["remove", HIGH, "--since", "2h"],
    ["remove", HIGH, "--until", "2h"],
  ])("is not guessed: %s %s %s %s %s", async (...words) => {
    const { code, err } = await place.vigia(["wallets", ...words, "--yes"]);
    expect([code, err]).toEqual([
      2,
      "Name one wallet by its address, or many with both --source and --since.\n",
    ]);
  });
});

describe("a list from a score up", () => {
  /** The tables or indexes that were queried. */
  const queried = async (minScore: string) => {
    const seen: unknown[] = [];
    const send = DynamoDBDocumentClient.prototype.send;
    vi.spyOn(DynamoDBDocumentClient.prototype, "send").mockImplementation(function (
      this: DynamoDBDocumentClient,
      ...args: unknown[]
    ) {
      const [command] = args;
      if (command instanceof QueryCommand) seen.push(command.input.IndexName ?? "all wallets");
      return Reflect.apply(send, this, args);
    });
    const args = ["wallets", "list", "--min-score", minScore, "--project", "1", "--format", "jsonl"];
    const result = await place.vigia(args).finally(() => vi.restoreAllMocks());
    const scores = result.out.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line).score]));
    return { reads: [...new Set(seen)], scores, err: result.err };
  };

  test("reads the index by score from the first band line on, both lines included", async () => {
    expect(await queried("60")).toEqual({ reads: ["byScore"], scores: [72], err: "" });
    expect(await queried("72")).toEqual({ reads: ["byScore"], scores: [72], err: "" });
    expect(await queried("72.0000001")).toEqual({ reads: ["byScore"], scores: [], err: "" });
    expect((await queried("20")).reads).toEqual(["byScore"]);
  });

  test("reads every wallet below it, and says so", async () => {
    const below = await queried("19.9");
    expect(below.reads).toEqual(["all wallets"]);
    expect(below.err).toBe("Reading every wallet: scores below 20 are not indexed.\n");
  });
});

test("refuses a user's id that no look-up can name", async () => {
  const address = "0x1111111111111111111111111111111111111112";
  const stdin = JSON.stringify({ projectId: 1, chainId: 1, address, userId: "u\u0001-1" });
  const { code, err } = await place.vigia("wallets import - --format jsonl", { stdin });
  expect(code).toBe(3);
  expect(err).toContain("userId: contains a control character (line 1)\n");
});
