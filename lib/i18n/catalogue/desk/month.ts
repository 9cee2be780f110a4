/** Texts of a month's page. */

import { texts } from "../texts.ts";

export const MONTH = texts({
  title: { en: "Month: {$month}", es: "Mes: {$month}" },
  explained: {
    en: "A transaction belongs to the month in which it happened, whenever the service told of it: by the clock of the law that sets its deadline, or of {$zone} without one. Your counsel must confirm which notices to file, and by when.",
    es: "Una operación corresponde al mes en que ocurrió, sin importar cuándo la comunicó el servicio: según la hora de la ley que fija su plazo o, sin plazo, la de {$zone}. Su asesor jurídico debe confirmar qué avisos se presentan y en qué plazo.",
  },
  /** On paper, which has no menu that says the projects. */
  printed: { en: "Notice of {$month}, {$projects}", es: "Aviso de {$month}, {$projects}" },
  views: { en: "Cases of the month", es: "Casos del mes" },
  due: { en: "For the notice due {$day}", es: "Para el aviso que vence el {$day}" },
  dueUnknown: { en: "For the notice", es: "Para el aviso" },
  other: { en: "Others of the month", es: "Otros del mes" },
  caption: {
    en: "The undecided cases first, the most urgent on top",
    es: "Primero los casos sin dictaminar, con los más urgentes arriba",
  },
  notices: { en: "Notices of the month", es: "Avisos del mes" },
  noticeOf: { en: "Notice or report, project {$project}", es: "Aviso o informe, proyecto {$project}" },
  filedAtCase: {
    en: "With a notice recorded in the case",
    es: "Con aviso registrado en el caso",
  },
  coveredBy: { en: "In notice {$reference}", es: "En el aviso {$reference}" },
  record: { en: "Record the filing", es: "Registrar el aviso" },
  mayNotAct: {
    en: "You can look at this month. Only compliance officers can record filings.",
    es: "Usted puede consultar este mes. Solo los oficiales de cumplimiento pueden registrar avisos.",
  },
  none: { en: "No case of this month.", es: "No hay casos de este mes." },
  noneListed: { en: "No case in this list.", es: "No hay casos en esta lista." },
  cut: {
    en: ".input {$count :integer}\n{{There are more cases than the {$count} that are read for a month, so numbers say “at least”.}}",
    es: ".input {$count :integer}\n{{Hay más casos que los {$count} que se leen para un mes, por lo que las cifras dicen “al menos”.}}",
  },
  undated: { en: "Day unknown, in no month", es: "Día desconocido, en ningún mes" },
  undatedHelp: {
    en: "Received in this month, but the service gave no day of the transaction that can be read. No month counts them: decide each on its page.",
    es: "Recibidos en este mes, pero el servicio no dio un día legible de la operación. Ningún mes los cuenta: dictamine cada uno en su página.",
  },
  beside: { en: "Previous and next month", es: "Mes anterior y mes siguiente" },
  dueIn: { en: "Deadline", es: "Plazo" },
  passed: { en: "passed", es: "vencido" },
  cases: { en: "Cases", es: "Casos" },
  sum: { en: "{$usd}, {$unknown} unknown", es: "{$usd}, {$unknown} sin dato" },
  undecided: { en: "Undecided", es: "Sin dictaminar" },
  someOverdue: { en: "{$count} past a deadline", es: "{$count} con plazo vencido" },
  someClock: {
    en: "{$count} with a 24-hour deadline running",
    es: "{$count} con plazo de 24 horas en curso",
  },
  someUrgent: {
    en: "{$count} with a 24-hour notice filed",
    es: "{$count} con aviso de 24 horas presentado",
  },
  someLateNotice: {
    en: "{$count} with a late 24-hour notice",
    es: "{$count} con aviso de 24 horas tardío",
  },
  allInTime: { en: "all in time", es: "todos a tiempo" },
  someInTime: { en: "{$count} in time", es: "{$count} a tiempo" },
  someLate: { en: "{$count} late", es: "{$count} con retraso" },
  someOpen: { en: "{$count} still due", es: "{$count} aún por vencer" },
  someOther: { en: "{$count} without a known deadline", es: "{$count} sin plazo conocido" },
  state: { en: "State", es: "Situación" },
  reference: { en: "Reference (folio)", es: "Folio" },
  receipt: { en: "Receipt (acuse)", es: "Acuse" },
  inTime: { en: "In time?", es: "¿A tiempo?" },
  wasInTime: { en: "in time", es: "a tiempo" },
  notNothing: {
    en: ".input {$undecided :integer}\n.input {$filed :integer}\n.input {$others :integer}\n{{Cases of the month’s notice, {$projects}: {$undecided} undecided, {$filed} with a notice filed. Other undecided cases of the month: {$others}. Confirm that the report is right in spite of these cases.}}",
    es: ".input {$undecided :integer}\n.input {$filed :integer}\n.input {$others :integer}\n{{Casos del aviso del mes, {$projects}: {$undecided} sin dictaminar, {$filed} con aviso presentado. Otros casos del mes sin dictaminar: {$others}. Confirme que el informe procede a pesar de estos casos.}}",
  },
  nothingAllTheSame: {
    en: "I confirm: the report is right in spite of these cases",
    es: "Confirmo: el informe procede a pesar de estos casos",
  },
  noCaseAllTheSame: {
    en: "I confirm: the notice covers none of these cases",
    es: "Confirmo: el aviso no cubre ninguno de estos casos",
  },
  covers: { en: "What the notice covers", es: "Lo que cubre el aviso" },
  coversHelp: {
    en: "What reaches its threshold is ticked: change it to what you filed. Each ticked case is decided as notice filed, with this receipt and your note, or with “{$note}”. With nothing to report, no case is decided. Vigía files nothing.",
    es: "Viene marcado lo que alcanza su umbral: cámbielo por lo que presentó. Cada caso marcado se dictamina como aviso presentado, con este acuse y su nota, o con “{$note}”. Si no hubo operaciones, no se dictamina ningún caso. Vigía no presenta nada.",
  },
  urgentNotice: { en: "24-hour notice", es: "Aviso de 24 horas" },
  isFiled: { en: "filed", es: "presentado" },
  toFile: { en: "To be filed", es: "Por presentar" },
  toFileHint: {
    en: "reach their threshold, alone or with others, or their law has no threshold in Vigía",
    es: "alcanzan su umbral, por sí solas o acumuladas, o su ley no tiene un umbral en Vigía",
  },
  notKnown: { en: "Not known", es: "No se sabe" },
  notKnownHint: {
    en: "an amount is lacking, or not all of the user's were read",
    es: "falta un monto, o no se leyeron todas las del usuario",
  },
  belowThreshold: { en: "Below the threshold", es: "Por debajo del umbral" },
  belowHint: {
    en: "alone and with others of the user",
    es: "por sí solas y con otras del usuario",
  },
  ticked: { en: "Ticked:", es: "Marcadas:" },
  withoutAmount: { en: "without an amount in {$currency}:", es: "sin monto en {$currency}:" },
  leftBelow: {
    en: ".input {$count :integer}\n.match $count\none {{1 is below its threshold: {$sum}.}}\n* {{{$count} are below their threshold: {$sum}.}}",
    es: ".input {$count :integer}\n.match $count\none {{1 está por debajo de su umbral: {$sum}.}}\n* {{{$count} están por debajo de su umbral: {$sum}.}}",
  },
  leftUnknown: {
    en: ".input {$count :integer}\n.match $count\none {{Of 1 it is not known whether it reaches its threshold: look at it.}}\n* {{Of {$count} it is not known whether they reach their threshold: look at each.}}",
    es: ".input {$count :integer}\n.match $count\none {{De 1 no se sabe si alcanza su umbral: revísela.}}\n* {{De {$count} no se sabe si alcanzan su umbral: revise cada una.}}",
  },
  decideBelow: {
    en: ".input {$count :integer}\n.match $count\none {{Decide it}}\n* {{Decide the {$count} together}}",
    es: ".input {$count :integer}\n.match $count\none {{Dictaminarla}}\n* {{Dictaminar las {$count} juntas}}",
  },
  belowNote: {
    en: "Below the notice threshold, alone and added to the user's other flagged transactions.",
    es: "Por debajo del umbral de aviso, por sí sola y sumada a las demás operaciones señaladas del usuario.",
  },
  operations: { en: "Transactions (receipt)", es: "Operaciones del acuse" },
  total: { en: "Total (receipt), {$currency}", es: "Total del acuse, {$currency}" },
  totalsHelp: {
    en: "Optional, as on the receipt: compared with what is ticked before anything is recorded.",
    es: "Opcional: se comparan con lo marcado antes de registrar.",
  },
  sameFolio: {
    en: "Recorded of this month: {$folios}. The same folio with the same receipt adds what is ticked to that notice.",
    es: "Ya registrados de este mes: {$folios}. El mismo folio con el mismo acuse agrega lo marcado a ese aviso.",
  },
  countDiffers: {
    en: "The receipt has {$typed}, and {$covered} would be in the notice.",
    es: "El acuse tiene {$typed}, y en el aviso quedarían {$covered}.",
  },
  inNotice: { en: "In the notice of {$month}.", es: "En el aviso de {$month}." },
  allDecided: {
    en: "Every case of this month is decided.",
    es: "Todos los casos de este mes están dictaminados.",
  },
  unticked: {
    en: "not ticked in the table: they stay undecided",
    es: "sin marcar en la tabla: quedan sin dictaminar",
  },
  notCovered: {
    en: ".input {$count :integer}\n.match $count\none {{{$count} more does not fit into this form: it stays undecided.}}\n* {{{$count} more do not fit into this form: they stay undecided.}}",
    es: ".input {$count :integer}\n.match $count\none {{{$count} más no cabe en este formulario: queda sin dictaminar.}}\n* {{{$count} más no caben en este formulario: quedan sin dictaminar.}}",
  },
  lateAfter: { en: "Late after {$due}", es: "Vencen el {$due}" },
  recordDecide: { en: "Record, and decide what is ticked", es: "Registrar y dictaminar lo marcado" },
  recordReport: { en: "Record the report", es: "Registrar el informe" },
  cancel: { en: "Cancel", es: "Cancelar" },
  earlyCases: {
    en: "The receipt is from before the transaction of:",
    es: "El acuse es anterior a la operación de:",
  },
  isLate: { en: "late", es: "con retraso" },
  noticeLate: { en: "24 h late", es: "24 h con retraso" },
});

/** The state of the notice of a month, by its receipt: it says nothing of the month's cases. */
export const NOTICE_STATES = texts({
  "in time": { en: "Receipt in time", es: "Acuse a tiempo" },
  late: { en: "Receipt late", es: "Acuse con retraso" },
  missing: { en: "Deadline passed, none recorded here", es: "Plazo vencido, sin registro aquí" },
  filed: { en: "Recorded", es: "Registrado" },
  none: { en: "None recorded here", es: "Sin registro aquí" },
  unreadable: { en: "Unreadable", es: "Ilegible" },
});

/** Texts of the notice sheet, and of the list as CSV. */
export const NOTICE_SHEET = texts({
  download: { en: "Notice sheet (.xlsx)", es: "Hoja del aviso (.xlsx)" },
  tab: { en: "Notice {$month}", es: "Aviso {$month}" },
  /** Names of files. */
  file: { en: "notice-{$month}", es: "aviso-{$month}" },
  list: { en: "month-{$month}", es: "mes-{$month}" },
  title: {
    en: "Notice sheet · {$month} · {$projects} · made {$madeAt} by {$who} · times in {$zone}",
    es: "Hoja del aviso · {$month} · {$projects} · elaborada el {$madeAt} por {$who} · horas de {$zone}",
  },
  projects: {
    en: ".input {$count :integer}\n.match $count\none {{project {$ids}}}\n* {{projects {$ids}}}",
    es: ".input {$count :integer}\n.match $count\none {{proyecto {$ids}}}\n* {{proyectos {$ids}}}",
  },
  holds: {
    en: "Filed: {$filed}. Undecided, and to be filed by their threshold: {$toFile}.",
    es: "Avisadas: {$filed}. Sin dictaminar y por presentar según su umbral: {$toFile}.",
  },
  holdsUrgent: {
    en: "– of these, already in a 24-hour notice, which does not take the place of the month’s: {$count}",
    es: "– de estas, ya en un aviso de 24 horas, que no sustituye al del mes: {$count}",
  },
  filed: { en: "Filed: {$count}", es: "Avisadas: {$count}" },
  pending: { en: "To be filed: {$count}", es: "Por presentar: {$count}" },
  leavesOut: { en: "Not in this file:", es: "No están en este archivo:" },
  leftOtherwise: { en: "– decided otherwise: {$count}", es: "– con otro dictamen: {$count}" },
  leftBelow: {
    en: "– undecided, and below their threshold: {$count}",
    es: "– sin dictaminar, por debajo de su umbral: {$count}",
  },
  leftUnknown: {
    en: "– undecided, and it is not known whether they reach their threshold: {$count}",
    es: "– sin dictaminar, sin que se sepa si alcanzan su umbral: {$count}",
  },
  leftPending: {
    en: "– undecided, with a pending 24-hour notice: {$count}",
    es: "– sin dictaminar, con aviso de 24 horas pendiente: {$count}",
  },
  undated: {
    en: "– with a transaction date that is not known, and so in no month: {$count}",
    es: "– con fecha de operación desconocida, y por eso en ningún mes: {$count}",
  },
  unreadable: { en: "– that cannot be read: {$count}", es: "– que no se pueden leer: {$count}" },
  rfc: {
    en: "The RFC is not at the desk: take it from your company's record of each user, by the id in this sheet.",
    es: "El RFC no está en el escritorio: tómelo del registro de cada usuario en su empresa, por el identificador de esta hoja.",
  },
  rates: {
    en: "{$currency}: dollars at the rate that your company recorded for the day in its column. With the rate of a day before the transaction's: {$earlier}. Without an amount in {$currency}, for lack of a rate or of dollars, and in no sum of it: {$none}.",
    es: "{$currency}: dólares al tipo de cambio que su empresa registró para el día de su columna. Con el de un día anterior al de la operación: {$earlier}. Sin monto en {$currency}, por falta de tipo de cambio o de dólares, y en ninguna suma: {$none}.",
  },
  cutUnits: {
    en: "UMA of a row are cut to two decimals; their sum is of the whole amounts, and can be more than that of the rows.",
    es: "La UMA de cada fila se corta a dos decimales; su suma es de los montos completos y puede ser mayor que la de las filas.",
  },
  unknown: {
    en: "This sheet does not know transactions that the service did not flag, nor fees: what the law adds up can be more.",
    es: "Esta hoja no conoce las operaciones que el servicio no señaló ni las contraprestaciones: lo que la ley acumula puede ser más.",
  },
  noDollars: {
    en: "Rows without an amount in dollars: {$count}.",
    es: "Filas sin monto en dólares: {$count}.",
  },
  noneListed: { en: "No case in this list.", es: "No hay casos en esta lista." },
  cut: {
    en: "INCOMPLETE: there are more than {$count} rows, or more cases than are read. Take a single project, or the list as CSV.",
    es: "INCOMPLETA: hay más de {$count} filas, o más casos de los que se leen. Elija un solo proyecto, o la lista en CSV.",
  },
  operation: { en: "Transaction", es: "Operación" },
  asset: { en: "Asset", es: "Activo" },
  rateDay: { en: "Day of the rate", es: "Día del tipo de cambio" },
  outcome: { en: "Decision", es: "Dictamen" },
  withOthers: { en: "{$unit} with others", es: "{$unit} con otras" },
  rows: {
    en: ".input {$count :integer}\n.match $count\none {{{$count} row}}\n* {{{$count} rows}}",
    es: ".input {$count :integer}\n.match $count\none {{{$count} fila}}\n* {{{$count} filas}}",
  },
});
