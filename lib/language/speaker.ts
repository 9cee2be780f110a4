/** Says things to people: texts of the catalogue, numbers and times, in one language and one time zone. */

import { CATALOGUE, type Catalogue } from "./catalogue.ts";
import { formatterOf, type ValuesOf } from "./formatting.ts";
import type { Language } from "./language.ts";
import { LOCALES } from "./locales.ts";
import { zonedTimes } from "./zoned-time.ts";

/** `transaction.headline`, and so on. */
export type TextKey = {
  [Group in keyof Catalogue]: `${Group}.${keyof Catalogue[Group] & string}`;
}[keyof Catalogue];

type EnglishOf<Key extends TextKey> = Key extends `${infer Group extends keyof Catalogue}.${infer Name}`
  ? Name extends keyof Catalogue[Group]
    ? Catalogue[Group][Name] extends { en: infer English extends string }
      ? English
      : never
    : never
  : never;

export interface Speaker {
  readonly language: Language;
  /** As `Intl` names it. */
  readonly locale: string;
  /** A text of the catalogue. Values are shown as they are, whatever they hold. */
  say<Key extends TextKey>(key: Key, ...values: ValuesOf<EnglishOf<Key>>): string;
  /** A whole number with its thousands separated. */
  count(number: number): string;
  /** An exact number in digits, with its thousands separated. */
  decimal(digits: string): string;
  /** An exact amount in digits, with its currency (ISO 4217) named, as in `MXN 54,600.00`. */
  money(digits: string, currency: string): string;
  /** A time in ISO 8601 as it is in the time zone, which is named; undefined where the text names no moment. */
  time(iso: string): string | undefined;
  /** The calendar day in the time zone, `YYYY-MM-DD`; undefined where the text names no moment. */
  day(iso: string): string | undefined;
  /** A day `YYYY-MM-DD` in words. */
  inWords(day: string): string;
}

/** @param timeZone as in `America/Mexico_City` */
export function speakerOf(language: Language, timeZone: string): Speaker {
  const locale = LOCALES[language];
  const numbers = new Intl.NumberFormat(locale);
  const decimals = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const format = formatterOf(language);
  return {
    language,
    locale,
    say: (key, ...[values]) => format(textOf(key, language), values),
    count: (number) => numbers.format(number),
    decimal: (digits) => (isDecimal(digits) ? decimals.format(digits) : digits),
    money(digits, currency) {
      const options = { style: "currency", currency, currencyDisplay: "code" } as const;
      // Intl puts a space that does not break behind the code, which programs that search for the text do not expect.
      return isDecimal(digits)
        ? new Intl.NumberFormat(locale, options).format(digits).replaceAll("\u00a0", " ")
        : `${currency} ${digits}`;
    },
    ...zonedTimes(language, timeZone),
  };
}

/** What Intl formats without a double between. */
function isDecimal(text: string): text is `${number}` {
  return /^-?\d+(?:\.\d+)?$/.test(text);
}

function textOf(key: TextKey, language: Language): string {
  const [group = "", name = ""] = key.split(".");
  const texts: Record<string, Record<string, Record<Language, string>>> = CATALOGUE;
  const text = texts[group]?.[name];
  if (text === undefined) throw new Error(`The catalogue has no text ${key}.`);
  return text[language];
}
