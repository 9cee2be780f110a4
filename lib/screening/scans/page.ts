/** One page of a shard: choose which of its wallets are asked for, keep what is said of them, alert, and count. */

import { count } from "../../aws/observe.ts";
import { expiryOf } from "../../aws/tables/expiry.ts";
import type { AddressScan } from "../risk-service/results.ts";
import type { Wallet, WalletOutcome } from "../wallets/wallet.ts";
import { type Asked, askFor, type ScanAnswer } from "./ask.ts";
import type { ScanCounts, ScanRun, ShardProgress } from "./runs/scan-run.ts";
import { notReached } from "./runs/totals.ts";
import type { WorkTime } from "./time.ts";
import type { ScanTools } from "./tools.ts";
import { crossingsOf, isToBeAskedAgain, MAX_PASSES, readAnswer } from "./wallet-outcome.ts";

/** State of a shard after a page. */
interface PageEnd {
  progress: ShardProgress;
  /** True if the service was too busy to continue without a pause. */
  busy: boolean;
}

/** Waits in a row for a service that is too busy; then its refusals count as failures. */
export const MAX_WAITS = 6;

/** Works on the page at the shard's cursor. */
export async function workOnPage(
  run: ScanRun,
  at: ShardProgress,
  time: WorkTime,
  tools: ScanTools,
): Promise<PageEnd> {
  const page = await tools.wallets.page(run.projectId, at.cursor, pageSize(tools));
  const known = page.wallets.filter((wallet) => isKnownTo(run, wallet));
  const part = partition(known, run, at.pass);

  const asked: Wallet[] = [...part.accounted];
  let open = true;
  const asking = askFor(part.pending, {
    requestSize: requestSize(at, tools),
    parallelRequests: tools.settings.parallelRequests,
    patient: at.waits < MAX_WAITS,
    // Wallets of later passes were refused or failed before: the cause may be they and not the key.
    stopsWhenRefused: at.pass === 1,
    mayBegin: () => open && time.mayBegin(),
    ask: (wallets) => ask(run, wallets, time, tools),
    keep: async (answers) => {
      // A run that was ended meanwhile leaves its wallets to the next one.
      // Answers come concurrently: one that looked before the end must not open what another has closed.
      if ((await tools.runs.get(run.projectId, run.runId))?.status !== "running") open = false;
      if (open) asked.push(...(await keep(answers, run, at, tools)));
    },
  });
  // Also where asking ends in an error that ends the run: earlier crossings are alerted.
  const how = await asking.finally(() => tools.alertWallets(run, asked, time.statusesBy()));
  countOutcomes(asked.slice(part.accounted.length), at.pass);

  // Otherwise the page is worked on again, for what is left of it.
  const isDone = asked.length === part.accounted.length + part.pending.length;
  const progress = isDone
    ? after(
        at,
        { known: known.length, recent: part.recent, inVain: part.inVain, asked, next: page.next },
        tools.settings.line,
      )
    : { ...at, requestSize: how.requestSize ?? at.requestSize };
  return { progress: { ...progress, waits: waits(at, how) }, busy: how.busy };
}

/** Enough to keep all concurrent requests busy while the slowest one ends, few enough to stay small in memory. */
function pageSize({ settings }: ScanTools): number {
  return Math.min(1_000, Math.max(50, 5 * settings.addressesPerRequest * settings.parallelRequests));
}

/** Each pass asks for less per request, and the last for single wallets: one that fails must not take others along. */
function requestSize({ pass, requestSize }: ShardProgress, { settings }: ScanTools): number {
  const most = Math.min(settings.addressesPerRequest, requestSize ?? settings.addressesPerRequest);
  if (pass >= MAX_PASSES) return 1;
  return pass === 1 ? most : Math.ceil(most / 4);
}

/** A wallet that became known during the run is the next run's, but one from the future would belong to no run. */
function isKnownTo({ runId, startedAt }: ScanRun, { firstSeenAt, lastRun }: Wallet): boolean {
  return firstSeenAt <= startedAt || lastRun === runId || firstSeenAt > new Date().toISOString();
}

interface Partition {
  recent: number;
  /** Asked for in vain by an earlier run of the round: the next round asks for them again. */
  inVain: Wallet[];
  /** Asked for in this pass already, by a worker that was cut off. */
  accounted: Wallet[];
  pending: Wallet[];
}

function partition(wallets: readonly Wallet[], run: ScanRun, pass: number): Partition {
  const found: Partition = { recent: 0, inVain: [], accounted: [], pending: [] };
  for (const wallet of wallets) {
    const { lastRun, lastPass, lastOutcome, alert } = wallet;
    if (lastRun === run.runId) {
      if (lastPass === pass) found.accounted.push(wallet);
      else if (lastOutcome === "failed" || lastOutcome === "missing") found.pending.push(wallet);
    } else if (pass > 1) {
      // Left out of the first pass, or stored behind its back: not counted as known, so not to be counted now.
    } else if (lastRun !== undefined && lastRun > run.runId) {
      // A later run has it already, and this one writes nothing over that.
      found.recent++;
    } else if (run.round !== undefined && (lastRun ?? "") >= run.round && alert !== "pending") {
      // An earlier run of the round has asked for it, and others wait for their first time. Those of which it had no
      // answer do not come before them either: else many that fail would keep the rest from ever being asked for.
      if (lastOutcome === "completed") found.recent++;
      else found.inVain.push(wallet);
    } else found.pending.push(wallet);
  }
  return found;
}

async function ask(
  { projectId }: ScanRun,
  wallets: readonly Wallet[],
  time: WorkTime,
  { service, settings: { maxDepth } }: ScanTools,
): Promise<AddressScan[]> {
  const addresses = wallets.map(({ address, chainId }) => ({ address, chainId }));
  return service.scanRisk(projectId, { addresses, maxDepth }, { stopAt: time.begin() });
}

/** @returns the wallets as they are now, without those that another worker has kept meanwhile */
async function keep(
  answers: readonly ScanAnswer[],
  { runId }: ScanRun,
  { pass }: ShardProgress,
  { wallets, scans, settings }: ScanTools,
): Promise<Wallet[]> {
  const now = new Date();
  const readings = answers.map(({ wallet, scan }) =>
    readAnswer(wallet, scan, { runId, pass, now, line: settings.line }),
  );
  // The history first: a wallet that is marked as asked for has its history point.
  await scans.put(
    readings.flatMap(({ scan }) => scan ?? []),
    expiryOf(now, settings.retentionYears),
  );
  const written = await Promise.all(readings.map(({ wallet }) => wallets.recordScan(wallet)));
  return readings.filter((_, index) => written[index]).map(({ wallet }) => wallet);
}

function countOutcomes(asked: readonly Wallet[], pass: number): void {
  const scored = asked.filter(({ lastOutcome }) => lastOutcome === "completed").length;
  const skipped = asked.filter(({ lastOutcome }) => lastOutcome === "skipped").length;
  if (scored > 0) count("WalletScored", scored);
  const failed = asked.length - scored - skipped;
  if (failed > 0 && pass === MAX_PASSES) count("WalletScanFailed", failed);
}

function after(at: ShardProgress, page: DonePage, line: number): ShardProgress {
  const { cursor: _, requestSize: __, ...rest } = at;
  const progress = { ...rest, ...withPage(at, page, line) };
  if (page.next !== undefined) return { ...progress, cursor: page.next };
  if (progress.left === 0 || at.pass === MAX_PASSES) {
    return { ...progress, counts: withVanished(progress.counts), state: "ended" };
  }
  return { ...progress, pass: at.pass + 1, left: 0 };
}

/** A wallet whose item was deleted, or corrupt, since the first pass counted it has no answer either. */
function withVanished(counts: ScanCounts): ScanCounts {
  return { ...counts, missing: counts.missing + Math.max(0, notReached(counts)) };
}

function waits({ waits }: ShardProgress, { busy, answered }: Asked): number {
  if (answered) return busy ? 1 : 0;
  return busy ? Math.min(MAX_WAITS, waits + 1) : waits;
}

/** A page of which every wallet is accounted for. */
interface DonePage {
  /** Wallets that were known when the run began; counted in the first pass. */
  known: number;
  /** Of those, the ones that were scanned too recently. */
  recent: number;
  /** Of those, the ones that an earlier run of the round asked for and had no score of. */
  inVain: readonly Wallet[];
  /** The wallets that this pass asked for, as they are now. */
  asked: readonly Wallet[];
  /** Start of the next page; absent at the shard's end. */
  next: string | undefined;
}

type Tally = Pick<ShardProgress, "counts" | "left" | "crossed">;

/** The shard's sums with a page added. @param line the score above which a wallet is alerted */
function withPage(shard: ShardProgress, page: DonePage, line: number): Tally {
  const again = page.asked.filter((wallet) => isAskedAgain(wallet, shard.pass));
  const crossed = page.asked.filter((wallet) => wasAlerted(wallet, line));
  return {
    counts: addCounts(shard, page),
    left: shard.left + again.length,
    crossed: shard.crossed + crossed.length,
  };
}

/**
 * True if its alert went out with this page. An alert that a worker sent before it was cut off is marked as sent, as is one of
 * an earlier run that this one had no answer for.
 */
function wasAlerted(wallet: Wallet, line: number): boolean {
  const { alert, lastOutcome } = wallet;
  const isOurs = alert === "pending" || (alert === "sent" && lastOutcome === "completed");
  return isOurs && crossingsOf(wallet, line).length > 0;
}

function isAskedAgain({ lastOutcome }: Wallet, pass: number): boolean {
  return lastOutcome !== undefined && isToBeAskedAgain(lastOutcome, pass);
}

function addCounts({ counts, pass }: ShardProgress, { known, recent, inVain, asked }: DonePage): ScanCounts {
  const final = [...inVain, ...asked.filter((wallet) => !isAskedAgain(wallet, pass))];
  const ended = (outcome: WalletOutcome) =>
    counts[outcome] + final.filter(({ lastOutcome }) => lastOutcome === outcome).length;
  return {
    known: counts.known + (pass === 1 ? known : 0),
    recent: counts.recent + (pass === 1 ? recent : 0),
    completed: ended("completed"),
    skipped: ended("skipped"),
    failed: ended("failed"),
    missing: ended("missing"),
  };
}
