/** Says messages in Unicode MessageFormat 2 by the rules of one language. */

import { MessageFormat } from "messageformat";
import type { Language } from "./language.ts";
import { LOCALES } from "./locales.ts";
import type { Placeholders, Text } from "./texts.ts";

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
