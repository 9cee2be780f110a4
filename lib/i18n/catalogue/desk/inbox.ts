/** What the inbox says. */

import { texts } from "../../texts.ts";

export const INBOX = texts({
  nothing: { en: "No case is open as of {$time}.", es: "No hay casos abiertos; consultado el {$time}." },
  nothingSince: { en: "Nothing new since {$time}.", es: "Nada nuevo desde el {$time}." },
  nothingYet: {
    en: "No case yet: nothing came that officers are alerted to.",
    es: "Todavía no hay casos: no ha llegado nada que se alerte.",
  },
  news: {
    en: ".input {$count :integer}\n.match $count\none {{{$count} new case}}\n* {{{$count} new cases}}",
    es: ".input {$count :integer}\n.match $count\none {{{$count} caso nuevo}}\n* {{{$count} casos nuevos}}",
  },
  unreadable: {
    en: ".input {$count :integer}\n.match $count\none {{{$count} case cannot be read: vigia cases verify names it.}}\n* {{{$count} cases cannot be read: vigia cases verify names them.}}",
    es: ".input {$count :integer}\n.match $count\none {{No se puede leer {$count} caso: vigia cases verify lo nombra.}}\n* {{No se pueden leer {$count} casos: vigia cases verify los nombra.}}",
  },
  caption: { en: "Open cases, the newest first", es: "Casos abiertos, del más reciente al más antiguo" },
  acknowledgedUntil: { en: "acknowledged until {$until}", es: "a cargo de alguien hasta el {$until}" },
  what: { en: "What", es: "Asunto" },
  score: { en: "score {$score}, before {$previous}", es: "calificación {$score}, antes {$previous}" },
});

/** What a case is about. */
export const CASE_KINDS = texts({
  notification: { en: "Illegal transaction", es: "Operación ilegal" },
  change: { en: "Another content of a known id", es: "Otro contenido de un identificador conocido" },
  quarantine: { en: "Not understood, says illegal", es: "No se entendió, dice ilegal" },
  wallet: { en: "Wallet crossed the line", es: "Billetera que rebasó el límite" },
});
