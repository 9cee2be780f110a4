/** Texts about times, in a file of their own: functions that send no message show times, too. */

import { texts } from "../texts.ts";

export const TIMES = texts({
  noZone: { en: "assumed to be UTC: no time zone given", es: "se toma por UTC: sin zona horaria" },
});
