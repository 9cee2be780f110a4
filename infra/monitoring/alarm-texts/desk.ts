/** What the alarms about the desk say. */

import { texts } from "../../../lib/i18n/texts.ts";

export const DESK = texts({
  notCountedAffected: {
    en: "the compliance officer: the page Overview of the desk lacks the last days.",
    es: "al área de cumplimiento: a la página Resumen le faltan los últimos días.",
  },
  notCountedAction: {
    en: "read the errors in the log of {$name} and remove their cause; the next night counts these days too.",
    es: "revise los errores en la bitácora de {$name} y corrija su causa; la noche siguiente cuenta también estos días.",
  },
});
