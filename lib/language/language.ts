/** The languages that the messages to people are in. */

import * as z from "zod/mini";

export const language = z.enum(["en", "es"]);
export type Language = z.infer<typeof language>;

/** Whose numbers, dates and money a language is written with: Spanish as it is in Mexico. */
export const LOCALES: Record<Language, string> = { en: "en-US", es: "es-MX" };
