/** The alert about wallets that crossed the line in a scan: what changed, why, and what the service says of them now. */

import type { Speaker, TextKey } from "../language/speaker.ts";
import type { Crossing } from "../risk/score.ts";
import { bandOf, INVESTIGATE_ABOVE, STEEP_RISE } from "../risk/score.ts";
import type { Wallet } from "../store/wallets/wallet.ts";
import { shorten } from "../text/cut.ts";
import { named, quoted } from "../text/quoting.ts";
import { escapeForSlack, slackCode, slackLink } from "../text/slack.ts";
import { closingLines, moreLines, nextSteps } from "./closing.ts";
import { showAlert } from "./commands.ts";
import { eventAbout } from "./event/event-about.ts";
import { walletSubject } from "./event/wallet-subject.ts";
import { type ChainLookup, chainIn } from "./facts.ts";
import { type AlertMessage, MAX_LISTED_IN_SLACK } from "./publish.ts";
import { idIn, subjectIn } from "./shown-id.ts";

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
  speaker: Speaker;
  total: number;
}

/** The most wallets that an alert lists, the highest scores. */
export const MAX_LISTED = 20;

/** The message about wallets of one project, the worst first. */
export function walletAlert(crossed: readonly CrossedWallet[], origin: WalletAlertOrigin): AlertMessage {
  const { stage, projectId, alertId, total, speaker } = origin;
  const facts = crossed.slice(0, MAX_LISTED).map((wallet) => factsOf(wallet, origin));
  const [first] = facts;
  const look = showAlert(stage, alertId);
  const headline = speaker.say("wallet.headline", { count: total, project: String(projectId) });
  const more = moreLines(speaker, total - facts.length);
  return {
    subject: subjectOf(facts, origin),
    email: [
      headline,
      ...facts.flatMap((fact, index) => ["", ...paragraph(fact, index, speaker)]),
      ...(more.length > 0 ? ["", ...more] : []),
      ...closingLines(speaker, look),
    ].join("\n"),
    slack: {
      title: escapeForSlack(headline),
      description: [
        ...facts.slice(0, MAX_LISTED_IN_SLACK).map((fact) => slackLine(fact, speaker)),
        ...moreLines(speaker, total - Math.min(facts.length, MAX_LISTED_IN_SLACK)),
      ].join("\n"),
      nextSteps: nextSteps(speaker, look),
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

function factsOf(
  { wallet, crossings, status }: CrossedWallet,
  { chains, speaker }: WalletAlertOrigin,
): Facts {
  const { say } = speaker;
  const { address, chainId, userId, reason, patterns } = wallet;
  const chain = chains(chainId);
  return {
    chainId,
    address: idIn(speaker, address),
    chain: chainIn(speaker, chainId, chain),
    user: userId === undefined ? say("wallet.userUnknown") : idIn(speaker, userId),
    score: scoreLine(wallet, speaker),
    level: levelLine(wallet, speaker),
    why: crossings.map((crossing) => whyOf(crossing, speaker)).join("; "),
    reason: (reason === undefined ? "" : quoted(reason, 300)) || say("wallet.noneGiven"),
    patterns:
      patterns === undefined ? say("wallet.noneGiven") : patternsLine(patterns) || say("wallet.noPatterns"),
    status: status === undefined ? say("wallet.noStatus") : statusLine(status),
    url: chain?.addressUrl(address),
  };
}

function whyOf(crossing: Crossing, { say }: Speaker): string {
  switch (crossing) {
    case "above":
      return say("wallet.above", { line: INVESTIGATE_ABOVE });
    case "rise":
      return say("wallet.rise", { rise: STEEP_RISE });
    case "suspicious":
      return say("wallet.suspicious");
  }
}

function scoreLine({ score, previousScore }: Wallet, { say }: Speaker): string {
  return say("wallet.scoreBefore", {
    score: score ?? say("wallet.scoreUnknown"),
    previous: previousScore ?? say("wallet.scoreUnknown"),
  });
}

const BANDS = {
  minimal: "wallet.bandMinimal",
  watch: "wallet.bandWatch",
  investigate: "wallet.bandInvestigate",
  unknown: "wallet.bandUnknown",
} as const satisfies Record<ReturnType<typeof bandOf>, TextKey>;

function levelLine({ score, level }: Wallet, { say }: Speaker): string {
  const band = say(BANDS[bandOf(score)]);
  return level === undefined ? band : say("wallet.level", { band, level: quoted(level, 40) });
}

/** Patterns are JSON text of an open shape: names where there are names. */
function patternsLine(patterns: string): string {
  return namesLine(patternNames(patterns));
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
function subjectOf([first]: readonly Facts[], { total, projectId, speaker }: WalletAlertOrigin): string {
  const { say } = speaker;
  if (total > 1 || first === undefined) {
    return say("wallet.groupSubject", { count: total, project: String(projectId) });
  }
  const { score, user, address } = first;
  return subjectIn(speaker, say("wallet.subject", { score, user }), " - ", address);
}

function paragraph(facts: Facts, index: number, { say }: Speaker): string[] {
  const { address, chain, score, level, url } = facts;
  const lines: [label: string, value: string | undefined][] = [
    [say("wallet.user"), facts.user],
    [say("wallet.score"), `${score}: ${level}`],
    [say("wallet.flagged"), facts.why],
    [say("wallet.reason"), facts.reason],
    [say("wallet.patterns"), facts.patterns],
    [say("wallet.status"), facts.status],
    [say("wallet.explorer"), url],
  ];
  const width = Math.max(...lines.map(([label]) => label.length)) + 3;
  return [
    `${String(index + 1).padStart(2)}. ${say("wallet.onChain", { address, chain })}`,
    ...lines.flatMap(([label, value]) =>
      value === undefined ? [] : `    ${`${label}:`.padEnd(width)}${value}`,
    ),
  ];
}

function slackLine(facts: Facts, { say }: Speaker): string {
  const text = escapeForSlack;
  const where =
    facts.url === undefined
      ? slackCode(facts.address)
      : `${slackCode(facts.address)} (${slackLink(facts.url, say("wallet.explorerLink"))})`;
  const line = say("wallet.slack", {
    where,
    chain: text(facts.chain),
    user: slackCode(facts.user),
    score: text(facts.score),
    level: text(facts.level),
    why: facts.why,
    status: text(facts.status),
  });
  return `• ${line}`;
}
