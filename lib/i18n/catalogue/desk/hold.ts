/** Texts about records on hold; never the reason. */

import { texts } from "../../texts.ts";

export const HOLD = texts({
  hold: { en: "Hold", es: "Resguardo" },
  since: {
    en: "On hold since {$since}: it is not deleted.",
    es: "En resguardo desde el {$since}: no se elimina.",
  },
  withOther: {
    en: "On hold with the records of another user: it is not deleted.",
    es: "En resguardo con los registros de otro usuario: no se elimina.",
  },
});
