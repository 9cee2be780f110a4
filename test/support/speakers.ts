/** Who says the messages of the tests. */

import { speakerOf } from "../../lib/i18n/speaker.ts";

/** In English, with times in UTC. */
export const ENGLISH = speakerOf("en", "UTC");

/** As a company in Mexico sets it. */
export const SPANISH = speakerOf("es", "America/Mexico_City");
