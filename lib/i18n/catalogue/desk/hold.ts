/** What is said of what must not expire; never why. */

import { texts } from "../../texts.ts";

export const HOLD = texts({
  hold: { en: "Hold", es: "Resguardo" },
  since: {
    en: "On hold since {$since}: it does not expire.",
    es: "En resguardo desde {$since}: no vence.",
  },
  withOther: {
    en: "On hold with the records of another user: it does not expire.",
    es: "En resguardo con los registros de otro usuario: no vence.",
  },
});
