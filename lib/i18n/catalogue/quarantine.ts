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

/** Alerts about authentic webhooks with keys that the contract does not have. */
export const UNKNOWN_KEYS = texts({
  subject: {
    en: ".input {$count :integer}\n.match $count\none {{[UNKNOWN KEY] {$count} key that the contract does not have - project {$project}}}\n* {{[UNKNOWN KEYS] {$count} keys that the contract does not have - project {$project}}}",
    es: ".input {$count :integer}\n.match $count\none {{[CLAVE DESCONOCIDA] {$count} clave que no está en el contrato - proyecto {$project}}}\n* {{[CLAVES DESCONOCIDAS] {$count} claves que no están en el contrato - proyecto {$project}}}",
  },
  headline: {
    en: ".input {$count :integer}\n.match $count\none {{The service sent {$count} key that Vigía does not know in project {$project}.}}\n* {{The service sent {$count} keys that Vigía does not know in project {$project}.}}",
    es: ".input {$count :integer}\n.match $count\none {{El servicio envió {$count} clave que Vigía no conoce en el proyecto {$project}.}}\n* {{El servicio envió {$count} claves que Vigía no conoce en el proyecto {$project}.}}",
  },
  keys: { en: "Keys", es: "Claves" },
  advice: {
    en: "The message was accepted and stored whole, and alerts went out as usual. What these keys say is in no alert. Read one of the messages, and tell the maintainers of Vigía if it matters.",
    es: "El mensaje se aceptó y se guardó íntegro, y las alertas salieron como siempre. Lo que dicen estas claves no está en ninguna alerta. Lea uno de los mensajes e informe a quienes mantienen Vigía si es importante.",
  },
});
