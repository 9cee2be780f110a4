/** Text in printable ASCII, as subjects of e-mails need it: what a reader expects of a sign, or nothing. */

import anyAscii from "any-ascii";

/** Signs between words, as people type them where a keyboard lacks them. Letters, digits and currencies are the library's. */
const SIGNS: readonly [RegExp, string][] = [
  // Every quotation mark, single or double, a prime, and what passes for an apostrophe. None is a double one: those are ours.
  [/[\p{Pi}\p{Pf}‚„′‵´ʹʺʻʼʽˈˊˋ״׳〝-〟〃❛-❞]/gu, "'"],
  [/[\p{Pd}−]/gu, "-"],
  [/[·•∙‣●▪]/gu, "-"],
  [/[→➔➜⟶]/gu, "->"],
  [/[←⟵]/gu, "<-"],
  [/[↔⟷]/gu, "<->"],
  [/⇒/gu, "=>"],
  [/§+/gu, "Sec."],
  [/°/gu, "o"],
  [/×/gu, "x"],
  [/±/gu, "+/-"],
  [/≤/gu, "<="],
  [/≥/gu, ">="],
  [/≈/gu, "~"],
  // Elsewhere it could make a link.
  [/(?<=\d)[⁄∕](?=\d)/gu, "/"],
];

/** The text that the library writes for an emoji. */
const EMOJI_CODE = /^:\w+:$/;

/**
 * Accents, direction marks and signs without a usual spelling are dropped. Of what a letter, a digit or a currency becomes, letters and
 * digits alone are taken: no other sign can close a quotation of ours or make a link.
 */
export function toAscii(text: string): string {
  let plain = text.replaceAll("´", "'").normalize("NFKD").replaceAll(/\s/gu, " ");
  for (const [sign, typed] of SIGNS) plain = plain.replace(sign, typed);
  return plain.replace(/[^\x20-\x7e]/gu, (sign) => {
    const written = anyAscii(sign);
    if (EMOJI_CODE.test(written)) return written;
    return /[\p{L}\p{N}\p{Sc}]/u.test(sign) ? written.replace(/[^A-Za-z0-9]/g, "") : "";
  });
}
