/** Locales for the numbers, dates and money of each language. */

import type { Language } from "./language.ts";

/** Spanish as it is in Mexico. Apart from the schema: what speaks is loaded late, and must share no package with the rest. */
export const LOCALES: Record<Language, string> = { en: "en-US", es: "es-MX" };
