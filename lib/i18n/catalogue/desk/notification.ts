/** Texts of a notification's page. */

import { texts } from "../texts.ts";

export const NOTIFICATION = texts({
  title: { en: "Notification {$name}", es: "Notificación {$name}" },
  notFound: { en: "There is no such notification.", es: "No existe esta notificación." },
  token: { en: "Token", es: "Activo virtual" },
  onChain: { en: "on {$chain}", es: "en {$chain}" },
  note: { en: "Wallet's note", es: "Nota de la billetera" },
  transaction: { en: "Transaction", es: "Operación" },
  said: { en: "What the service said", es: "Lo que dijo el servicio" },
  alongside: {
    en: "Goes along with the suspicion of case {$number}",
    es: "Acompaña a la sospecha del caso {$number}",
  },
  noCase: { en: "No case", es: "Sin caso" },
  noOwnCase: { en: "No case of its own", es: "Sin caso propio" },
  together: { en: "{$count} without a case together", es: "{$count} sin caso, en conjunto" },
  ofUser: { en: "Of the same user", es: "Del mismo usuario" },
  happened: { en: "Happened", es: "Realizada" },
  sentAgain: { en: "Sent again", es: "Se recibió de nuevo" },
  times: {
    en: ".input {$count :integer}\n.match $count\none {{at least once}}\n* {{at least {$count} times}}",
    es: ".input {$count :integer}\n.match $count\none {{al menos una vez}}\n* {{al menos {$count} veces}}",
  },
  alert: { en: "Alert", es: "Alerta" },
  message: { en: "Message", es: "Mensaje" },
  backOffice: { en: "in the back office", es: "en el sistema de su empresa" },
  lawsWorstFirst: { en: "Laws, worst first", es: "Leyes, de mayor a menor gravedad" },
  source: { en: "Source: ", es: "Fuente: " },
  notUnderstood: { en: "Why Vigía could not read it", es: "Por qué Vigía no lo pudo interpretar" },
  contents: {
    en: "Messages of the service about it",
    es: "Mensajes del servicio sobre esta operación",
  },
  firstContents: { en: "The first of them", es: "Los primeros" },
  moreContents: { en: "More of them", es: "Más" },
  anotherTransaction: {
    en: "Another transaction came with the same id:",
    es: "Otra operación llegó con el mismo identificador:",
  },
  differences: {
    en: "The messages beside each other, the last one at the end; what changed is underlined or struck out",
    es: "Los mensajes uno junto a otro, el último al final; lo que cambió va subrayado o tachado",
  },
  changed: { en: "Changed", es: "Cambió" },
  unchanged: { en: "The same", es: "Igual" },
  alerts: { en: "Alerts as they were sent", es: "Alertas tal como se enviaron" },
  notConfirmed: { en: "sending was not confirmed", es: "no se confirmó el envío" },
  asFile: { en: "The message byte for byte, as a file", es: "El mensaje byte por byte, como archivo" },
  body: { en: "The message as it was received", es: "El mensaje tal como se recibió" },
  digest: { en: "Content digest ", es: "Huella del contenido " },
  delivery: { en: "delivery ", es: "entrega " },
});

/** State of a notification's alert. */
export const ALERT_STATES = texts({
  none: { en: "none", es: "ninguna" },
  pending: { en: "not sent yet", es: "por enviar" },
  sent: { en: "sent", es: "enviada" },
});
