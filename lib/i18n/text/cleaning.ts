/** Makes text from outside fit to be read by a person: nothing invisible, one line, a bounded length. */

import { shorten } from "./cut.ts";

/**
 * Characters that a reader does not see, or sees as others: control, format, private and unassigned characters,
 * default-ignorable ones (fillers, joiners, variation selectors, tags), and those that are drawn as a blank: Braille,
 * the null notehead, the Egyptian blanks, the Khitan filler, the object replacement.
 */
const UNSEEN =
  /[\p{C}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\u2800\ufffc\u{16fe4}\u{1d159}\u{13441}\u{13442}]/gu;

/** Accents piled on one letter are drawn over the lines around it; no living script needs more than four. */
const PILED_MARKS = /(\p{M}{4})\p{M}+/gu;

/** A mark without a letter would sit on what is written before the text. */
const LEADING_MARKS = /^\p{M}+/u;

/** Text without control, bidirectional or invisible characters, on one line, of at most `max` UTF-16 code units. */
export function cleanText(text: string, max: number): string {
  // Cut before and after: the work on a hostile text stays small, and what is removed makes no room for more.
  const visible = shorten(text, max * 4, "")
    .replace(/[^\S\ufeff]+/gu, " ")
    .replace(UNSEEN, "")
    .replace(PILED_MARKS, "$1")
    .trim()
    .replace(LEADING_MARKS, "");
  return shorten(visible, max);
}

/** Reports whether a reader sees nothing of a text. */
export function isBlank(text: string): boolean {
  return cleanText(text, text.length) === "";
}

/**
 * As {@link cleanText}, in the compatibility form (NFKC) in which browsers and registries compare: `ｅvil．com` is
 * `evil.com` to them, even if a reader sees another text.
 */
export function plainText(text: string, max: number): string {
  return cleanText(compatibilityForm(shorten(text, max * 4, "")), max);
}

/** Text in the compatibility form (NFKC) without {@link PILED_MARKS}: putting those in order takes the square of their number. */
export function compatibilityForm(text: string): string {
  return text.replace(PILED_MARKS, "$1").normalize("NFKC");
}

/** Text without accents and other marks, as what shows ASCII alone reads it: `evil.c\u0301om` is `evil.com` there. */
export function withoutMarks(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").normalize("NFC");
}

/** Text with the hyphen of a keyboard in place of every other dash and of the minus sign. */
export function withPlainHyphens(text: string): string {
  return text.replace(/[\p{Pd}\u2212]/gu, "-");
}

/** A longer name is compared by its exact text. */
const MAX_COMPARED = 500;

/** Compatibility form (NFKC) in lower case, without invisible characters: `ＬＦＰＩＯＲＰＩ` is `lfpiorpi`. */
export function isSameName(a: string, b: string): boolean {
  return comparableName(a) === comparableName(b);
}

/**
 * Form that is equal for two names that {@link isSameName} takes for one. A name of which a reader sees nothing, or not all, is itself:
 * no other is taken for it.
 */
export function comparableName(name: string): string {
  const plain = plainText(name, MAX_COMPARED + 1);
  return plain === "" || plain.length > MAX_COMPARED ? name : plain.toLowerCase();
}

/**
 * The words of a name in lower case, without accents, with one space for all that is between two of them. Initials in a row
 * make one word, words and digits are apart, and a name like `ofacSdn` is given as one word and as two: `us_O.F.A.C.-SDN` is
 * `us ofac sdn`, `ofacSdn2` is `ofacsdn 2 ofac sdn 2`.
 */
export function wordsIn(name: string): string {
  const plain = withoutMarks(plainText(name, MAX_COMPARED));
  const apart = plain.replace(/([a-z])(?=[A-Z])/g, "$1 ");
  const words = (text: string) =>
    text
      .toLowerCase()
      // `u.s. o.f.a.c.` is two words, and so each is made one before what is between them goes.
      .replace(/(?<![a-z0-9])([a-z])[^a-z0-9\s](?=[a-z](?![a-z0-9]))/g, "$1")
      .replace(/[^a-z0-9]+|(?<=[a-z])(?=[0-9])|(?<=[0-9])(?=[a-z])/g, " ")
      .trim()
      .replace(/\b([a-z]) (?=[a-z]\b)/g, "$1");
  return apart === plain ? words(plain) : `${words(plain)} ${words(apart)}`;
}
