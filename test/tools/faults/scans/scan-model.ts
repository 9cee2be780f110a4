/** Model of the tables and topics after a scan, with any injected fault: an oracle to compare with. */

import type { ScanRun } from "../../../../lib/scans/runs/scan-run.ts";
import { totals } from "../../../../lib/scans/runs/totals.ts";
import type { LocalAlert } from "../../../../lib/settings/local-endpoints.ts";
import type { Wallet } from "../../../../lib/wallets/wallet.ts";
import type { WalletScan } from "../../../../lib/wallets/wallet-scans.ts";
import type { SeenCase } from "../desk-cases.ts";
import { unless, type Violation } from "../violation.ts";
import { type Ending, LINE, type ScannedWallet } from "./scan-wallets.ts";

/** Everything that is known of a project after its scan. */
export interface ScanState {
  /** Newest first. */
  runs: readonly ScanRun[];
  wallets: readonly Wallet[];
  /** Of all wallets of the project. */
  history: readonly WalletScan[];
  alerts: readonly LocalAlert[];
  /** The cases of each wallet, by its address. */
  cases: ReadonlyMap<string, readonly SeenCase[]>;
}

/** Expected end of a scan. */
export interface ExpectedScan {
  wallets: readonly ScannedWallet[];
  /** Number of runs that were open before it, and had to be closed as incomplete; absent if unknown. */
  givenUp?: number;
  /** Number of runs that have completed before it. */
  completedBefore?: number;
  /** True if an earlier run may have found a wallet above the alert score that this one does not. */
  mayHaveCrossed?: true;
  /** True if nothing failed, so that nothing may be alerted twice. */
  exactlyOnce: boolean;
}

/** Class of a wallet in a run's counts. */
type Counted = Ending["outcome"];

export function violationsOfScan(expected: ExpectedScan, state: ScanState): Violation[] {
  const { wallets, exactlyOnce } = expected;
  const [run, ...earlier] = state.runs;
  if (run === undefined) return [{ kind: "lost", text: "no run was started" }];
  const became = wallets.map((wallet) => ({ wallet, ending: endingOf(wallet, run, state, exactlyOnce) }));
  return [
    ...unless(run.status === "completed", "lost", `the run is ${run.status}: ${run.problem ?? "no problem"}`),
    ...violationsOfCounts(
      run,
      became.map(({ ending }) => ending?.outcome),
    ),
    ...violationsOfEnds(run, earlier, expected, state),
    ...earlier.flatMap((one) => violationsOfEarlier(one, wallets.length, state)),
    ...became.flatMap(({ wallet, ending }) => violationsOfWallet(wallet, ending, run, state, expected)),
  ];
}

/** Ends of runs, and their alerts. */
function violationsOfEnds(
  run: ScanRun,
  earlier: readonly ScanRun[],
  { givenUp, completedBefore = 0, exactlyOnce }: ExpectedScan,
  { alerts }: ScanState,
): Violation[] {
  const before = givenUp === undefined ? earlier.length : givenUp + completedBefore;
  const problems = alerts.filter(({ attributes }) => attributes["kind"] === "scan-problem").length;
  const troubled = [run, ...earlier].filter(isTroubled).length;
  const closed = earlier.filter(({ status, brief }) => status !== "running" && brief === "sent").length;
  return [
    ...unless(earlier.length <= before, "doubled", `${earlier.length + 1 - before} runs were started`),
    ...unless(closed === before, "unalerted", `${closed} of ${before} earlier runs were closed and alerted`),
    ...unless(
      problems >= troubled && run.brief === "sent",
      "unalerted",
      `${problems} problems of ${troubled} were reported; the end of the last run is ${run.brief ?? "not due"}`,
    ),
    ...unless(!exactlyOnce || problems === troubled, "doubled", `${problems} problems were reported`),
  ];
}

/** Reports whether a run ended early, or most of the wallets that it asked for have no score by it. */
function isTroubled(run: ScanRun): boolean {
  if (run.status === "incomplete" || run.status === "stopped") return true;
  const { known, recent, skipped, failed, missing } = totals(run);
  const half = (known - recent) / 2;
  return run.status === "completed" && (skipped > half || failed + missing > half);
}

/**
 * An earlier run that has completed has counted what its history says. One that continues a round counts wallets that an earlier run
 * of it has asked for in vain, too, and asks for none of them again.
 */
function violationsOfEarlier(run: ScanRun, known: number, { history }: ScanState): Violation[] {
  if (run.status !== "completed") return [];
  const recent = run.shards.reduce((sum, { counts }) => sum + counts.recent, 0);
  const points = history.filter(({ runId }) => runId === run.runId).map(({ outcome }) => outcome);
  const unasked = run.round === undefined ? 0 : known - points.length - recent;
  const inVain = (["skipped", "failed", "missing"] as const)
    .flatMap((outcome) => {
      const counted = run.shards.reduce((sum, { counts }) => sum + counts[outcome], 0);
      const asked = points.filter((one) => one === outcome).length;
      return Array.from({ length: Math.max(0, counted - asked) }, () => outcome);
    })
    .slice(0, Math.max(0, unasked));
  return violationsOfCounts(run, [
    ...points,
    ...inVain,
    ...Array.from({ length: recent }, () => "recent" as const),
  ]);
}

/** The sums are made here: those of the code that is tested would agree with themselves. */
function violationsOfCounts({ shards }: ScanRun, endings: readonly (Counted | undefined)[]): Violation[] {
  const counted = (outcome: Counted | "known") =>
    shards.reduce((sum, { counts }) => sum + counts[outcome], 0);
  const expected = (outcome: Counted) => endings.filter((ending) => ending === outcome).length;
  const outcomes: Counted[] = ["recent", "completed", "skipped", "failed", "missing"];
  const sum = outcomes.reduce((total, outcome) => total + counted(outcome), 0);
  return [
    ...unless(
      counted("known") === endings.length,
      "miscounted",
      `the run knows ${counted("known")} wallets of ${endings.length}`,
    ),
    ...unless(
      sum === endings.length,
      "miscounted",
      `the run has accounted for ${sum} wallets of ${endings.length}`,
    ),
    ...outcomes.flatMap((outcome) =>
      unless(
        counted(outcome) === expected(outcome),
        "miscounted",
        `the run counts ${counted(outcome)} as ${outcome}, and ${expected(outcome)} are`,
      ),
    ),
  ];
}

/** The ending that a wallet has, of those that it may have; undefined where it has none of them. */
function endingOf(
  { address, endings, orElse = [] }: ScannedWallet,
  run: ScanRun,
  { wallets, history }: ScanState,
  exactlyOnce: boolean,
): Ending | undefined {
  const points = history.filter((scan) => scan.address === address && scan.runId === run.runId);
  const wallet = wallets.find((one) => one.address === address);
  const possible = exactlyOnce ? endings : [...endings, ...orElse];
  return possible.find(({ outcome, score }) =>
    outcome === "recent"
      ? points.length === 0 && wallet?.score === score
      : points.some((point) => point.outcome === outcome && point.score === score),
  );
}

function violationsOfWallet(
  { name, address, endings }: ScannedWallet,
  ending: Ending | undefined,
  { runId }: ScanRun,
  { runs, wallets, history, alerts, cases }: ScanState,
  { exactlyOnce, mayHaveCrossed }: ExpectedScan,
): Violation[] {
  // An earlier run's finding stays if this one finds nothing.
  const isFirst = runs.length === 1;
  const wallet = wallets.find((one) => one.address === address);
  const points = history.filter((scan) => scan.address === address && scan.runId === runId);
  const alerted = alerts.filter(
    ({ attributes, text }) => attributes["kind"] === "wallet" && text.includes(address),
  );
  const [point, ...more] = points;
  if (ending === undefined) {
    const is =
      point === undefined ? "has no history point" : `is ${point.outcome} with the score ${point.score}`;
    const may = endings.map(({ outcome, score }) => `${outcome} ${score ?? ""}`.trim()).join(" or ");
    return [{ kind: point === undefined ? "lost" : "wrong", text: `${name} ${is} and should be ${may}` }];
  }
  const { outcome, score } = ending;
  const flagged = score !== undefined && score > LINE;
  const hasCrossed = history.some((scan) => scan.address === address && (scan.score ?? 0) > LINE);
  return [
    ...unless(more.length === 0, "doubled", `${name} has ${points.length} history points`),
    ...unless(
      outcome === "recent" || (wallet?.lastRun === runId && wallet.lastOutcome === outcome),
      "wrong",
      `${name} is ${wallet?.lastOutcome ?? "not accounted for"} in the run ${wallet?.lastRun}`,
    ),
    ...unless(
      (outcome !== "completed" && !isFirst) || wallet?.score === score,
      "wrong",
      `${name} has the score ${wallet?.score} and was given ${score}`,
    ),
    ...unless(
      outcome !== "failed" || (point?.reason ?? "") !== "",
      "wrong",
      `${name} has failed, and its history does not say why`,
    ),
    ...unless(!flagged || alerted.length > 0, "unalerted", `${name} crossed the line and no alert went out`),
    ...unless(
      // A wallet that was above the alert score before does not cross it again.
      !flagged || wallet?.alert === "sent" || (!isFirst && wallet?.alert === undefined),
      "unalerted",
      `${name}'s alert is ${wallet?.alert}`,
    ),
    ...unless(
      flagged || alerted.length === 0 || (mayHaveCrossed === true && hasCrossed),
      "wrong",
      `${name} was alerted and did not cross the line`,
    ),
    ...violationsOfCases(name, cases.get(address) ?? [], alerted.length),
    ...unless(!exactlyOnce || alerted.length <= 1, "doubled", `${name} was alerted ${alerted.length} times`),
  ];
}

/** A crossing is alerted, and opens a case or is a step of the one that is open: nothing else of a scan does. */
function violationsOfCases(name: string, cases: readonly SeenCase[], alerts: number): Violation[] {
  const again = cases.flatMap(({ steps = [] }) => steps.filter(({ kind }) => kind === "crossing"));
  const open = cases.filter(({ openShard }) => openShard !== undefined);
  return [
    ...unless(alerts === 0 || cases.length > 0, "lost", `${name} was alerted and has no case`),
    ...unless(
      cases.length + again.length <= alerts,
      "doubled",
      `${name} has ${cases.length} cases and ${again.length} further crossings of ${alerts} alerts`,
    ),
    ...unless(open.length <= 1, "doubled", `${name} has ${open.length} open cases`),
    ...cases.flatMap(({ opened, problems }) =>
      unless(
        problems.length === 0,
        "wrong",
        `the case ${opened} of ${name} does not hold: ${JSON.stringify(problems)}`,
      ),
    ),
  ];
}
