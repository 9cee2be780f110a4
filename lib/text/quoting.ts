/** Shows what others chose (symbols, names, descriptions) so that it is taken for nothing else: quoted, and no link. */

import { maskPersonal } from "./masking.ts";

/** Domain names take an ideographic full stop for a dot (UTS #46), and a mark on a dot is dropped in a subject. */
const DOT_IN_A_NAME = /[.\u3002]\p{M}*(?=(?:[\p{L}\p{N}]\p{M}*){2})/gu;

/**
 * Text as {@link maskPersonal}, in which nothing is a link: anyone can name a token `claim at example.com` and send it
 * to a wallet, and mail clients turn that into something to click on.
 */
export function withoutLinks(text: string, max: number): string {
  return maskPersonal(text, max).replaceAll("://", "[:]//").replace(DOT_IN_A_NAME, "[.]");
}

/** Every sign that looks like the end of a quotation. */
const QUOTATION_MARKS = /["\u201c-\u201f\u00ab\u00bb\u2e42\u275d\u275e\u{1f676}-\u{1f678}]/gu;

/** Free text in quotation marks that nothing in it can close; empty where there is nothing to show. */
export function quoted(text: string, max: number): string {
  return inQuotes(withoutLinks(text, max));
}

function inQuotes(shown: string): string {
  return shown === "" ? "" : isolated(`"${shown.replace(QUOTATION_MARKS, "'")}"`);
}

/** One word that begins with a letter, or a currency sign and a letter. */
const WORD = /^\p{Sc}?\p{L}[\p{L}\p{N}\p{M}\p{Sc}._+-]*$/u;

/**
 * A name or symbol as it is where it is one word; otherwise as {@link quoted}: a symbol such as `ETH (USD 1) - user u-9`
 * cannot pass for the words around it.
 */
export function named(text: string, max: number): string {
  const shown = withoutLinks(text, max);
  return WORD.test(shown) ? isolated(shown) : inQuotes(shown);
}

/** Words of letters and digits: nothing in them looks like a number in brackets, another field or another line. */
const WORDS = /^\p{L}[\p{L}\p{N}\p{M}]*(?: [\p{L}\p{N}\p{M}]+)*$/u;

/** As {@link named}, for chains and countries, which the service chose from a list: several words stay as they are. */
export function nameOfPlace(text: string, max: number): string {
  const shown = withoutLinks(text, max);
  return WORDS.test(shown) ? isolated(shown) : inQuotes(shown);
}

/** Unicode's blocks of scripts that are written from right to left: Hebrew to Arabic, their forms, and planes 1's. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Right-to-left text between first strong isolate and pop: the numbers and names beside it keep their order. */
export function isolated(text: string): string {
  return RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text;
}
