/** Risk of a transaction by the laws that it inflicts: pure rules. */

import { depthOf, isObject, MAX_JSON_DEPTH } from "../contract/exact-json.ts";
import type { Law } from "../contract/webhook.ts";
import { comparableName, compatibilityForm, plainText, withoutMarks } from "../i18n/text/cleaning.ts";

/** The worst that any law says; `none` where there is no law. */
export type Risk = "none" | "warn" | "illegal";

const ORDER: readonly Risk[] = ["none", "warn", "illegal"];

/** The same for a law in every spelling: its name and country read the same to a person. */
export function lawKey({ countryCode, name }: Pick<Law, "countryCode" | "name">): string {
  return JSON.stringify([countryCode, name].map(comparableName));
}

/** The worst risk of some laws. */
export function worstRisk(laws: readonly Pick<Law, "risk">[]): Risk {
  return laws.reduce<Risk>((worst, { risk }) => (isWorse(risk, worst) ? risk : worst), "none");
}

/** Reports whether `risk` is worse than `than`. */
export function isWorse(risk: Risk, than: Risk): boolean {
  return ORDER.indexOf(risk) > ORDER.indexOf(than);
}

/** `"risk": ["illegal"`, in quotes of any kind or none; bounded, so that no text takes long. */
const RISK_IS_ILLEGAL = /risk\w{0,20}["'\\\s]{0,20}[:=]["'\\\s[]{0,20}illegal/i;

/**
 * Searches the bytes of an invalid body for a law that says `illegal`: under a key that names a risk at any
 * depth, alone or among other words, in a list or an object, in any case and in letters that look the same; also in JSON
 * inside a text. Its text is searched too: of two values of one key, JSON keeps the last. A body that takes more
 * than a bounded work to search counts as one that says so: officers look at it.
 */
export function bodyMentionsIllegal(body: Buffer): boolean {
  // Of UTF-16 the letters are left.
  const text = compatibilityForm(body.toString().replaceAll("\0", ""));
  return RISK_IS_ILLEGAL.test(text) || mentionsIllegal(text);
}

/**
 * The work that a search may take, in characters. The largest body that is accepted takes two thirds of it where it holds
 * laws alone, and less than all of it if their JSON is inside a text. No search takes 100 ms of CPU.
 */
const MOST_WORK = 1_500_000;

/** Cost of a value beside its characters, and of reading a text as JSON, which fails slowly. */
const WORK = { value: 16, parse: 512 };

function mentionsIllegal(text: string): boolean {
  let work = 0;
  const found: { value: unknown; ofRisk: boolean }[] = [{ value: text, ofRisk: false }];
  for (let next = found.pop(); next !== undefined; next = found.pop()) {
    const { value, ofRisk } = next;
    work += WORK.value;
    if (typeof value === "string") {
      work += value.length + (mayBeJson(value) ? WORK.parse + value.length : 0);
      if (work > MOST_WORK) return true;
      if (ofRisk && isIllegal(value)) return true;
      if (mayBeJson(value)) found.push({ value: jsonIn(value), ofRisk });
    } else if (Array.isArray(value)) {
      for (const inner of value) found.push({ value: inner, ofRisk });
    } else if (isObject(value)) {
      for (const [key, inner] of Object.entries(value)) {
        if (ofRisk && inner === true && isIllegal(key)) return true;
        found.push({ value: inner, ofRisk: ofRisk || wordsIn(key, "risk").length > 0 });
      }
    }
    if (work > MOST_WORK) return true;
  }
  return false;
}

function isIllegal(text: string): boolean {
  const words = wordsIn(text, "illegal");
  return words.length > 0 && !words.some((word) => NEGATIONS.includes(word));
}

const NEGATIONS: readonly string[] = ["no", "non", "not"];

/** Most invisible characters around a word that are skipped. */
const MAX_WORDS = 1_000;

/** Nothing in such a text is unseen or looks like another letter. */
const PLAIN = /^[ -~]*$/;

/** The words of a text with `wanted` among them; empty for any other. `riskLevel` and `risk_level` are the same words. */
function wordsIn(text: string, wanted: string): string[] {
  if (PLAIN.test(text) && !text.toLowerCase().includes(wanted)) return [];
  const words = plainText(text, MAX_WORDS)
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}]+/u);
  return words.includes(wanted) ? words : [];
}

/** Reports whether a text may be the JSON of a list, an object or another text. */
function mayBeJson(text: string): boolean {
  return /^\s*[{["]/.test(text);
}

/** Parses a text as JSON; undefined if it is not JSON, or is nested too deep. */
function jsonIn(text: string): unknown {
  if (depthOf(text) > MAX_JSON_DEPTH) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Laws with those that say `illegal` first, lists of sanctioned persons before others of their risk, and otherwise as they came. */
export function worstFirst<T extends Pick<Law, "risk" | "name">>(laws: readonly T[]): T[] {
  return listsFirst(laws).sort((a, b) => Number(b.risk === "illegal") - Number(a.risk === "illegal"));
}

const LIST = /\b(?:ofac|sdn|ofsi|unscr?|lpb|sanctions?|sanciones|personas bloqueadas|blocked persons)\b/;

/** Resolutions of the Security Council with a list. A statute may have the same number or year. */
const RESOLUTION = /\b(?:1267|1373|1718|1988|2231)\b/;

/** Words beside the number of a resolution; a name without Latin letters tells nothing and counts. */
const OF_THE_COUNCIL =
  /\b(?:un|onu|csnu|united nations|naciones unidas|security council|consejo de seguridad|res|resolutions?|resolucion|resoluciones|committee|comite|lists?|listas?|taliban|al.qaida|isil|daesh)\b|^[^a-z]*$/;

/** A name is judged by its beginning, which cases and lists have. */
const MOST_CHARACTERS = 200;

/** Reports whether a law's name is that of a list of sanctioned persons. In doubt it is: a list that is missed is worse. */
export function isSanctionsList(law: string): boolean {
  const lower = law.slice(0, MOST_CHARACTERS).toLowerCase();
  const name = /^[ -~]*$/.test(lower) ? lower : withoutMarks(lower);
  return LIST.test(name) || (RESOLUTION.test(name) && OF_THE_COUNCIL.test(name));
}

/** The same laws, lists of sanctioned persons before all others. */
export function listsFirst<T extends { name: string }>(laws: readonly T[]): T[] {
  const { list = [], other = [] } = Object.groupBy(laws, ({ name }) =>
    isSanctionsList(name) ? "list" : "other",
  );
  return [...list, ...other];
}
