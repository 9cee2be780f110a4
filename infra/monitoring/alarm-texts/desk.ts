/** What the alarms about the desk say. */

import { texts } from "../../../lib/i18n/texts.ts";

export const DESK = texts({
  failingAffected: {
    en: "the compliance officer: pages of the desk fail or are refused with 429.",
    es: "al área de cumplimiento: las páginas del escritorio fallan o se rechazan con 429.",
  },
  failingAction: {
    en: 'read the errors in the log of ServeDesk and the times in DeskAccessLog. If strangers call the desk, set desk.reservedConcurrency: see "A flood of calls" in infra/README.md.',
    es: 'revise los errores en la bitácora de ServeDesk y las horas en DeskAccessLog. Si son extraños los que llaman al escritorio, configure desk.reservedConcurrency: consulte "A flood of calls" en infra/README.md.',
  },
  notCountedAffected: {
    en: "the compliance officer: the page Overview of the desk lacks the last days.",
    es: "al área de cumplimiento: a la página Estadísticas le faltan los últimos días.",
  },
  notCountedAction: {
    en: "read the errors in the log of {$name} and remove their cause; the next night counts these days too.",
    es: "revise los errores en la bitácora de {$name} y corrija su causa; la noche siguiente cuenta también estos días.",
  },
});
