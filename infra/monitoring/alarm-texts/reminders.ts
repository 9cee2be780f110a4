/** What the alarm about reminders says. */

import { texts } from "../../../lib/i18n/texts.ts";

export const REMINDERS = texts({
  deadLettersAffected: {
    en: "the compliance officer, who is not reminded of what is undecided: a deadline may pass unnoticed.",
    es: "al área de cumplimiento, a la que no se le recuerda lo que está sin dictaminar: un plazo puede vencer sin que se note.",
  },
  deadLettersAction: {
    en: "read the errors in the log of {$name} and remove their cause. The next hour's call sends what is owed: nothing has to be sent again, and this alarm clears within a day.",
    es: "revise los errores en la bitácora de {$name} y corrija su causa. La llamada de la hora siguiente envía lo pendiente: no hay que reenviar nada, y esta alarma se apaga dentro de un día.",
  },
});
