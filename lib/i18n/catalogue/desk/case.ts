/** Texts of a case's page. */

import { texts } from "../texts.ts";

export const CASE = texts({
  title: { en: "Case: {$what}", es: "Caso: {$what}" },
  notFound: { en: "There is no such case.", es: "No existe este caso." },
  mayNotAct: {
    en: "You can look at this case. Only compliance officers can act on it.",
    es: "Usted puede consultar este caso. Solo los oficiales de cumplimiento pueden actuar sobre él.",
  },
  state: { en: "State", es: "Estado" },
  open: { en: "open", es: "abierto" },
  noOwner: { en: "No owner", es: "Sin asignar" },
  decidedBy: { en: "Decided by", es: "Dictaminado por" },
  until: { en: "owner until {$until}", es: "a cargo hasta el {$until}" },
  lapsed: { en: "{$who} had it until {$until}", es: "{$who} lo tuvo hasta el {$until}" },
  previously: { en: "previously {$before}", es: "antes {$before}" },
  exceededOn: { en: "alert on {$day}, previously {$before}", es: "alerta del {$day}, antes {$before}" },
  onlyCase: { en: "no other case", es: "sin otros casos" },
  countOthers: {
    en: "others: open {$open}, decided {$decided}",
    es: "otros: abiertos {$open}, dictaminados {$decided}",
  },
  atLeastOthers: {
    en: "others, at least: open {$open}, decided {$decided}",
    es: "otros, al menos: abiertos {$open}, dictaminados {$decided}",
  },
  parts: { en: "Parts of the case", es: "Partes del caso" },
  itself: { en: "Case", es: "Caso" },
  messages: { en: "Messages", es: "Mensajes" },
  place: { en: "{$index} of {$count}", es: "{$index} de {$count}" },
  previousCase: { en: "Previous case", es: "Caso anterior" },
  nextCase: { en: "Next case", es: "Caso siguiente" },
  inProject: { en: "{$what}, project {$project}", es: "{$what}, proyecto {$project}" },
  network: { en: "Network", es: "Red" },
  inExplorer: { en: "In the block explorer", es: "En el explorador de bloques" },
  body: { en: "Message", es: "Mensaje" },
  asSent: { en: "as the service sent it", es: "tal como lo envió el servicio" },
  fullText: { en: "Full text", es: "Texto completo" },
  moreLaws: { en: "Laws that are not shown here: {$count}", es: "Leyes que no se muestran aquí: {$count}" },
  moreContents: { en: "Later messages: {$count}", es: "Mensajes posteriores: {$count}" },
  subjectGone: { en: "The notification is gone", es: "La notificación ya no está" },
  openMessages: { en: "Read the messages", es: "Leer los mensajes" },
  openWallet: { en: "Open wallet", es: "Abrir billetera" },
  others: { en: "Other cases", es: "Otros casos" },
  ofUser: { en: "of {$user}: {$count}", es: "de {$user}: {$count}" },
  moreOthers: { en: "Not shown here: {$count}", es: "Sin mostrar aquí: {$count}" },
  notOnPaper: {
    en: "Of other users of the wallet, left out on paper: {$count}",
    es: "De otros usuarios de la billetera, omitidos en papel: {$count}",
  },
  ofWallet: {
    en: "of other users of the wallet: {$count}",
    es: "de otros usuarios de la billetera: {$count}",
  },
  allOf: { en: "All of {$user}", es: "Todos los de {$user}" },
  timeline: { en: "Timeline", es: "Cronología" },
  olderEvents: {
    en: ".input {$count :integer}\n.match $count\none {{{$count} older event is in the case file.}}\n* {{{$count} older events are in the case file.}}",
    es: ".input {$count :integer}\n.match $count\none {{{$count} evento anterior está en el expediente del caso.}}\n* {{{$count} eventos anteriores están en el expediente del caso.}}",
  },
  alertSent: { en: "Alert sent", es: "Alerta enviada" },
  deadlinePassed: { en: "Deadline of {$law} passed", es: "Venció el plazo de {$law}" },
  noticeMissed: {
    en: "24 hours from a suspicion ended without a recorded notice",
    es: "Terminaron las 24 horas desde una sospecha sin aviso registrado",
  },
  ownerLapsed: {
    en: "{$who} no longer owns it: 7 days have passed",
    es: "{$who} ya no lo tiene a cargo: pasaron 7 días",
  },
  receivedCase: { en: "Received", es: "Se recibió" },
  opened: { en: "Opened", es: "Se abrió" },
  openedByScan: { en: "Opened by a scan", es: "Lo abrió un escaneo" },
  unflagged: { en: "Transaction", es: "Operación" },
  openUser: { en: "Open the user", es: "Abrir el usuario" },
  willBeLate: {
    en: "a notice that is received now is late",
    es: "un aviso recibido ahora queda fuera de plazo",
  },
  late: { en: "recorded late", es: "registrado tarde" },
  inTime: { en: "in time", es: "a tiempo" },
  revisedSince: { en: "revised since", es: "actualizado después" },
  notDue: { en: "no notice due", es: "sin aviso que presentar" },
  withdrawn: { en: "suspicion withdrawn", es: "sospecha retirada" },
  due: { en: "Due", es: "Vence" },
  noDeadline: { en: "no deadline known", es: "sin plazo conocido" },
  passedBefore: {
    en: "{$due}: passed before the case was received",
    es: "{$due}: venció antes de que se recibiera el caso",
  },
  noZone: {
    en: "The time of the transaction names no zone and is taken for UTC: a deadline counted from it may be a day off.",
    es: "La hora de la operación no indica zona horaria y se toma como UTC: un plazo contado desde ella puede variar un día.",
  },
  refusedTime: {
    en: "The time of the transaction that the service gave last does not count: {$time}. It cannot be read, is before 2009, or is over two hours after the first receipt.",
    es: "La última hora de la operación que dio el servicio no cuenta: {$time}. No se puede leer, es anterior a 2009 o es más de dos horas posterior a la primera recepción.",
  },
  fromReceipt: {
    en: "The time of the transaction is unknown: deadlines are counted from the first receipt.",
    es: "La hora de la operación no se conoce: los plazos se cuentan desde la primera recepción.",
  },
  passed: { en: "{$due}: passed", es: "{$due}: vencido" },
  receiptUnreadable: { en: "receipt unreadable", es: "acuse ilegible" },
  fromSuspicion: { en: "24 hours from a suspicion", es: "24 horas desde una sospecha" },
  missed: {
    en: "24 hours from a suspicion, ended without a recorded notice",
    es: "24 horas desde una sospecha, vencidas sin aviso registrado",
  },
  notices: { en: "24-hour notices", es: "Avisos de 24 horas" },
  noticePending: {
    en: "24-hour notice due {$due}, not recorded yet",
    es: "el aviso de 24 horas vence el {$due} y no está registrado",
  },
  noticeInTime: {
    en: "24-hour notice recorded in time, {$filed}; it was due {$due}",
    es: "aviso de 24 horas registrado a tiempo, el {$filed}; vencía el {$due}",
  },
  noticeWithdrawn: {
    en: "24-hour notice that was due {$due}: no longer expected, since the suspicion was withdrawn {$withdrawn}",
    es: "aviso de 24 horas que vencía el {$due}: ya no se espera, pues la sospecha se retiró el {$withdrawn}",
  },
  noticeMissedThenWithdrawn: {
    en: "24-hour notice that was due {$due} and not recorded in time; the suspicion was withdrawn later, {$withdrawn}",
    es: "aviso de 24 horas que venció el {$due} sin registrarse; la sospecha se retiró después, el {$withdrawn}",
  },
  bothNotices: {
    en: "The 24-hour notice does not take the place of the month’s: what reaches its threshold is in both, unless your counsel says otherwise.",
    es: "El aviso de 24 horas no sustituye al del mes: lo que alcanza su umbral va en los dos, salvo que su asesor jurídico indique otra cosa.",
  },
  noticeLate: {
    en: "24-hour notice recorded late, {$filed}; it was due {$due}",
    es: "aviso de 24 horas registrado con retraso, el {$filed}; venció el {$due}",
  },
  knownSince: {
    en: "Known or suspected since {$since}. From then, the law allows 24 hours for the notice. Your counsel must confirm it.",
    es: "Se conoce o sospecha desde el {$since}. A partir de entonces, la ley da 24 horas para presentar el aviso. Su asesor jurídico debe confirmarlo.",
  },
  lawsNow: { en: "Laws that the service names now", es: "Leyes que el servicio indica ahora" },
  deadlines: { en: "Deadlines", es: "Plazos" },
  dayOfNextMonth: {
    en: "{$law} ({$country}): at the latest on day {$day} of the month after the transaction's ({$zone}), if the transaction requires a notice. Vigía adds up flagged transactions alone, and does not know the fee (contraprestación). Vigía does not move the day for weekends or holidays.",
    es: "{$law} ({$country}): a más tardar el día {$day} del mes siguiente al de la operación ({$zone}), si es objeto de aviso. Vigía suma solo las operaciones señaladas y no conoce la contraprestación. Vigía no recorre el día si es inhábil.",
  },
  hours: {
    en: "{$law} ({$country}): at the latest {$hours} hours after the transaction.",
    es: "{$law} ({$country}): a más tardar {$hours} horas después de la operación.",
  },
  noRule: {
    en: "{$law} ({$country}): Vigía knows no deadline for a law of this name. Ask your counsel whether there is one.",
    es: "{$law} ({$country}): Vigía no conoce ningún plazo para una ley con este nombre. Consulte a su asesor jurídico.",
  },
  ruleSource: {
    en: "Source: {$source}, read on {$readOn}. Your counsel must confirm it.",
    es: "Fuente: {$source}, consultada el {$readOn}. Su asesor jurídico debe confirmarlo.",
  },
  noSteps: { en: "Nothing has been done yet.", es: "Todavía no se ha hecho nada." },
  noEarlier: { en: "None.", es: "Ninguno." },
  act: { en: "What you can do", es: "Qué puede hacer usted" },
  unreadableTitle: { en: "It cannot be read", es: "No se puede leer" },
  unreadable: {
    en: "{$name} cannot be read: its record was changed in the table. Ask those who run Vigía to verify the cases.",
    es: "{$name} no se puede leer: su registro fue modificado en la tabla. Pida a quien opera Vigía que verifique los casos.",
  },
  notRecorded: { en: "Nothing was recorded.", es: "No se registró nada." },
});

/** The operations of a suspicion, and the workbook of its notice. */
export const SUSPICION = texts({
  takes: {
    en: ".input {$count :integer}\n.match $count\none {{{$count} transaction}}\n* {{{$count} transactions}}",
    es: ".input {$count :integer}\n.match $count\none {{{$count} operación}}\n* {{{$count} operaciones}}",
  },
  operations: { en: "Transactions of the suspicion", es: "Operaciones de la sospecha" },
  notShown: {
    en: ".input {$count :integer}\n.match $count\none {{{$count} more is in the case file.}}\n* {{{$count} more are in the case file.}}",
    es: ".input {$count :integer}\n.match $count\none {{{$count} más está en el expediente del caso.}}\n* {{{$count} más están en el expediente del caso.}}",
  },
  download: { en: "24-hour notice sheet (.xlsx)", es: "Hoja del aviso de 24 horas (.xlsx)" },
  noSheet: {
    en: "No suspicion of this case has transactions that are to be filed.",
    es: "Ninguna sospecha de este caso tiene operaciones por presentar.",
  },
  file: { en: "24-hour-notice-{$day}", es: "aviso-24-horas-{$day}" },
  tab: { en: "24-hour notice", es: "Aviso de 24 horas" },
  title: {
    en: "24-hour notice sheet · case {$number} · made {$madeAt} by {$who} · times in {$zone}",
    es: "Hoja del aviso de 24 horas · caso {$number} · elaborada el {$madeAt} por {$who} · horas de {$zone}",
  },
  since: {
    en: "Known or suspected since {$since}; the 24 hours end {$due}.",
    es: "Se conoce o sospecha desde el {$since}; las 24 horas vencen el {$due}.",
  },
  lacks: {
    en: ".input {$count :integer}\n.match $count\none {{INCOMPLETE: {$count} transaction of the suspicion is no longer stored, or not in this sheet.}}\n* {{INCOMPLETE: {$count} transactions of the suspicion are no longer stored, or not in this sheet.}}",
    es: ".input {$count :integer}\n.match $count\none {{INCOMPLETA: {$count} operación de la sospecha ya no está guardada, o no está en esta hoja.}}\n* {{INCOMPLETA: {$count} operaciones de la sospecha ya no están guardadas, o no están en esta hoja.}}",
  },
});

/** The forms of a case's page. */
export const CASE_FORM = texts({
  record: { en: "Record", es: "Registrar" },
  correct: { en: "Correct a receipt", es: "Corregir un acuse" },
  corrects: { en: "Filing to correct", es: "Aviso que se corrige" },
  recordNext: { en: "Record and next", es: "Registrar y seguir" },
  recordBack: { en: "Record, and back", es: "Registrar y volver" },
  take: { en: "Take", es: "Tomar" },
  release: { en: "Release", es: "Soltar" },
  openCase: { en: "Open a case", es: "Abrir un caso" },
  openOrSuspect: { en: "Open a case, or record a suspicion", es: "Abrir un caso o registrar una sospecha" },
  hoursBegin: {
    en: "24 hours begin then, on any day of the week. The note is its grounds.",
    es: "Desde entonces corren 24 horas, cualquier día de la semana. La nota es su fundamento.",
  },
  suspectIn: {
    en: "Record a suspicion in case {$number}",
    es: "Registrar una sospecha en el caso {$number}",
  },
  suspicionRuns: {
    en: "The 24 hours from a suspicion end {$due}. What you add goes along with it, and gives no more time.",
    es: "Las 24 horas desde una sospecha vencen el {$due}. Lo que agregue la acompaña y no da más tiempo.",
  },
  takesAlong: {
    en: "The transactions that you tick in the table go along with the suspicion, up to 100 at a time.",
    es: "Las operaciones que marque en la tabla acompañan a la sospecha, hasta 100 a la vez.",
  },
  ticked: { en: "Ticked:", es: "Marcadas:" },
  tick: { en: "{$number} goes along with the suspicion", es: "{$number} acompaña a la sospecha" },
  isAlong: { en: "{$number} is in the suspicion already", es: "{$number} ya está en la sospecha" },
  tickColumn: { en: "Goes along with a suspicion", es: "Acompaña a una sospecha" },
  alongside: { en: "Transactions that go along", es: "Operaciones que la acompañan" },
  openCaseIn: { en: "Open a case in project {$project}", es: "Abrir un caso en el proyecto {$project}" },
  openedMeanwhile: { en: "The case that is there now", es: "El caso que existe ahora" },
  assign: { en: "Assign", es: "Asignar" },
  assignTo: { en: "Assign to a colleague", es: "Asignar a un colega" },
  decide: { en: "Decide", es: "Dictaminar" },
  note: { en: "Add a note", es: "Agregar una nota" },
  suspect: { en: "Record a suspicion", es: "Registrar una sospecha" },
  file: { en: "Record a filing", es: "Registrar un aviso" },
  reopen: { en: "Reopen", es: "Reabrir" },
  confirm: { en: "Confirm the decision", es: "Confirmar el dictamen" },
  retract: { en: "Withdraw the suspicion", es: "Retirar la sospecha" },
  outcome: { en: "Outcome", es: "Resultado" },
  filing: { en: "Kind of filing", es: "Tipo de aviso" },
  reference: { en: "Reference (folio)", es: "Folio" },
  receivedOn: { en: "Date of the receipt (acuse)", es: "Fecha del acuse" },
  receivedTime: {
    en: "Its hour in {$zone}, if the receipt has one",
    es: "Su hora en {$zone}, si el acuse la tiene",
  },
  ofReported: {
    en: "Fill in the kind, the reference and the date only if you filed a notice. File it on the authority's portal (SPPLD of the SAT) with the e.firma. Confirm the kind of notice with your counsel: a 24-hour one, entered here, says that the month's is not due.",
    es: "Indique el tipo, el folio y la fecha solo si presentó un aviso. El aviso se presenta en el portal de la autoridad (SPPLD del SAT) con la e.firma. Confirme con su asesor jurídico qué tipo de aviso corresponde: con uno de 24 horas, usted declara que no procede el del mes.",
  },
  noticeRuns: {
    en: "The 24 hours from the suspicion end {$due}, and no 24-hour notice with a receipt from after the suspicion is recorded. Record it, or withdraw the suspicion, before you decide: a monthly notice does not replace it.",
    es: "Las 24 horas desde la sospecha vencen el {$due} y no se ha registrado un aviso de 24 horas con acuse posterior a la sospecha. Antes de dictaminar, regístrelo o retire la sospecha: el aviso mensual no lo sustituye.",
  },
  noticesRun: {
    en: "Cases with a pending 24-hour notice: {$count}. The first deadline is {$due}.",
    es: "Casos con un aviso de 24 horas sin registrar: {$count}. El primer plazo vence el {$due}.",
  },
  noticesPassed: {
    en: "Cases with a pending 24-hour notice: {$count}. The first deadline was {$due}.",
    es: "Casos con un aviso de 24 horas sin registrar: {$count}. El primer plazo venció el {$due}.",
  },
  noticesLeaveOut: {
    en: "They are left out, and stay undecided. Record the notice, or withdraw the suspicion, on the page of each case:",
    es: "Se omiten y quedan sin dictaminar. Registre el aviso, o retire la sospecha, en la página de cada caso:",
  },
  revisedAfter: {
    en: "The service revised this case after its decision: the timeline has what it says now, and “Messages” what changed. If the decision stands, confirm it. Otherwise reopen the case.",
    es: "El servicio actualizó este caso después del dictamen: la cronología trae lo que dice ahora y “Mensajes”, lo que cambió. Si el dictamen se sostiene, confírmelo. Si no, reabra el caso.",
  },
  noticePassed: {
    en: "The 24 hours from the suspicion ended {$due}, and no 24-hour notice with a receipt from after the suspicion is recorded. Record it, or withdraw the suspicion, before you decide: a monthly notice does not replace it.",
    es: "Las 24 horas desde la sospecha vencieron el {$due} y no se ha registrado un aviso de 24 horas con acuse posterior a la sospecha. Antes de dictaminar, regístrelo o retire la sospecha: el aviso mensual no lo sustituye.",
  },
  again: {
    en: "{$outcome}, with the grounds of your earlier decision:",
    es: "{$outcome}, con el fundamento de un dictamen suyo anterior:",
  },
  noteText: { en: "Note", es: "Nota" },
  grounds: { en: "Grounds", es: "Fundamento" },
  reason: { en: "Reason", es: "Motivo" },
  noteHelp: {
    en: "At most 1,000 characters. No RFC, CURP or e-mail address: use your company's internal ids.",
    es: "Máximo 1,000 caracteres. Sin RFC, CURP ni correos: use los identificadores internos de su empresa.",
  },
  since: {
    en: "Since when have you known or suspected it? ({$zone}) If left empty, the time of recording counts.",
    es: "¿Desde cuándo lo sabe o sospecha? ({$zone}) Si lo deja vacío, cuenta la hora del registro.",
  },
});
