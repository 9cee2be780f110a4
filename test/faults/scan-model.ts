/** What must be in the tables and on the topics after a scan, whatever befell the functions. */

import type { LocalAlert } from "../../lib/local-endpoints.ts";
import { totals } from "../../lib/scan/totals.ts";
import type { ScanRun } from "../../lib/store/scan-run.ts";
import type { Wallet } from "../../lib/store/wallet.ts";
import type { WalletScan } from "../../lib/store/wallet-scans.ts";
import { EXPECTED_TOTALS, type ScannedWallet, TOTALS_OR_ELSE } from "./scan-wallets.ts";
import { unless, type Violation } from "./violation.ts";

/** Everything that is known of a project after its scan. */
export interface ScanState {
  runs: readonly ScanRun[];
  wallets: readonly Wallet[];
  /** Of all wallets of the project. */
  history: readonly WalletScan[];
  alerts: readonly LocalAlert[];
}

/** What is expected of a scan. */
export interface ExpectedScan {
  wallets: readonly ScannedWallet[];
  /** How many runs were open before it, and had to be closed as incomplete. */
  givenUp: number;
  /** Whether nothing failed, so that nothing may be told twice. */
  exactlyOnce: boolean;
}

export function violationsOfScan(
  { wallets, givenUp, exactlyOnce }: ExpectedScan,
  state: ScanState,
): Violation[] {
  const { runs, alerts, history } = state;
  const [run, ...earlier] = runs;
  if (run === undefined) return [{ kind: "lost", text: "no run was started" }];
  const briefs = alerts.filter(({ attributes }) => attributes["kind"] === "scan-brief").length;
  const closed = earlier.filter(({ status, brief }) => status === "incomplete" && brief === "sent").length;
  const became = wallets.map((wallet) => (exactlyOnce ? wallet : orElse(wallet, history)));
  const counts = became.some(({ outcome }) => outcome === "missing") ? EXPECTED_TOTALS : TOTALS_OR_ELSE;
  return [
    ...unless(earlier.length <= givenUp, "doubled", `${runs.length - givenUp} runs were started`),
    ...unless(closed === givenUp, "unalerted", `${closed} of ${givenUp} earlier runs were closed and told`),
    ...unless(run.status === "completed", "lost", `the run is ${run.status}: ${run.problem ?? "no problem"}`),
    ...unless(
      JSON.stringify(totals(run)) === JSON.stringify(counts),
      "miscounted",
      `the run counts ${JSON.stringify(totals(run))}`,
    ),
    ...unless(
      briefs > givenUp && run.brief === "sent",
      "unalerted",
      `${briefs} briefs went out; the last is ${run.brief ?? "not due"}`,
    ),
    ...unless(!exactlyOnce || briefs === 1 + givenUp, "doubled", `${briefs} briefs went out`),
    ...became.flatMap((wallet) => violationsOfWallet(wallet, run, state, exactlyOnce)),
  ];
}

/** A wallet with the other outcome that it may have, where it has it. */
function orElse(wallet: ScannedWallet, history: readonly WalletScan[]): ScannedWallet {
  const { address, orElse: other } = wallet;
  const has = history.some((scan) => scan.address === address && scan.outcome === other);
  return has && other !== undefined ? { ...wallet, outcome: other } : wallet;
}

function violationsOfWallet(
  { address, ending, outcome, score, flagged }: ScannedWallet,
  { runId }: ScanRun,
  { wallets, history, alerts }: ScanState,
  exactlyOnce: boolean,
): Violation[] {
  const wallet = wallets.find((one) => one.address === address);
  const points = history.filter((scan) => scan.address === address);
  const told = alerts.filter(
    ({ attributes, text }) => attributes["kind"] === "wallet" && text.includes(address),
  );
  return [
    ...unless(points.length > 0, "lost", `${ending} has no history point`),
    ...unless(points.length <= 1, "doubled", `${ending} has ${points.length} history points`),
    ...points.flatMap((point) => [
      ...unless(point.runId === runId, "wrong", `${ending}'s history names another run`),
      ...unless(point.outcome === outcome, "wrong", `${ending}'s history says ${point.outcome}`),
      ...unless(point.score === score, "wrong", `${ending}'s history has the score ${point.score}`),
    ]),
    ...unless(
      wallet?.lastRun === runId && wallet.lastOutcome === outcome && wallet.score === score,
      "wrong",
      `${ending} is ${wallet?.lastOutcome ?? "not accounted for"} with the score ${wallet?.score}`,
    ),
    ...unless(!flagged || told.length > 0, "unalerted", `${ending} crossed the line and was told to nobody`),
    ...unless(!flagged || wallet?.alert === "sent", "unalerted", `${ending}'s alert is ${wallet?.alert}`),
    ...unless(flagged || told.length === 0, "wrong", `${ending} was told and did not cross the line`),
    ...unless(!exactlyOnce || told.length <= 1, "doubled", `${ending} was told ${told.length} times`),
  ];
}
