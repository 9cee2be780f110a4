/** Texts of the message about a running 24-hour notice. */

import { texts } from "./texts.ts";

export const REMINDERS = texts({
  subject: {
    en: "[DUE] 24-hour notice due {$time}; project {$project}",
    es: "[VENCE] Aviso de 24 horas, vence {$time}; proyecto {$project}",
  },
  headline: {
    en: ".input {$hours :integer}\n{{A 24-hour notice of project {$project} is due {$time}. At most {$hours} hours are left.}}",
    es: ".input {$hours :integer}\n{{Un aviso de 24 horas del proyecto {$project} vence el {$time}. Quedan {$hours} horas como máximo.}}",
  },
  notification: { en: "Notification {$name}", es: "Notificación {$name}" },
  messages: { en: "Unreadable messages", es: "Mensajes sin interpretar" },
  wallet: { en: "Wallet {$address} on {$chain}", es: "Billetera {$address} en {$chain}" },
  user: { en: "User {$user}", es: "Usuario {$user}" },
  silence: {
    en: "Once you have filed the notice, record it in the case. This message says only what is due, and by when.",
    es: "Cuando presente el aviso, regístrelo en el caso. Este mensaje solo dice qué está pendiente y hasta cuándo.",
  },
});
