/** Texts of alerts about transactions that a law calls illegal. */

import { texts } from "./texts.ts";

export const TRANSACTIONS = texts({
  subject: { en: "[ILLEGAL] {$under}{$amount} ({$usd})", es: "[ILEGAL] {$under}{$amount} ({$usd})" },
  headline: {
    en: `.input {$others :integer}
.match $others
0 {{{$law} ({$place}): the service flagged a transaction in project {$project} (high risk).}}
one {{{$law} ({$place}) and {$others} other law: the service flagged a transaction in project {$project} (high risk).}}
* {{{$law} ({$place}) and {$others} other laws: the service flagged a transaction in project {$project} (high risk).}}`,
    es: `.input {$others :integer}
.match $others
0 {{{$law} ({$place}): el servicio señaló una operación del proyecto {$project} (riesgo alto).}}
one {{{$law} ({$place}) y {$others} ley más: el servicio señaló una operación del proyecto {$project} (riesgo alto).}}
* {{{$law} ({$place}) y {$others} leyes más: el servicio señaló una operación del proyecto {$project} (riesgo alto).}}`,
  },
  headlineWithoutLaw: {
    en: "The service flagged a transaction in project {$project} (high risk).",
    es: "El servicio señaló una operación del proyecto {$project} (riesgo alto).",
  },
  notification: { en: "Notification", es: "Notificación" },
  user: { en: "User", es: "Usuario" },
  amount: { en: "Amount", es: "Monto" },
  wallet: { en: "Wallet", es: "Billetera" },
  walletOnChain: { en: "{$wallet} on {$chain}", es: "{$wallet} en {$chain}" },
  walletDescribed: {
    en: "{$wallet} on {$chain}, described as {$description}",
    es: "{$wallet} en {$chain}, descrita como {$description}",
  },
  happened: { en: "Happened", es: "Realizada" },
  received: { en: "Received", es: "Recibida" },
  laws: { en: "Laws, worst first", es: "Leyes, de mayor a menor gravedad" },
  source: { en: "Source: {$source}", es: "Fuente: {$source}" },
  moreIllegal: {
    en: ".input {$count :integer}\n.match $count\none {{... and {$count} more law under which the service flags it}}\n* {{... and {$count} more laws under which the service flags it}}",
    es: ".input {$count :integer}\n.match $count\none {{... y {$count} ley más por la que el servicio la señala}}\n* {{... y {$count} leyes más por las que el servicio la señala}}",
  },
  moreWarn: {
    en: ".input {$count :integer}\n.match $count\none {{... and {$count} more law with a warning}}\n* {{... and {$count} more laws with a warning}}",
    es: ".input {$count :integer}\n.match $count\none {{... y {$count} ley más con advertencia}}\n* {{... y {$count} leyes más con advertencia}}",
  },
  links: { en: "Links", es: "Enlaces" },
  transaction: { en: "Transaction", es: "Operación" },
  groupSubject: {
    en: ".input {$count :integer}\n.match $count\none {{[ILLEGAL] {$count} transaction flagged in project {$project}}}\n* {{[ILLEGAL] {$count} transactions flagged in project {$project}}}",
    es: ".input {$count :integer}\n.match $count\none {{[ILEGAL] {$count} operación señalada en el proyecto {$project}}}\n* {{[ILEGAL] {$count} operaciones señaladas en el proyecto {$project}}}",
  },
  groupHeadline: {
    en: ".input {$count :integer}\n.match $count\none {{The service flagged {$count} transaction in project {$project} (high risk).}}\n* {{The service flagged {$count} transactions in project {$project} (high risk).}}",
    es: ".input {$count :integer}\n.match $count\none {{El servicio señaló {$count} operación en el proyecto {$project} (riesgo alto).}}\n* {{El servicio señaló {$count} operaciones en el proyecto {$project} (riesgo alto).}}",
  },
  receivedBetween: {
    en: "Received between {$since} and {$until}.",
    es: "Recibidas entre el {$since} y el {$until}.",
  },
  worstFirst: { en: "Worst first", es: "De mayor a menor gravedad" },
  theWorst: {
    en: ".input {$count :integer}\n{{The {$count} worst}}",
    es: ".input {$count :integer}\n{{Las {$count} más graves}}",
  },
  andOthers: {
    en: ".input {$count :integer}\n.match $count\n0 {{{$laws}}}\none {{{$laws} and {$count} other law}}\n* {{{$laws} and {$count} other laws}}",
    es: ".input {$count :integer}\n.match $count\n0 {{{$laws}}}\none {{{$laws} y {$count} ley más}}\n* {{{$laws} y {$count} leyes más}}",
  },
  listedUser: { en: "User {$user}: {$amount}", es: "Usuario {$user}: {$amount}" },
  listedWallet: { en: "Wallet {$wallet} on {$chain}", es: "Billetera {$wallet} en {$chain}" },
  listedTimes: {
    en: "Happened {$happened}, received {$received}",
    es: "Realizada el {$happened}; recibida el {$received}",
  },
  listedHash: { en: "Transaction {$hash}", es: "Operación {$hash}" },
  listedKey: { en: "Notification {$key}", es: "Notificación {$key}" },
  slackUser: { en: "user {$user}", es: "usuario {$user}" },
});
