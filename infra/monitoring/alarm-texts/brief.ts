/** What the alarm about the brief of the day says. */

import { texts } from "../../../lib/i18n/texts.ts";

export const BRIEF = texts({
  absentAffected: {
    en: "the compliance officer, who relies on a brief each morning: none has gone out for {$hours} hours. The days are caught up with the next one.",
    es: "al área de cumplimiento, que cuenta con un resumen cada mañana: desde hace {$hours} horas no sale ninguno. Los días faltantes se envían con el siguiente.",
  },
  absentAction: {
    en: "read the errors in the log of SendBrief and remove their cause, then `vigia brief send --stage {$stage}`. Before the very first brief this alarm is on, and clears by itself within an hour of it.",
    es: "revise los errores en la bitácora de SendBrief, corrija su causa y después ejecute `vigia brief send --stage {$stage}`. Antes del primer resumen esta alarma está encendida; se apaga sola dentro de la hora siguiente.",
  },
});
