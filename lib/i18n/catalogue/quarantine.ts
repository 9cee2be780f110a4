/** Texts about bodies that do not fit the schema. */

import { texts } from "./texts.ts";

/** Alerts about authentic webhooks that do not fit the schema. */
export const QUARANTINE = texts({
  subject: {
    en: ".input {$count :integer}\n.match $count\none {{[QUARANTINE] {$count} unreadable message in project {$project}}}\n* {{[QUARANTINE] {$count} unreadable messages in project {$project}}}",
    es: ".input {$count :integer}\n.match $count\none {{[CUARENTENA] {$count} mensaje sin interpretar en el proyecto {$project}}}\n* {{[CUARENTENA] {$count} mensajes sin interpretar en el proyecto {$project}}}",
  },
  headline: {
    en: ".input {$count :integer}\n.match $count\none {{{$count} authentic message in project {$project} did not match the schema and was answered with status 400.}}\n* {{{$count} authentic messages in project {$project} did not match the schema and were answered with status 400.}}",
    es: ".input {$count :integer}\n.match $count\none {{{$count} mensaje auténtico del proyecto {$project} no cumplió con el esquema y se respondió con el código 400.}}\n* {{{$count} mensajes auténticos del proyecto {$project} no cumplieron con el esquema y se respondieron con el código 400.}}",
  },
  since: { en: "Since", es: "Desde" },
  advice: {
    en: "Nothing is lost: Vigía keeps the messages whole. A flagged transaction may be among them. Officers: read them in the case and decide. Engineers: compare the errors with the service's documentation, update Vigía or tell the service, then replay the messages.",
    es: "No se perdió nada: Vigía conserva los mensajes íntegros. Entre ellos puede haber una operación señalada. Cumplimiento: léalos en el caso y decida. Ingeniería: compare los errores con la documentación del servicio, actualice Vigía o informe al servicio, y después vuelva a procesar los mensajes.",
  },
  received: { en: "Received", es: "Recibido" },
  errors: { en: "Errors", es: "Errores" },
  line: { en: "{$key}, received {$received}", es: "{$key}, recibido el {$received}" },
});

/** The message about a key that the contract does not have. */
export const UNKNOWN_KEY = texts({
  subject: {
    en: "[UNKNOWN KEY] A key that the contract does not have - project {$project}",
    es: "[CLAVE DESCONOCIDA] Una clave que no está en el contrato - proyecto {$project}",
  },
  headline: {
    en: "The service sent a key that Vigía does not know in project {$project}.",
    es: "El servicio envió una clave que Vigía no conoce en el proyecto {$project}.",
  },
  key: { en: "Key", es: "Clave" },
  advice: {
    en: "The message was accepted and stored whole, and alerts went out as usual. What this key says is in no alert. Read a message that has it, and tell the maintainers of Vigía if it matters.",
    es: "El mensaje se aceptó y se guardó íntegro, y las alertas salieron como siempre. Lo que dice esta clave no está en ninguna alerta. Lea un mensaje que la tenga e informe a quienes mantienen Vigía si es importante.",
  },
});
