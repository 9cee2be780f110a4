/** In what a transaction is another one than the first of its id, and what it says there. */

import type { Notification } from "../../contract/webhook.ts";
import type { Speaker, TextKey } from "../../i18n/speaker.ts";
import { named } from "../../text/quoting.ts";
import { escapeForSlack } from "../../text/slack.ts";
import { type AlertOrigin, factsOf, type TransactionFacts } from "./facts.ts";
import { riskLine } from "./law-lines.ts";
import { idIn, marksIn, slackIdIn } from "./shown-id.ts";

/** A fact by which one transaction is distinguished from another. */
export type DifferingFact = "chain" | "wallet" | "transaction" | "user" | "amount" | "decimals" | "token";

/** How an alert names the facts in which a transaction is another one. */
const OTHER = {
  chain: "change.otherChain",
  wallet: "change.otherWallet",
  transaction: "change.otherHash",
  user: "change.otherUser",
  amount: "change.otherAmount",
  decimals: "change.otherDecimals",
  token: "change.otherToken",
} as const satisfies Record<DifferingFact, TextKey>;

/** `another wallet, another hash`. */
export function otherFacts(differs: readonly DifferingFact[], { say }: Speaker): string {
  return differs.map((fact) => say(OTHER[fact])).join(", ");
}

/** The content's own risk, and where it is another transaction, whose, how much, and what else differs. */
export function contentLine(
  notification: Notification,
  { key, receivedAt }: { key: string; receivedAt: string },
  origin: Pick<AlertOrigin, "chains" | "speaker">,
  differs: readonly DifferingFact[],
): string {
  const { speaker } = origin;
  const facts = factsOf({ key, notification, receivedAt, rehearsal: false }, origin, 0);
  const transaction = differs.length > 0 ? `; ${transactionLine(differs, notification, facts, speaker)}` : "";
  return speaker.say("change.content", {
    content: `${riskLine(notification.inflictedLaws, speaker)}${transaction}`,
    received: facts.received,
  });
}

/** `user u-1, 1 ETH (USD 3,000.00), wallet 0x1`: whose it is and how much, and every fact that differs. */
function transactionLine(
  differs: readonly DifferingFact[],
  { token }: Notification,
  facts: TransactionFacts,
  speaker: Speaker,
): string {
  const { say } = speaker;
  const differing: Record<DifferingFact, string[]> = {
    user: [],
    amount: [],
    chain: [say("change.onChain", { chain: facts.chain })],
    wallet: [say("change.wallet", { wallet: facts.wallet })],
    transaction: [say("change.hash", { hash: facts.txHash })],
    decimals: [say("change.decimals", { count: token.decimals })],
    token: [
      token.address
        ? say("change.token", { token: idIn(speaker, token.address) })
        : say("change.nativeToken", { symbol: symbolOf(token, speaker) }),
    ],
  };
  return [
    say("change.userAmount", { user: facts.user, amount: facts.worth }),
    ...differs.flatMap((fact) => differing[fact]),
  ].join(", ");
}

/** What differs and what it is now, for Slack: ``another wallet: `0x2`, another amount: 2 ETH``. */
export function slackOtherFacts(
  differs: readonly DifferingFact[],
  { token }: Notification,
  facts: TransactionFacts,
  speaker: Speaker,
): string {
  const now: Record<DifferingFact, string> = {
    chain: escapeForSlack(facts.chain),
    wallet: slackIdIn(speaker, facts.wallet),
    transaction: slackIdIn(speaker, facts.txHash),
    user: slackIdIn(speaker, facts.user),
    amount: escapeForSlack(facts.amount),
    decimals: String(token.decimals),
    token: token.address
      ? slackIdIn(speaker, idIn(speaker, token.address))
      : escapeForSlack(symbolOf(token, speaker)),
  };
  return differs.map((fact) => `${speaker.say(OTHER[fact])}: ${now[fact]}`).join(", ");
}

function symbolOf({ symbol }: Notification["token"], speaker: Speaker): string {
  return named(symbol, 24, marksIn(speaker)) || speaker.say("common.noSymbol");
}
