/** Says things to people: texts of the catalogue, numbers and times, in one language and one time zone. */

import { type SayText, textSpeaker } from "./formatting.ts";
import type { Language } from "./language.ts";
import { LOCALES } from "./locales.ts";
import { type Numbers, numbersOf } from "./numbers.ts";
import { type ZonedTimes, zonedTimes } from "./zoned-time.ts";

export interface Speaker extends Numbers, ZonedTimes {
  readonly language: Language;
  /** As `Intl` names it. */
  readonly locale: string;
  /** A text of the catalogue. What the service wrote is never translated. */
  say: SayText;
  /** The same in English, for what programs read. */
  english: SayText;
}

/** @param timeZone as in `America/Mexico_City` */
export function speakerOf(language: Language, timeZone: string): Speaker {
  return {
    language,
    locale: LOCALES[language],
    say: textSpeaker(language),
    english: textSpeaker("en"),
    ...numbersOf(language),
    ...zonedTimes(language, timeZone),
  };
}
