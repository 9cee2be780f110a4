/** Formats everything on a page: texts, numbers, money and times, in the reader's language and time zone. */

import { getContext } from "hono/context-storage";
import type { Language } from "../../i18n/catalogue/language.ts";
import type { Text } from "../../i18n/catalogue/texts.ts";
import type { Numbers, Translate, ValuesOf } from "../../i18n/translator.ts";
import type { ZonedTimes } from "../../i18n/zoned-time.ts";

/** As pages have it in their context, and parts by {@link useTranslator}. */
export interface DeskTranslator extends Numbers, ZonedTimes {
  readonly language: Language;
  /** As in `America/Mexico_City`. */
  readonly timeZone: string;
  /** A text of a catalogue. Values are shown unchanged. */
  t: Translate;
}

/**
 * Translator of a part of a page: that of the request. Not by a context of JSX, whose module brings the renderer
 * for browsers with it.
 */
export function useTranslator(): DeskTranslator {
  return getContext<{ Variables: { translator: DeskTranslator } }>().var.translator;
}

/** A text of a catalogue in the language of the request. Values are shown unchanged. */
export function say<const Given extends Text>(text: Given, ...values: ValuesOf<Given["en"]>): string {
  return useTranslator().t(text, ...values);
}

/** Words of a sentence, alone. */
export function capitalized(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** @param timeZone as in `America/Mexico_City` */
export async function deskTranslator(language: Language, timeZone: string): Promise<DeskTranslator> {
  // Loaded with the first page, not with the function: a refused caller waits for none of it.
  const { numbersOf, textTranslator } = await import("../../i18n/translator.ts");
  const { zonedTimes } = await import("../../i18n/zoned-time.ts");
  return {
    language,
    timeZone,
    t: textTranslator(language),
    ...numbersOf(language),
    ...zonedTimes(language, timeZone),
  };
}
