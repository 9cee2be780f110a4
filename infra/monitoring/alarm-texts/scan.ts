/** What the alarms about the scan of the wallets say. */

import { texts } from "../../../lib/i18n/texts.ts";

export const SCAN = texts({
  deadLettersAffected: {
    en: "the compliance officer: part of the wallets keep their old scores, since their scan has stopped.",
    es: "al área de cumplimiento: parte de las billeteras conserva su calificación anterior, porque su escaneo se detuvo.",
  },
  deadLettersAction: {
    en: "find the cause in the log of ScanWallets, remove it, then `vigia dlq redrive --stage {$stage}` or wait for the next scan.",
    es: "busque la causa en la bitácora de ScanWallets, corríjala y después ejecute `vigia dlq redrive --stage {$stage}` o espere al siguiente escaneo.",
  },
  absentAffected: {
    en: ".input {$hours :integer}\n.match $hours\none {{the compliance officer, who relies on old scores: no scan has been completed for {$hours} hour.}}\n* {{the compliance officer, who relies on old scores: no scan has been completed for {$hours} hours.}}",
    es: ".input {$hours :integer}\n.match $hours\none {{al área de cumplimiento, que trabaja con calificaciones atrasadas: desde hace {$hours} hora no se completa ningún escaneo.}}\n* {{al área de cumplimiento, que trabaja con calificaciones atrasadas: desde hace {$hours} horas no se completa ningún escaneo.}}",
  },
  absentAction: {
    en: "run `vigia doctor --stage {$stage}`, then `vigia scan run --stage {$stage} --wait`. Before the very first scan this alarm is on, and clears by itself within an hour of its completion.",
    es: "ejecute `vigia doctor --stage {$stage}` y después `vigia scan run --stage {$stage} --wait`. Antes del primer escaneo esta alarma está encendida; se apaga sola dentro de la hora siguiente a que se complete.",
  },
  notStartedAffected: {
    en: "the compliance officer: the scan of the wallets does not start.",
    es: "al área de cumplimiento: el escaneo de las billeteras no arranca.",
  },
  notStartedAction: {
    en: "read the errors in the log of {$name} and remove their cause.",
    es: "revise los errores en la bitácora de {$name} y corrija su causa.",
  },
});
