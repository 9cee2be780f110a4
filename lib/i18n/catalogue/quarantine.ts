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
  advice: {
    en: "Nothing is lost: Vigía keeps the messages whole. Compare the errors listed above with the service's documentation. Update Vigía or tell the service, then replay the messages.",
    es: "No se perdió nada: Vigía conserva los mensajes íntegros. Compare los errores de arriba con la documentación del servicio. Actualice Vigía o informe al servicio y después vuelva a procesar los mensajes.",
  },
  illegalSubject: {
    en: ".input {$count :integer}\n.match $count\none {{[ILLEGAL] {$count} unreadable message mentions illegal - project {$project}}}\n* {{[ILLEGAL] {$count} unreadable messages mention illegal - project {$project}}}",
    es: ".input {$count :integer}\n.match $count\none {{[ILEGAL] {$count} mensaje sin interpretar menciona ilegal - proyecto {$project}}}\n* {{[ILEGAL] {$count} mensajes sin interpretar mencionan ilegal - proyecto {$project}}}",
  },
  illegalHeadline: {
    en: ".input {$count :integer}\n.match $count\none {{{$count} message from the service in project {$project} could not be read, but it says “illegal” of at least one law.}}\n* {{{$count} messages from the service in project {$project} could not be read, but each says “illegal” of at least one law.}}",
    es: ".input {$count :integer}\n.match $count\none {{{$count} mensaje del servicio para el proyecto {$project} no se pudo interpretar, pero dice “ilegal” respecto de al menos una ley.}}\n* {{{$count} mensajes del servicio para el proyecto {$project} no se pudieron interpretar, pero cada uno dice “ilegal” respecto de al menos una ley.}}",
  },
  illegalAdvice: {
    en: ".input {$count :integer}\n.match $count\none {{Vigía keeps the message whole. Open it as shown below, and decide by its contents.}}\n* {{Vigía keeps the messages whole. Open them as shown below, and decide by their contents.}}",
    es: ".input {$count :integer}\n.match $count\none {{Vigía conserva el mensaje íntegro. Ábralo como se indica abajo y decida según su contenido.}}\n* {{Vigía conserva los mensajes íntegros. Ábralos como se indica abajo y decida según su contenido.}}",
  },
  line: { en: "{$key}, received {$received}", es: "{$key}, recibido el {$received}" },
  /** For operations alone: officers do not read names of fields. */
  wrong: { en: "{$line}; errors: {$wrong}", es: "{$line}; errores: {$wrong}" },
});
