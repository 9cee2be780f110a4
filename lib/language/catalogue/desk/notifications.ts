/** What the lists of notifications say. */

import { texts } from "../../texts.ts";

export const NOTIFICATIONS = texts({
  walletAddress: { en: "Wallet address", es: "Dirección de la billetera" },
  filter: { en: "Filter", es: "Filtrar" },
  nothingFits: { en: "No notification fits.", es: "Ninguna notificación coincide." },
  caption: {
    en: "Notifications, the newest first",
    es: "Notificaciones, de la más reciente a la más antigua",
  },
});

/** What came in. */
export const NOTIFICATION_KINDS = texts({
  notification: { en: "notification", es: "notificación" },
  error: { en: "error of the service", es: "error del servicio" },
  quarantined: { en: "in quarantine", es: "en cuarentena" },
});
