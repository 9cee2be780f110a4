/** Nights of one project on emulated tables: runs, a queue in memory, an invented service, and functions that may be killed. */

import { DeleteCommand } from "@aws-sdk/lib-dynamodb";
import { type ScanWalletsDeps, scanWallets } from "../../../../functions/scan-wallets.ts";
import { TABLE_SHAPES } from "../../../../lib/aws/tables/table-shapes.ts";
import type { ScanAddress } from "../../../../lib/contract/scan.ts";
import { compareTexts } from "../../../../lib/i18n/text/compare-texts.ts";
import { ServiceError, type ServiceFailure } from "../../../../lib/screening/risk-service/errors.ts";
import { type AddressAnswer, matchResults } from "../../../../lib/screening/risk-service/results.ts";
import type { RunProgress, ScanRun } from "../../../../lib/screening/runs/run.ts";
import { RunWallets } from "../../../../lib/screening/runs/run-wallets.ts";
import { ScanRunStore } from "../../../../lib/screening/runs/runs.ts";
import { MOST_RECEIVES, type ScanMessage } from "../../../../lib/screening/runs/scan-queue.ts";
import {
  type StartDeps,
  type Started,
  startRun,
  watchRun,
} from "../../../../lib/screening/runs/start-run.ts";
import type { Exceeded, Wallet } from "../../../../lib/screening/wallets/wallet.ts";
import { WalletScanStore } from "../../../../lib/screening/wallets/wallet-scans.ts";
import { WalletStore } from "../../../../lib/screening/wallets/wallets.ts";
import { addressOf } from "../../../support/addresses.ts";
import { type EmulatedTables, startTables } from "../../../support/emulated-tables.ts";
import { sqsEvent } from "../../../support/lambda.ts";
import { putWallet } from "../../../support/stored-wallets.ts";

class KilledError extends Error {
  override name = "KilledError";
}

interface QueuedMessage {
  body: ScanMessage;
  receives: number;
}

/** The wallets with an index by wait that lags: it knows of each write a number of calls later. */
class LaggingWallets extends RunWallets {
  lag = 0;
  #calls = 0;
  readonly #written = new Map<string, { at: number; since: string }[]>();

  /** Notes that a wallet waits. */
  waits(key: string, since: string): void {
    this.#written.set(key, [...(this.#written.get(key) ?? []), { at: this.#calls, since }]);
  }

  override async record(...[projectId, key, facts]: Parameters<RunWallets["record"]>): Promise<boolean> {
    this.#calls++;
    const isWritten = await super.record(projectId, key, facts);
    if (isWritten) this.waits(key, facts.waitingSince);
    return isWritten;
  }

  override async waiting(
    ...[projectId, before, page]: Parameters<RunWallets["waiting"]>
  ): ReturnType<RunWallets["waiting"]> {
    this.#calls++;
    if (this.lag === 0) return super.waiting(projectId, before, page);
    const seen = [...this.#written].flatMap(([key, writes]) => {
      const last = writes.findLast(({ at }) => at <= this.#calls - this.lag);
      return last !== undefined && last.since < before ? [{ key, since: last.since }] : [];
    });
    const keys = seen.sort((a, b) => compareTexts(a.since, b.since)).map(({ key }) => key);
    return keys.length <= page.limit ? { keys } : { keys: keys.slice(0, page.limit), next: {} };
  }
}

/** What the service does with a request; without an answer of its own it scores each address by {@link Night.scores}. */
type Behaviour = (addresses: readonly ScanAddress[]) => ServiceFailure | readonly object[] | undefined;

export const PROJECT = 1;
const THRESHOLD = 60;
const HOUR_MS = 3_600_000;

export class Night {
  readonly tables: EmulatedTables;
  readonly runs: ScanRunStore;
  readonly wallets: LaggingWallets;
  readonly store: WalletStore;
  readonly scans: WalletScanStore;
  /** Requests to the service, by the numbers of their addresses. */
  readonly asked: number[][] = [];
  readonly queue: QueuedMessage[] = [];
  readonly dead: ScanMessage[] = [];
  readonly problems: ScanRun[] = [];
  readonly unended: RunProgress[] = [];
  readonly opened: { address: string; exceeded: Exceeded }[] = [];
  /** The wallets of each alert that went out, the highest score first. */
  readonly alerted: string[][] = [];
  scores = new Map<number, number>();
  behave: Behaviour = () => undefined;
  addressesPerRequest = 3;
  batchSize = 1;
  canPublish = true;
  isKeyReplaced = false;
  /** Time of an invocation that is left when it begins. */
  secondsLeft = 900;
  /** Asked before and after each call of a function: whether the process is killed there. */
  mayDie: () => boolean = () => false;

  private constructor(tables: EmulatedTables) {
    this.tables = tables;
    this.runs = new ScanRunStore(tables.client, "ScanRuns");
    this.wallets = new LaggingWallets(tables.client, "Wallets");
    this.store = new WalletStore(tables.client, "Wallets");
    this.scans = new WalletScanStore(tables.client, "WalletScans");
  }

  static async begin(): Promise<Night> {
    const { wallets, walletScans, scanRuns } = TABLE_SHAPES;
    return new Night(await startTables({ Wallets: wallets, WalletScans: walletScans, ScanRuns: scanRuns }));
  }

  end(): Promise<void> {
    return this.tables.stop();
  }

  /** Makes wallets known, each a second after the one before, long before any run. */
  async know(...numbers: readonly number[]): Promise<void> {
    for (const n of numbers) {
      const waitingSince = new Date(Date.UTC(2026, 0, 1) + n * 1_000).toISOString();
      const name = { projectId: PROJECT, chainId: "1", address: addressOf(n) };
      await putWallet(this.tables.client, "Wallets", name, { waitingSince });
      this.wallets.waits(`${addressOf(n)}#1`, waitingSince);
    }
  }

  async forget(n: number): Promise<void> {
    const Key = { projectId: String(PROJECT), wallet: `${addressOf(n)}#1` };
    await this.tables.client.send(new DeleteCommand({ TableName: "Wallets", Key }));
  }

  async wallet(n: number): Promise<Wallet> {
    const wallet = await this.store.get({ projectId: PROJECT, chainId: "1", address: addressOf(n) });
    if (wallet === undefined) throw new Error(`Wallet ${n} is not known.`);
    return wallet;
  }

  history(n: number) {
    return Array.fromAsync(this.scans.history({ projectId: PROJECT, chainId: "1", address: addressOf(n) }));
  }

  start(dueAt = new Date(), trigger: "schedule" | "manual" = "schedule"): Promise<Started> {
    return startRun({ projectId: PROJECT, trigger, dueAt, now: new Date() }, this.deps());
  }

  /** The hourly watch, as it is an hour after a start. */
  watch(): Promise<void> {
    return watchRun(PROJECT, new Date(Date.now() + HOUR_MS), this.deps());
  }

  /** Receives every message that waits once, in any order, a batch at a time; what is not done waits again. */
  async receiveAll(pick: (most: number) => number = () => 0): Promise<void> {
    for (const waiting = this.queue.splice(0); waiting.length > 0; ) {
      const batch: QueuedMessage[] = [];
      while (batch.length < this.batchSize && waiting.length > 0)
        batch.push(...waiting.splice(pick(waiting.length), 1));
      await this.#receive(batch);
    }
  }

  /** Receives until no message waits. */
  async drain(pick?: (most: number) => number): Promise<void> {
    while (this.queue.length > 0) await this.receiveAll(pick);
  }

  async lastRun(): Promise<ScanRun> {
    for await (const run of this.runs.ofProject(PROJECT)) return run;
    throw new Error("There is no run.");
  }

  async #receive(batch: readonly QueuedMessage[]): Promise<void> {
    for (const message of batch) message.receives++;
    const Records = batch.flatMap(({ body, receives }, at) =>
      sqsEvent(JSON.stringify(body), receives).Records.map((message) => ({
        ...message,
        messageId: String(at),
      })),
    );
    const context = { getRemainingTimeInMillis: () => this.secondsLeft * 1_000 };
    const killed = { is: false };
    const { batchItemFailures } = await scanWallets({ Records }, context, this.deps(killed)).catch(() => ({
      batchItemFailures: Records.map(({ messageId }) => ({ itemIdentifier: messageId })),
    }));
    const failed = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
    for (const [at, message] of batch.entries()) {
      if (!killed.is && !failed.has(String(at))) continue;
      if (message.receives < MOST_RECEIVES) this.queue.push(message);
      else this.dead.push(message.body);
    }
  }

  deps(killed = { is: false }): StartDeps & ScanWalletsDeps {
    /** A process that is dead does nothing more. */
    const alive = <T extends object>(target: T): T =>
      new Proxy(target, {
        get: (_, name) => {
          const value: unknown = Reflect.get(target, name, target);
          if (typeof value !== "function") return value;
          return async (...args: unknown[]) => {
            if (!killed.is && this.mayDie()) killed.is = true;
            if (killed.is) throw new KilledError();
            const result: unknown = await value.apply(target, args);
            if (this.mayDie()) killed.is = true;
            if (killed.is) throw new KilledError();
            return result;
          };
        },
      });
    return {
      stage: "dev",
      runs: alive(this.runs),
      wallets: alive(this.wallets),
      scans: alive(this.scans),
      service: alive({
        scanRisk: (_: number, { addresses }: { addresses: readonly ScanAddress[] }) => this.#ask(addresses),
      }),
      keys: { isReplaced: async () => this.isKeyReplaced },
      queue: alive({
        send: async (messages: readonly ScanMessage[]) => {
          this.queue.push(...messages.map((body) => ({ body, receives: 0 })));
        },
        isEmpty: async () => this.queue.length === 0,
      }),
      openCase: async ({ address }, exceeded) => void this.opened.push({ address, exceeded }),
      reports: {
        problem: async (run) => void this.problems.push(run),
        unended: async (_, progress) => void this.unended.push(progress),
      },
      alertPending: async () => {
        const pending = await this.wallets.pending(PROJECT, 5_000);
        if (pending.length === 0) return;
        if (!this.canPublish) throw new Error("SNS refuses.");
        this.alerted.push(pending.map(({ key }) => key));
        for (const wallet of pending) await this.wallets.alerted(PROJECT, wallet);
      },
      settings: { maxDepth: 3, threshold: THRESHOLD, retentionYears: 10 },
      addressesPerRequest: this.addressesPerRequest,
      retentionYears: 10,
    };
  }

  async #ask(addresses: readonly ScanAddress[]): Promise<AddressAnswer[]> {
    this.asked.push(addresses.map(({ address }) => Number.parseInt(address.slice(2), 16)));
    const behaviour = this.behave(addresses);
    if (typeof behaviour === "string")
      throw new ServiceError(
        behaviour,
        { projectId: PROJECT, name: "POST /scan" },
        { what: `was ${behaviour}` },
      );
    const scored = addresses.map(({ address, chainId }) => {
      const riskScore = this.scores.get(Number.parseInt(address.slice(2), 16)) ?? 5;
      return { address, chainId, status: "completed", riskScore };
    });
    return matchResults(addresses, behaviour ?? scored, THRESHOLD);
  }
}
