/** Texts of the list of users and of a user's page. */

import { texts } from "../texts.ts";

export const USERS = texts({
  hint: {
    en: "Vigía shows no list of all users: open one by the id, or choose one with open cases.",
    es: "Vigía no muestra una lista de todos los usuarios: abra uno por su identificador o elija uno con casos abiertos.",
  },
  id: { en: "User's id", es: "Identificador del usuario" },
  open: { en: "Open", es: "Abrir" },
  caption: {
    en: "Users with open cases, the most severe first",
    es: "Usuarios con casos abiertos, primero los más graves",
  },
  withOpenCases: { en: "Users with open cases", es: "Usuarios con casos abiertos" },
  mostSevereFirst: { en: "the most severe first", es: "primero los más graves" },
  stateOfMostSevere: { en: "State of that case", es: "Estado de ese caso" },
  mostSevere: { en: "Most severe", es: "Lo más grave" },
  openCases: { en: "Open", es: "Abiertos" },
  lastCase: { en: "Last case", es: "Último caso" },
  none: { en: "No open case names a user.", es: "Ningún caso abierto indica un usuario." },
  andUnknown: { en: "+ {$count} unknown", es: "+ {$count} sin dato" },
  withoutUser: {
    en: ".input {$count :integer}\n.match $count\none {{{$count} open case names no user.}}\n* {{{$count} open cases name no user.}}",
    es: ".input {$count :integer}\n.match $count\none {{{$count} caso abierto no indica usuario.}}\n* {{{$count} casos abiertos no indican usuario.}}",
  },
  cut: {
    en: "These are the users of the first {$count} cases by deadline, and of up to {$count} cases without a known deadline.",
    es: "Son los usuarios de los primeros {$count} casos por plazo y de hasta {$count} casos sin plazo conocido.",
  },
});

export const USER = texts({
  title: { en: "User {$user}", es: "Usuario {$user}" },
  unknown: {
    en: "No case, notification or wallet of this user is known.",
    es: "No se conoce ningún caso, notificación ni billetera de este usuario.",
  },
  since: { en: "first record {$day}", es: "primer registro: {$day}" },
  decide: {
    en: ".input {$count :integer}\n.match $count\none {{Decide the open case}}\n* {{Decide the {$count} open cases}}",
    es: ".input {$count :integer}\n.match $count\none {{Dictaminar el caso abierto}}\n* {{Dictaminar los {$count} casos abiertos}}",
  },
  late: {
    en: ".input {$count :integer}\n.match $count\none {{{$count} overdue}}\n* {{{$count} overdue}}",
    es: ".input {$count :integer}\n.match $count\none {{{$count} vencido}}\n* {{{$count} vencidos}}",
  },
  onLists: {
    en: ".input {$count :integer}\n{{{$count} flagged under a sanctions list}}",
    es: ".input {$count :integer}\n.match $count\none {{{$count} señalado conforme a una lista de sanciones}}\n* {{{$count} señalados conforme a una lista de sanciones}}",
  },
  openCases: { en: "Open cases", es: "Casos abiertos" },
  decided: { en: "Decided", es: "Dictaminados" },
  reported: {
    en: ".input {$count :integer}\n.match $count\none {{{$count} notice filed}}\n* {{{$count} notices filed}}",
    es: ".input {$count :integer}\n.match $count\none {{{$count} aviso presentado}}\n* {{{$count} avisos presentados}}",
  },
  flagged: { en: "Flagged transactions", es: "Operaciones señaladas" },
  flaggedCount: {
    en: ".input {$count :integer}\n.match $count\none {{{$count} flagged transaction}}\n* {{{$count} flagged transactions}}",
    es: ".input {$count :integer}\n.match $count\none {{{$count} operación señalada}}\n* {{{$count} operaciones señaladas}}",
  },
  unknownAmounts: {
    en: ".input {$count :integer}\n.match $count\none {{{$count} amount unknown}}\n* {{{$count} amounts unknown}}",
    es: ".input {$count :integer}\n.match $count\none {{{$count} monto sin dato}}\n* {{{$count} montos sin dato}}",
  },
  ofNewest: {
    en: "in the newest {$count} notifications",
    es: "en las {$count} notificaciones más recientes",
  },
  highest: { en: "Highest score", es: "Calificación más alta" },
  watched: {
    en: "{$watched} of {$count} wallets from {$from} up",
    es: "{$watched} de {$count} billeteras con {$from} o más",
  },
  noWallet: { en: "no wallet", es: "sin billetera" },
  cases: { en: "Cases", es: "Casos" },
  casesCaption: {
    en: "Cases of the user in all states, the most severe first",
    es: "Casos del usuario en todos los estados, primero los más graves",
  },
  casesByReceipt: {
    en: "Cases of the user in all states, the newest first",
    es: "Casos del usuario en todos los estados, del más reciente al más antiguo",
  },
  noCase: { en: "No case is about this user.", es: "Ningún caso es sobre este usuario." },
  noNotification: {
    en: "No notification names this user.",
    es: "Ninguna notificación indica a este usuario.",
  },
  all: { en: "All {$count}", es: "Ver todo ({$count})" },
  whole: { en: "Everything of the user", es: "Todo sobre el usuario" },
  walletsCaption: {
    en: "Wallets of the user, the highest score first",
    es: "Billeteras del usuario, de mayor a menor calificación",
  },
  scoreOf: { en: "Score of {$address}", es: "Calificación de {$address}" },
  openWallet: { en: "Open the wallet", es: "Abrir la billetera" },
});

/** Events of a user's cases; each begins with the number of its case. */
export const EVENTS = texts({
  title: { en: "What happened", es: "Qué ha ocurrido" },
  rose: {
    en: "score rose from {$before} to {$score}",
    es: "la calificación subió de {$before} a {$score}",
  },
  suspected: { en: "crime known or suspected", es: "hay conocimiento o sospecha de un delito" },
  passed: { en: "deadline passed", es: "venció un plazo" },
});
