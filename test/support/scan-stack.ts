/** A local stack with wallets to scan, for one test. */

import { GetQueueAttributesCommand } from "@aws-sdk/client-sqs";
import { expect } from "vitest";
import * as z from "zod/mini";
import { putItems } from "../../lib/aws/tables/batch-write.ts";
import { causeOf, type ScanRun } from "../../lib/screening/runs/run.ts";
import { RunWallets } from "../../lib/screening/runs/run-wallets.ts";
import { ScanRunStore } from "../../lib/screening/runs/runs.ts";
import type { Wallet } from "../../lib/screening/wallets/wallet.ts";
import { type WalletScan, WalletScanStore } from "../../lib/screening/wallets/wallet-scans.ts";
import { WalletStore } from "../../lib/screening/wallets/wallets.ts";
import { walletItem } from "./stored-wallets.ts";
import { TestStack, type TestStackOptions } from "./test-stack.ts";

const started = z.object({ runs: z.array(z.object({ runId: z.string() })) });

export class ScanStack {
  readonly stack: TestStack;

  private constructor(stack: TestStack) {
    this.stack = stack;
  }

  static async start(options: TestStackOptions): Promise<ScanStack> {
    return new ScanStack(await TestStack.start(options));
  }

  async close(): Promise<void> {
    await this.stack.close();
  }

  get endpoints() {
    return this.stack.stack.endpoints;
  }

  /** Makes wallets known to project 1, on chain 1. */
  async remember(addresses: readonly string[]): Promise<void> {
    const walletStore = new WalletStore(this.stack.database, this.endpoints.tables.wallets);
    const seenAt = new Date().toISOString();
    const seen = { projectId: 1, chainId: "1", userId: "u-1", source: "import", seenAt } as const;
    await Promise.all(addresses.map((address) => walletStore.remember({ ...seen, address })));
  }

  /** As {@link remember}, for thousands: their items are put as they are. */
  async put(addresses: readonly string[]): Promise<void> {
    const name = { projectId: 1, chainId: "1" };
    // Dynalite keeps one of two entries of an index that share a sort key and 24 bits of a hash.
    const since = Date.parse("2026-01-01T00:00:00Z");
    const items = addresses.map((address, at) =>
      walletItem({ ...name, address }, { waitingSince: new Date(since + at).toISOString() }),
    );
    await putItems(this.stack.database, this.endpoints.tables.wallets, items);
  }

  /** Starts a run. @returns its id */
  async startScan(): Promise<string> {
    const outcome = await this.stack.stack.functions.get("StartScan").invoke('{"trigger":"manual"}');
    if (!outcome.ok) throw new Error(outcome.error.errorMessage);
    const [run] = started.parse(JSON.parse(outcome.payload)).runs;
    if (run === undefined) throw new Error("No run was started.");
    return run.runId;
  }

  /** Stops the run. */
  async stopScan(): Promise<void> {
    const outcome = await this.stack.stack.functions.get("StartScan").invoke('{"trigger":"stop"}');
    if (!outcome.ok) throw new Error(outcome.error.errorMessage);
  }

  /** Waits until a run has ended, or has a request that comes again. */
  async answered(runId: string): Promise<ScanRun> {
    const runs = new ScanRunStore(this.stack.database, this.endpoints.tables.scanRuns);
    const isAnswered = (run: ScanRun | undefined) => run?.status !== "running" || run.trouble !== undefined;
    const message = `run ${runId} has ended, or a request of it comes again`;
    await expect.poll(async () => isAnswered(await runs.get(1, runId)), { message }).toBe(true);
    const run = await runs.get(1, runId);
    if (run === undefined) throw new Error(`There is no run ${runId}.`);
    return run;
  }

  /** Waits until a run has ended, and what it found is told. */
  async ended(runId: string, hangsAfterMs = 300_000): Promise<ScanRun> {
    const runs = new ScanRunStore(this.stack.database, this.endpoints.tables.scanRuns);
    const wallets = new RunWallets(this.stack.database, this.endpoints.tables.wallets);
    /** What the run still owes. */
    const remaining = async () => {
      const run = await runs.get(1, runId);
      if (run === undefined || run.status === "running") return { isRunning: true, trouble: run?.trouble };
      const isUnreported = causeOf(run) !== undefined && run.isReported !== true;
      return { isRunning: false, isUnreported, pending: await wallets.pending(1, 5) };
    };
    const message = `run ${runId} has ended, and all of it is told`;
    await expect
      .poll(remaining, { timeout: hangsAfterMs, interval: 100, message })
      .toEqual({ isRunning: false, isUnreported: false, pending: [] });
    const run = await runs.get(1, runId);
    if (run === undefined) throw new Error(`There is no run ${runId}.`);
    return run;
  }

  async wallets(): Promise<Wallet[]> {
    const wallets = new WalletStore(this.stack.database, this.endpoints.tables.wallets);
    return Array.fromAsync(wallets.ofProject(1));
  }

  /** A wallet's history, newest first. */
  async history(address: string): Promise<WalletScan[]> {
    const scans = new WalletScanStore(this.stack.database, this.endpoints.tables.walletScans);
    return Array.fromAsync(scans.history({ projectId: 1, chainId: "1", address }));
  }

  /** By the last eight characters of each address: its last score, or what became of it without one. */
  async outcomes(addresses: readonly string[]): Promise<Record<string, unknown>> {
    const scores = await Promise.all(
      addresses.map(async (address) => {
        const [{ outcome, score } = {}] = await this.history(address);
        return [address.slice(-8), score ?? outcome];
      }),
    );
    return Object.fromEntries(scores);
  }

  /** The texts of all alerts of a kind. */
  alerts(kind: string): string {
    return this.stack
      .alerts()
      .filter(({ attributes }) => attributes["kind"] === kind)
      .map(({ text }) => text)
      .join("\n");
  }

  /** Number of messages in the scan queue and its dead-letter queue. */
  async leftOver(): Promise<number> {
    const { scan, scanDlq } = this.endpoints.queues;
    const counts = await Promise.all(
      [scan, scanDlq].map(async (QueueUrl) => {
        const command = new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ["All"] });
        const { Attributes: attributes = {} } = await this.stack.sqs.send(command);
        const waiting = Number(attributes["ApproximateNumberOfMessages"]);
        return waiting + Number(attributes["ApproximateNumberOfMessagesNotVisible"]);
      }),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  }
}
