/** Texts of a user's page. */

import { texts } from "../texts.ts";

export const USER = texts({
  title: { en: "User {$user}", es: "Usuario {$user}" },
  unknown: {
    en: "No case, notification or wallet of this user is known.",
    es: "No se conoce ningún caso, notificación ni billetera de este usuario.",
  },
  unnamed: {
    en: "No case, notification or wallet that you can see names this user. If it is a user of yours, you can open a case or record a suspicion: check the id first, letter by letter.",
    es: "Ningún caso, notificación ni billetera que usted pueda consultar menciona a este usuario. Si es un usuario suyo, puede abrir un caso o registrar una sospecha: antes revise el identificador, letra por letra.",
  },
  personal: {
    en: "This looks like an RFC, a CURP or an e-mail address. A case needs the id that your company has for the user.",
    es: "Esto parece un RFC, una CURP o un correo electrónico. Un caso requiere el identificador que su empresa usa para el usuario.",
  },
  suspectTicked: { en: "Record a suspicion", es: "Registrar una sospecha" },
  decide: {
    en: ".input {$count :integer}\n{{Decide {$count} open cases}}",
    es: ".input {$count :integer}\n{{Dictaminar {$count} casos abiertos}}",
  },
  decideCase: { en: "Decide {$number}", es: "Dictaminar {$number}" },
  late: {
    en: ".input {$count :integer}\n.match $count\none {{{$count} overdue}}\n* {{{$count} overdue}}",
    es: ".input {$count :integer}\n.match $count\none {{{$count} vencido}}\n* {{{$count} vencidos}}",
  },
  onLists: {
    en: ".input {$count :integer}\n{{{$count} flagged under a sanctions list}}",
    es: ".input {$count :integer}\n.match $count\none {{{$count} señalado conforme a una lista de sanciones}}\n* {{{$count} señalados conforme a una lista de sanciones}}",
  },
  reported: {
    en: ".input {$count :integer}\n.match $count\none {{{$count} notice filed}}\n* {{{$count} notices filed}}",
    es: ".input {$count :integer}\n.match $count\none {{{$count} aviso presentado}}\n* {{{$count} avisos presentados}}",
  },
  highest: { en: "Highest score", es: "Calificación más alta" },
  watched: {
    en: "scored addresses from {$from} up: {$watched} of {$count}",
    es: "direcciones calificadas con {$from} o más: {$watched} de {$count}",
  },
  unscored: { en: "{$count} without a score", es: "{$count} sin calificación" },
  addresses: { en: "Wallets by address", es: "Billeteras por dirección" },
  noWallet: { en: "no wallet known", es: "ninguna billetera conocida" },
  casesByReceipt: {
    en: "Cases of the user in all states, the newest first",
    es: "Casos del usuario en todos los estados, del más reciente al más antiguo",
  },
  noCase: { en: "No case is about this user.", es: "Ningún caso es sobre este usuario." },
  whole: { en: "Everything of the user", es: "Todo sobre el usuario" },
  walletsCaption: {
    en: "Wallets of the user, the highest score first",
    es: "Billeteras del usuario, de mayor a menor calificación",
  },
  scoreOf: { en: "Score of {$address}", es: "Calificación de {$address}" },
  openWallet: { en: "Open the wallet", es: "Abrir la billetera" },
});
