/** The brief that ends a run: how much of what is known was scanned, and what stands out. */

import { INVESTIGATE_ABOVE } from "../risk/score.ts";
import type { NotableWallet, ScanRun } from "../store/scan-runs/scan-run.ts";
import {
  biggestRises,
  highest,
  MAX_NOTABLE,
  newlyAbove,
  notReached,
  riseOf,
  totals,
} from "../store/scan-runs/totals.ts";
import { countOf } from "../text/count-of.ts";
import { shownId } from "../text/ids.ts";
import { escapeForSlack, slackCode } from "../text/slack.ts";
import { showAlert } from "./commands.ts";
import { eventAbout } from "./event/event-about.ts";
import { runSubject } from "./event/run-subject.ts";
import { inUtc } from "./facts.ts";
import type { AlertMessage } from "./publish.ts";

const ENDED: Record<ScanRun["status"], string> = {
  running: "is running",
  completed: "is complete",
  incomplete: "is INCOMPLETE",
  stopped: "was STOPPED",
};

/** The message about a run that has ended. @param alertId what it is recorded under */
export function scanBrief(run: ScanRun, stage: string, alertId: string): AlertMessage {
  const { projectId, status, startedAt, endedAt, problem } = run;
  const above = newlyAbove(run);
  const headline = `The scan of project ${projectId} ${ENDED[status]}: ${countOf(above, "wallet")} newly above ${INVESTIGATE_ABOVE}.`;
  const times = `Began ${inUtc(startedAt)}, ended ${endedAt === undefined ? "not yet" : inUtc(endedAt)}.`;
  const trouble = problem === undefined ? [] : [`Problem: ${problem}`];
  const look = showAlert(stage, alertId);
  return {
    subject: `[SCAN] Project ${projectId} ${ENDED[status]}: ${countOf(above, "wallet")} newly above ${INVESTIGATE_ABOVE}`,
    email: [
      headline,
      times,
      ...trouble,
      "",
      "Coverage",
      ...coverage(run).map((line) => `  ${line}`),
      ...section(
        `Newly above ${INVESTIGATE_ABOVE}${above > MAX_NOTABLE ? ", the highest" : ""}`,
        highest(run),
        scoreLine,
      ),
      ...section("Biggest rises", biggestRises(run), riseLine),
      "",
      "Look closer",
      `  ${look}`,
      "",
    ].join("\n"),
    slack: {
      title: escapeForSlack(headline),
      description: [
        ...[times, ...trouble, ...coverage(run)].map(escapeForSlack),
        ...highest(run).map((wallet) => `• ${slackLine(wallet)}`),
      ].join("\n"),
      nextSteps: [`Look closer: ${slackCode(look)}`],
      threadId: `scan-${projectId}`,
    },
    event: eventAbout({ stage }, [run], () => runSubject(run)),
    attributes: { kind: "scan-brief", projectId },
  };
}

function coverage(run: ScanRun): string[] {
  const counts = totals(run);
  const left = notReached(counts);
  const line = (count: number, what: string) => `${count.toLocaleString("en-US").padStart(9)}  ${what}`;
  return [
    line(
      counts.known,
      run.status === "completed" ? "known wallets, of which" : "known wallets read so far, of which",
    ),
    line(counts.completed, "scanned"),
    line(counts.recent, "scanned shortly before, left out"),
    line(counts.skipped, "skipped by the service"),
    line(counts.failed, "failed, after three tries"),
    line(counts.missing, "missing in the service's answers, after three tries"),
    ...(left > 0 ? [line(left, "not scanned")] : []),
  ];
}

function section(
  title: string,
  wallets: readonly NotableWallet[],
  line: (wallet: NotableWallet) => string,
): string[] {
  return wallets.length === 0 ? [] : ["", title, ...wallets.map((wallet) => `  ${line(wallet)}`)];
}

function scoreLine(wallet: NotableWallet): string {
  return `${shownId(wallet.address)} ${scoredLine(wallet)}`;
}

function slackLine(wallet: NotableWallet): string {
  return `${slackCode(shownId(wallet.address))} ${escapeForSlack(scoredLine(wallet))}`;
}

function scoredLine({ chainId, score, previousScore }: NotableWallet): string {
  return `on chain ${chainId}: ${score}, before ${previousScore ?? "unknown"}`;
}

function riseLine(wallet: NotableWallet): string {
  const { address, chainId, score, previousScore } = wallet;
  return `${shownId(address)} on chain ${chainId}: +${riseOf(wallet)}, from ${previousScore} to ${score}`;
}
