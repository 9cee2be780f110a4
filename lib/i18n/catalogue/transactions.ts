/** What alerts say of transactions that a law calls illegal. */

import { texts } from "../texts.ts";

export const TRANSACTIONS = texts({
  subject: { en: "[ILLEGAL] {$under}{$amount} ({$usd})", es: "[ILEGAL] {$under}{$amount} ({$usd})" },
  headline: {
    en: `.input {$others :integer}
.match $others
0 {{Flagged as ILLEGAL under {$law}, {$place}: a transaction in project {$project}.}}
one {{Flagged as ILLEGAL under {$law}, {$place} and {$others} other law: a transaction in project {$project}.}}
* {{Flagged as ILLEGAL under {$law}, {$place} and {$others} other laws: a transaction in project {$project}.}}`,
    es: `.input {$others :integer}
.match $others
0 {{Operación señalada como ILEGAL según {$law}, {$place}, en el proyecto {$project}.}}
one {{Operación señalada como ILEGAL según {$law}, {$place}, y {$others} ley más, en el proyecto {$project}.}}
* {{Operación señalada como ILEGAL según {$law}, {$place}, y {$others} leyes más, en el proyecto {$project}.}}`,
  },
  headlineWithoutLaw: {
    en: "Flagged as ILLEGAL: a transaction in project {$project}.",
    es: "Operación señalada como ILEGAL en el proyecto {$project}.",
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
    en: ".input {$count :integer}\n.match $count\none {{... and {$count} more ILLEGAL law}}\n* {{... and {$count} more ILLEGAL laws}}",
    es: ".input {$count :integer}\n.match $count\none {{... y {$count} ley más con riesgo ILEGAL}}\n* {{... y {$count} leyes más con riesgo ILEGAL}}",
  },
  moreWarn: {
    en: ".input {$count :integer}\n.match $count\none {{... and {$count} more WARN law}}\n* {{... and {$count} more WARN laws}}",
    es: ".input {$count :integer}\n.match $count\none {{... y {$count} ley más con ADVERTENCIA}}\n* {{... y {$count} leyes más con ADVERTENCIA}}",
  },
  links: { en: "Links", es: "Enlaces" },
  transaction: { en: "Transaction", es: "Operación" },
  groupSubject: {
    en: ".input {$count :integer}\n.match $count\none {{[ILLEGAL] {$count} transaction flagged in project {$project}}}\n* {{[ILLEGAL] {$count} transactions flagged in project {$project}}}",
    es: ".input {$count :integer}\n.match $count\none {{[ILEGAL] {$count} operación señalada en el proyecto {$project}}}\n* {{[ILEGAL] {$count} operaciones señaladas en el proyecto {$project}}}",
  },
  groupHeadline: {
    en: ".input {$count :integer}\n.match $count\none {{Flagged as ILLEGAL: {$count} transaction in project {$project}.}}\n* {{Flagged as ILLEGAL: {$count} transactions in project {$project}.}}",
    es: ".input {$count :integer}\n.match $count\none {{Señalada como ILEGAL: {$count} operación en el proyecto {$project}.}}\n* {{Señaladas como ILEGALES: {$count} operaciones en el proyecto {$project}.}}",
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
