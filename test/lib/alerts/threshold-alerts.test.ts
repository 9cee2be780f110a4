/** Threshold alerts of a project: one message, the highest scores first, each wallet with the status that comes in time. */

import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { OfficersAlert } from "../../../lib/alerts/publisher.ts";
import { alertPending, type ThresholdAlertDeps } from "../../../lib/alerts/threshold-alerts.ts";
import { putItems } from "../../../lib/aws/tables/batch-write.ts";
import { TABLE_SHAPES } from "../../../lib/aws/tables/table-shapes.ts";
import { ChainStore } from "../../../lib/screening/chains.ts";
import { RunWallets } from "../../../lib/screening/runs/run-wallets.ts";
import { keyOfWallet, pendingOf } from "../../../lib/screening/wallets/wallet-keys.ts";
import { WalletStore } from "../../../lib/screening/wallets/wallets.ts";
import { addressOf } from "../../support/addresses.ts";
import { type EmulatedTables, startTables } from "../../support/emulated-tables.ts";
import { shown } from "../../support/shown-message.ts";
import { walletItem } from "../../support/stored-wallets.ts";
import { ENGLISH } from "../../support/translators.ts";

const AT = "2026-03-01T10:00:00.000Z";

let tables: EmulatedTables;
let wallets: RunWallets;
let publishedMessages: { subject: string; email: string; subjects: number; subjectCount: number }[];
let askedWallets: string[];

beforeEach(async () => {
  tables = await startTables({ Wallets: TABLE_SHAPES.wallets, Chains: TABLE_SHAPES.chains });
  wallets = new RunWallets(tables.client, "Wallets");
  [publishedMessages, askedWallets] = [[], []];
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await tables.stop();
});

/** Makes wallets that exceed in a run, the n-th with a score of 61 and n hundredths. */
async function exceed(count: number): Promise<void> {
  const items = Array.from({ length: count }, (_, n) => {
    const score = 61 + n / 100;
    const exceeded = { runId: AT, kinds: ["above" as const], score, previousScore: 20 };
    const facts = { score, exceeded, pending: pendingOf(score, AT) };
    return walletItem({ projectId: 1, chainId: "1", address: addressOf(n) }, facts);
  });
  await putItems(tables.client, "Wallets", items);
}

function depsOf(changes: Partial<ThresholdAlertDeps> = {}): ThresholdAlertDeps {
  const alert = async ({ subjects, compose }: OfficersAlert) => {
    const message = compose("id", ENGLISH);
    const { subject, email } = shown(message);
    const { subjectCount } = message.event;
    publishedMessages.push({ subject, email, subjects: subjects.length, subjectCount });
    return "id";
  };
  return {
    stage: "dev",
    threshold: 60,
    wallets,
    publisher: () => ({ alert }),
    chains: new ChainStore(tables.client, "Chains"),
    service: {
      walletStatus: async (_, address) => {
        askedWallets.push(address);
        return { status: "flagged", tags: ["mixer", { id: 1 }] };
      },
    },
    ...changes,
  };
}

const pending = async () => (await wallets.pending(1, 5_000)).length;
const walletOf = (n: number) =>
  new WalletStore(tables.client, "Wallets").get({ projectId: 1, chainId: "1", address: addressOf(n) });

it("a thousand wallets of a night are one message: fifty of them, the highest first, and a number", async () => {
  await exceed(1_000);
  await alertPending(1, depsOf());
  const [{ subject = "", email = "", subjects = 0, subjectCount = 0 } = {}, ...more] = publishedMessages;
  expect(more).toEqual([]);
  expect(subject).toBe("[WALLET] 1,000 wallets to review - project 1");
  expect([subjects, subjectCount]).toEqual([1_000, 1_000]);
  expect(email).toContain(` 1. ${addressOf(999)} on chain 1`);
  expect(email).toContain("Score:     70.99 (previously 20), band “investigate”");
  expect(email).toContain(`50. ${addressOf(950)} on chain 1`);
  expect(email).toContain("... and 950 more.");
  expect(askedWallets).toHaveLength(50);
  expect(await pending()).toBe(0);
  await alertPending(1, depsOf());
  expect(publishedMessages).toHaveLength(1);
});

it("keeps the status that a message names with the wallet", async () => {
  await exceed(1);
  await alertPending(1, depsOf());
  expect(publishedMessages[0]?.email).toContain("Status:    flagged (mixer");
  expect(await walletOf(0)).toMatchObject({
    status: "flagged",
    tags: '["mixer",{"id":1}]',
    statusAt: expect.any(String),
  });
});

it("goes out without a status that cannot be fetched", async () => {
  await exceed(2);
  const service = { walletStatus: () => Promise.reject(new Error("no answer")) };
  await alertPending(1, depsOf({ service }));
  expect(publishedMessages[0]?.email).toContain("Status:    could not be fetched");
  expect(await pending()).toBe(0);
  expect(await walletOf(0)).not.toHaveProperty("status");
});

it("names a wallet whose item cannot be read by its address", async () => {
  await exceed(2);
  const Key = keyOfWallet({ projectId: 1, chainId: "1", address: addressOf(1) });
  const spoil = { UpdateExpression: "SET score = :text", ExpressionAttributeValues: { ":text": "95" } };
  await tables.client.send(new UpdateCommand({ TableName: "Wallets", Key, ...spoil }));
  await alertPending(1, depsOf());
  expect(publishedMessages[0]?.email).toContain(`${addressOf(0)} on chain 1`);
  expect(publishedMessages[0]?.email).toContain(`${addressOf(1)} on chain 1`);
  expect(publishedMessages[0]?.email).toContain("a scan found it, but its stored record cannot be read");
  expect(await pending()).toBe(0);
});

it("has the highest score first where two differ beyond the sixth decimal", async () => {
  const scores = [61.00000002, 61.00000004, 61.00000003];
  const items = scores.map((score, n) => {
    const exceeded = { runId: AT, kinds: ["above" as const], score };
    const facts = { score, exceeded, pending: pendingOf(score, AT) };
    return walletItem({ projectId: 1, chainId: "1", address: addressOf(n) }, facts);
  });
  await putItems(tables.client, "Wallets", items);
  await alertPending(1, depsOf());
  const email = publishedMessages[0]?.email ?? "";
  expect([1, 2, 0].map((n) => email.indexOf(addressOf(n)))).toEqual(
    [1, 2, 0].map((n) => email.indexOf(addressOf(n))).toSorted((a, b) => a - b),
  );
});

it("stays pending as a whole where it cannot be published, and comes with the next one", async () => {
  await exceed(3);
  const publisher = () => ({ alert: () => Promise.reject(new Error("SNS refuses.")) });
  await expect(alertPending(1, depsOf({ publisher }))).rejects.toThrow("SNS refuses.");
  expect(await pending()).toBe(3);
  await alertPending(1, depsOf());
  expect(publishedMessages.map(({ subject }) => subject)).toEqual([
    "[WALLET] 3 wallets to review - project 1",
  ]);
});
