/** Texts of the search. */

import { texts } from "../texts.ts";

export const SEARCH = texts({
  title: { en: "Search", es: "Búsqueda" },
  label: {
    en: "Find a case, a notification, a wallet, a transaction, a user or a receipt",
    es: "Buscar un caso, una notificación, una billetera, una operación, un usuario o un acuse",
  },
  placeholder: { en: "Find an id, address or case", es: "Buscar id, dirección o caso" },
  found: { en: "Found for “{$text}”", es: "Encontrado para “{$text}”" },
  what: { en: "Result", es: "Resultado" },
  openCases: {
    en: ".input {$count :integer}\n.match $count\n0 {{no open case}}\none {{{$count} open case}}\n* {{{$count} open cases}}",
    es: ".input {$count :integer}\n.match $count\n0 {{ningún caso abierto}}\none {{{$count} caso abierto}}\n* {{{$count} casos abiertos}}",
  },
  openAtLeast: {
    en: ".input {$count :integer}\n{{open cases: at least {$count}}}",
    es: ".input {$count :integer}\n{{casos abiertos: al menos {$count}}}",
  },
  nothing: { en: "Nothing was found for “{$text}”.", es: "No se encontró nada para “{$text}”." },
  hint: {
    en: "Type the number of a case or notification, such as 1#42, a wallet's address, a user's id, or the beginning of one of them. A transaction's hash and the reference (folio) of a receipt must be whole. Or paste a link of an explorer or of the desk, or a line or subject of an alert that has one of these. Capitals matter in user ids, and in addresses that are not hexadecimal.",
    es: "Escriba el número de un caso o una notificación, como 1#42, la dirección de una billetera o el identificador de un usuario, o su comienzo. El hash de una operación y el folio de un acuse deben estar completos. También puede pegar un enlace de un explorador o del escritorio, o un renglón o asunto de alerta que tenga uno de ellos. Las mayúsculas importan en los identificadores de usuario y en las direcciones que no son hexadecimales.",
  },
  usdOfOpen: { en: "USD, open cases", es: "USD, casos abiertos" },
  wallets: { en: "Wallets by score", es: "Billeteras por calificación" },
  lookedFor: { en: "It was also looked for as:", es: "También se buscó como:" },
  suspect: {
    en: "Record a suspicion about “{$user}”",
    es: "Registrar una sospecha sobre “{$user}”",
  },
  more: {
    en: "These are the first {$count} of a kind. Type more characters to see others.",
    es: "Son los primeros {$count} de cada tipo. Escriba más caracteres para ver otros.",
  },
  cut: {
    en: "Looked at: the newest {$count} cases, notifications and events. Older ones are found by their whole number, address or id.",
    es: "Se revisaron los {$count} casos, notificaciones y actuaciones más recientes. Los anteriores se encuentran por su número, dirección o identificador completo.",
  },
});

/** Kinds of what is found. */
export const SEARCH_KINDS = texts({
  case: { en: "Case", es: "Caso" },
  receipt: { en: "Case of the receipt", es: "Caso del acuse" },
  filing: { en: "Month of the receipt", es: "Mes del acuse" },
  notification: { en: "Notification", es: "Notificación" },
  wallet: { en: "Wallet", es: "Billetera" },
  user: { en: "User", es: "Usuario" },
});
