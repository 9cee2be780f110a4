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
  revisedSubject: {
    en: "[ILLEGAL] Revised: {$under}{$amount} ({$usd})",
    es: "[ILEGAL] Actualización: {$under}{$amount} ({$usd})",
  },
  revisedHeadline: {
    en: `.input {$others :integer}
.match $others
0 {{{$law} ({$place}): the service revised a notification of project {$project} and flags it (high risk).}}
one {{{$law} ({$place}) and {$others} other law: the service revised a notification of project {$project} and flags it (high risk).}}
* {{{$law} ({$place}) and {$others} other laws: the service revised a notification of project {$project} and flags it (high risk).}}`,
    es: `.input {$others :integer}
.match $others
0 {{{$law} ({$place}): el servicio actualizó una notificación del proyecto {$project} y la señala (riesgo alto).}}
one {{{$law} ({$place}) y {$others} ley más: el servicio actualizó una notificación del proyecto {$project} y la señala (riesgo alto).}}
* {{{$law} ({$place}) y {$others} leyes más: el servicio actualizó una notificación del proyecto {$project} y la señala (riesgo alto).}}`,
  },
  due: { en: "Due", es: "Vence" },
  news: { en: "New", es: "Novedad" },
  before: {
    en: "Before: {$content}, received {$received}.",
    es: "Antes: {$content}, recibida el {$received}.",
  },
  latest: {
    en: "The service's latest message: {$content}, received {$received}.",
    es: "Último mensaje del servicio: {$content}, recibido el {$received}.",
  },
  withdrawn: {
    en: "The service has withdrawn {$laws}.",
    es: "El servicio retiró {$laws}.",
  },
  lawWithdrawn: { en: "{$law}, withdrawn", es: "{$law}, retirada" },
  unreadable: {
    en: "a message that can no longer be read",
    es: "una versión que ya no se puede leer",
  },
  reopened: {
    en: "The case was decided and is open again.",
    es: "El caso ya tenía dictamen y se reabrió.",
  },
  noLaw: { en: "no law", es: "ninguna ley" },
  under: { en: "{$risk} under {$laws}", es: "{$risk} conforme a {$laws}" },
  notification: { en: "Notification", es: "Notificación" },
  user: { en: "User", es: "Usuario" },
  amount: { en: "Amount", es: "Monto" },
  wallet: { en: "Wallet", es: "Billetera" },
  walletOnChain: { en: "{$wallet} on {$chain}", es: "{$wallet} en {$chain}" },
  explorer: { en: "Explorer", es: "Explorador" },
  happened: { en: "Happened", es: "Realizada" },
  received: { en: "Received", es: "Recibida" },
  laws: { en: "Laws by severity", es: "Leyes por gravedad" },
  transaction: { en: "Transaction", es: "Operación" },
  groupSubject: {
    en: ".input {$count :integer}\n.match $count\none {{[ILLEGAL] {$count} transaction flagged in project {$project}}}\n* {{[ILLEGAL] {$count} transactions flagged in project {$project}}}",
    es: ".input {$count :integer}\n.match $count\none {{[ILEGAL] {$count} operación señalada en el proyecto {$project}}}\n* {{[ILEGAL] {$count} operaciones señaladas en el proyecto {$project}}}",
  },
  listSubject: {
    en: ".input {$count :integer}\n{{[ILLEGAL] {$law}: {$listed} of {$count} transactions flagged in project {$project}}}",
    es: ".input {$count :integer}\n{{[ILEGAL] {$law}: {$listed} de {$count} operaciones señaladas en el proyecto {$project}}}",
  },
  groupHeadline: {
    en: ".input {$count :integer}\n.match $count\none {{The service flagged {$count} transaction in project {$project} (high risk).}}\n* {{The service flagged {$count} transactions in project {$project} (high risk).}}",
    es: ".input {$count :integer}\n.match $count\none {{El servicio señaló {$count} operación en el proyecto {$project} (riesgo alto).}}\n* {{El servicio señaló {$count} operaciones en el proyecto {$project} (riesgo alto).}}",
  },
  receivedBetween: {
    en: "Received between {$since} and {$until}.",
    es: "Recibidas entre el {$since} y el {$until}.",
  },
  firstDue: { en: "The first case is due {$time}.", es: "El primer caso vence el {$time}." },
  revisedAmong: {
    en: ".input {$count :integer}\n.match $count\none {{{$count} of them is a notification that the service revised.}}\n* {{{$count} of them are notifications that the service revised.}}",
    es: ".input {$count :integer}\n.match $count\none {{{$count} es una notificación que el servicio actualizó.}}\n* {{{$count} son notificaciones que el servicio actualizó.}}",
  },
  revised: { en: "Revised: {$laws}", es: "Actualización: {$laws}" },
  andOthers: {
    en: ".input {$count :integer}\n.match $count\n0 {{{$laws}}}\none {{{$laws} and {$count} other law}}\n* {{{$laws} and {$count} other laws}}",
    es: ".input {$count :integer}\n.match $count\n0 {{{$laws}}}\none {{{$laws} y {$count} ley más}}\n* {{{$laws} y {$count} leyes más}}",
  },
  ofUser: { en: "user {$user}", es: "usuario {$user}" },
});
