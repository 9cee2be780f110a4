/** In what a transaction is another one than the first of its id, and what it says there. */

import type { Notification } from "../contract/webhook.ts";
import { shownId } from "../text/ids.ts";
import { named } from "../text/quoting.ts";
import { escapeForSlack, slackCode } from "../text/slack.ts";
import { type AlertOrigin, factsOf, type TransactionFacts } from "./facts.ts";
import { riskLine } from "./law-lines.ts";

/** A fact by which one transaction is distinguished from another. */
export type DifferingFact = "chain" | "wallet" | "transaction" | "user" | "amount" | "decimals" | "token";

/** How an alert names the facts in which a transaction is another one. */
const OTHER: Record<DifferingFact, string> = {
  chain: "another chain",
  wallet: "another wallet",
  transaction: "another hash",
  user: "another user",
  amount: "another amount",
  decimals: "other decimals",
  token: "another token",
};

/** `another wallet, another hash`. */
export function otherFacts(differs: readonly DifferingFact[]): string {
  return differs.map((fact) => OTHER[fact]).join(", ");
}

/** The content's own risk, and where it is another transaction, whose, how much, and what else differs. */
export function contentLine(
  notification: Notification,
  { key, receivedAt }: { key: string; receivedAt: string },
  chains: AlertOrigin["chains"],
  differs: readonly DifferingFact[],
): string {
  const facts = factsOf({ key, notification, receivedAt, rehearsal: false }, chains, 0);
  const transaction = differs.length > 0 ? `; ${transactionLine(differs, notification, facts)}` : "";
  return `${riskLine(notification.inflictedLaws)}${transaction} (received ${facts.received})`;
}

/** `user u-1, 1 ETH (USD 3,000.00), wallet 0x1`: whose it is and how much, and every fact that differs. */
function transactionLine(
  differs: readonly DifferingFact[],
  { token }: Notification,
  facts: TransactionFacts,
): string {
  const differing: Record<DifferingFact, string[]> = {
    user: [],
    amount: [],
    chain: [`on ${facts.chain}`],
    wallet: [`wallet ${facts.wallet}`],
    transaction: [`hash ${facts.txHash}`],
    decimals: [`${token.decimals} decimals`],
    token: [token.address ? `token ${shownId(token.address)}` : `native token ${symbolOf(token)}`],
  };
  return [
    `user ${facts.user}, ${facts.amount} (${facts.usd})`,
    ...differs.flatMap((fact) => differing[fact]),
  ].join(", ");
}

/** What differs and what it is now, for Slack: ``another wallet: `0x2`, another amount: 2 ETH``. */
export function slackOtherFacts(
  differs: readonly DifferingFact[],
  { token }: Notification,
  facts: TransactionFacts,
): string {
  const now: Record<DifferingFact, string> = {
    chain: escapeForSlack(facts.chain),
    wallet: slackCode(facts.wallet),
    transaction: slackCode(facts.txHash),
    user: slackCode(facts.user),
    amount: escapeForSlack(facts.amount),
    decimals: String(token.decimals),
    token: token.address ? slackCode(shownId(token.address)) : escapeForSlack(symbolOf(token)),
  };
  return differs.map((fact) => `${OTHER[fact]}: ${now[fact]}`).join(", ");
}

function symbolOf({ symbol }: Notification["token"]): string {
  return named(symbol, 24) || "(no symbol)";
}
