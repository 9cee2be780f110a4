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
 * Whether a body that is not the contract says `illegal` of any law: under a key `risk` at any depth, alone or in a list or
 * an object, in whatever case and letters that look the same; also in JSON that stands in a text. The depth must be bounded
 * before.
 */
export function mentionsIllegal(value: unknown): boolean {
  if (typeof value === "string") return mentionsIllegal(jsonIn(value));
  if (Array.isArray(value)) return value.some(mentionsIllegal);
  if (!isObject(value)) return false;
  return Object.entries(value).some(
    ([key, inner]) => (isWord(key, "risk") && saysIllegal(inner)) || mentionsIllegal(inner),
  );
}

function saysIllegal(value: unknown): boolean {
  if (typeof value === "string") return isWord(value, "illegal") || saysIllegal(jsonIn(value));
  if (Array.isArray(value)) return value.some(saysIllegal);
  return isObject(value) && Object.values(value).some(saysIllegal);
}

/** What stands around a word unseen is passed over as far as this. */
const MAX_WORD = 1_000;

function isWord(text: string, word: string): boolean {
  return plainText(text, MAX_WORD).toLowerCase() === word;
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
