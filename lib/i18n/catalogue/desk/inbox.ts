/** Texts of the inbox. */

import { texts } from "../../texts.ts";

export const INBOX = texts({
  nothing: { en: "No case is open as of {$time}.", es: "No hay casos abiertos; consultado el {$time}." },
  nothingSince: { en: "Nothing new since {$time}.", es: "Nada nuevo desde el {$time}." },
  nothingYet: {
    en: "No case yet: nothing came that needs an alert.",
    es: "Todavía no hay casos: no ha llegado nada que amerite una alerta.",
  },
  news: {
    en: ".input {$count :integer}\n.match $count\none {{{$count} new case}}\n* {{{$count} new cases}}",
    es: ".input {$count :integer}\n.match $count\none {{{$count} caso nuevo}}\n* {{{$count} casos nuevos}}",
  },
  unreadable: {
    en: ".input {$count :integer}\n.match $count\none {{{$count} case cannot be read. Ask those who run Vigía to verify the cases.}}\n* {{{$count} cases cannot be read. Ask those who run Vigía to verify the cases.}}",
    es: ".input {$count :integer}\n.match $count\none {{No se puede leer {$count} caso. Pida a quien opera Vigía que verifique los casos.}}\n* {{No se pueden leer {$count} casos. Pida a quien opera Vigía que verifique los casos.}}",
  },
  caption: { en: "Open cases, the newest first", es: "Casos abiertos, del más reciente al más antiguo" },
  ownedUntil: { en: "{$who} until {$until}", es: "{$who} hasta el {$until}" },
  what: { en: "What", es: "Asunto" },
  score: { en: "score {$score}, previously {$previous}", es: "calificación {$score}, antes {$previous}" },
});

/** Subject of a case. */
export const CASE_KINDS = texts({
  notification: { en: "Flagged transaction", es: "Operación señalada por el servicio" },
  change: { en: "Notification changed by the service", es: "Notificación modificada por el servicio" },
  quarantine: {
    en: "Unreadable message that mentions “illegal”",
    es: "Mensaje sin interpretar que menciona “ilegal”",
  },
  wallet: { en: "Wallet with an alert from a scan", es: "Billetera con alerta de un escaneo" },
});
