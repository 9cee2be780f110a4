/** Texts of the inbox. */

import { texts } from "../texts.ts";

export const INBOX = texts({
  nothing: { en: "No case is open as of {$time}.", es: "No hay casos abiertos; consultado el {$time}." },
  nothingFits: {
    en: "No open case fits these filters.",
    es: "Ningún caso abierto cumple con estos filtros.",
  },
  noneMine: { en: "You own no open case.", es: "Usted no tiene casos abiertos a su cargo." },
  noneMineFits: {
    en: "You own no open case that fits these filters.",
    es: "Usted no tiene a su cargo ningún caso abierto que cumpla con estos filtros.",
  },
  newest: { en: "Newest case: {$time}.", es: "Caso más reciente: {$time}." },
  nothingYet: {
    en: "No case yet: nothing came that needs an alert.",
    es: "Todavía no hay casos: no ha llegado nada que amerite una alerta.",
  },
  news: {
    en: ".input {$count :integer}\n.match $count\none {{{$count} new case}}\n* {{{$count} new cases}}",
    es: ".input {$count :integer}\n.match $count\none {{{$count} caso nuevo}}\n* {{{$count} casos nuevos}}",
  },
  unreadable: {
    en: ".input {$count :integer}\n.match $count\none {{{$count} case cannot be read. Ask those who run Vigía to verify the cases.}}\n* {{{$count} cases cannot be read. Ask those who run Vigía to verify the cases.}}",
    es: ".input {$count :integer}\n.match $count\none {{No se puede leer {$count} caso. Pida a quien opera Vigía que verifique los casos.}}\n* {{No se pueden leer {$count} casos. Pida a quien opera Vigía que verifique los casos.}}",
  },
  caption: {
    en: "Cases of the inbox, the most urgent first",
    es: "Casos de la bandeja, del más urgente al menos urgente",
  },
  newestFirst: {
    en: "Cases of the inbox, the newest first",
    es: "Casos de la bandeja, del más reciente al más antiguo",
  },
  highestFirst: {
    en: "Cases of the inbox, the highest amount first",
    es: "Casos de la bandeja, del monto más alto al más bajo",
  },
  views: { en: "Cases of the inbox by urgency", es: "Casos de la bandeja por urgencia" },
  shown: { en: "{$from}–{$to} of {$count}", es: "{$from}–{$to} de {$count}" },
  more: {
    en: "These are the first {$count} cases by deadline, and up to {$count} cases without a known deadline. Sort by the newest to see all.",
    es: "Son los primeros {$count} casos por plazo y hasta {$count} casos sin plazo conocido. Ordene por lo más reciente para ver todos.",
  },
  number: { en: "Case", es: "Caso" },
  show: { en: "Show", es: "Mostrar" },
  filters: { en: "Filters", es: "Filtros" },
  sort: { en: "Sort", es: "Orden" },
  all: { en: "All", es: "Todos" },
  allLaws: { en: "All", es: "Todas" },
  ownedUntil: { en: "{$who} until {$until}", es: "{$who} hasta el {$until}" },
  owner: { en: "Owner", es: "A cargo" },
  tick: { en: "Select {$number}", es: "Seleccionar {$number}" },
  tickGroup: { en: "Select all: {$title}", es: "Seleccionar todos: {$title}" },
  tickAll: { en: "Select all cases of this page", es: "Seleccionar todos los casos de esta página" },
  ticked: { en: "Selected:", es: "Seleccionados:" },
  together: { en: "Decide together", es: "Dictaminar juntos" },
  takeOne: { en: "Take {$number}", es: "Tomar {$number}" },
  operation: { en: "Transaction", es: "Operación" },
  what: { en: "About", es: "Asunto" },
  since: { en: "Since", es: "Desde" },
  firstScore: { en: "score {$score}", es: "calificación {$score}" },
  score: { en: "score {$score}, previously {$previous}", es: "calificación {$score}, antes {$previous}" },
});

/** Views of the inbox. */
export const INBOX_VIEWS = texts({
  day: { en: "24 hours", es: "24 horas" },
  overdue: { en: "Overdue", es: "Vencidos" },
  week: { en: "≤ 7 days", es: "≤ 7 días" },
  mine: { en: "Mine", es: "Míos" },
  unassigned: { en: "Unassigned", es: "Sin asignar" },
  all: { en: "All", es: "Todos" },
});

export const INBOX_SORTS = texts({
  due: { en: "Due, the most urgent first", es: "Plazo, lo más urgente primero" },
  received: { en: "The newest first", es: "Lo más reciente primero" },
  amount: { en: "Amount, the highest first", es: "Monto, de mayor a menor" },
});

/** Headings of groups, and what each means. */
export const INBOX_GROUPS = texts({
  clock: { en: "24-hour clock running", es: "Corren las 24 horas" },
  overdue: { en: "Overdue", es: "Vencidos" },
  soon: { en: "Due within 7 days", es: "Vencen en 7 días o menos" },
  othersSoon: { en: "Others due within 7 days", es: "Otros que vencen en 7 días o menos" },
  list: { en: "Flagged under a sanctions list", es: "Señalados conforme a una lista de sanciones" },
  revised: { en: "Decided, and revised since", es: "Dictaminados y actualizados después" },
  later: { en: "Due {$day}", es: "Vencen el {$day}" },
  none: { en: "No deadline pending", es: "Sin plazo pendiente" },
});

export const INBOX_HINTS = texts({
  overdue: { en: "a deadline has passed", es: "ya pasó un plazo" },
  clock: { en: "for the notice of a suspicion", es: "para el aviso por sospecha" },
  list: { en: "review today", es: "revise hoy" },
  revised: { en: "confirm the decision, or reopen", es: "confirme el dictamen, o reabra el caso" },
});

/** Time before or after a deadline. */
export const DUE_IN = texts({
  minutesLate: { en: "{$count} min late", es: "vencido hace {$count} min" },
  hoursLate: { en: "{$count} h late", es: "vencido hace {$count} h" },
  daysLate: { en: "{$count} d late", es: "vencido hace {$count} d" },
  minutesLeft: { en: "{$count} min left", es: "quedan {$count} min" },
  hoursLeft: { en: "{$count} h left", es: "quedan {$count} h" },
  clockLeft: { en: "{$count} h {$minutes} min left", es: "quedan {$count} h {$minutes} min" },
  daysLeft: { en: "{$count} d left", es: "quedan {$count} d" },
  days: { en: "in {$count} d", es: "en {$count} d" },
  missed: { en: "24 h missed", es: "24 h vencidas" },
});

/** Subject of a case. */
export const CASE_KINDS = texts({
  notification: { en: "Flagged transaction", es: "Operación señalada por el servicio" },
  quarantine: { en: "Unreadable messages", es: "Mensajes sin interpretar" },
  wallet: { en: "Wallet with an alert from a scan", es: "Billetera con alerta de un escaneo" },
  user: { en: "User", es: "Usuario" },
});
