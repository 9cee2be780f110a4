/** Texts of the lists of notifications. */

import { texts } from "../texts.ts";

export const NOTIFICATIONS = texts({
  clear: { en: "Clear", es: "Quitar filtros" },
  filter: { en: "Filter", es: "Filtrar" },
  since: { en: "Received from (day)", es: "Recibidas desde (día)" },
  until: { en: "to (day)", es: "hasta (día)" },
  readSoFar: {
    en: "{$count} notifications were read for this page; more may match.",
    es: "Se leyeron {$count} notificaciones para esta página; puede haber más que coincidan.",
  },
  goOn: { en: "Continue from {$time}", es: "Continuar desde {$time}" },
  nothingFits: { en: "No notification matches.", es: "Ninguna notificación coincide." },
  caption: {
    en: "Notifications, the newest first",
    es: "Notificaciones, de la más reciente a la más antigua",
  },
});

/** Kind of a received record. */
export const NOTIFICATION_KINDS = texts({
  notification: { en: "notification", es: "notificación" },
  error: { en: "error of the service", es: "error del servicio" },
  quarantined: { en: "in quarantine", es: "en cuarentena" },
});
