/** The schedule's side of a scan, and what can be seen of its end. */

import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { KnownWallets } from "../../lib/store/known-wallets.ts";
import { ScanRunStore } from "../../lib/store/scan-runs.ts";
import { WalletScanStore } from "../../lib/store/wallet-scans.ts";
import { WalletStore } from "../../lib/store/wallets.ts";
import type { FaultStack } from "./fault-stack.ts";
import { violationsOfScan } from "./scan-model.ts";
import { walletsOf } from "./scan-wallets.ts";
import type { Violation } from "./violation.ts";

/** Lambda waits before it delivers a call again, and gives up; no single fault lasts so long. In milliseconds. */
const DELIVER_AGAIN_MS = 200;
const GIVE_UP_MS = 60_000;

const LONG_AGO = "2020-01-01T00:00:00.000Z";

/** Each subject is a project of its own, and its wallets are on a chain of its own. */
export class Scans {
  readonly #stack: FaultStack;

  constructor(stack: FaultStack) {
    this.#stack = stack;
  }

  /** Makes the wallets of a subject's project known. */
  async remember(subject: string): Promise<void> {
    const known = new KnownWallets(this.#stack.database, this.#tables.wallets);
    const sight = {
      projectId: Number(subject),
      chainId: subject,
      userId: `u-${subject}`,
      source: "import" as const,
      seenAt: LONG_AGO,
    };
    await Promise.all(walletsOf(subject).map(({ address }) => known.remember({ ...sight, address })));
  }

  /** Leaves a run open that nobody works on, as when its messages have died. */
  async abandon(subject: string): Promise<void> {
    const runs = new ScanRunStore(this.#stack.database, this.#tables.scanRuns);
    const projectId = Number(subject);
    const current = { openRun: `${LONG_AGO}-000000`, startKey: "lost", startedAt: LONG_AGO };
    await runs.replaceCurrent(projectId, current, undefined);
    const run = { projectId, runId: current.openRun, trigger: "schedule" as const, startedAt: LONG_AGO };
    await runs.create(run, Math.ceil(Date.now() / 1_000) + 86_400);
  }

  /** Starts the scan of a subject's project as the schedule does: Lambda delivers the same call again where it fails. */
  async start(subject: string): Promise<void> {
    const starter = this.#stack.stack.functions.get("StartScan");
    const event = JSON.stringify({ trigger: "schedule", projectIds: [Number(subject)] });
    const requestId = randomUUID();
    const end = performance.now() + GIVE_UP_MS;
    while (performance.now() < end) {
      const { ok } = await starter.invoke(event, requestId);
      if (ok) return;
      await sleep(DELIVER_AGAIN_MS);
    }
  }

  /** What is wrong with what became of a subject's scan; nothing once all has settled well. */
  async violations(subject: string, exactlyOnce = false, givenUp = 0): Promise<Violation[]> {
    const { database, published } = this.#stack;
    const projectId = Number(subject);
    const runs = await Array.fromAsync(
      new ScanRunStore(database, this.#tables.scanRuns).ofProject(projectId),
    );
    if (runs[0]?.brief !== "sent")
      return [{ kind: "lost", text: `the run is ${runs[0]?.status ?? "not there"}` }];
    const scans = new WalletScanStore(database, this.#tables.walletScans);
    const expected = { wallets: walletsOf(subject), givenUp, exactlyOnce };
    const [wallets, history] = await Promise.all([
      Array.fromAsync(new WalletStore(database, this.#tables.wallets).ofProject(projectId)),
      Promise.all(
        expected.wallets.map(({ address }) =>
          Array.fromAsync(scans.history({ projectId, chainId: subject, address })),
        ),
      ),
    ]);
    const alerts = published.of(subject);
    return violationsOfScan(expected, { runs, wallets, history: history.flat(), alerts });
  }

  get #tables() {
    return this.#stack.stack.endpoints.tables;
  }
}
