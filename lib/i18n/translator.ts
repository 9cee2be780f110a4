/** Says things to people: texts of the catalogue, numbers and times, in one language and one time zone. */

import { type Translate, textTranslator } from "./formatting.ts";
import type { Language } from "./language.ts";
import { LOCALES } from "./locales.ts";
import { type Numbers, numbersOf } from "./numbers.ts";
import { type ZonedTimes, zonedTimes } from "./zoned-time.ts";

export interface Translator extends Numbers, ZonedTimes {
  readonly language: Language;
  /** As `Intl` names it. */
  readonly locale: string;
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
    t: textTranslator(language),
    english: textTranslator("en"),
    ...numbersOf(language),
    ...zonedTimes(language, timeZone),
  };
}
