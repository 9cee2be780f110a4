/** Facts of a transaction in an alert, each cleaned once for all readers. */

import type { Law, Notification } from "../../contract/webhook.ts";
import { COMMON } from "../../i18n/catalogue/common.ts";
import { TRANSACTIONS } from "../../i18n/catalogue/transactions.ts";
import { tokenUnits, usd } from "../../i18n/text/amounts.ts";
import { cleanText, plainText } from "../../i18n/text/cleaning.ts";
import { named, nameOfPlace } from "../../i18n/text/quoting.ts";
import type { Translator } from "../../i18n/translator.ts";
import { numberIn } from "../../intake/notifications/notification-keys.ts";
import { illegalKeys } from "../../intake/notifications/revision-rule.ts";
import { countryName } from "../../law/countries.ts";
import { lawKey, worstFirst } from "../../law/laws.ts";
import type { LocalAmount, LocalMoney, Operation } from "../../law/rates/local-amount.ts";
import type { ChainFacts, ChainLookup } from "../../screening/chains.ts";
import { casePage, type DeskUrl, type LinkedCase, notificationPage } from "./desk-links.ts";
import { idIn, marksIn } from "./shown-id.ts";

/** Origin of an alert. */
export interface AlertOrigin {
  stage: string;
  projectId: number;
  /** Key of the alert's record. */
  alertId: string;
  /** Absent where none is deployed. */
  desk?: DeskUrl;
  chains: ChainLookup;
  /** The language and the time zone of who reads it. */
  translator: Translator;
  /** Value of dollars in local money; if absent, dollars alone are shown. */
  money?: LocalMoney | undefined;
}

/** Origin of a message to operations, or with an `alertId` to officers. */
export type ReportOrigin = Pick<AlertOrigin, "stage" | "projectId" | "translator" | "desk"> &
  Partial<Pick<AlertOrigin, "alertId">>;

/** A notification in an alert: what the service says of it now, and under which laws the revisions of the message flag it. */
export interface Transaction {
  /** The notification's name: it is shown as its number, `7#42`. */
  key: string;
  /** Its current revision. */
  notification: Notification;
  /** Receipt of the last revision that the message is for: ISO 8601, UTC. */
  receivedAt: string;
  /** Receipt of the notification: ISO 8601, UTC. */
  firstReceivedAt: string;
  /** The laws under which any revision of the message calls it illegal, each once. */
  flaggedLaws: readonly Law[];
  /** The revision that was current before those of the message; absent where there was none. */
  before?: OtherRevision;
  /** The current revision, where the message is not for it. */
  latest?: OtherRevision;
  /** Absent where the notification has no case. */
  case?: OpenedCase;
}

/** A revision that a message compares its own with. */
interface OtherRevision {
  /** Undefined where it cannot be read. */
  notification: Notification | undefined;
  /** ISO 8601, UTC. */
  receivedAt: string;
}

/** The case that a revision opened or is part of. */
interface OpenedCase {
  key: LinkedCase;
  /** ISO 8601, UTC; absent where nothing is known to be due. */
  dueAt?: string | undefined;
  /** True if it was decided, and a revision of the message opened it again. */
  isReopened: boolean;
}

/** A law as it is shown. */
export interface LawFacts {
  risk: Law["risk"];
  name: string;
  /** So short that a subject has room for the amount behind it. */
  shortName: string;
  /** `Mexico`. */
  place: string;
  countryCode: string;
}

/** A transaction as it is shown: clean, masked and bounded text, in no channel's syntax yet. */
export interface TransactionFacts {
  key: string;
  user: string;
  /** `1 ETH`. */
  amount: string;
  /** `USD 3,000.00`. */
  usd: string;
  /** In local money. */
  local: LocalAmount[];
  wallet: string;
  /** `Arbitrum One (chain 42161)`. */
  chain: string;
  txHash: string;
  /** The time with its zone. */
  happened: string;
  received: string;
  /** The laws by severity, as far as they are named: those that the service withdrew, and those that it names now. */
  laws: (LawFacts & { isWithdrawn: boolean })[];
  /** How many laws there are, named or not. */
  lawCount: number;
  /** The laws that the alert is about, in the same way: those that are new of a revision, otherwise all that flag it. */
  alerted: LawFacts[];
  alertedCount: number;
  isRevision: boolean;
  /** The news of a revision, what was said before and after it, and whether its case was reopened. Empty without news. */
  news: string;
  /** Until when its case is due; undefined where nothing is known to be. */
  due: string | undefined;
  transactionUrl: string | undefined;
  walletUrl: string | undefined;
  /** At the desk: its case, or itself where it has none. */
  page: string | undefined;
  hasCase: boolean;
}

/** Laws that a message about one transaction names, which keeps it far below SNS's 256 KB; the service names a handful. */
export const MAX_LAWS_NAMED = 300;

/** The facts of a transaction. @param mostLaws how many laws are named at most */
export function factsOf(transaction: Transaction, origin: AlertOrigin, mostLaws: number): TransactionFacts {
  const { key, notification, receivedAt, before, case: itsCase } = transaction;
  const { chains, translator, money, desk } = origin;
  const { address, amount, chainId, token, txHash, timestamp } = notification;
  const { t } = translator;
  const chain = chains(chainId);
  const withdrawn = new Set(withdrawnLaws(transaction));
  const laws = lawsOf(transaction);
  const alerted = alertedLaws(transaction);
  const symbol = named(token.symbol, 24, marksIn(translator)) || t(COMMON.noSymbol);
  return {
    key: numberIn(key),
    user: address.userId ? idIn(translator, address.userId) : t(COMMON.userUnnamed),
    amount: `${tokenUnits(amount.value, token.decimals)} ${symbol}`,
    usd: amount.usd ? `USD ${usd(amount.usd)}` : t(COMMON.usdUnknown),
    local: money?.(operationOf(transaction)) ?? [],
    wallet: idIn(translator, address.address),
    chain: chainIn(translator, chainId, chain),
    txHash: idIn(translator, txHash),
    happened: timeIn(translator, timestamp),
    received: timeIn(translator, receivedAt),
    laws: laws.slice(0, mostLaws).map((law) => ({
      ...lawFacts(law, translator),
      isWithdrawn: withdrawn.has(law),
    })),
    lawCount: laws.length,
    alerted: alerted.slice(0, mostLaws).map((law) => lawFacts(law, translator)),
    alertedCount: alerted.length,
    isRevision: before !== undefined,
    news: newsOf(transaction, translator),
    due: itsCase?.dueAt === undefined ? undefined : timeIn(translator, itsCase.dueAt),
    transactionUrl: chain?.transactionUrl(txHash),
    walletUrl: chain?.addressUrl(address.address),
    page: itsCase === undefined ? notificationPage(desk, key) : casePage(desk, itsCase.key),
    hasCase: itsCase !== undefined,
  };
}

/** A transaction as its amount is reckoned: by the first receipt where its time is unknown, as its case does. */
export function operationOf({ notification, firstReceivedAt }: Transaction): Operation {
  const { amount, timestamp } = notification;
  return { amount, happenedAt: timestamp, receivedAt: firstReceivedAt };
}

/** The laws that an alert is about, lists of sanctioned persons first. */
export function alertedLaws(transaction: Transaction): Law[] {
  const laws = newLaws(transaction);
  return worstFirst(laws.length === 0 ? transaction.flaggedLaws : laws);
}

/** The laws that flag it and did not in the revision before. */
export function newLaws(transaction: Transaction): Law[] {
  return comparedLaws(transaction).newLaws;
}

/** The laws that flag it in the message's revisions, and do not any more in what the service says now. */
export function withdrawnLaws(transaction: Transaction): Law[] {
  return comparedLaws(transaction).withdrawnLaws;
}

/** All laws of a message about a transaction by severity: those that the service withdrew, and those that it names now. */
export function lawsOf(transaction: Transaction): Law[] {
  return comparedLaws(transaction).laws;
}

interface ComparedLaws {
  newLaws: Law[];
  withdrawnLaws: Law[];
  laws: Law[];
}

const COMPARED = new WeakMap<Transaction, ComparedLaws>();

/** Compares the laws of a transaction once: with a thousand long names that takes most of the time of its message. */
function comparedLaws(transaction: Transaction): ComparedLaws {
  const compared = COMPARED.get(transaction) ?? compareLaws(transaction);
  COMPARED.set(transaction, compared);
  return compared;
}

function compareLaws({ flaggedLaws, before, notification }: Transaction): ComparedLaws {
  const { inflictedLaws } = notification;
  const saidNow = new Set(inflictedLaws);
  // Laws of the current revision itself need no comparison.
  const withdrawn = lawsBeside(
    flaggedLaws.filter((law) => !saidNow.has(law)),
    inflictedLaws,
  );
  return {
    newLaws: lawsBeside(flaggedLaws, before?.notification?.inflictedLaws ?? []),
    withdrawnLaws: withdrawn,
    laws: worstFirst([...withdrawn, ...inflictedLaws]),
  };
}

/** Laws under which others do not call a transaction illegal. */
function lawsBeside(laws: readonly Law[], others: readonly Law[]): Law[] {
  if (laws.length === 0 || others.length === 0) return [...laws];
  const illegal = illegalKeys(others);
  return laws.filter((law) => !illegal.has(lawKey(law)));
}

/** Laws that a line names. */
export const MAX_LAWS_IN_LINE = 10;

/** `FLAGGED under LFPIORPI (MX). Before: WARN under A (MX), received …. The case was decided and is open again.` */
function newsOf(transaction: Transaction, translator: Translator): string {
  const { t } = translator;
  const { before, latest, case: itsCase } = transaction;
  const news = before === undefined ? [] : newLaws(transaction);
  const withdrawn = withdrawnLaws(transaction);
  return [
    news.length === 0 ? "" : `${riskLine(news, translator)}.`,
    before === undefined ? "" : t(TRANSACTIONS.before, revisionWords(before, translator)),
    latest === undefined ? "" : t(TRANSACTIONS.latest, revisionWords(latest, translator)),
    withdrawn.length === 0 ? "" : t(TRANSACTIONS.withdrawn, { laws: lawNames(withdrawn, translator) }),
    itsCase?.isReopened === true ? t(TRANSACTIONS.reopened) : "",
  ]
    .filter((sentence) => sentence !== "")
    .join(" ");
}

function revisionWords({ notification, receivedAt }: OtherRevision, translator: Translator) {
  return {
    content:
      notification === undefined
        ? translator.t(TRANSACTIONS.unreadable)
        : riskLine(notification.inflictedLaws, translator),
    received: timeIn(translator, receivedAt),
  };
}

/** `FLAGGED under LFPIORPI (MX); WARN under "Fintech Law" (MX)`. */
function riskLine(laws: readonly Law[], translator: Translator): string {
  const { t } = translator;
  const { illegal = [], warn = [] } = Object.groupBy(worstFirst(laws), ({ risk }) => risk);
  const parts = [illegal, warn].flatMap((lawsOfRisk) => {
    const [first] = lawsOfRisk;
    if (first === undefined) return [];
    const risk = riskIn(translator, first.risk);
    return [t(TRANSACTIONS.under, { risk, laws: lawNames(lawsOfRisk, translator) })];
  });
  return parts.length === 0 ? t(TRANSACTIONS.noLaw) : parts.join("; ");
}

/** `LFPIORPI (MX), OFAC SDN (US) and 3 other laws`. */
function lawNames(laws: readonly Law[], translator: Translator): string {
  const names = laws.slice(0, MAX_LAWS_IN_LINE).map((law) => {
    const { name, countryCode } = lawFacts(law, translator);
    return `${name} (${countryCode})`;
  });
  const count = laws.length - names.length;
  return translator.t(TRANSACTIONS.andOthers, { laws: names.join(", "), count });
}

/** `Arbitrum One (chain 42161)`, or its id alone. */
export function chainIn(translator: Translator, chainId: string, chain: ChainFacts | undefined): string {
  const { t } = translator;
  return chain === undefined
    ? t(COMMON.chain, { chainId })
    : t(COMMON.chainNamed, { chainId, name: nameOfPlace(chain.name, 60, marksIn(translator)) });
}

function lawFacts({ risk, name, country, countryCode }: Law, translator: Translator): LawFacts {
  const code = lawCode(countryCode);
  return {
    risk,
    name: named(name, 80, marksIn(translator)) || translator.t(COMMON.lawUnnamed),
    shortName: named(name, 36, marksIn(translator)) || translator.t(COMMON.lawUnnamed),
    place: placeOf(country, code, translator),
    countryCode: code,
  };
}

/** `Mexico`, in the reader's language; as in `spain, MX` where the service's name and code are not of one country. */
function placeOf(country: string, code: string, translator: Translator): string {
  const name = nameOfPlace(country, 40, marksIn(translator));
  return (
    countryName(country, code, translator.locale) ?? [name, code].filter((part) => part !== "").join(", ")
  );
}

/** Countries are codes of two characters, or what the service takes for them: never more than one word. */
export function lawCode(countryCode: string): string {
  return plainText(countryCode, 8).replace(/[^\p{L}\p{N}-]/gu, "");
}

/** A risk as people read it. */
export function riskIn({ t }: Translator, risk: Law["risk"]): string {
  return t(risk === "illegal" ? COMMON.illegal : COMMON.warn);
}

/** A time with its zone, as in `2025-08-20 05:10:57 UTC`; as it was written where it names no moment. */
export function timeIn(translator: Translator, iso: string): string {
  return translator.time(iso) ?? cleanText(iso, 40);
}
