/** A transaction in full, for an e-mail and for Slack. */

import { TRANSACTIONS } from "../../i18n/catalogue/transactions.ts";
import { escapeForSlack, slackLink } from "../../i18n/text/slack.ts";
import type { Translator } from "../../i18n/translator.ts";
import { localInFull } from "../../law/rates/local-amount.ts";
import { type LawFacts, MAX_LAWS_IN_FULL, riskIn, type TransactionFacts } from "./facts.ts";
import { MAX_LISTED_IN_SLACK } from "./message.ts";
import { slackIdIn } from "./shown-id.ts";

/** A transaction in full, in the order in which an officer decides. */
export function paragraphs(facts: TransactionFacts, translator: Translator): string[] {
  const { t } = translator;
  const { wallet, chain, walletDescription: description } = facts;
  return [
    ...labelled([
      [t(TRANSACTIONS.notification), facts.key],
      [t(TRANSACTIONS.user), facts.user],
      [t(TRANSACTIONS.amount), `${facts.amount} (${facts.usd})`],
      ...localInFull(facts.local, translator),
      [
        t(TRANSACTIONS.wallet),
        description === ""
          ? t(TRANSACTIONS.walletOnChain, { wallet, chain })
          : t(TRANSACTIONS.walletDescribed, { wallet, chain, description }),
      ],
      // Its link says it where the chain has an explorer.
      ...(facts.transactionUrl === undefined ? [[t(TRANSACTIONS.transaction), facts.txHash] as const] : []),
      [t(TRANSACTIONS.happened), facts.happened],
      [t(TRANSACTIONS.received), facts.received],
    ]),
    "",
    t(TRANSACTIONS.laws),
    ...lawsOf(facts, "ILLEGAL", translator),
    ...lawsOf(facts, "WARN", translator),
    ...linksOf(facts, translator),
  ];
}

/** The pages of the block explorer; nothing where the chain has none. */
function linksOf({ transactionUrl, walletUrl }: TransactionFacts, { t }: Translator): string[] {
  const rows = (
    [
      [t(TRANSACTIONS.transaction), transactionUrl],
      [t(TRANSACTIONS.wallet), walletUrl],
    ] as const
  ).flatMap(([label, url]) => (url === undefined ? [] : [[label, url] as const]));
  if (rows.length === 0) return [];
  return ["", t(TRANSACTIONS.links), ...labelled(rows, "").map((line) => `  ${line}`)];
}

/** Values in one column behind their labels. */
function labelled(facts: readonly (readonly [label: string, value: string])[], mark = ":"): string[] {
  const width = Math.max(...facts.map(([label]) => label.length)) + mark.length + 1;
  return facts.map(([label, value]) => `${`${label}${mark}`.padEnd(width)}${value}`);
}

/** The laws of one risk, numbered among all. */
function lawsOf(
  { laws, lawCounts }: TransactionFacts,
  risk: LawFacts["risk"],
  translator: Translator,
): string[] {
  const from = risk === "WARN" ? lawCounts.ILLEGAL : 0;
  const named = laws.filter((law) => law.risk === risk);
  return [
    ...named.flatMap((law, index) => lawLines(law, from + index, translator)),
    ...moreLaws(risk, lawCounts[risk] - named.length, translator).map((more) => `  ${more}.`),
  ];
}

function moreLaws(risk: LawFacts["risk"], count: number, { t }: Translator): string[] {
  if (count <= 0) return [];
  return [t(risk === "ILLEGAL" ? TRANSACTIONS.moreIllegal : TRANSACTIONS.moreWarn, { count })];
}

function lawLines(
  { risk, name, place, countryCode, description, source }: LawFacts,
  index: number,
  translator: Translator,
): string[] {
  const flagged = `  ${index + 1}. ${riskIn(translator, risk)} ${name}`;
  if (index >= MAX_LAWS_IN_FULL) return [`${flagged} (${countryCode})`];
  return [
    `${flagged} (${place})`,
    ...(description === "" ? [] : [`     ${description}`]),
    ...(source === "" ? [] : [`     ${translator.t(TRANSACTIONS.source, { source })}`]),
  ];
}

/** The same for Slack, which shows the first laws alone. */
export function slackFacts(facts: TransactionFacts, translator: Translator): string {
  const { t } = translator;
  const text = escapeForSlack;
  const laws = facts.laws.slice(0, MAX_LISTED_IN_SLACK);
  const more = (["ILLEGAL", "WARN"] as const).flatMap((risk) =>
    moreLaws(risk, facts.lawCounts[risk] - laws.filter((law) => law.risk === risk).length, translator),
  );
  const wallet = t(TRANSACTIONS.walletOnChain, {
    wallet: slackIdIn(translator, facts.wallet),
    chain: text(facts.chain),
  });
  return [
    `*${t(TRANSACTIONS.user)}:* ${slackIdIn(translator, facts.user)}`,
    `*${t(TRANSACTIONS.amount)}:* ${text(`${facts.amount} (${facts.usd})`)}`,
    ...localInFull(facts.local, translator).map(([label, value]) => `*${label}:* ${text(value)}`),
    `*${t(TRANSACTIONS.wallet)}:* ${wallet}`,
    `*${t(TRANSACTIONS.happened)}:* ${facts.happened}, *${t(TRANSACTIONS.received).toLowerCase()}:* ${facts.received}`,
    ...laws.map((law) => `*${riskIn(translator, law.risk)}* ${text(law.name)} (${text(law.place)})`),
    ...more,
    ...(facts.transactionUrl === undefined
      ? []
      : [slackLink(facts.transactionUrl, t(TRANSACTIONS.transaction))]),
    ...(facts.walletUrl === undefined ? [] : [slackLink(facts.walletUrl, t(TRANSACTIONS.wallet))]),
  ].join("\n");
}
