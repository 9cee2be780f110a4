/** Texts of a month's page. */

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
    en: "You can look at this month. Only compliance officers can record filings.",
    es: "Usted puede consultar este mes. Solo el oficial (representante encargado) de cumplimiento puede registrar avisos.",
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
  reported: { en: "Notice filed: {$count}", es: "Aviso presentado: {$count}" },
  others: {
    en: "No notice due: {$notReportable}. False positives: {$falsePositive}.",
    es: "No procede aviso: {$notReportable}. Falsos positivos: {$falsePositive}.",
  },
  filedOtherwise: {
    en: "Filed on, though undecided, decided otherwise or continued as another case; counted above as they are now: {$count}",
    es: "Con aviso presentado, aunque sin dictaminar, con otro dictamen o continuados como otro caso; contados arriba como están ahora: {$count}",
  },
  isUndecided: { en: "undecided", es: "sin dictaminar" },
  more: {
    en: "The month has more than {$count} cases. Only the first {$count} are counted here. Ask those who run Vigía for the whole list.",
    es: "El mes tiene más de {$count} casos. Aquí solo se cuentan los primeros {$count}. Pida la lista completa a quien opera Vigía.",
  },
  shown: { en: "The newest {$count} are shown.", es: "Se muestran los {$count} más recientes." },
  before: { en: "The month before", es: "El mes anterior" },
  after: { en: "The month after", es: "El mes siguiente" },
});
