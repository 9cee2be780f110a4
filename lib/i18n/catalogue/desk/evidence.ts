/** Texts of a case's evidence. */

import { texts } from "../texts.ts";

export const EVIDENCE = texts({
  take: { en: "Case file (zip)", es: "Expediente del caso (zip)" },
  tooLarge: {
    en: "The case file is too large for the desk. Ask those who run Vigía for it.",
    es: "El expediente del caso es demasiado grande para este sitio. Pídalo a quien opera Vigía.",
  },
  times: {
    en: "Times are in {$zone} ({$offset}); one with another offset names it. The JSON files of this folder have every time in UTC.",
    es: "Las horas son de {$zone} ({$offset}); si alguna tiene otra diferencia con UTC, la indica. Los archivos JSON de esta carpeta traen todas las horas en UTC.",
  },
  verify: {
    en: "To check whether anything was changed, run node verify.mjs, or open this page in a browser:",
    es: "Para comprobar si algo se modificó, ejecute node verify.mjs (responde en inglés) o abra esta página en un navegador:",
  },
  noCertificate: {
    en: "This file is not a certificate of preservation by a certification provider (in Mexico: NOM-151).",
    es: "Este expediente no es una constancia de conservación de mensajes de datos emitida por un prestador de servicios de certificación (NOM-151-SCFI-2016).",
  },
  index: { en: "Case files", es: "Expedientes de casos" },
  folder: { en: "Folder", es: "Carpeta" },
  dueUtc: { en: "Due (UTC)", es: "Vence (UTC)" },
  facts: { en: "Facts", es: "Datos" },
  asReceived: { en: "The message as it was received", es: "El mensaje tal como se recibió" },
  case: { en: "Case", es: "Caso" },
  operation: { en: "Date of the transaction", es: "Fecha de la operación" },
  hash: { en: "Transaction hash", es: "Hash de la operación" },
  usd: { en: "In USD", es: "En USD" },
  events: { en: "Events", es: "Actuaciones" },
  opened: { en: "Vigía opened the case", es: "Vigía abrió el caso" },
  personId: { en: "id {$id}", es: "id. {$id}" },
  contents: { en: "What was received, as it was received", es: "Lo que se recibió, tal como se recibió" },
  operations: {
    en: "Transactions that the suspicion takes along, as they were received",
    es: "Operaciones que acompañan a la sospecha, tal como se recibieron",
  },
  caseUnreadable: {
    en: "The case cannot be read: its record was changed in the table. The file contains the record as it is.",
    es: "El caso no puede leerse: su registro fue modificado en la tabla. El expediente lo incluye tal como está.",
  },
  notificationGone: {
    en: "The notification of this case was no longer in the table when the file was made.",
    es: "La notificación de la que trata el caso ya no estaba en la tabla cuando se hizo el expediente.",
  },
  notificationUnreadable: {
    en: "The notification of this case cannot be read: its record was changed in the table.",
    es: "La notificación de este caso no puede leerse: su registro fue modificado en la tabla.",
  },
  bodyUnreadable: {
    en: "The message of {$name} cannot be read. The file contains its bytes as they are stored.",
    es: "El mensaje de {$name} no puede leerse. El expediente incluye sus bytes tal como están almacenados.",
  },
  bodyAbsent: {
    en: "The message with the SHA-256 {$sha256} had expired when this folder was made, or the folder has no room for it",
    es: "El mensaje con el SHA-256 {$sha256} ya había vencido al crear este expediente, o no cupo en él",
  },
  bodyDiffers: {
    en: "No stored message has the SHA-256 {$sha256} that an event names: it was changed or removed",
    es: "Ningún mensaje guardado tiene el SHA-256 {$sha256} que indica una actuación: se alteró o se eliminó",
  },
  notices: { en: "Notices of months that cover the case", es: "Avisos del mes que cubren el caso" },
  monthUnreadable: {
    en: "The notices of {$month} that an event names cannot be read: their record was changed in the table, or removed",
    es: "No pueden leerse los avisos de {$month} que indica una actuación: su registro se alteró o se eliminó en la tabla",
  },
  noticeDiffers: {
    en: "No notice of {$month} is the one that an event names: it was changed or removed",
    es: "Ningún aviso de {$month} es el que indica una actuación: se alteró o se eliminó",
  },
  contentsLeftOut: {
    en: "More messages came than this folder contains. Ask those who run Vigía for all of them, by the key {$key}",
    es: "Llegaron más mensajes de los que hay en esta carpeta. Pídalos a quien opera Vigía con el identificador {$key}",
  },
  repeats: {
    en: ".input {$count :integer}\n.match $count\n0 {{Not sent again.}}\none {{Sent again at least once.}}\n* {{Sent again at least {$count} times.}}",
    es: ".input {$count :integer}\n.match $count\n0 {{No se recibió de nuevo.}}\none {{Se recibió de nuevo al menos una vez.}}\n* {{Se recibió de nuevo al menos {$count} veces.}}",
  },
  aboutMany: {
    en: "It was about {$count} notifications or wallets: its text names others, and is not in this file.",
    es: "Trataba de {$count} notificaciones o billeteras: su texto menciona otras y no está en este expediente.",
  },
  sent: { en: "sent {$at}", es: "enviada el {$at}" },
  notSent: { en: "could not be sent", es: "no se pudo enviar" },
  alerts: { en: "Alerts, as they were sent", es: "Alertas, tal como se enviaron" },
  scores: { en: "Scores of the wallet", es: "Calificaciones de la billetera" },
});
