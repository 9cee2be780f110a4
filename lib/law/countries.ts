/** Countries as the service names them, by a text and a code: what is one country is said once, in the reader's language. */

import { wordsIn } from "../i18n/text/cleaning.ts";
import { isMexico } from "./mexico.ts";

/** The languages in which the service may write a country's name. */
const WRITTEN_IN = ["en", "es"];

/** Names and codes that are usual, and that Intl does not have. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  US: ["usa", "united states of america", "estados unidos de america", "eua", "ee uu a"],
  GB: ["gbr", "great britain", "gran bretana", "england", "inglaterra"],
};

/** The name of a country in a language; undefined where the text names another country than the code, or the code none. */
export function countryName(country: string, countryCode: string, locale: string): string | undefined {
  const code = countryCode.toUpperCase();
  if (!/^[A-Z]{2}$/.test(code)) return undefined;
  const name = new Intl.DisplayNames(locale, { type: "region", fallback: "none" }).of(code);
  const words = wordsIn(country);
  const isOfCode =
    words === "" ||
    words === code.toLowerCase() ||
    (code === "MX" && isMexico(country)) ||
    OTHER_NAMES[code]?.includes(words) === true ||
    namesOf(code).some((countryName) => wordsIn(countryName) === words);
  return isOfCode ? name : undefined;
}

function namesOf(code: string): string[] {
  return WRITTEN_IN.flatMap((locale) =>
    (["long", "short"] as const).flatMap(
      (style) => new Intl.DisplayNames(locale, { type: "region", style, fallback: "none" }).of(code) ?? [],
    ),
  );
}
