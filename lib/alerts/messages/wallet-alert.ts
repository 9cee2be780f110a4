/** The threshold alert about wallets: what changed, why, and what the service says of them now. */

import { COMMON } from "../../i18n/catalogue/common.ts";
import { WALLETS } from "../../i18n/catalogue/wallets.ts";
import { maskPersonal } from "../../i18n/text/masking.ts";
import { subjectAbout } from "../../i18n/text/subject.ts";
import type { Translator } from "../../i18n/translator.ts";
import { historyKey } from "../../screening/wallets/wallet-keys.ts";
import type { WalletSubject } from "../event/event-schema.ts";
import { closing, officersLook } from "./closing.ts";
import { inboxPage, pageLink, walletPage } from "./desk-links.ts";
import { eventAbout, eventChain, wholeId, withheldOf } from "./event-fields.ts";
import { type AlertMessage, linkRow, type Row, type Writer } from "./message.ts";
import {
  type ExceedingWallet,
  type WalletAlertOrigin,
  type WalletFacts,
  walletFacts,
} from "./wallet-facts.ts";

/** The most wallets that an alert lists, the highest scores. */
export const MAX_LISTED = 50;

/** The message about wallets of one project, the worst first. */
export function walletAlert(exceeding: readonly ExceedingWallet[], origin: WalletAlertOrigin): AlertMessage {
  const { stage, projectId, alertId, total, translator, desk } = origin;
  const listed = exceeding.slice(0, MAX_LISTED).map((wallet) => walletFacts(wallet, origin));
  const [first] = listed;
  const page = (total === 1 ? first?.page : undefined) ?? inboxPage(desk);
  const look = officersLook(stage, alertId, page);
  // The end of the message is not repeated here.
  const facts = listed.map((wallet) => (wallet.page === page ? { ...wallet, page: undefined } : wallet));
  const headline = translator.t(WALLETS.headline, { count: total, project: String(projectId) });
  return {
    translator,
    subject: subjectOf(facts, origin),
    headline,
    blocks: [
      {
        kind: "list",
        items: facts.map((fact) => ({
          title: (write) =>
            translator.t(WALLETS.onChain, { address: write.id(fact.address), chain: write.text(fact.chain) }),
          rows: rowsOf(fact, translator),
          short: shortOf(fact, translator),
        })),
        total,
      },
      ...closing(translator, look),
    ],
    threadId: total === 1 && first !== undefined ? `wallet-${first.address}` : `project-${projectId}`,
    event: {
      ...eventAbout(stage, exceeding, (wallet) => walletSubject(wallet, origin)),
      subjectCount: total,
    },
    attributes: { kind: "wallet", projectId, chainId: exceeding.map(({ wallet }) => wallet.chainId) },
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
  const words = isBySuspicionAlone ? t(WALLETS.suspiciousSubject) : t(WALLETS.subject, { score });
  return subjectAbout(words, [t(COMMON.aboutUser), user], [" - ", address]);
}

function rowsOf(facts: WalletFacts, { t }: Translator): Row[] {
  const { score, level, url, page } = facts;
  return [
    [t(WALLETS.user), (write) => write.id(facts.user)],
    [t(WALLETS.score), `${score}, ${level}`],
    [t(WALLETS.flagged), facts.why],
    [t(WALLETS.reason), facts.reason],
    [t(WALLETS.patterns), facts.patterns],
    [t(WALLETS.status), facts.status],
    ...linkRow(t(WALLETS.explorer), url),
    ...linkRow(t(COMMON.desk), page),
  ];
}

function shortOf(facts: WalletFacts, { t }: Translator) {
  const { address, url, page } = facts;
  const behind = (write: Writer, to: string | undefined, label: string) =>
    to === undefined ? "" : ` (${write.link(to, label)})`;
  return (write: Writer) =>
    t(WALLETS.slack, {
      where: `${write.id(address)}${behind(write, url, t(WALLETS.explorerLink))}`,
      chain: write.text(facts.chain),
      user: write.id(facts.user),
      score: write.text(facts.score),
      level: write.text(facts.level),
      why: facts.why,
      status: write.text(facts.status),
    }) + behind(write, page, t(COMMON.desk));
}

/** A wallet that exceeds, as an event names it. */
function walletSubject(
  { wallet, status }: ExceedingWallet,
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
    score: wallet.exceeded?.score ?? null,
    previousScore: wallet.exceeded?.previousScore ?? null,
    exceedances: [...(wallet.exceeded?.kinds ?? [])],
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
