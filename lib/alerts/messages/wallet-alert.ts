/** The alert about wallets with a crossing in a scan: what changed, why, and what the service says of them now. */

import { COMMON } from "../../i18n/catalogue/common.ts";
import { WALLETS } from "../../i18n/catalogue/wallets.ts";
import { maskPersonal } from "../../i18n/text/masking.ts";
import { escapeForSlack, slackLink } from "../../i18n/text/slack.ts";
import type { Translator } from "../../i18n/translator.ts";
import { historyKey } from "../../screening/wallets/wallet-keys.ts";
import type { WalletSubject } from "../event/event-schema.ts";
import { closingLines, moreLines, nextSteps, officersLook } from "./closing.ts";
import { inboxPage, pageLink, slackPage, walletPage } from "./desk-links.ts";
import { eventAbout, eventChain, wholeId, withheldOf } from "./event-fields.ts";
import type { AlertMessage } from "./message.ts";
import { MAX_LISTED_IN_SLACK } from "./message.ts";
import { slackIdIn, subjectIn } from "./shown-id.ts";
import { type CrossedWallet, type WalletAlertOrigin, type WalletFacts, walletFacts } from "./wallet-facts.ts";

/** The most wallets that an alert lists, the highest scores. */
export const MAX_LISTED = 20;

/** The message about wallets of one project, the worst first. */
export function walletAlert(crossed: readonly CrossedWallet[], origin: WalletAlertOrigin): AlertMessage {
  const { stage, projectId, alertId, total, translator, desk } = origin;
  const listed = crossed.slice(0, MAX_LISTED).map((wallet) => walletFacts(wallet, origin));
  const [first] = listed;
  const page = (total === 1 ? first?.page : undefined) ?? inboxPage(desk);
  const look = officersLook(stage, alertId, page);
  // The end of the message is not repeated here.
  const facts = listed.map((one) => (one.page === page ? { ...one, page: undefined } : one));
  const headline = translator.t(WALLETS.headline, { count: total, project: String(projectId) });
  const more = moreLines(translator, total - facts.length);
  return {
    subject: subjectOf(facts, origin),
    email: [
      headline,
      ...facts.flatMap((fact, index) => ["", ...paragraph(fact, index, translator)]),
      ...(more.length > 0 ? ["", ...more] : []),
      ...closingLines(translator, look),
    ].join("\n"),
    slack: {
      title: escapeForSlack(headline),
      description: [
        ...facts.slice(0, MAX_LISTED_IN_SLACK).map((fact) => slackLine(fact, translator)),
        ...moreLines(translator, total - Math.min(facts.length, MAX_LISTED_IN_SLACK)),
      ].join("\n"),
      nextSteps: nextSteps(translator, look),
      threadId: total === 1 && first !== undefined ? `wallet-${first.address}` : `project-${projectId}`,
    },
    event: eventAbout(stage, crossed, (wallet) => walletSubject(wallet, origin)),
    attributes: { kind: "wallet", projectId, chainId: crossed.map(({ wallet }) => wallet.chainId) },
  };
}

/** `[WALLET] Score 72 (before 35) - user u-1 - 0xabc…`. */
function subjectOf(
  [first]: readonly WalletFacts[],
  { total, projectId, translator }: WalletAlertOrigin,
): string {
  const { t } = translator;
  if (total > 1 || first === undefined) {
    return t(WALLETS.groupSubject, { count: total, project: String(projectId) });
  }
  const { score, user, address, isBySuspicionAlone } = first;
  const text = isBySuspicionAlone ? WALLETS.suspiciousSubject : WALLETS.subject;
  return subjectIn(translator, t(text, { score, user }), " - ", address);
}

function paragraph(facts: WalletFacts, index: number, { t }: Translator): string[] {
  const { address, chain, score, level, url, page } = facts;
  const lines: [label: string, value: string | undefined][] = [
    [t(WALLETS.user), facts.user],
    [t(WALLETS.score), `${score}, ${level}`],
    [t(WALLETS.flagged), facts.why],
    [t(WALLETS.reason), facts.reason],
    [t(WALLETS.patterns), facts.patterns],
    [t(WALLETS.status), facts.status],
    [t(WALLETS.explorer), url],
    [t(COMMON.desk), page],
  ];
  const width = Math.max(...lines.map(([label]) => label.length)) + 3;
  return [
    `${String(index + 1).padStart(2)}. ${t(WALLETS.onChain, { address, chain })}`,
    ...lines.flatMap(([label, value]) =>
      value === undefined ? [] : `    ${`${label}:`.padEnd(width)}${value}`,
    ),
  ];
}

function slackLine(facts: WalletFacts, translator: Translator): string {
  const { t } = translator;
  const text = escapeForSlack;
  const where =
    facts.url === undefined
      ? slackIdIn(translator, facts.address)
      : `${slackIdIn(translator, facts.address)} (${slackLink(facts.url, t(WALLETS.explorerLink))})`;
  const line = t(WALLETS.slack, {
    where,
    chain: text(facts.chain),
    user: slackIdIn(translator, facts.user),
    score: text(facts.score),
    level: text(facts.level),
    why: facts.why,
    status: text(facts.status),
  });
  return `• ${line}${slackPage(translator, facts.page)}`;
}

/** A wallet with a crossing, as an event names it. */
function walletSubject(
  { wallet, crossings, status }: CrossedWallet,
  { chains, desk }: Pick<WalletAlertOrigin, "chains" | "desk">,
): WalletSubject {
  const ids = { userId: wallet.userId, wallet: wallet.address };
  const address = wholeId(ids.wallet);
  const text = (value: string | undefined, most: number) =>
    value === undefined ? null : maskPersonal(value, most);
  return {
    type: "wallet",
    key: address === null ? null : historyKey(wallet),
    userId: wholeId(ids.userId),
    wallet: address,
    chain: eventChain(wallet.chainId, chains),
    score: wallet.score ?? null,
    previousScore: wallet.previousScore ?? null,
    crossings: [...crossings],
    level: text(wallet.level, 40),
    reason: text(wallet.reason, 300),
    suspicious: wallet.suspicious ?? null,
    status: status === undefined ? null : { status: maskPersonal(status.status, 60), at: status.statusAt },
    scannedAt: wallet.scannedAt ?? null,
    links: {
      wallet: (address && chains(wallet.chainId)?.addressUrl(address)) || null,
      ...pageLink(walletPage(desk, wallet)),
    },
    withheld: withheldOf(ids),
  };
}
