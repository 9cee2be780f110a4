/** The brief that ends a run: how much of what is known was scanned, and what stands out. */

import type { Speaker, TextKey } from "../language/speaker.ts";
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
import { escapeForSlack, slackLink } from "../text/slack.ts";
import { lookLines, lookSteps } from "./closing.ts";
import { showAlert } from "./commands.ts";
import { scansPage } from "./desk-pages.ts";
import { eventAbout } from "./event/event-about.ts";
import { runSubject } from "./event/run-subject.ts";
import { type AlertOrigin, chainIn, timeIn } from "./facts.ts";
import type { AlertMessage } from "./publish.ts";
import { problemIn, readerOf } from "./run-problem.ts";
import { idIn, slackIdIn } from "./shown-id.ts";

const ENDED = {
  running: "scan.running",
  completed: "scan.completed",
  incomplete: "scan.incomplete",
  stopped: "scan.stopped",
} as const satisfies Record<ScanRun["status"], TextKey>;

/** Where the brief comes from; what it is recorded under, and who reads it. */
export interface BriefOrigin extends Pick<AlertOrigin, "stage" | "alertId" | "speaker" | "chains" | "desk"> {
  /** The score above which a wallet is alerted. */
  line: number;
}

/** The message about a run that has ended. */
export function scanBrief(run: ScanRun, origin: BriefOrigin): AlertMessage {
  const { stage, alertId, speaker, line, desk } = origin;
  const { say } = speaker;
  const { projectId, startedAt, endedAt, problem } = run;
  const above = newlyAbove(run);
  const ended = {
    project: String(projectId),
    ended: endIn(run, speaker),
    count: above,
    line: String(line),
  };
  const headline = say("scan.headline", ended);
  const times = say("scan.times", {
    began: timeIn(speaker, startedAt),
    ended: endedAt === undefined ? say("scan.notYet") : timeIn(speaker, endedAt),
  });
  const trouble =
    problem === undefined ? [] : [say("scan.problem", { problem: problemIn(run, readerOf(origin)) })];
  const look = { command: showAlert(stage, alertId), page: scansPage(desk) };
  return {
    subject: say("scan.subject", ended),
    email: [
      headline,
      times,
      ...trouble,
      "",
      say("scan.coverage"),
      ...coverage(run, speaker).map((counted) => `  ${counted}`),
      ...notable(run, origin),
      ...lookLines(speaker, look),
    ].join("\n"),
    slack: {
      title: escapeForSlack(headline),
      description: [
        ...[times, ...trouble, ...coverage(run, speaker)].map(escapeForSlack),
        ...highest(run).map((wallet) => `• ${slackLine(wallet, origin)}`),
      ].join("\n"),
      nextSteps: lookSteps(speaker, look),
      threadId: `scan-${projectId}`,
    },
    event: eventAbout({ stage }, [run], () => runSubject(run, desk)),
    attributes: { kind: "scan-brief", projectId },
  };
}

/** How it ended; "complete" alone would be an all-clear for what nothing is known of. */
function endIn(run: ScanRun, { say }: Speaker): string {
  const { known, completed, recent } = totals(run);
  const left = known - completed - recent;
  if (run.status !== "completed" || left <= 0) return say(ENDED[run.status]);
  return say("scan.completedBut", { left: String(left), known: String(known) });
}

/** The wallets that stand out, under their titles. */
function notable(run: ScanRun, origin: BriefOrigin): string[] {
  const { say } = origin.speaker;
  const title = newlyAbove(run) > MAX_NOTABLE ? "scan.newlyAboveHighest" : "scan.newlyAbove";
  return [
    ...section(
      say(title, { line: String(origin.line) }),
      highest(run).flatMap((wallet) => entry(wallet, scoredLine(wallet, origin), origin)),
    ),
    ...section(
      say("scan.rises"),
      biggestRises(run).flatMap((wallet) => entry(wallet, riseLine(wallet, origin), origin)),
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

/** A wallet by its address, then whose it is and where it can be looked up. */
function entry({ address, chainId, userId }: NotableWallet, line: string, origin: BriefOrigin): string[] {
  const { speaker, chains } = origin;
  const url = chains(chainId)?.addressUrl(address);
  return [
    `${idIn(speaker, address)} ${line}`,
    `  ${speaker.say("scan.user", { user: userIn(speaker, userId) })}`,
    ...(url === undefined ? [] : [`  ${url}`]),
  ];
}

function slackLine(wallet: NotableWallet, origin: BriefOrigin): string {
  const { address, chainId, userId } = wallet;
  const { speaker, chains } = origin;
  const url = chains(chainId)?.addressUrl(address);
  const link = url === undefined ? "" : ` (${slackLink(url, speaker.say("wallet.explorerLink"))})`;
  const user = speaker.say("scan.user", { user: slackIdIn(speaker, userIn(speaker, userId)) });
  const line = escapeForSlack(scoredLine(wallet, origin));
  return `${slackIdIn(speaker, idIn(speaker, address))}${link} ${line}; ${user}`;
}

function userIn(speaker: Speaker, userId: string | undefined): string {
  return userId === undefined ? speaker.say("wallet.userUnknown") : idIn(speaker, userId);
}

function scoredLine({ chainId, score, previousScore }: NotableWallet, origin: BriefOrigin): string {
  const { speaker, chains } = origin;
  const chain = chainIn(speaker, chainId, chains(chainId));
  const previous = previousScore ?? speaker.say("scan.previousUnknown");
  return speaker.say("scan.scored", { chain, score, previous });
}

function riseLine(wallet: NotableWallet, origin: BriefOrigin): string {
  const { chainId, score, previousScore } = wallet;
  const { speaker, chains } = origin;
  const chain = chainIn(speaker, chainId, chains(chainId));
  const previous = previousScore ?? speaker.say("scan.previousUnknown");
  return speaker.say("scan.rise", { chain, rise: riseOf(wallet), previous, score });
}
