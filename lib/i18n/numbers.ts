/** Numbers and money as a language writes them. */

import type { Language } from "./language.ts";
import { LOCALES } from "./locales.ts";

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
