/** Texts of the page of scan runs. */

import { texts } from "../../texts.ts";

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
  recent: { en: "Recent", es: "Recientes" },
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
  incomplete: { en: "incomplete", es: "incompleto" },
  stopped: { en: "stopped", es: "detenido" },
});
