/** Threshold alerts of a project: one message, the highest scores first, each wallet with the status that comes in time. */

import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { OfficersAlert } from "../../../lib/alerts/publisher.ts";
import { alertPending, type ThresholdAlertDeps } from "../../../lib/alerts/threshold-alerts.ts";
import { putItems } from "../../../lib/aws/tables/batch-write.ts";
import { TABLE_SHAPES } from "../../../lib/aws/tables/table-shapes.ts";
import { ChainStore } from "../../../lib/screening/chains.ts";
import { RunWallets } from "../../../lib/screening/runs/run-wallets.ts";
import { pendingOf } from "../../../lib/screening/wallets/wallet-keys.ts";
import { WalletStore } from "../../../lib/screening/wallets/wallets.ts";
import { addressOf } from "../../support/addresses.ts";
import { type EmulatedTables, startTables } from "../../support/emulated-tables.ts";
import { shown } from "../../support/shown-message.ts";
import { walletItem } from "../../support/stored-wallets.ts";
import { ENGLISH } from "../../support/translators.ts";

const AT = "2026-03-01T10:00:00.000Z";

let tables: EmulatedTables;
let wallets: RunWallets;
let sent: { subject: string; email: string; subjects: number }[];
let asked: string[];

beforeEach(async () => {
  tables = await startTables({ Wallets: TABLE_SHAPES.wallets, Chains: TABLE_SHAPES.chains });
  wallets = new RunWallets(tables.client, "Wallets");
  [sent, asked] = [[], []];
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
    const { subject, email } = shown(compose("id", ENGLISH));
    sent.push({ subject, email, subjects: subjects.length });
    return "id";
  };
  return {
    ...{ stage: "dev", threshold: 60, wallets },
    publisher: () => ({ alert }),
    chains: new ChainStore(tables.client, "Chains"),
    service: {
      walletStatus: async (_, address) => {
        asked.push(address);
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
  const [{ subject = "", email = "", subjects = 0 } = {}, ...more] = sent;
  expect(more).toEqual([]);
  expect([subject, subjects]).toEqual(["[WALLET] 1,000 wallets to review - project 1", 1_000]);
  expect(email).toContain(` 1. ${addressOf(999)} on chain 1`);
  expect(email).toContain("Score:     70.99 (previously 20), band “investigate”");
  expect(email).toContain(`50. ${addressOf(950)} on chain 1`);
  expect(email).toContain("... and 950 more.");
  expect(asked).toHaveLength(50);
  expect(await pending()).toBe(0);
  await alertPending(1, depsOf());
  expect(sent).toHaveLength(1);
});

it("keeps the status that a message names with the wallet", async () => {
  await exceed(1);
  await alertPending(1, depsOf());
  expect(sent[0]?.email).toContain("Status:    flagged (mixer");
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
  expect(sent[0]?.email).toContain("Status:    could not be fetched");
  expect(await pending()).toBe(0);
  expect(await walletOf(0)).not.toHaveProperty("status");
});

it("stays pending as a whole where it cannot be published, and comes with the next one", async () => {
  await exceed(3);
  const publisher = () => ({ alert: () => Promise.reject(new Error("SNS refuses.")) });
  await expect(alertPending(1, depsOf({ publisher }))).rejects.toThrow("SNS refuses.");
  expect(await pending()).toBe(3);
  await alertPending(1, depsOf());
  expect(sent.map(({ subject }) => subject)).toEqual(["[WALLET] 3 wallets to review - project 1"]);
});
