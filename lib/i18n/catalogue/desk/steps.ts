/** Texts of steps, of the outcomes of cases, and of refusals. */

import { texts } from "../texts.ts";

/** Outcomes of a case. */
export const CASE_OUTCOMES = texts({
  reported: { en: "notice filed", es: "aviso presentado" },
  "not-reportable": { en: "no notice due", es: "no procede aviso" },
  "false-positive": { en: "false positive", es: "falso positivo" },
  "nothing-found": { en: "reviewed, nothing found", es: "revisada, sin hallazgo" },
});

/** Filings. */
export const FILINGS = texts({
  monthly: { en: "monthly notice", es: "aviso mensual" },
  "24-hour": { en: "24-hour notice", es: "aviso de 24 horas" },
  amendment: { en: "amendment", es: "aviso modificatorio" },
  "nothing-to-report": { en: "nothing to report", es: "informe sin operaciones objeto de aviso" },
});

/** Steps of officers. */
export const STEPS = texts({
  opened: { en: "{$who} opened the case", es: "{$who} abrió el caso" },
  take: { en: "{$who} took it", es: "{$who} lo tomó" },
  release: { en: "{$who} released it", es: "{$who} lo soltó" },
  assign: { en: "{$who} assigned it to {$to}", es: "{$who} lo asignó a {$to}" },
  note: { en: "{$who} noted", es: "{$who} anotó" },
  suspect: {
    en: "{$who} recorded a suspicion, known since {$since}",
    es: "{$who} registró conocimiento o sospecha desde el {$since}",
  },
  operations: {
    en: ".input {$count :integer}\n.match $count\none {{about {$count} transaction}}\n* {{about {$count} transactions}}",
    es: ".input {$count :integer}\n.match $count\none {{sobre {$count} operación}}\n* {{sobre {$count} operaciones}}",
  },
  decide: { en: "{$who} decided: {$outcome}", es: "{$who} dictaminó: {$outcome}" },
  file: { en: "{$who} recorded a filing", es: "{$who} registró un aviso" },
  reopen: { en: "{$who} reopened it", es: "{$who} lo reabrió" },
  confirm: { en: "{$who} confirmed the decision", es: "{$who} confirmó el dictamen" },
  retract: { en: "{$who} withdrew the suspicion", es: "{$who} retiró la sospecha" },
  correct: { en: "{$who} corrected a receipt", es: "{$who} corrigió un acuse" },
  notice: { en: "{$who} recorded the notice", es: "{$who} registró el aviso" },
  report: {
    en: "{$who} recorded the report of nothing to report",
    es: "{$who} registró el informe",
  },
  add: {
    en: ".input {$count :integer}\n.match $count\n1 {{{$who} added 1 case to the notice}}\n* {{{$who} added {$count} cases to the notice}}",
    es: ".input {$count :integer}\n.match $count\n1 {{{$who} agregó 1 caso al aviso}}\n* {{{$who} agregó {$count} casos al aviso}}",
  },
  inNotice: { en: "in the notice of {$month}", es: "en el aviso de {$month}" },
  correctedOn: { en: "receipt corrected {$time}", es: "acuse corregido el {$time}" },
  filing: {
    en: "{$kind}, reference {$reference}, receipt (acuse) of {$receivedOn}",
    es: "{$kind}, folio {$reference}, acuse del {$receivedOn}",
  },
  receiptAt: { en: "{$day} at {$time}", es: "{$day} a las {$time}" },
});

/** Steps of the system, after a case was opened. */
export const SYSTEM_STEPS = texts({
  revised: {
    en: "The service says something else in a message received {$received} ({$content}): {$facts}",
    es: "El servicio dice otra cosa en un mensaje recibido el {$received} ({$content}): {$facts}",
  },
  unchanged: {
    en: "The service sent another message, received {$received} ({$content}), with the same laws, time and amount in USD",
    es: "El servicio envió otro mensaje, recibido el {$received} ({$content}), con las mismas leyes, hora y monto en USD",
  },
  withdrawn: {
    en: "The service withdrew it in a message received {$received} ({$content}), which flags it under no law",
    es: "El servicio la retiró en un mensaje recibido el {$received} ({$content}), que no la señala conforme a ninguna ley",
  },
  exceeded: {
    en: "A scan sent another alert about the wallet: {$why}; score {$score}, previously {$before} (scan {$run})",
    es: "Un escaneo envió otra alerta sobre la billetera: {$why}; calificación {$score}, antes {$before} (escaneo {$run})",
  },
  unreadable: {
    en: "Another message of the service could not be read (received {$received}, {$content})",
    es: "Otro mensaje del servicio no se pudo leer (recibido el {$received}, {$content})",
  },
  laws: {
    en: "the service flags it now under {$value}",
    es: "el servicio la señala ahora conforme a {$value}",
  },
  gone: { en: "no longer {$value}", es: "ya no {$value}" },
  happened: { en: "the transaction happened {$value}", es: "la operación se realizó el {$value}" },
  usd: { en: "it was worth USD {$value}", es: "valía {$value} USD" },
});

/** Why a wallet is alerted. */
export const EXCEEDANCES = texts({
  above: { en: "its score is above the alert score", es: "su calificación es mayor que la de alerta" },
  rise: { en: "its score rose steeply", es: "su calificación subió bruscamente" },
  suspicious: {
    en: "the service reports new suspicious activity",
    es: "el servicio indica actividad sospechosa nueva",
  },
});

/** Why a step was refused. */
export const REFUSALS = texts({
  alreadyTaken: {
    en: "Another officer owns it. Ask them to release it, or decide it yourself.",
    es: "Lo tiene a cargo otro oficial. Pídale que lo suelte, o dictamínelo usted.",
  },
  notOwner: {
    en: "Only the owner of a case can release it.",
    es: "Solo quien tiene el caso a su cargo puede soltarlo.",
  },
  alreadyDecided: { en: "It is decided: reopen it first.", es: "Ya se dictaminó: primero reábralo." },
  notDecided: { en: "It is open: there is nothing to reopen.", es: "Está abierto: no hay nada que reabrir." },
  notReported: {
    en: "It was decided without a notice: reopen it first.",
    es: "Se dictaminó sin aviso: primero reábralo.",
  },
  noticePending: {
    en: "A 24-hour notice is pending. Record it, or withdraw the suspicion, before you decide.",
    es: "Hay un aviso de 24 horas pendiente. Regístrelo, o retire la sospecha, antes de dictaminar.",
  },
  notRevised: {
    en: "The service has not revised it since the decision: there is nothing to confirm.",
    es: "El servicio no lo actualizó después del dictamen: no hay nada que confirmar.",
  },
  notSuspected: {
    en: "No 24-hour notice is pending: there is no suspicion to withdraw.",
    es: "No hay ningún aviso de 24 horas pendiente ni sospecha que retirar.",
  },
  nothingToCorrect: {
    en: "No receipt of this case stands that could be corrected.",
    es: "No hay en este caso ningún acuse vigente que corregir.",
  },
  correctsNothing: {
    en: "This receipt is recorded already: there is nothing to correct.",
    es: "El acuse ya está registrado así: no hay nada que corregir.",
  },
  outcomeOfOthers: {
    en: "A case of this kind does not end so: choose another outcome.",
    es: "Un caso de este tipo no termina así: elija otro resultado.",
  },
  noteMissing: { en: "Write down the grounds or the reason.", es: "Escriba el fundamento o el motivo." },
  noteTooLong: {
    en: "The note is longer than 1,000 characters.",
    es: "La nota supera los 1,000 caracteres.",
  },
  notePersonal: {
    en: "The note contains what looks like an RFC, a CURP or an e-mail address: use your internal id of the person instead.",
    es: "La nota contiene lo que parece un RFC, una CURP o un correo: use en su lugar el identificador interno de la persona.",
  },
  filingTooEarly: {
    en: "Before the decision, only a 24-hour notice can be recorded. Decide the case, and enter the other filing there.",
    es: "Antes del dictamen solo se puede registrar el aviso de 24 horas. Dictamine el caso e indique ahí el otro aviso.",
  },
  filingNotWanted: {
    en: "A reference and a receipt belong to a filed notice: leave them empty, or choose another outcome.",
    es: "El folio y el acuse corresponden a un aviso presentado: déjelos vacíos o elija otro resultado.",
  },
  receiptOther: {
    en: "This folio is recorded with another receipt. Correct it on the page of its notice, or check the folio.",
    es: "Este folio está registrado con otro acuse. Corríjalo en la página de su aviso o revise el folio.",
  },
  referenceMissing: { en: "Enter the reference (folio) on the receipt.", es: "Indique el folio del acuse." },
  referenceTooLong: {
    en: "The reference is longer than 100 characters.",
    es: "El folio supera los 100 caracteres.",
  },
  referencePersonal: {
    en: "The reference contains what looks like an RFC, a CURP or an e-mail address: enter only the reference on the receipt.",
    es: "El folio contiene lo que parece un RFC, una CURP o un correo: escriba solo el folio del acuse.",
  },
  receiptTooEarly: {
    en: "The receipt (acuse) is from before a transaction that it covers, or before the month of the notice. The receipt of a report of nothing is from after its month.",
    es: "El acuse es anterior a una operación que cubre, o al mes del aviso. El acuse de un informe es posterior a su mes.",
  },
  receiptBeforeSuspicion: {
    en: "The receipt is from before the suspicion became known, so it is of no notice about it. Check the receipt, or record a suspicion from that time on first.",
    es: "El acuse es anterior al momento en que se conoció la sospecha, así que no es de su aviso. Revise el acuse, o registre antes una sospecha conocida desde entonces.",
  },
  receiptBeforeAmended: {
    en: "The receipt is from before that of the notice that it amends.",
    es: "El acuse es anterior al del aviso que modifica.",
  },
  receiptAfterAmendment: {
    en: "The receipt is from after that of the notice that amends it.",
    es: "El acuse es posterior al del aviso que lo modifica.",
  },
  countNoNumber: {
    en: "Enter a whole number of transactions, such as 21, or nothing.",
    es: "Indique un número entero de operaciones, como 21, o deje el campo vacío.",
  },
  totalNoNumber: {
    en: "Enter an amount such as 1,801,800.00, or nothing.",
    es: "Indique un monto como 1,801,800.00, o deje el campo vacío.",
  },
  receiptNoTime: {
    en: "Enter the hour of the receipt as HH:MM, or none.",
    es: "Indique la hora del acuse como HH:MM, o ninguna.",
  },
  receiptMissing: { en: "Enter the date of the receipt (acuse).", es: "Indique la fecha del acuse." },
  receiptNoDay: {
    en: "The date of the receipt (acuse) is not valid.",
    es: "La fecha del acuse no es válida.",
  },
  monthToCome: {
    en: "The month has not begun: filings are recorded for months that have begun.",
    es: "El mes aún no comienza: solo se registran avisos de meses que ya comenzaron.",
  },
  receiptInFuture: {
    en: "The date or the hour of the receipt (acuse) is in the future.",
    es: "La fecha o la hora del acuse está en el futuro.",
  },
  knownNoTime: {
    en: "“Since when” is not a valid time.",
    es: "“Desde cuándo” no es una fecha y hora válidas.",
  },
  knownInFuture: { en: "“Since when” is in the future.", es: "“Desde cuándo” está en el futuro." },
  knownTooEarly: {
    en: "“Since when” is more than a year ago and before the first day of the case.",
    es: "“Desde cuándo” indica una fecha de hace más de un año, anterior al primer día del caso.",
  },
  operationsTooMany: {
    en: "More than 100 transactions are ticked: record up to 100 at a time. Those that you add later go along with the same suspicion.",
    es: "Hay más de 100 operaciones marcadas: registre hasta 100 a la vez. Las que agregue después se suman a la misma sospecha.",
  },
  operationsOfSuspicion: {
    en: "Transactions are ticked, and they go along with a suspicion only: record one, or untick them.",
    es: "Hay operaciones marcadas, y solo acompañan a una sospecha: regístrela o quite las marcas.",
  },
  outcomeMissing: { en: "Choose an outcome.", es: "Elija un resultado." },
  referenceTwice: {
    en: "The month has another notice with this reference.",
    es: "El mes ya tiene otro aviso con este folio.",
  },
  coversNothing: {
    en: "No case is ticked. Tick the cases that the notice covers, or confirm that it covers none of them.",
    es: "No hay ningún caso marcado. Marque los casos que cubre el aviso, o confirme que no cubre ninguno de ellos.",
  },
  referenceOfOtherMonth: {
    en: "A notice of the month before or after has this reference.",
    es: "Un aviso del mes anterior o del siguiente ya tiene este folio.",
  },
  changedMeanwhile: {
    en: "Another step was recorded meanwhile, by a colleague or by you in another tab. This one was not recorded: review what happened, and send it again if it still applies.",
    es: "Mientras tanto se registró otra actuación, de un colega o de usted en otra pestaña. Esta no se registró: revise lo que ocurrió y envíela de nuevo si aún procede.",
  },
});
