/** Translators of the tests' messages. */

import { translatorOf } from "../../lib/i18n/translator.ts";

/** In English, with times in UTC. */
export const ENGLISH = translatorOf("en", "UTC");

/** As a company in Mexico sets it. */
export const SPANISH = translatorOf("es", "America/Mexico_City");
