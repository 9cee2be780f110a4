/** The alert about wallets that crossed the line in a scan: what changed, why, and what the service says of them now. */

import type { Crossing } from "../risk/score.ts";
import { bandOf, INVESTIGATE_ABOVE, STEEP_RISE } from "../risk/score.ts";
import type { Wallet } from "../store/wallets/wallet.ts";
import { countOf } from "../text/count-of.ts";
import { shorten } from "../text/cut.ts";
import { shownId } from "../text/ids.ts";
import { named, nameOfPlace, quoted } from "../text/quoting.ts";
import { escapeForSlack, slackCode, slackLink } from "../text/slack.ts";
import { subjectAbout } from "../text/subject.ts";
import { closingLines, nextSteps } from "./closing.ts";
import { showAlert } from "./commands.ts";
import { eventAbout } from "./event/event-about.ts";
import { walletSubject } from "./event/wallet-subject.ts";
import type { ChainLookup } from "./facts.ts";
import { type AlertMessage, MAX_LISTED_IN_SLACK } from "./publish.ts";

/** The compliance status of a wallet, as it was at `statusAt` (ISO 8601). */
export interface WalletStatusFacts {
  status: string;
  tags: readonly unknown[];
  statusAt: string;
}

/** A wallet to be alerted, and why. */
export interface CrossedWallet {
  wallet: Wallet;
  crossings: readonly Crossing[];
  status?: WalletStatusFacts | undefined;
}

/** Where the alert comes from; `total` counts the wallets that it speaks for, listed or not. */
export interface WalletAlertOrigin {
  stage: string;
  alertId: string;
  projectId: number;
  chains: ChainLookup;
  total: number;
}

/** The most wallets that an alert lists, the highest scores. */
export const MAX_LISTED = 20;

/** The message about wallets of one project, the worst first. */
export function walletAlert(crossed: readonly CrossedWallet[], origin: WalletAlertOrigin): AlertMessage {
  const { stage, projectId, alertId, total } = origin;
  const facts = crossed.slice(0, MAX_LISTED).map((wallet) => factsOf(wallet, origin));
  const [first] = facts;
  const look = showAlert(stage, alertId);
  const headline = `Flagged by the scan: ${countOf(total, "wallet")} in project ${projectId} crossed the line.`;
  const more =
    total > facts.length ? [`... and ${(total - facts.length).toLocaleString("en-US")} more.`] : [];
  const moreInSlack = total - Math.min(facts.length, MAX_LISTED_IN_SLACK);
  return {
    subject: subjectOf(facts, origin),
    email: [
      headline,
      ...facts.flatMap((fact, index) => ["", ...paragraph(fact, index)]),
      ...(more.length > 0 ? ["", ...more] : []),
      ...closingLines(look),
    ].join("\n"),
    slack: {
      title: escapeForSlack(headline),
      description: [
        ...facts.slice(0, MAX_LISTED_IN_SLACK).map(slackLine),
        ...(moreInSlack > 0 ? [`... and ${moreInSlack.toLocaleString("en-US")} more.`] : []),
      ].join("\n"),
      nextSteps: nextSteps(look),
      threadId: total === 1 && first !== undefined ? `wallet-${first.address}` : `project-${projectId}`,
    },
    event: eventAbout({ stage }, crossed, (wallet) => walletSubject(wallet, origin.chains)),
    attributes: { kind: "wallet", projectId, chainId: crossed.map(({ wallet }) => wallet.chainId) },
  };
}

/** A wallet as it is shown: clean, masked and bounded. */
interface Facts {
  chainId: string;
  address: string;
  chain: string;
  user: string;
  /** `72 (before 35)`. */
  score: string;
  /** `investigate; the service says "high"`. */
  level: string;
  why: string;
  reason: string;
  patterns: string;
  status: string;
  url: string | undefined;
}

function factsOf({ wallet, crossings, status }: CrossedWallet, { chains }: WalletAlertOrigin): Facts {
  const { address, chainId, userId, reason, patterns } = wallet;
  const chain = chains(chainId);
  return {
    chainId,
    address: shownId(address),
    chain: chain === undefined ? `chain ${chainId}` : `${nameOfPlace(chain.name, 60)} (chain ${chainId})`,
    user: userId === undefined ? "not known" : shownId(userId),
    score: scoreLine(wallet),
    level: levelLine(wallet),
    why: crossings.map((crossing) => WHY[crossing]).join("; "),
    reason: reason === undefined ? "none given" : quoted(reason, 300) || "none given",
    patterns: patterns === undefined ? "none given" : patternsLine(patterns),
    status: status === undefined ? "could not be fetched" : statusLine(status),
    url: chain?.addressUrl(address),
  };
}

const WHY: Record<Crossing, string> = {
  above: `the score is now above ${INVESTIGATE_ABOVE}`,
  rise: `the score rose by ${STEEP_RISE} or more`,
  suspicious: "suspicious activity is new",
};

function scoreLine({ score, previousScore }: Wallet): string {
  return `${score ?? "unknown"} (before ${previousScore ?? "unknown"})`;
}

function levelLine({ score, level }: Wallet): string {
  const band = bandOf(score);
  return level === undefined ? band : `${band}; the service says ${quoted(level, 40)}`;
}

/** Patterns are JSON text of an open shape: names where there are names. */
function patternsLine(patterns: string): string {
  return namesLine(patternNames(patterns)) || "none";
}

/** An open set has no bound of its own. */
const MAX_NAMES = 20;

/** Each name by itself, so that none looks like two. */
function namesLine(names: readonly string[]): string {
  return shorten(
    names
      .slice(0, MAX_NAMES)
      .map((name) => named(name, 60))
      .filter((name) => name !== "")
      .join(", "),
    300,
  );
}

function patternNames(text: string): string[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return [text];
  }
  if (!Array.isArray(value)) return [JSON.stringify(value)];
  return value.map((pattern: unknown) => {
    if (typeof pattern === "string") return pattern;
    if (typeof pattern === "object" && pattern !== null) {
      const name = "name" in pattern ? pattern.name : "type" in pattern ? pattern.type : undefined;
      if (typeof name === "string") return name;
    }
    return JSON.stringify(pattern);
  });
}

function statusLine({ status, tags }: WalletStatusFacts): string {
  const tagNames = namesLine(tags.map((tag) => (typeof tag === "string" ? tag : JSON.stringify(tag))));
  return `${named(status, 60)}${tagNames === "" ? "" : ` (${tagNames})`}`;
}

/** `[WALLET] Score 72 (before 35) - user u-1 - 0xabc…`. */
function subjectOf([first]: readonly Facts[], { total, projectId }: WalletAlertOrigin): string {
  if (total > 1 || first === undefined) {
    return `[WALLET] ${countOf(total, "wallet")} crossed the line in project ${projectId}`;
  }
  return subjectAbout(`[WALLET] Score ${first.score} - user ${first.user}`, " - ", first.address);
}

function paragraph(facts: Facts, index: number): string[] {
  return [
    `${String(index + 1).padStart(2)}. ${facts.address} on ${facts.chain}`,
    `    User:      ${facts.user}`,
    `    Score:     ${facts.score}: ${facts.level}`,
    `    Flagged:   ${facts.why}`,
    `    Reason:    ${facts.reason}`,
    `    Patterns:  ${facts.patterns}`,
    `    Status:    ${facts.status}`,
    ...(facts.url === undefined ? [] : [`    Explorer:  ${facts.url}`]),
  ];
}

function slackLine(facts: Facts): string {
  const text = escapeForSlack;
  const where =
    facts.url === undefined
      ? slackCode(facts.address)
      : `${slackCode(facts.address)} (${slackLink(facts.url, "explorer")})`;
  return `• ${where} on ${text(facts.chain)}, user ${slackCode(facts.user)}: score ${text(facts.score)}, ${text(facts.level)}; ${facts.why}; status ${text(facts.status)}`;
}
