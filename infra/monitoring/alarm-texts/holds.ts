/** What the alarm about holds says. */

import { texts } from "../../../lib/i18n/texts.ts";

export const HOLDS = texts({
  failingAffected: {
    en: "the compliance officer: what came since the last night about users on hold is not kept from expiring yet. What was held stays held.",
    es: "al área de cumplimiento: lo que llegó desde la última noche sobre usuarios en resguardo todavía no está protegido de su vencimiento. Lo que ya estaba en resguardo sigue así.",
  },
  failingAction: {
    en: "read the errors in the log of {$name} and remove their cause; the next night goes on, and `vigia hold list --stage {$stage}` shows when each was applied last.",
    es: "revise los errores en la bitácora de {$name} y corrija su causa; la noche siguiente continúa, y `vigia hold list --stage {$stage}` muestra cuándo se aplicó cada uno por última vez.",
  },
});
