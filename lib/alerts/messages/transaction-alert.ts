/** The alert about notifications that a law calls illegal, new and revised ones: one in full, or several as a group. */

import type { Law } from "../../contract/webhook.ts";
import { COMMON } from "../../i18n/catalogue/common.ts";
import { TRANSACTIONS } from "../../i18n/catalogue/transactions.ts";
import { subjectAbout } from "../../i18n/text/subject.ts";
import type { Translator } from "../../i18n/translator.ts";
import { lawKey, worstRisk } from "../../law/laws.ts";
import { localInFull } from "../../law/rates/local-amount.ts";
import { isSanctionsList } from "../../law/sanctions-lists.ts";
import { closing, officersLook } from "./closing.ts";
import { inboxPage } from "./desk-links.ts";
import { eventAbout } from "./event-fields.ts";
import {
  type AlertOrigin,
  alertedLaws,
  factsOf,
  type LawFacts,
  lawCode,
  lawsOf,
  MAX_LAWS_IN_LINE,
  MAX_LAWS_NAMED,
  riskIn,
  type Transaction,
  type TransactionFacts,
  timeIn,
} from "./facts.ts";
import { type AlertMessage, type Block, linkRow, MAX_LISTED, type Row, type Writer } from "./message.ts";
import { transactionSubject } from "./transaction-subject.ts";

/** The message about one or more notifications of one project. */
export function transactionAlert(transactions: readonly Transaction[], origin: AlertOrigin): AlertMessage {
  const { stage, projectId, translator } = origin;
  const all = bySeverity(transactions);
  const [first, ...others] = all;
  if (first === undefined) throw new Error("An alert needs at least one transaction.");
  return {
    translator,
    ...(others.length === 0 ? single(first, origin) : group(all, origin)),
    event: eventAbout(stage, all, (transaction) => transactionSubject(transaction, origin)),
    attributes: {
      kind: "notification",
      risk: worstRisk(all.flatMap(lawsOf)),
      projectId,
      chainId: all.map(({ notification }) => notification.chainId),
      countries: countriesOf(all.flatMap(lawsOf)),
    },
  };
}

type Words = Pick<AlertMessage, "subject" | "headline" | "blocks" | "threadId">;

function single(transaction: Transaction, origin: AlertOrigin): Words {
  const { stage, projectId, alertId, translator } = origin;
  const { t } = translator;
  const facts = factsOf(transaction, origin, MAX_LAWS_NAMED);
  const { amount, usd, user, isRevision, page, key } = facts;
  const words = t(isRevision ? TRANSACTIONS.revisedSubject : TRANSACTIONS.subject, {
    under: underIn(facts.alerted),
    amount,
    usd,
  });
  return {
    subject: subjectAbout(words, [t(COMMON.aboutUser), user]),
    headline: headlineOf(facts, String(projectId), translator),
    blocks: [
      { kind: "rows", rows: rowsOf(facts, translator) },
      lawSection(facts, translator),
      // The page stands among the facts, before all others.
      ...closing(translator, { ...officersLook(stage, alertId, page), page: undefined }),
    ],
    threadId: key,
  };
}

function headlineOf(facts: TransactionFacts, project: string, { t }: Translator): string {
  const { alerted, alertedCount, isRevision } = facts;
  const [law] = alerted;
  if (law === undefined) return t(TRANSACTIONS.headlineWithoutLaw, { project });
  const text = isRevision ? TRANSACTIONS.revisedHeadline : TRANSACTIONS.headline;
  return t(text, { law: law.name, place: law.place, others: alertedCount - 1, project });
}

/** `MX LFPIORPI - `, of the first law. */
function underIn([law]: readonly LawFacts[]): string {
  return law === undefined ? "" : `${law.countryCode} ${law.shortName} - `;
}

/** The facts by which an officer decides: the case and its due date first. */
function rowsOf(facts: TransactionFacts, translator: Translator): Row[] {
  const { t } = translator;
  const { page, due, news, wallet, chain, walletUrl, transactionUrl, txHash } = facts;
  const row = (label: string, value: Row[1] | undefined): Row[] =>
    value === undefined ? [] : [[label, value]];
  return [
    ...linkRow(t(facts.hasCase ? COMMON.case : COMMON.desk), page, t(COMMON.desk)),
    ...row(t(TRANSACTIONS.due), due),
    ...row(t(TRANSACTIONS.news), news || undefined),
    [t(TRANSACTIONS.notification), (write) => write.id(facts.key)],
    [t(TRANSACTIONS.user), (write) => write.id(facts.user)],
    [t(TRANSACTIONS.amount), `${facts.amount} (${facts.usd})`],
    ...localInFull(facts.local, translator),
    [
      t(TRANSACTIONS.wallet),
      (write) => t(TRANSACTIONS.walletOnChain, { wallet: write.id(wallet), chain: write.text(chain) }),
    ],
    ...linkRow(t(TRANSACTIONS.explorer), walletUrl, t(TRANSACTIONS.wallet)),
    [
      t(TRANSACTIONS.transaction),
      (write) =>
        transactionUrl === undefined
          ? write.id(txHash)
          : write.link(transactionUrl, t(TRANSACTIONS.explorer)),
    ],
    [t(TRANSACTIONS.happened), facts.happened],
    [t(TRANSACTIONS.received), facts.received],
  ];
}

/** The statements of the service, law by law. */
function lawSection({ laws, lawCount }: TransactionFacts, translator: Translator): Block {
  return {
    kind: "section",
    title: translator.t(TRANSACTIONS.laws),
    lines: laws.map(({ risk, name, place, isWithdrawn }) => {
      const law = `${riskIn(translator, risk)} ${name} (${place})`;
      return isWithdrawn ? translator.t(TRANSACTIONS.lawWithdrawn, { law }) : law;
    }),
    total: lawCount,
  };
}

/** @param all by severity */
function group(all: readonly Transaction[], origin: AlertOrigin): Words {
  const { stage, projectId, alertId, translator, desk } = origin;
  const { t } = translator;
  const listed = all
    .slice(0, MAX_LISTED)
    .map((transaction) => factsOf(transaction, origin, MAX_LAWS_IN_LINE));
  const counted = { count: all.length, project: String(projectId) };
  return {
    subject: subjectOfGroup(all, listed, origin),
    headline: t(TRANSACTIONS.groupHeadline, counted),
    blocks: [
      { kind: "lines", lines: linesAbout(all, translator) },
      {
        kind: "list",
        items: listed.map((facts) => ({
          title: titleOf(facts, translator),
          rows: rowsOf(facts, translator),
          short: shortOf(facts, translator),
        })),
        total: all.length,
      },
      ...closing(translator, officersLook(stage, alertId, inboxPage(desk))),
    ],
    threadId: `project-${projectId}`,
  };
}

/** A list of sanctioned persons is named with the number of its own transactions. */
function subjectOfGroup(
  all: readonly Transaction[],
  [first]: readonly TransactionFacts[],
  { projectId, translator: { t, count } }: AlertOrigin,
): string {
  const counted = { count: all.length, project: String(projectId) };
  const [mostSevere] = all;
  const [law] = mostSevere !== undefined && isOnList(mostSevere) ? alertedLaws(mostSevere) : [];
  const [named] = first?.alerted ?? [];
  if (law === undefined || named === undefined) return t(TRANSACTIONS.groupSubject, counted);
  const onList = all.filter((transaction) =>
    alertedLaws(transaction).some((other) => lawKey(other) === lawKey(law)),
  );
  return t(TRANSACTIONS.listSubject, {
    ...counted,
    law: `${named.countryCode} ${named.shortName}`,
    listed: count(onList.length),
  });
}

/** The first due date, how many are revisions, and when they came. */
function linesAbout(all: readonly Transaction[], translator: Translator): string[] {
  const { t } = translator;
  const [due] = all.flatMap((transaction) => transaction.case?.dueAt ?? []).toSorted();
  const times = all.map(({ receivedAt }) => receivedAt).toSorted();
  const [since = "", until = ""] = [times[0], times.at(-1)];
  const revised = all.filter(({ before }) => before !== undefined).length;
  return [
    ...(due === undefined ? [] : [t(TRANSACTIONS.firstDue, { time: timeIn(translator, due) })]),
    ...(revised === 0 ? [] : [t(TRANSACTIONS.revisedAmong, { count: revised })]),
    t(TRANSACTIONS.receivedBetween, {
      since: timeIn(translator, since),
      until: timeIn(translator, until),
    }),
  ];
}

/** `LFPIORPI (Mexico); A (Mexico) and 3 other laws`. */
function titleOf({ alerted, alertedCount, isRevision }: TransactionFacts, { t }: Translator): string {
  const names = alerted.map(({ name, place }) => `${name} (${place})`).join("; ");
  const laws = t(TRANSACTIONS.andOthers, { laws: names, count: alertedCount - alerted.length });
  return isRevision ? t(TRANSACTIONS.revised, { laws }) : laws;
}

function shortOf(facts: TransactionFacts, { t }: Translator) {
  const { alerted, alertedCount, isRevision, amount, usd, user, key, page } = facts;
  const [law] = alerted;
  const named = law === undefined ? "" : `${law.countryCode} ${law.name}`;
  const laws = t(TRANSACTIONS.andOthers, { laws: named, count: Math.max(0, alertedCount - 1) });
  const under = isRevision ? t(TRANSACTIONS.revised, { laws }) : laws;
  return (write: Writer) =>
    [
      write.text(`${under} - ${amount} (${usd})`),
      t(TRANSACTIONS.ofUser, { user: write.id(user) }),
      `${write.id(key)}${page === undefined ? "" : ` (${write.link(page, t(COMMON.desk))})`}`,
    ].join(" - ");
}

/** Transactions on a list of sanctioned persons come first, and then the highest amounts. */
function bySeverity(transactions: readonly Transaction[]): Transaction[] {
  const ranked = transactions.map((transaction) => ({
    transaction,
    isOnList: isOnList(transaction),
    // Only the order depends on it, so a double is exact enough here.
    usd: Number(transaction.notification.amount.usd ?? 0),
  }));
  ranked.sort((a, b) => Number(b.isOnList) - Number(a.isOnList) || b.usd - a.usd);
  return ranked.map(({ transaction }) => transaction);
}

function isOnList(transaction: Transaction): boolean {
  return alertedLaws(transaction).some(({ name }) => isSanctionsList(name));
}

/** The country codes of some laws. */
function countriesOf(laws: readonly Law[]): string[] {
  // Filters are written in capitals, and SNS compares every letter.
  const codes = laws.map(({ countryCode }) => lawCode(countryCode).normalize("NFKC").toUpperCase());
  return codes.filter((code) => code !== "");
}
