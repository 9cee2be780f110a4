/** Texts of the page of scan runs. */

import { texts } from "../texts.ts";

export const SCAN_LIST = texts({
  mayNotStart: {
    en: "You do not have permission to start this scan.",
    es: "No tiene permiso para iniciar este escaneo.",
  },
  start: { en: "Start a scan", es: "Iniciar un escaneo" },
  noRun: { en: "No run yet.", es: "Todavía no hay escaneos." },
  caption: { en: "Runs, the newest first", es: "Escaneos, del más reciente al más antiguo" },
  started: { en: "Started", es: "Inicio" },
  status: { en: "Status", es: "Estado" },
  known: { en: "Known", es: "Conocidas" },
  scored: { en: "Scored", es: "Calificadas" },
  coverage: { en: "Coverage", es: "Cobertura" },
  goesOn: {
    en: "A scan is running. This is its state at {$time}.",
    es: "Hay un escaneo en curso; así estaba el {$time}.",
  },
  lookAgain: { en: "Refresh", es: "Actualizar" },
  notScanned: { en: "Not scanned", es: "Sin escanear" },
});

export const RUN_STATES = texts({
  running: { en: "running", es: "en curso" },
  completed: { en: "completed", es: "completo" },
  stopped: { en: "stopped", es: "detenido" },
});

export const UNSCANNED = texts({
  title: {
    en: "Wallets without a score in their last scan, project {$project}",
    es: "Billeteras sin calificación en su último escaneo, proyecto {$project}",
  },
  explained: {
    en: "The next scan asks for them again. If the same wallets fail each night, ask the service's support with their reasons.",
    es: "El siguiente escaneo vuelve a consultarlas. Si las mismas billeteras fallan cada noche, pregunte al soporte del servicio con sus motivos.",
  },
  readSoFar: {
    en: "{$count} wallets were read for this list; there are more. For all of them, ask those who run Vigía to run: {$command}",
    es: "Para esta lista se leyeron {$count} billeteras; hay más. Para verlas todas, pida a quien opera Vigía que ejecute: {$command}",
  },
  none: {
    en: "Every wallet has a score of its last scan.",
    es: "Cada billetera tiene la calificación de su último escaneo.",
  },
  lastScore: { en: "Last scored", es: "Última calificación" },
});
