/** What the page of a month says. */

import { texts } from "../../texts.ts";

export const MONTH = texts({
  title: { en: "Month {$month}", es: "Mes {$month}" },
  explained: {
    en: "By the time of receipt ({$zone}). Your counsel must confirm what is to be filed, and until when.",
    es: "Por la hora de recepción ({$zone}). Su asesor jurídico debe confirmar qué se presenta y hasta cuándo.",
  },
  filed: { en: "What was filed", es: "Qué se presentó" },
  nothingFiled: { en: "Nothing has been recorded yet.", es: "Todavía no se ha registrado nada." },
  record: { en: "Record the filing of the month", es: "Registrar el aviso del mes" },
  mayNotAct: {
    en: "You may look at this month, and record nothing: that is for officers.",
    es: "Usted puede consultar este mes, pero no registrar nada: eso corresponde a los oficiales.",
  },
  undecided: { en: "Undecided: {$count}", es: "Sin dictaminar: {$count}" },
  dueWith: {
    en: "Due in the month after, and received in another: {$count}",
    es: "Vencen el mes siguiente y se recibieron en otro: {$count}",
  },
  manyDueWith: {
    en: "Due in the month after, and received in another: more than {$count}",
    es: "Vencen el mes siguiente y se recibieron en otro: más de {$count}",
  },
  reported: { en: "Reported: {$count}", es: "Reportados: {$count}" },
  others: {
    en: "Not reportable: {$notReportable}. False positives: {$falsePositive}.",
    es: "No reportables: {$notReportable}. Falsos positivos: {$falsePositive}.",
  },
  filedOtherwise: {
    en: "Filed on, though undecided, decided otherwise or continued as another case; counted above as they are now: {$count}",
    es: "Con aviso presentado, aunque sin dictaminar, con otro dictamen o continuados como otro caso; contados arriba como están ahora: {$count}",
  },
  isUndecided: { en: "undecided", es: "sin dictaminar" },
  more: {
    en: "The month has more than {$count} cases: the first {$count} are counted here, and the command vigia cases list has all.",
    es: "El mes tiene más de {$count} casos: aquí se cuentan los primeros {$count}; el comando vigia cases list los tiene todos.",
  },
  shown: { en: "The newest {$count} are shown.", es: "Se muestran los {$count} más recientes." },
  before: { en: "The month before", es: "El mes anterior" },
  after: { en: "The month after", es: "El mes siguiente" },
});
