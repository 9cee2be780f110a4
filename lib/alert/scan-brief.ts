/** The brief that ends a run: how much of what is known was scanned, and what stands out. */

import type { Speaker, TextKey } from "../language/speaker.ts";
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
import { escapeForSlack, slackCode } from "../text/slack.ts";
import { showAlert } from "./commands.ts";
import { eventAbout } from "./event/event-about.ts";
import { runSubject } from "./event/run-subject.ts";
import { type AlertOrigin, timeIn } from "./facts.ts";
import type { AlertMessage } from "./publish.ts";
import { idIn } from "./shown-id.ts";

const ENDED = {
  running: "scan.running",
  completed: "scan.completed",
  incomplete: "scan.incomplete",
  stopped: "scan.stopped",
} as const satisfies Record<ScanRun["status"], TextKey>;

/** Where the brief comes from; what it is recorded under, and who reads it. */
export type BriefOrigin = Pick<AlertOrigin, "stage" | "alertId" | "speaker">;

/** The message about a run that has ended. */
export function scanBrief(run: ScanRun, { stage, alertId, speaker }: BriefOrigin): AlertMessage {
  const { say } = speaker;
  const { projectId, status, startedAt, endedAt, problem } = run;
  const above = newlyAbove(run);
  const ended = {
    project: String(projectId),
    ended: say(ENDED[status]),
    count: above,
    line: String(INVESTIGATE_ABOVE),
  };
  const headline = say("scan.headline", ended);
  const times = say("scan.times", {
    began: timeIn(speaker, startedAt),
    ended: endedAt === undefined ? say("scan.notYet") : timeIn(speaker, endedAt),
  });
  const trouble = problem === undefined ? [] : [say("scan.problem", { problem })];
  const look = showAlert(stage, alertId);
  return {
    subject: say("scan.subject", ended),
    email: [
      headline,
      times,
      ...trouble,
      "",
      say("scan.coverage"),
      ...coverage(run, speaker).map((counted) => `  ${counted}`),
      ...notable(run, speaker),
      "",
      say("common.look"),
      `  ${look}`,
      "",
    ].join("\n"),
    slack: {
      title: escapeForSlack(headline),
      description: [
        ...[times, ...trouble, ...coverage(run, speaker)].map(escapeForSlack),
        ...highest(run).map((wallet) => `• ${slackLine(wallet, speaker)}`),
      ].join("\n"),
      nextSteps: [`${say("common.look")}: ${slackCode(look)}`],
      threadId: `scan-${projectId}`,
    },
    event: eventAbout({ stage }, [run], () => runSubject(run)),
    attributes: { kind: "scan-brief", projectId },
  };
}

/** The wallets that stand out, under their titles. */
function notable(run: ScanRun, speaker: Speaker): string[] {
  const { say } = speaker;
  const title = newlyAbove(run) > MAX_NOTABLE ? "scan.newlyAboveHighest" : "scan.newlyAbove";
  return [
    ...section(
      say(title, { line: String(INVESTIGATE_ABOVE) }),
      highest(run).map((wallet) => scoreLine(wallet, speaker)),
    ),
    ...section(
      say("scan.rises"),
      biggestRises(run).map((wallet) => riseLine(wallet, speaker)),
    ),
  ];
}

function coverage(run: ScanRun, { say, count }: Speaker): string[] {
  const counts = totals(run);
  const left = notReached(counts);
  const line = (number: number, what: string) => `${count(number).padStart(9)}  ${what}`;
  return [
    line(counts.known, say(run.status === "completed" ? "scan.known" : "scan.knownSoFar")),
    line(counts.completed, say("scan.scanned")),
    line(counts.recent, say("scan.recent")),
    line(counts.skipped, say("scan.skipped")),
    line(counts.failed, say("scan.failed")),
    line(counts.missing, say("scan.missing")),
    ...(left > 0 ? [line(left, say("scan.notScanned"))] : []),
  ];
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ["", title, ...lines.map((line) => `  ${line}`)];
}

function scoreLine(wallet: NotableWallet, speaker: Speaker): string {
  return `${idIn(speaker, wallet.address)} ${scoredLine(wallet, speaker)}`;
}

function slackLine(wallet: NotableWallet, speaker: Speaker): string {
  return `${slackCode(idIn(speaker, wallet.address))} ${escapeForSlack(scoredLine(wallet, speaker))}`;
}

function scoredLine({ chainId, score, previousScore }: NotableWallet, { say }: Speaker): string {
  return say("scan.scored", { chainId, score, previous: previousScore ?? say("scan.previousUnknown") });
}

function riseLine(wallet: NotableWallet, speaker: Speaker): string {
  const { address, chainId, score, previousScore } = wallet;
  const { say } = speaker;
  const previous = previousScore ?? say("scan.previousUnknown");
  return `${idIn(speaker, address)} ${say("scan.rise", { chainId, rise: riseOf(wallet), previous, score })}`;
}
