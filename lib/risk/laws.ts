/** How bad a transaction is by the laws that it inflicts: pure rules. */

import { isObject, parseObject } from "../contract/exact-json.ts";
import type { Law } from "../contract/webhook.ts";
import { plainText } from "../text/cleaning.ts";

/** The worst that any law says; `none` where there is no law. */
export type Risk = "none" | "warn" | "illegal";

const ORDER: readonly Risk[] = ["none", "warn", "illegal"];

/** The worst risk of some laws. */
export function worstRisk(laws: readonly Pick<Law, "risk">[]): Risk {
  return laws.reduce<Risk>((worst, { risk }) => (isWorse(risk, worst) ? risk : worst), "none");
}

/** Whether `risk` is worse than `than`. */
export function isWorse(risk: Risk, than: Risk): boolean {
  return ORDER.indexOf(risk) > ORDER.indexOf(than);
}

/**
 * Whether a body that is not the contract says `illegal` of any law: under a key that speaks of a risk at any depth, alone
 * or among other words, in a list or an object, in whatever case and letters that look the same; also in JSON that stands
 * in a text. The depth must be bounded before.
 */
export function mentionsIllegal(value: unknown): boolean {
  if (typeof value === "string") return mentionsIllegal(jsonIn(value));
  if (Array.isArray(value)) return value.some(mentionsIllegal);
  if (!isObject(value)) return false;
  return Object.entries(value).some(
    ([key, inner]) => (wordsIn(key).includes("risk") && saysIllegal(inner)) || mentionsIllegal(inner),
  );
}

/** `"risk": ["illegal"`, in quotes of any kind or none; bounded, so that no text takes long. */
const RISK_IS_ILLEGAL = /risk\w{0,20}["'\\\s]{0,20}[:=]["'\\\s[]{0,20}illegal/i;

/**
 * {@link mentionsIllegal} of the bytes of a body, which may be no JSON object, or none in UTF-8; and whether its text says so:
 * of two values of one key, JSON knows the last.
 */
export function bodyMentionsIllegal(body: Buffer): boolean {
  // Of UTF-16 the letters are left.
  const text = body.toString().replaceAll("\0", "").normalize("NFKC");
  return RISK_IS_ILLEGAL.test(text) || mentionsIllegal(text);
}

function saysIllegal(value: unknown): boolean {
  if (typeof value === "string") return isIllegal(wordsIn(value)) || saysIllegal(jsonIn(value));
  if (Array.isArray(value)) return value.some(saysIllegal);
  if (!isObject(value)) return false;
  return Object.entries(value).some(
    ([key, inner]) => saysIllegal(inner) || (inner === true && isIllegal(wordsIn(key))),
  );
}

function isIllegal(words: readonly string[]): boolean {
  return words.includes("illegal") && !words.some((word) => NEGATIONS.includes(word));
}

const NEGATIONS: readonly string[] = ["no", "non", "not"];

/** What stands around a word unseen is passed over as far as this. */
const MAX_WORDS = 1_000;

/** `riskLevel`, `risk_level` and `Risk level` are the same words. */
function wordsIn(text: string): string[] {
  return plainText(text, MAX_WORDS)
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}]+/u);
}

/** A list, an object or another text that a text is the JSON of. */
function jsonIn(text: string): unknown {
  if (!/^\s*[{["]/.test(text)) return undefined;
  try {
    return parseObject(`{"value":${text}}`);
  } catch {
    return undefined;
  }
}

/** Laws with those that say `illegal` first, otherwise as they came. */
export function worstFirst<T extends Pick<Law, "risk">>(laws: readonly T[]): T[] {
  return laws.toSorted((a, b) => Number(b.risk === "illegal") - Number(a.risk === "illegal"));
}
