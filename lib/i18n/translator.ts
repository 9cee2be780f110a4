/** Says things to people: texts of the catalogue, numbers and times, in one language and one time zone. */

import { MessageFormat } from "messageformat";
import type { Language } from "./catalogue/language.ts";
import { LOCALES, type Placeholders, type Text } from "./catalogue/texts.ts";
import { type ZonedTimes, zonedTimes } from "./zoned-time.ts";

export interface Translator extends Numbers, ZonedTimes {
  readonly language: Language;
  /** As `Intl` names it. */
  readonly locale: string;
  /** As in `America/Mexico_City`. */
  readonly timeZone: string;
  /** A text of the catalogue. What the service wrote is never translated. */
  t: Translate;
  /** The same in English, for what programs read. */
  english: Translate;
}

/** @param timeZone as in `America/Mexico_City` */
export function translatorOf(language: Language, timeZone: string): Translator {
  return {
    language,
    locale: LOCALES[language],
    timeZone,
    t: textTranslator(language),
    english: textTranslator("en"),
    ...numbersOf(language),
    ...zonedTimes(language, timeZone),
  };
}

export interface Numbers {
  /** A whole number with its thousands separated. */
  count(number: number): string;
  /** An exact number in digits, with its thousands separated. */
  decimal(digits: string): string;
  /** An exact amount in digits, with its currency (ISO 4217) named, as in `MXN 54,600.00`. */
  money(digits: string, currency: string): string;
}

export function numbersOf(language: Language): Numbers {
  const locale = LOCALES[language];
  const numbers = new Intl.NumberFormat(locale);
  const decimals = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return {
    count: (number) => numbers.format(number),
    decimal: (digits) => (isDecimal(digits) ? decimals.format(digits) : digits),
    money(digits, currency) {
      const options = { style: "currency", currency, currencyDisplay: "code" } as const;
      // Intl puts a space that does not break behind the code, which programs that search for the text do not expect.
      return isDecimal(digits)
        ? new Intl.NumberFormat(locale, options).format(digits).replaceAll("\u00a0", " ")
        : `${currency} ${digits}`;
    },
  };
}

/** Numbers that Intl formats without a double between. */
function isDecimal(text: string): text is `${number}` {
  return /^-?\d+(?:\.\d+)?$/.test(text);
}

/** Values of a message: nothing, or one for each of its placeholders. */
export type ValuesOf<Message extends string> = [Placeholders<Message>] extends [never]
  ? []
  : [values: Record<Placeholders<Message>, string | number>];

/** Formats a text of a catalogue. Values are shown unchanged. */
export type Translate = <const Given extends Text>(text: Given, ...values: ValuesOf<Given["en"]>) => string;

/** Says texts in one language, each read once. */
export function textTranslator(language: Language): Translate {
  const t = formatterOf(language);
  return (text, ...[values]) => t(text[language], values);
}

/** Says messages that are in the language already. Throws where a value is missing. */
function formatterOf(language: Language) {
  const formats = new Map<string, MessageFormat>();
  return (message: string, values: Record<string, string | number> | undefined): string => {
    const format =
      formats.get(message) ?? new MessageFormat(LOCALES[language], message, { bidiIsolation: "none" });
    formats.set(message, format);
    return format.format(values, (error) => {
      throw error;
    });
  };
}
