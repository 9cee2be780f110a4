/** Texts of the search. */

import { texts } from "../texts.ts";

export const SEARCH = texts({
  title: { en: "Search", es: "Búsqueda" },
  label: {
    en: "Find a notification, a case, a wallet, a transaction or a user",
    es: "Buscar una notificación, un caso, una billetera, una operación o un usuario",
  },
  placeholder: { en: "Find an id, address or case", es: "Buscar id, dirección o caso" },
  found: { en: "Found for “{$text}”", es: "Encontrado para “{$text}”" },
  what: { en: "Found", es: "Encontrado" },
  nothing: { en: "Nothing was found for “{$text}”.", es: "No se encontró nada para “{$text}”." },
  hint: {
    en: "Type the complete id of a notification or case, such as 1#42, a wallet's address, a transaction's hash or a user's id. Capitals do not matter in hexadecimal text. User ids and other addresses must be exact.",
    es: "Escriba el identificador completo de una notificación o un caso, como 1#42, la dirección de una billetera, el hash de una operación o el identificador de un usuario. En el texto hexadecimal no importan las mayúsculas. Los identificadores de usuario y las demás direcciones deben ser exactos.",
  },
});

/** Kinds of what is found. */
export const SEARCH_KINDS = texts({
  case: { en: "Case", es: "Caso" },
  notification: { en: "Notification", es: "Notificación" },
  wallet: { en: "Wallet", es: "Billetera" },
  user: { en: "User", es: "Usuario" },
});
