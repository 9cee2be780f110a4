/** Hostile names, messages and keys that try to drive a terminal, through every command that prints them. */

import { globSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { join } from "node:path";
import { SendMessageCommand } from "@aws-sdk/client-sqs";
import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listen } from "../../../../infra/local/http/loopback.ts";
import { escapeForTerminal } from "../../../../lib/i18n/text/escaping.ts";
import { encodeDelivery } from "../../../../lib/intake/envelope.ts";
import { ChainStore } from "../../../../lib/screening/chains.ts";
import { ScanRunStore } from "../../../../lib/screening/runs/runs.ts";
import { WalletScanStore } from "../../../../lib/screening/wallets/wallet-scans.ts";
import { WalletStore } from "../../../../lib/screening/wallets/wallets.ts";
import type { EmulatedTables } from "../../../support/emulated-tables.ts";
import { notificationBody } from "../../../support/notifications.ts";
import { putWallet } from "../../../support/stored-wallets.ts";
import { type EmulatedSecrets, startSecrets } from "../support/emulated-secrets.ts";
import { type Queues, startQueues } from "../support/queues.ts";
import { quarantine, receive } from "../support/received.ts";
import { startStackTables } from "../support/tables.ts";
import { endpointsWith, makePlace, type Place } from "../support/test-context.ts";

/** Writes to the clipboard, colours, hides, goes back to the line's begin, rings, and reads from right to left. */
const HOSTILE = "ETH\u001b]52;c;Y3VybA==\u0007\u001b[31m\u009b8m\rX\u0000\u007f\u202e\u3164";
const WALLET = `0x11${HOSTILE}`;
const AT = "2026-03-01T10:00:00.000Z";

/** Addresses that would look like rows of a table, if a line could begin with their words. */
const FORGED_ADDRESSES = [
  `aaaa FORGED-ROW${"x".repeat(40)}`,
  "FORGED-ROW 2026-03-01 illegal",
  "\tFORGED-ROW\u202e",
];

let emulated: EmulatedTables;
let queues: Queues;
let service: Server;
let secrets: EmulatedSecrets;
let place: Place;
let quarantined: string;

async function scanOnce(client: DynamoDBDocumentClient): Promise<void> {
  const name = { projectId: 1, chainId: "1", address: WALLET };
  const wallet = await new WalletStore(client, "wallets").get(name);
  if (wallet === undefined) throw new Error("the wallet was not imported");
  const scan = {
    score: 90,
    level: HOSTILE,
    reason: HOSTILE,
    suspicious: true,
    previousScore: 1,
    scannedAt: AT,
    status: HOSTILE,
    outcome: "completed" as const,
  };
  const { projectId: _, chainId: __, address: ___, ...facts } = wallet;
  await putWallet(client, "wallets", name, {
    ...facts,
    ...scan,
    patterns: JSON.stringify([HOSTILE]),
    tags: JSON.stringify([HOSTILE]),
  });
  const point = { ...name, ...scan, runId: `run-${HOSTILE}`, outcome: "completed" as const, result: "{}" };
  await new WalletScanStore(client, "wallet-scans").put([point], 2_000_000_000);
  const runs = new ScanRunStore(client, "scan-runs");
  const run = { projectId: 1, runId: `2026-03-01-${HOSTILE}` };
  await runs.create({ ...run, trigger: "manual", startedAt: AT }, 2_000_000_000);
  await runs.close(run, {
    status: "stopped",
    endedAt: AT,
    totals: { known: 0, completed: 0, skipped: 0, failed: 0, missing: 0, exceeded: 0 },
    cause: { kind: "not-found", call: HOSTILE, said: HOSTILE },
  });
}

beforeAll(async () => {
  emulated = await startStackTables();
  queues = await startQueues();
  const { client } = emulated;
  const law = { name: HOSTILE, risk: "illegal", country: HOSTILE, countryCode: HOSTILE, source: HOSTILE };
  const body = notificationBody({
    address: { id: 1, userId: HOSTILE, address: WALLET, description: HOSTILE },
    token: { name: HOSTILE, symbol: HOSTILE, decimals: 18, address: HOSTILE },
    txHash: HOSTILE,
    inflictedLaws: [law],
  });
  await receive(client, body, AT, { deliveryId: "d-1" });
  await receive(client, { type: "error", data: HOSTILE }, AT, { deliveryId: `d-${HOSTILE}` });
  const issues = [{ path: HOSTILE, is: "freeText" as const, values: [HOSTILE] }];
  ({ key: quarantined } = await quarantine(client, HOSTILE, AT, { issues }));
  await new ChainStore(client, "chains").put([
    { id: "42161", name: HOSTILE, explorer_url: `https://${HOSTILE}` },
  ]);
  await queues.client.send(
    new SendMessageCommand({
      QueueUrl: queues.urls.webhookDlq,
      MessageBody: encodeDelivery({
        deliveryId: HOSTILE,
        receivedAt: HOSTILE,
        signedAt: HOSTILE,
        projectId: 1,
        body: Buffer.from(HOSTILE),
      }),
    }),
  );
  service = createServer((request, response) => {
    const isFailure = request.url?.includes("0xfail") === true;
    response.statusCode = isFailure ? 400 : 200;
    const data = { status: HOSTILE, tags: [HOSTILE], lastTxs: [HOSTILE], lastDapps: [{ name: HOSTILE }] };
    response.end(JSON.stringify(isFailure ? { success: false, message: HOSTILE } : { success: true, data }));
  });
  const url = `http://127.0.0.1:${await listen(service, 0)}`;
  const live = { value: "s", until: `2030-01-01T00:00:00Z` };
  secrets = await startSecrets({
    "arn:inbound": JSON.stringify({ "1": { webhookSecrets: [live] } }),
    "arn:outbound": JSON.stringify({ "1": { apiKeys: [live] } }),
  });
  place = await makePlace(
    endpointsWith({
      dynamodb: emulated.url,
      sqs: queues.url,
      queues: queues.urls,
      riskService: url,
      adapter: url,
      secretsmanager: secrets.url,
    }),
  );
  await place.file("wallets.csv", `projectId,chainId,address,userId\n1,1,"${WALLET}",u\n`);
  const name = { projectId: 1, chainId: "1", address: WALLET };
  const seen = { ...name, source: "import", userId: HOSTILE, seenAt: AT } as const;
  for (const address of [WALLET, ...FORGED_ADDRESSES])
    expect(await new WalletStore(client, "wallets").remember({ ...seen, address })).toEqual({ kind: "new" });
  await scanOnce(client);
});

afterAll(async () => {
  service.close();
  await secrets.stop();
  await place.remove();
  await queues.stop();
  await emulated.stop();
});

const lists = [
  ["notifications", "list"],
  ["wallets", "list"],
].flatMap((words) => ["table", "jsonl", "csv"].map((format) => [...words, "--format", format]));

const others = [
  ["dlq", "list", "--format", "csv"],
  ["notifications", "show", "1#42"],
  ["notifications", "show", `1#error-d-${HOSTILE}`],
  ["wallets", "status", WALLET, "--chain", "1"],
  ["wallets", "status", WALLET, "--chain", "1", "--format", "jsonl"],
  ["wallets", "status", "0xfail", "--chain", "1"],
  ["scan", "status"],
  ["doctor"],
  ["doctor", "--format", "jsonl"],
  ["trigger", "warn"],
  ["users", "get", HOSTILE],
  ["users", "import", `${HOSTILE}.csv`],
  ["notifications", "show", `1#${HOSTILE}`],
  ["notifications", "list", `--${HOSTILE}`],
  ["notifications", "list", "--risk", HOSTILE],
  ["cases", "evidence", "--since", "1d", "--out", `no/${HOSTILE}`],
  [HOSTILE],
  ["--help"],
];

const printed = async (args: readonly string[], terminal: boolean) => {
  const { out, err } = await place.vigia(args, { terminal });
  return out + err;
};

/** A test's name is printed too. */
const named = [...lists, ...others].map((args) => [escapeForTerminal(args.join(" ")), args] as const);

test.each(named)("prints %s so that nothing acts on it", async (_, args) => {
  const toTerminal = await printed(args, true);
  expect(toTerminal).not.toMatch(/(?!\n)\p{Cc}|[\u202e\u3164]/u);
  const toPipe = await printed(args, false);
  expect(toPipe).not.toMatch(/(?![\n\t])\p{Cc}/u);
  expect(toPipe).not.toBe("");
});

test("begins no line with the words of an address, however narrow the terminal is", async () => {
  const { out } = await place.vigia("wallets list", { terminal: true, columns: 40 });
  expect(out).toContain("FORGED-ROW");
  expect(out).not.toMatch(/^FORGED-ROW/m);
});

test("writes what was received byte for byte into a file, and escapes it on a terminal", async () => {
  const raw = ["notifications", "show", quarantined, "--raw"];
  expect(await printed(raw, false)).toBe(HOSTILE);
  expect(await printed(raw, true)).toBe(
    "ETH\\u001b]52;c;Y3VybA==\\u0007\\u001b[31m\\u009b8m\\u000dX\\u0000\\u007f\\u202e\\u3164\n",
  );
});

test("writes to its outputs in one file only", () => {
  const folder = join(import.meta.dirname, "../../../../lib/cli");
  const writers = globSync("**/*.ts", { cwd: folder }).filter((file) =>
    // A parser prints nothing of what it is given.
    /(?<!\bparser)\.write\(|\bconsole\./.test(readFileSync(join(folder, file), "utf8")),
  );
  expect(writers).toEqual(["output/print.ts"]);
});
