/** What messages say of a scan run that does not do its work. */

import { texts } from "../texts.ts";

export const SCANS = texts({
  troubleHeadline: {
    en: "The scan of project {$project} is {$state}: {$completed} of {$known} known wallets were scanned.",
    es: "El escaneo del proyecto {$project} está {$state}: se escanearon {$completed} de {$known} billeteras conocidas.",
  },
  troubleSubject: {
    en: "[SCAN {$state}] Project {$project}: the scan needs attention",
    es: "[ESCANEO {$state}] Proyecto {$project}: el escaneo requiere atención",
  },
  stateRunning: { en: "running", es: "en curso" },
  stateCompleted: { en: "completed", es: "completo" },
  stateIncomplete: { en: "incomplete", es: "incompleto" },
  stateStopped: { en: "stopped", es: "detenido" },
  stateStuck: { en: "stuck", es: "atorado" },
  findMessages: {
    en: 'Look for its messages with "{$list}" and remove what they failed of, then "{$redrive}".',
    es: 'Busque sus mensajes con "{$list}", corrija la causa de la falla y ejecute "{$redrive}".',
  },
  orEnd: {
    en: 'Or end it with "{$stop}" and begin again with "{$run}".',
    es: 'O termínelo con "{$stop}" y empiece de nuevo con "{$run}".',
  },
});
