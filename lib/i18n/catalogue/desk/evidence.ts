/** What the evidence of a case says. */

import { texts } from "../../texts.ts";

export const EVIDENCE = texts({
  take: { en: "Evidence pack (zip)", es: "Expediente probatorio (zip)" },
  tooLarge: {
    en: "The pack is too large for the desk: take it with the command vigia evidence.",
    es: "El expediente es demasiado grande para este sitio: obténgalo con el comando vigia evidence.",
  },
  verify: {
    en: "Times are in UTC. To check that nothing was changed, run: node verify.mjs",
    es: "Las horas son UTC. Para comprobar que nada se modificó, ejecute: node verify.mjs",
  },
  case: { en: "Case", es: "Caso" },
  contents: { en: "What came, as it came", es: "Lo que se recibió, tal como se recibió" },
  caseUnreadable: {
    en: "The case cannot be read: somebody changed its item in the table. It is packed as it stands there.",
    es: "El caso no puede leerse: alguien modificó su registro en la tabla. Se incluye tal como está ahí.",
  },
  notificationGone: {
    en: "The notification that the case is about was not in the table any more when the pack was made.",
    es: "La notificación de la que trata el caso ya no estaba en la tabla cuando se hizo el expediente.",
  },
  notificationUnreadable: {
    en: "What came under the id of the case cannot be read: somebody changed it in the table of notifications.",
    es: "Lo que se recibió bajo el id del caso no puede leerse: alguien lo modificó en la tabla de notificaciones.",
  },
  bodyUnreadable: {
    en: "The body of {$name} cannot be read: its bytes are packed as they are stored.",
    es: "El cuerpo de {$name} no puede leerse: sus bytes se incluyen tal como están almacenados.",
  },
  contentsLeftOut: {
    en: "More contents came under this id, which are not in this folder. The command vigia notifications show lists all of them: its key is {$key}",
    es: "Con este id llegaron más contenidos, que no están en esta carpeta. El comando vigia notifications show los muestra todos: su clave es {$key}",
  },
  repeats: {
    en: ".input {$count :integer}\n.match $count\none {{Sent again {$count} time.}}\n* {{Sent again {$count} times.}}",
    es: ".input {$count :integer}\n.match $count\none {{Se recibió de nuevo {$count} vez.}}\n* {{Se recibió de nuevo {$count} veces.}}",
  },
  alerts: { en: "Alerts, as they were sent", es: "Alertas, tal como se enviaron" },
  scores: { en: "Scores of the wallet", es: "Calificaciones de la billetera" },
});
