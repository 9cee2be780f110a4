/** Facts of a transaction in an alert, each cleaned once for all readers. */

import type { Law, Notification } from "../../contract/webhook.ts";
import { COMMON } from "../../i18n/catalogue/common.ts";
import { tokenUnits, usd } from "../../i18n/text/amounts.ts";
import { cleanText, plainText } from "../../i18n/text/cleaning.ts";
import type { Marks } from "../../i18n/text/masking.ts";
import { named, nameOfPlace, quoted } from "../../i18n/text/quoting.ts";
import type { Translator } from "../../i18n/translator.ts";
import { type LocalAmount, type LocalMoney, localInShort } from "../../law/rates/local-amount.ts";
import type { ChainFacts, ChainLookup } from "../../screening/chains.ts";
import { type DeskUrl, notificationPage } from "./desk-links.ts";
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

/** A transaction to be alerted. */
export interface Transaction {
  /** `projectId#id`, and the digest of its content where that was not the first of its id. */
  key: string;
  notification: Notification;
  /** ISO 8601, UTC. */
  receivedAt: string;
}

/** A law as it is shown. */
export interface LawFacts {
  risk: "WARN" | "ILLEGAL";
  name: string;
  /** `mexico (MX)`. */
  place: string;
  countryCode: string;
  description: string;
  source: string;
}

/** A transaction as it is shown: clean, masked and bounded text, in no form's syntax yet. */
export interface TransactionFacts {
  key: string;
  user: string;
  /** `1 ETH`. */
  amount: string;
  /** `USD 3,000.00`. */
  usd: string;
  /** `1 ETH (USD 3,000.00)`; with local amounts, where there are rates. */
  worth: string;
  /** In local money. */
  local: LocalAmount[];
  wallet: string;
  /** The user's name of the wallet; empty without one. */
  walletDescription: string;
  /** `Arbitrum One (chain 42161)`. */
  chain: string;
  txHash: string;
  /** With zone. */
  happened: string;
  received: string;
  /** Worst first, as far as they are named. */
  laws: LawFacts[];
  /** Number of laws of each risk, named or not. */
  lawCounts: Record<LawFacts["risk"], number>;
  transactionUrl: string | undefined;
  walletUrl: string | undefined;
  /** At the desk. */
  page: string | undefined;
}

/** An alert about one transaction names so many illegal laws, which keeps it far below SNS's 256 KB. */
export const MAX_ILLEGAL_LAWS = 300;

/** Laws with a warning must not drown those that flag. */
const MAX_WARN_LAWS = 20;

/** So many laws are shown with all that is known of them; the others by name and country code. */
export const MAX_LAWS_IN_FULL = 20;

/** The facts of a transaction. @param mostLaws how many laws of a risk are named at most */
export function factsOf(
  { key, notification, receivedAt }: Transaction,
  { chains, translator, money, desk }: Pick<AlertOrigin, "chains" | "translator" | "money" | "desk">,
  mostLaws = MAX_ILLEGAL_LAWS,
): TransactionFacts {
  const { address, amount, chainId, token, txHash, timestamp, inflictedLaws } = notification;
  const { t } = translator;
  const marks = marksIn(translator);
  const chain = chains(chainId);
  const tokens = `${tokenUnits(amount.value, token.decimals)} ${named(token.symbol, 24, marks) || t(COMMON.noSymbol)}`;
  const dollars = amount.usd ? `USD ${usd(amount.usd)}` : t(COMMON.usdUnknown);
  const local = amount.usd && money !== undefined ? money(amount.usd, timestamp) : [];
  const inLocal = local.length === 0 ? "" : `; ${localInShort(local, translator)}`;
  const illegal = inflictedLaws.filter(({ risk }) => risk === "illegal");
  const warn = inflictedLaws.filter(({ risk }) => risk === "warn");
  return {
    key,
    user: address.userId ? idIn(translator, address.userId) : t(COMMON.userUnnamed),
    amount: tokens,
    usd: dollars,
    worth: `${tokens} (${dollars}${inLocal})`,
    local,
    wallet: idIn(translator, address.address),
    walletDescription: address.description ? quoted(address.description, 120, marks) : "",
    chain: chainIn(translator, chainId, chain),
    txHash: idIn(translator, txHash),
    happened: timeIn(translator, timestamp),
    received: timeIn(translator, receivedAt),
    laws: [...illegal.slice(0, mostLaws), ...warn.slice(0, Math.min(mostLaws, MAX_WARN_LAWS))].map(
      (law, index) => lawFacts(law, index, translator),
    ),
    lawCounts: { ILLEGAL: illegal.length, WARN: warn.length },
    transactionUrl: chain?.transactionUrl(txHash),
    walletUrl: chain?.addressUrl(address.address),
    page: notificationPage(desk, key),
  };
}

/** `Arbitrum One (chain 42161)`, or its id alone. */
export function chainIn(translator: Translator, chainId: string, chain: ChainFacts | undefined): string {
  const { t } = translator;
  return chain === undefined
    ? t(COMMON.chain, { chainId })
    : t(COMMON.chainNamed, { chainId, name: nameOfPlace(chain.name, 60, marksIn(translator)) });
}

function lawFacts(
  { risk, name, country, countryCode, description, source }: Law,
  index: number,
  translator: Translator,
): LawFacts {
  const marks = marksIn(translator);
  const code = lawCode(countryCode);
  const isInFull = index < MAX_LAWS_IN_FULL;
  return {
    risk: risk === "illegal" ? "ILLEGAL" : "WARN",
    name: named(name, isInFull ? 80 : 60, marks) || translator.t(COMMON.lawUnnamed),
    place: placeOf(country, code, translator),
    countryCode: code,
    description: isInFull && description ? quoted(description, 300, marks) : "",
    source: isInFull && source ? sourceOf(source, marks) : "",
  };
}

/** `Mexico`, in the reader's language; as in `spain, MX` where the service's name and code are not of one country. */
function placeOf(country: string, code: string, translator: Translator): string {
  const nameIn = (locale: string) =>
    /^[A-Za-z]{2}$/.test(code)
      ? new Intl.DisplayNames(locale, { type: "region" }).of(code.toUpperCase())
      : undefined;
  const isOfCode = nameIn("en")?.toLowerCase() === country.trim().toLowerCase();
  const shown = isOfCode ? nameIn(translator.locale) : undefined;
  return (
    shown ?? [nameOfPlace(country, 40, marksIn(translator)), code].filter((part) => part !== "").join(", ")
  );
}

/** Countries are two letters, or what the service takes for them: never more than one word. */
export function lawCode(countryCode: string): string {
  return plainText(countryCode, 8).replace(/[^\p{L}\p{N}-]/gu, "");
}

/** Source of a law: a link if it is only a URL. */
function sourceOf(source: string, marks: Marks): string {
  return /^https:\/\/[\w.-]+(?:\/[\w./%?=&#~+-]*)?$/.test(source) && source.length <= 200
    ? source
    : named(source, 200, marks);
}

/** A risk as people read it. */
export function riskIn({ t }: Translator, risk: LawFacts["risk"]): string {
  return t(risk === "ILLEGAL" ? COMMON.illegal : COMMON.warn);
}

/** A time with its zone, as in `2025-08-20 05:10:57 UTC`; as it was written where it names no moment. */
export function timeIn(translator: Translator, iso: string): string {
  return translator.time(iso) ?? cleanText(iso, 40);
}
