/** A transaction in full, for an e-mail and for Slack. */

import { TRANSACTIONS } from "../../i18n/catalogue/transactions.ts";
import type { Speaker } from "../../i18n/speaker.ts";
import { localInFull } from "../../rates/local-amount.ts";
import { escapeForSlack, slackLink } from "../../text/slack.ts";
import { MAX_LISTED_IN_SLACK } from "../publish.ts";
import { type LawFacts, MAX_LAWS_IN_FULL, riskIn, type TransactionFacts } from "./facts.ts";
import { slackIdIn } from "./shown-id.ts";

/** A transaction in full, in the order in which an officer decides. */
export function paragraphs(facts: TransactionFacts, speaker: Speaker): string[] {
  const { say } = speaker;
  const { wallet, chain, walletDescription: description } = facts;
  return [
    ...labelled([
      [say(TRANSACTIONS.notification), facts.key],
      [say(TRANSACTIONS.user), facts.user],
      [say(TRANSACTIONS.amount), `${facts.amount} (${facts.usd})`],
      ...localInFull(facts.local, speaker),
      [
        say(TRANSACTIONS.wallet),
        description === ""
          ? say(TRANSACTIONS.walletOnChain, { wallet, chain })
          : say(TRANSACTIONS.walletDescribed, { wallet, chain, description }),
      ],
      // Its link says it where the chain has an explorer.
      ...(facts.transactionUrl === undefined ? [[say(TRANSACTIONS.transaction), facts.txHash] as const] : []),
      [say(TRANSACTIONS.happened), facts.happened],
      [say(TRANSACTIONS.received), facts.received],
    ]),
    "",
    say(TRANSACTIONS.laws),
    ...lawsOf(facts, "ILLEGAL", speaker),
    ...lawsOf(facts, "WARN", speaker),
    ...linksOf(facts, speaker),
  ];
}

/** The pages of the block explorer; nothing where the chain has none. */
function linksOf({ transactionUrl, walletUrl }: TransactionFacts, { say }: Speaker): string[] {
  const rows = (
    [
      [say(TRANSACTIONS.transaction), transactionUrl],
      [say(TRANSACTIONS.wallet), walletUrl],
    ] as const
  ).flatMap(([label, url]) => (url === undefined ? [] : [[label, url] as const]));
  if (rows.length === 0) return [];
  return ["", say(TRANSACTIONS.links), ...labelled(rows, "").map((line) => `  ${line}`)];
}

/** Values in one column behind their labels. */
function labelled(facts: readonly (readonly [label: string, value: string])[], mark = ":"): string[] {
  const width = Math.max(...facts.map(([label]) => label.length)) + mark.length + 1;
  return facts.map(([label, value]) => `${`${label}${mark}`.padEnd(width)}${value}`);
}

/** The laws of one risk, numbered among all. */
function lawsOf({ laws, lawCounts }: TransactionFacts, risk: LawFacts["risk"], speaker: Speaker): string[] {
  const from = risk === "WARN" ? lawCounts.ILLEGAL : 0;
  const named = laws.filter((law) => law.risk === risk);
  return [
    ...named.flatMap((law, index) => lawLines(law, from + index, speaker)),
    ...moreLaws(risk, lawCounts[risk] - named.length, speaker).map((more) => `  ${more}.`),
  ];
}

function moreLaws(risk: LawFacts["risk"], count: number, { say }: Speaker): string[] {
  if (count <= 0) return [];
  return [say(risk === "ILLEGAL" ? TRANSACTIONS.moreIllegal : TRANSACTIONS.moreWarn, { count })];
}

function lawLines(
  { risk, name, place, countryCode, description, source }: LawFacts,
  index: number,
  speaker: Speaker,
): string[] {
  const flagged = `  ${index + 1}. ${riskIn(speaker, risk)} ${name}`;
  if (index >= MAX_LAWS_IN_FULL) return [`${flagged} (${countryCode})`];
  return [
    `${flagged} (${place})`,
    ...(description === "" ? [] : [`     ${description}`]),
    ...(source === "" ? [] : [`     ${speaker.say(TRANSACTIONS.source, { source })}`]),
  ];
}

/** The same for Slack, which shows the first laws alone. */
export function slackFacts(facts: TransactionFacts, speaker: Speaker): string {
  const { say } = speaker;
  const text = escapeForSlack;
  const laws = facts.laws.slice(0, MAX_LISTED_IN_SLACK);
  const more = (["ILLEGAL", "WARN"] as const).flatMap((risk) =>
    moreLaws(risk, facts.lawCounts[risk] - laws.filter((law) => law.risk === risk).length, speaker),
  );
  const wallet = say(TRANSACTIONS.walletOnChain, {
    wallet: slackIdIn(speaker, facts.wallet),
    chain: text(facts.chain),
  });
  return [
    `*${say(TRANSACTIONS.user)}:* ${slackIdIn(speaker, facts.user)}`,
    `*${say(TRANSACTIONS.amount)}:* ${text(`${facts.amount} (${facts.usd})`)}`,
    ...localInFull(facts.local, speaker).map(([label, value]) => `*${label}:* ${text(value)}`),
    `*${say(TRANSACTIONS.wallet)}:* ${wallet}`,
    `*${say(TRANSACTIONS.happened)}:* ${facts.happened}, *${say(TRANSACTIONS.received).toLowerCase()}:* ${facts.received}`,
    ...laws.map((law) => `*${riskIn(speaker, law.risk)}* ${text(law.name)} (${text(law.place)})`),
    ...more,
    ...(facts.transactionUrl === undefined
      ? []
      : [slackLink(facts.transactionUrl, say(TRANSACTIONS.transaction))]),
    ...(facts.walletUrl === undefined ? [] : [slackLink(facts.walletUrl, say(TRANSACTIONS.wallet))]),
  ].join("\n");
}
