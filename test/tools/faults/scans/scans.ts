/** The schedule's side of a scan, and what can be seen of its end. */

import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { SendMessageCommand } from "@aws-sdk/client-sqs";
import { walletSubject } from "../../../../lib/cases/case-keys.ts";
import type { ScanRun } from "../../../../lib/scans/runs/scan-run.ts";
import { ScanRunStore } from "../../../../lib/scans/runs/scan-runs.ts";
import { KnownWallets } from "../../../../lib/wallets/known-wallets.ts";
import { WALLET_SHARDS } from "../../../../lib/wallets/wallet-keys.ts";
import { WalletScanStore } from "../../../../lib/wallets/wallet-scans.ts";
import { WalletStore } from "../../../../lib/wallets/wallets.ts";
import { NOT_REPORTABLE } from "../../../support/case-steps.ts";
import { DeskCases, type SeenCase } from "../desk-cases.ts";
import type { FaultStack } from "../injection/fault-stack.ts";
import { unless, type Violation } from "../violation.ts";
import { type ExpectedScan, type ScanState, violationsOfScan } from "./scan-model.ts";
import { addressesOf, type ScannedWallet, type ScriptedWallet } from "./scan-wallets.ts";
import type { AskedWallet } from "./scripted-service.ts";

/** Lambda waits before it delivers a call again, and gives up; no single fault lasts so long. In milliseconds. */
const DELIVER_AGAIN_MS = 200;
const GIVE_UP_MS = 60_000;

const LONG_AGO = "2020-01-01T00:00:00.000Z";

/** A run that began so long ago should have ended before the next one is due. */
const LATE_MS = 25 * 3_600_000;

/** Each subject is a project of its own, and its wallets are on a chain of its own. */
export class Scans {
  readonly #stack: FaultStack;
  readonly #desk: DeskCases;
  readonly #wallets = new Map<string, readonly ScannedWallet[]>();

  constructor(stack: FaultStack) {
    this.#stack = stack;
    this.#desk = new DeskCases(stack.database, stack.stack.endpoints.tables.cases);
  }

  /** Makes the wallets of a subject's project known. */
  async remember(subject: string, wallets: readonly ScriptedWallet[]): Promise<void> {
    const known = new KnownWallets(this.#stack.database, this.#tables.wallets);
    const sight = {
      projectId: Number(subject),
      chainId: subject,
      userId: `u-${subject}`,
      source: "import" as const,
      seenAt: LONG_AGO,
    };
    const named = addressesOf(subject, wallets);
    this.#wallets.set(subject, named);
    await Promise.all(named.map(({ address }) => known.remember({ ...sight, address })));
  }

  /** The service's answer about a wallet. */
  answersTo(asked: AskedWallet): readonly string[] {
    const wallet = this.#wallets.get(asked.projectId)?.find(({ address }) => address === asked.address);
    return wallet?.answers(asked) ?? [];
  }

  /**
   * Leaves a run open that began a day ago.
   * @param isWorkedOn whether its messages are there; otherwise they have died
   * @returns its id
   */
  async beginEarlier(subject: string, isWorkedOn: boolean): Promise<string> {
    const projectId = Number(subject);
    const startedAt = new Date(Date.now() - LATE_MS).toISOString();
    const runId = `${startedAt}-000000`;
    await this.#runs.replaceCurrent(projectId, { openRun: runId, startKey: "earlier", startedAt }, undefined);
    const run = { projectId, runId, trigger: "schedule" as const, startedAt };
    await this.#runs.create(run, Math.ceil(Date.now() / 1_000) + 86_400);
    if (isWorkedOn) await this.queueShards(subject, runId);
    return runId;
  }

  /** Puts a message for each shard of a run into the scan queue, as its start does, or as SQS may do again. */
  async queueShards(subject: string, runId: string): Promise<void> {
    const { scan } = this.#stack.stack.endpoints.queues;
    const messages = Array.from({ length: WALLET_SHARDS }, (_, shard) =>
      JSON.stringify({ v: 1, projectId: Number(subject), runId, shard, hop: 1 }),
    );
    await Promise.all(
      messages.map((MessageBody) =>
        this.#stack.sqs.send(new SendMessageCommand({ QueueUrl: scan, MessageBody })),
      ),
    );
  }

  /** Starts the scan of a subject's project as the schedule does: Lambda delivers the same call again where it fails. */
  async start(subject: string, giveUpMs = GIVE_UP_MS): Promise<void> {
    const starter = this.#stack.stack.functions.get("StartScan");
    const event = JSON.stringify({ trigger: "schedule", projectIds: [Number(subject)] });
    const requestId = randomUUID();
    const end = performance.now() + giveUpMs;
    while (performance.now() < end) {
      const { ok } = await starter.invoke(event, requestId);
      if (ok) return;
      await sleep(DELIVER_AGAIN_MS);
    }
    throw new Error(`StartScan has failed for ${Math.round(giveUpMs / 1_000)} s.`);
  }

  /** An officer decides every case that is open. */
  async decideCases(subject: string): Promise<void> {
    const cases = [...(await this.#casesOf(subject)).values()].flat();
    for (const one of cases) if (one.openShard !== undefined) await this.#desk.step(one, NOT_REPORTABLE);
  }

  /** The cases of each wallet, by its address. */
  async #casesOf(subject: string): Promise<Map<string, SeenCase[]>> {
    const found = (this.#wallets.get(subject) ?? []).map(async ({ address }) => {
      const name = walletSubject({ projectId: Number(subject), address, chainId: subject });
      return [address, await this.#desk.ofWallet(name)] as const;
    });
    return new Map(await Promise.all(found));
  }

  /** The run that a project is in or was in last. */
  async currentRun(subject: string): Promise<string> {
    return (await this.#runs.current(Number(subject)))?.openRun ?? "";
  }

  /** Runs that have not ended, or are not reported yet. */
  async openRuns(subject: string): Promise<string[]> {
    const found = await this.#runsOf(subject);
    return found.filter(({ brief }) => brief !== "sent").map(({ runId, status }) => `${runId} (${status})`);
  }

  /** Violations, if fewer runs have ended and were reported. */
  async ended(subject: string, count: number): Promise<Violation[]> {
    const found = await this.#runsOf(subject);
    const sent = found.filter(({ brief }) => brief === "sent").length;
    return unless(sent >= count, "lost", `${sent} of ${count} runs have ended`);
  }

  /** Violations of a subject's scan; empty once all has settled well. */
  async violations(subject: string, expected: Omit<ExpectedScan, "wallets">): Promise<Violation[]> {
    const [last] = await this.#runsOf(subject);
    if (last?.brief !== "sent") return [{ kind: "lost", text: `the run is ${last?.status ?? "not there"}` }];
    return violationsOfScan(...(await this.seen(subject, expected)));
  }

  /** Everything by which the end of a subject's scan is judged. */
  async seen(subject: string, expected: Omit<ExpectedScan, "wallets">): Promise<[ExpectedScan, ScanState]> {
    return [{ wallets: this.#wallets.get(subject) ?? [], ...expected }, await this.#state(subject)];
  }

  async #state(subject: string): Promise<ScanState> {
    const { database, published } = this.#stack;
    const projectId = Number(subject);
    const scans = new WalletScanStore(database, this.#tables.walletScans);
    const addresses = (this.#wallets.get(subject) ?? []).map(({ address }) => address);
    const [runs, wallets, history, cases] = await Promise.all([
      this.#runsOf(subject),
      Array.fromAsync(new WalletStore(database, this.#tables.wallets).ofProject(projectId)),
      Promise.all(
        addresses.map((address) => Array.fromAsync(scans.history({ projectId, chainId: subject, address }))),
      ),
      this.#casesOf(subject),
    ]);
    return { runs, wallets, history: history.flat(), alerts: published.of(subject), cases };
  }

  /** Newest first. */
  #runsOf(subject: string): Promise<ScanRun[]> {
    return Array.fromAsync(this.#runs.ofProject(Number(subject)));
  }

  get #runs(): ScanRunStore {
    return new ScanRunStore(this.#stack.database, this.#tables.scanRuns);
  }

  get #tables() {
    return this.#stack.stack.endpoints.tables;
  }
}
