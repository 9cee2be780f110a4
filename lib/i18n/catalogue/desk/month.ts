/** Texts of a month's page. */

import { texts } from "../../texts.ts";

export const MONTH = texts({
  title: { en: "Month {$month}", es: "Mes {$month}" },
  explained: {
    en: "Cases by their time of receipt ({$zone}). Your counsel must confirm which notices to file, and by when.",
    es: "Casos por su hora de recepción ({$zone}). Su asesor jurídico debe confirmar qué avisos se presentan y en qué plazo.",
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
    en: "Due in the following month, but received in another month: {$count}",
    es: "Vencen el mes siguiente, pero se recibieron en otro mes: {$count}",
  },
  manyDueWith: {
    en: "Due in the following month, but received in another month: more than {$count}",
    es: "Vencen el mes siguiente, pero se recibieron en otro mes: más de {$count}",
  },
  reported: { en: "Notice filed: {$count}", es: "Aviso presentado: {$count}" },
  others: {
    en: "No notice due: {$notReportable}. False positives: {$falsePositive}.",
    es: "No procede aviso: {$notReportable}. Falsos positivos: {$falsePositive}.",
  },
  filedOtherwise: {
    en: "Notice filed, but undecided, decided otherwise or continued as another case: {$count}. The counts above use their present state.",
    es: "Con aviso presentado, pero sin dictaminar, con otro dictamen o continuados como otro caso: {$count}. Arriba se cuentan por su estado actual.",
  },
  isUndecided: { en: "undecided", es: "sin dictaminar" },
  more: {
    en: "The month has more than {$count} cases. Only the first {$count} are counted here. Ask those who run Vigía for the whole list.",
    es: "El mes tiene más de {$count} casos. Aquí solo se cuentan los primeros {$count}. Pida la lista completa a quien opera Vigía.",
  },
  shown: { en: "The newest {$count} are shown.", es: "Se muestran los {$count} más recientes." },
  before: { en: "The previous month", es: "El mes anterior" },
  after: { en: "The next month", es: "El mes siguiente" },
});
