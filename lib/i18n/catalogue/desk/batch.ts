/** Texts of the page on which several cases are decided in one act. */

import { texts } from "../../texts.ts";

export const TOGETHER = texts({
  title: { en: "Decide several cases", es: "Dictaminar varios casos" },
  ofUser: { en: "All open cases of this user", es: "Todos los casos abiertos de este usuario" },
  find: { en: "Find", es: "Buscar" },
  sayWhich: {
    en: "Say which open cases: of a user, a wallet or a law.",
    es: "Indique qué casos abiertos: de un usuario, una billetera o una ley.",
  },
  none: { en: "No open case fits.", es: "Ningún caso abierto coincide." },
  tooMany: {
    en: "More than {$most} open cases fit: the newest {$most} are decided in one act, the others in the next.",
    es: "Coinciden más de {$most} casos abiertos: los {$most} más recientes se dictaminan en un acto y los demás en el siguiente.",
  },
  cut: {
    en: "Only the newest {$most} open cases were looked through: older ones may fit as well.",
    es: "Solo se revisaron los {$most} casos abiertos más recientes: también pueden coincidir otros más antiguos.",
  },
  found: { en: "Open cases that fit: {$count}", es: "Casos abiertos que coinciden: {$count}" },
  count: { en: "How many are they? Type {$count}", es: "¿Cuántos son? Escriba {$count}" },
  decide: { en: "Decide all of them", es: "Dictaminar todos" },
  wrongCount: {
    en: "The count that you typed is not that of the cases.",
    es: "El número que escribió no es el de los casos.",
  },
  decided: { en: "Decided: {$count}", es: "Dictaminados: {$count}" },
  tooEarly: {
    en: "Left out, since the date of the receipt is before their first day: {$count}",
    es: "Omitidos, porque la fecha del acuse es anterior a su primer día: {$count}",
  },
  leftOut: {
    en: "Left out, since they changed meanwhile: {$count}",
    es: "Omitidos, porque cambiaron mientras tanto: {$count}",
  },
  withOthers: {
    en: ".input {$count :integer}\n.match $count\none {{in one act with {$count} other}}\n* {{in one act with {$count} others}}",
    es: ".input {$count :integer}\n.match $count\none {{en un solo acto con {$count} más}}\n* {{en un mismo acto con {$count} más}}",
  },
});
