/** What the page of a case says. */

import { texts } from "../../texts.ts";

export const CASE = texts({
  title: { en: "Case: {$what}", es: "Caso: {$what}" },
  notFound: { en: "There is no such case.", es: "No existe este caso." },
  mayNotAct: {
    en: "You may look at this case, and do nothing about it: that is for officers.",
    es: "Usted puede consultar este caso, pero no actuar sobre él: eso corresponde a los oficiales.",
  },
  about: { en: "About", es: "Trata de" },
  state: { en: "State", es: "Estado" },
  open: { en: "Open", es: "Abierto" },
  acknowledgedUntil: {
    en: "Open; {$who} has acknowledged it until {$until}",
    es: "Abierto; {$who} lo tomó a su cargo hasta el {$until}",
  },
  lapsed: {
    en: "Open; {$who} acknowledged it, which lapsed {$until}",
    es: "Abierto; {$who} lo tomó a su cargo, lo que venció el {$until}",
  },
  due: { en: "Due", es: "Vence" },
  noDeadline: { en: "no deadline known", es: "no se conoce ningún plazo" },
  passedBefore: {
    en: "{$due}: passed before it was received",
    es: "{$due}: venció antes de que se recibiera",
  },
  passed: { en: "{$due}: passed", es: "{$due}: vencido" },
  fromSuspicion: { en: "24 hours from a suspicion", es: "24 horas desde una sospecha" },
  missed: { en: "24 hours from a suspicion, missed", es: "24 horas desde una sospecha, incumplidas" },
  notices: { en: "24-hour notices", es: "Avisos de 24 horas" },
  noticeOwed: {
    en: "24-hour notice due {$due}: none recorded",
    es: "aviso de 24 horas con vencimiento el {$due}: sin registrar",
  },
  noticeInTime: {
    en: "24-hour notice due {$due}: recorded in time, {$filed}",
    es: "aviso de 24 horas con vencimiento el {$due}: registrado a tiempo, el {$filed}",
  },
  noticeLate: {
    en: "24-hour notice due {$due}: recorded late, {$filed}",
    es: "aviso de 24 horas con vencimiento el {$due}: registrado tarde, el {$filed}",
  },
  knownSince: {
    en: "Known or suspected since {$since}: the law leaves 24 hours from then.",
    es: "Se conoce o sospecha desde el {$since}: la ley da 24 horas a partir de entonces.",
  },
  deadlines: { en: "Deadlines", es: "Plazos" },
  dayOfNextMonth: {
    en: "{$law} ({$country}): at the latest on day {$day} of the month after the transaction's ({$zone}), if it is reportable by itself: accumulation and fees are not seen here. Never moved for weekends.",
    es: "{$law} ({$country}): a más tardar el día {$day} del mes siguiente al de la operación ({$zone}), si por sí misma es objeto de aviso: aquí no se ven la acumulación ni las comisiones. No se recorre por días inhábiles.",
  },
  hours: {
    en: "{$law} ({$country}): at the latest {$hours} hours after the transaction.",
    es: "{$law} ({$country}): a más tardar {$hours} horas después de la operación.",
  },
  ruleSource: {
    en: "Source: {$source}, read on {$readOn}. Your counsel must confirm it.",
    es: "Fuente: {$source}, consultada el {$readOn}. Su asesor jurídico debe confirmarlo.",
  },
  steps: { en: "What was done", es: "Qué se ha hecho" },
  noSteps: { en: "Nothing has been done yet.", es: "Todavía no se ha hecho nada." },
  earlier: {
    en: "Other cases of this user and wallet",
    es: "Otros casos de este usuario y esta billetera",
  },
  noEarlier: { en: "None.", es: "Ninguno." },
  act: { en: "What you can do", es: "Qué puede hacer usted" },
  faster: {
    en: "Somebody was faster, and yours was not recorded. This happened meanwhile; look at it and send yours again if it still holds.",
    es: "Alguien se adelantó y lo suyo no se registró. Esto ocurrió mientras tanto; revíselo y envíe lo suyo de nuevo si sigue vigente.",
  },
  unreadableTitle: { en: "It cannot be read", es: "No se puede leer" },
  unreadable: {
    en: "{$name} cannot be read: somebody changed it in the table. Run vigia cases verify, which says where.",
    es: "{$name} no se puede leer: alguien lo modificó en la tabla. Ejecute vigia cases verify, que dice dónde.",
  },
  notRecorded: { en: "Nothing was recorded.", es: "No se registró nada." },
});

/** The forms of a case's page. */
export const CASE_FORM = texts({
  acknowledge: { en: "Acknowledge", es: "Tomar a mi cargo" },
  decide: { en: "Decide", es: "Dictaminar" },
  note: { en: "Add a note", es: "Agregar una nota" },
  suspect: { en: "Record a suspicion", es: "Registrar una sospecha" },
  file: { en: "Record a filing", es: "Registrar un aviso" },
  reopen: { en: "Reopen", es: "Reabrir" },
  outcome: { en: "Outcome", es: "Resultado" },
  choose: { en: "choose", es: "elija" },
  filing: { en: "Kind of filing", es: "Tipo de aviso" },
  reference: { en: "Reference", es: "Folio" },
  receivedOn: { en: "Date of the receipt", es: "Fecha del acuse" },
  ofReported: {
    en: "Filing, reference and receipt are of what was reported alone.",
    es: "El aviso, el folio y el acuse son solo de lo que se reportó.",
  },
  noticeRuns: {
    en: "The 24 hours from the suspicion end {$due}, and no 24-hour notice is recorded: a monthly notice does not take its place.",
    es: "Las 24 horas desde la sospecha vencen el {$due} y no se ha registrado el aviso de 24 horas: el aviso mensual no lo sustituye.",
  },
  noticePassed: {
    en: "The 24 hours from the suspicion ended {$due}, and no 24-hour notice is recorded: a monthly notice does not take its place.",
    es: "Las 24 horas desde la sospecha vencieron el {$due} y no se ha registrado el aviso de 24 horas: el aviso mensual no lo sustituye.",
  },
  noteText: { en: "Note", es: "Nota" },
  noteHelp: {
    en: "At most 1,000 characters. No RFC, CURP or e-mail address: use your own ids.",
    es: "Máximo 1,000 caracteres. Sin RFC, CURP ni correos: use sus propios identificadores.",
  },
  since: {
    en: "Known or suspected since ({$zone}); now where it is empty",
    es: "Se conoce o sospecha desde ({$zone}); ahora, si queda vacío",
  },
});

/** How a case ends. */
export const CASE_OUTCOMES = texts({
  reported: { en: "reported", es: "reportado" },
  "not-reportable": { en: "not reportable", es: "no reportable" },
  "false-positive": { en: "false positive", es: "falso positivo" },
});

/** What was filed. */
export const FILINGS = texts({
  monthly: { en: "monthly notice", es: "aviso mensual" },
  "24-hour": { en: "24-hour notice", es: "aviso de 24 horas" },
  amendment: { en: "amendment", es: "aviso modificatorio" },
  "nothing-to-report": { en: "nothing to report", es: "informe sin operaciones" },
});

/** What a step did, and whoever did it. */
export const STEPS = texts({
  acknowledge: { en: "{$who} acknowledged it", es: "{$who} lo tomó a su cargo" },
  note: { en: "{$who} noted", es: "{$who} anotó" },
  suspect: {
    en: "{$who} recorded a suspicion, known since {$since}",
    es: "{$who} registró una sospecha, conocida desde el {$since}",
  },
  decide: { en: "{$who} decided: {$outcome}", es: "{$who} dictaminó: {$outcome}" },
  file: { en: "{$who} recorded a filing", es: "{$who} registró un aviso" },
  reopen: { en: "{$who} reopened it", es: "{$who} lo reabrió" },
  filing: {
    en: "{$kind}, reference {$reference}, receipt of {$receivedOn}",
    es: "{$kind}, folio {$reference}, acuse del {$receivedOn}",
  },
});

/** Why a step was refused. */
export const REFUSALS = texts({
  alreadyAcknowledged: {
    en: "Somebody has acknowledged it already: wait until that lapses, or decide.",
    es: "Alguien ya lo tomó a su cargo: espere a que venza, o dictamine.",
  },
  alreadyDecided: { en: "It is decided: reopen it first.", es: "Ya se dictaminó: primero reábralo." },
  notDecided: { en: "It is open: there is nothing to reopen.", es: "Está abierto: no hay qué reabrir." },
  notReported: {
    en: "It was decided that nothing is to be reported: reopen it first.",
    es: "Se dictaminó que no hay qué reportar: primero reábralo.",
  },
  full: {
    en: "The case has as many steps as it can hold.",
    es: "El caso tiene tantos pasos como puede guardar.",
  },
  noteMissing: { en: "Write a note: on what grounds?", es: "Escriba una nota: ¿con qué fundamento?" },
  noteTooLong: {
    en: "The note is longer than 1,000 characters.",
    es: "La nota supera los 1,000 caracteres.",
  },
  notePersonal: {
    en: "The note holds what looks like an RFC, a CURP or an e-mail address: write your own id of the person instead.",
    es: "La nota contiene lo que parece un RFC, una CURP o un correo: escriba en su lugar su propio identificador de la persona.",
  },
  filingMissing: {
    en: "Say the reference and the date of the receipt of what was filed.",
    es: "Indique el folio y la fecha del acuse del aviso.",
  },
  filingTooEarly: {
    en: "Before the decision only a 24-hour notice is recorded: decide, and say there what was filed.",
    es: "Antes del dictamen solo se registra el aviso de 24 horas: dictamine e indique ahí qué se presentó.",
  },
  filingNotWanted: {
    en: "A reference and a receipt belong to what was reported: leave them empty, or choose another outcome.",
    es: "El folio y el acuse corresponden a lo reportado: déjelos vacíos o elija otro resultado.",
  },
  referenceMissing: { en: "Say the reference on the receipt.", es: "Indique el folio del acuse." },
  referenceTooLong: {
    en: "The reference is longer than 100 characters.",
    es: "El folio supera los 100 caracteres.",
  },
  referencePersonal: {
    en: "The reference holds what looks like an RFC, a CURP or an e-mail address: write the one on the receipt alone.",
    es: "El folio contiene lo que parece un RFC, una CURP o un correo: escriba solo el del acuse.",
  },
  receiptTooEarly: {
    en: "The date of the receipt is before the first day of the case or month that was filed about.",
    es: "La fecha del acuse es anterior al primer día del caso o mes al que corresponde el aviso.",
  },
  receiptNoDay: { en: "The date of the receipt is no day.", es: "La fecha del acuse no es una fecha." },
  monthToCome: {
    en: "The month is still to come: a filing is of a month that has begun.",
    es: "El mes aún no ha comenzado: se presenta un aviso de un mes que ya comenzó.",
  },
  receiptInFuture: {
    en: "The date of the receipt is in the future.",
    es: "La fecha del acuse está en el futuro.",
  },
  knownNoTime: { en: "Since when is no time.", es: "Desde cuándo no es una fecha con hora." },
  knownInFuture: { en: "Since when is in the future.", es: "Desde cuándo está en el futuro." },
  outcomeMissing: { en: "Choose an outcome.", es: "Elija un resultado." },
});
