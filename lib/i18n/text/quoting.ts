/** Shows what others chose (symbols, names, descriptions) so that it is taken for nothing else: quoted, and no link. */

import { lazy } from "../../aws/lazy.ts";
import { withoutMarks } from "./cleaning.ts";
import { type Marks, maskPersonal } from "./masking.ts";

// Classes of Unicode take as long to make as a schema does, and most cold starts show no text of users.

/** Domain names take an ideographic full stop for a dot (UTS #46), and a mark on a dot is dropped in a subject. */
const DOT_IN_A_NAME = lazy(() => /[.\u3002]\p{M}*(?=(?:[\p{L}\p{N}]\p{M}*){2})/gu);

/** Numbers that programs take for a host: four, or fewer with a path or a port; `v1.5` is not one. */
const NUMERIC_HOST = lazy(
  () =>
    /(?:\d\p{M}*)+(?:[.\u3002]\p{M}*(?:\d\p{M}*)+)(?:(?:[.\u3002]\p{M}*(?:\d\p{M}*)+){2,}|(?=\/|:\p{M}*\d))/gu,
);

/** A scheme's colon: browsers take one slash for two, a backslash for a slash. */
const SCHEME_COLON = lazy(() => /:(?=\p{M}*[/\\])/gu);

/** A word, a colon and what comes right after it, which is no link in `user:42` or `12:30`. */
const WORD_AND_COLON = lazy(
  () => /(?<![\p{L}\p{N}\p{M}+.-])(\p{M}*(?:[\p{L}\p{N}+.-]\p{M}*)+):(?=\p{M}*[^\s\p{M}])/gu,
);

/** The schemes of which mail programs make links without slashes. */
const LINKED_SCHEME =
  /(?:mailto|tel|callto|sms|smsto|mms|sips?|skype|facetime|facetime-audio|imessage|xmpp|whatsapp|viber|https?|s?ftp|file|telnet|gopher|news|nntp|wais|outlook|onenote|notes|ms-[a-z.-]+|msteams|zoommtg|webcals?|magnet|geo|maps|javascript|vbscript|bitcoin|ethereum)$/i;

/** The beginning of a share's name, such as `\\server\share`. */
const SHARE = lazy(() => /\\(?:\p{M}*\\)+(?=\p{M}*[^\s\p{M}])/gu);

/**
 * Text as {@link maskPersonal}, in which nothing is a link: anyone can name a token `claim at example.com` and send it
 * to a wallet, and mail clients turn that into something to click on.
 */
export function withoutLinks(text: string, max: number, marks?: Marks): string {
  return brokenLinks(maskPersonal(text, max, marks));
}

/** Text in which a scheme's colon, a share's backslashes and the dots of names and hosts are in brackets: a program makes no link of it. */
export function brokenLinks(text: string): string {
  return text
    .replace(SHARE(), (slashes) => `[${withoutMarks(slashes)}]`)
    .replace(SCHEME_COLON(), "[:]")
    .replace(WORD_AND_COLON(), (match, word: string) =>
      LINKED_SCHEME.test(withoutMarks(word)) ? `${word}[:]` : match,
    )
    .replace(NUMERIC_HOST(), (host) => host.replace(/[.\u3002]/g, "[.]"))
    .replace(DOT_IN_A_NAME(), "[.]");
}

/**
 * Every sign that looks like a double quotation mark: those of Unicode's Quotation_Mark that are double, of the
 * modifiers, and those of UTS #39's confusables; a double prime is two primes in NFKC, a double accent one on a space.
 */
const QUOTATION_MARKS = lazy(
  () =>
    /["\u02ba\u02dd\u02ee\u02f5\u02f6\u05f4\u1cd3\u201c-\u201f\u00ab\u00bb\u2760\u276e\u276f\u2e42\u275d\u275e\u3003\u301d-\u301f\u{1f676}-\u{1f678}]|[\u2032\u2035]{2,}|(?<=\s)[\u030b\u030e\u030f]/gu,
);

/** Free text in quotation marks that nothing in it can close; empty where there is nothing to show. */
export function quoted(text: string, max: number, marks?: Marks): string {
  return inQuotes(withoutLinks(text, max, marks));
}

function inQuotes(shown: string): string {
  return shown === "" ? "" : isolated(`"${shown.replace(QUOTATION_MARKS(), "'")}"`);
}

/** One word that begins with a letter, or a currency sign and a letter. */
const WORD = lazy(() => /^\p{Sc}?\p{L}[\p{L}\p{N}\p{M}\p{Sc}._+-]*$/u);

/**
 * A name or symbol as it is where it is one word; otherwise as {@link quoted}: a symbol such as `ETH (USD 1) - user u-9`
 * cannot pass for the words around it.
 */
export function named(text: string, max: number, marks?: Marks): string {
  const shown = withoutLinks(text, max, marks);
  return WORD().test(shown) ? isolated(shown) : inQuotes(shown);
}

/** Words of letters and digits: nothing in them looks like a number in brackets, another field or another line. */
const WORDS = lazy(() => /^\p{L}[\p{L}\p{N}\p{M}]*(?: [\p{L}\p{N}\p{M}]+)*$/u);

/** As {@link named}, for chains and countries, which the service chose from a list: several words stay as they are. */
export function nameOfPlace(text: string, max: number, marks?: Marks): string {
  const shown = withoutLinks(text, max, marks);
  return WORDS().test(shown) ? isolated(shown) : inQuotes(shown);
}

/** Unicode's blocks of scripts that are written from right to left: Hebrew to Arabic, their forms, and planes 1's. */
const RIGHT_TO_LEFT = lazy(
  () => /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u,
);

/** Right-to-left text between first strong isolate and pop: the numbers and names beside it keep their order. */
export function isolated(text: string): string {
  return RIGHT_TO_LEFT().test(text) ? `\u2068${text}\u2069` : text;
}
