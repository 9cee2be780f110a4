/** Texts of alerts about other contents under known ids. */

import { texts } from "./texts.ts";

export const CHANGES = texts({
  headline: {
    en: "Changed: {$what} in project {$project}. The service flags it (high risk).",
    es: "Modificación: {$what} en el proyecto {$project}. El servicio la señala (riesgo alto).",
  },
  subject: {
    en: "[ILLEGAL] Changed: {$under}{$amount} ({$usd})",
    es: "[ILEGAL] Modificación: {$under}{$amount} ({$usd})",
  },
  againHeadline: {
    en: "The service flags notification {$key} in project {$project} again (high risk).",
    es: "El servicio señala de nuevo la notificación {$key} del proyecto {$project} (riesgo alto).",
  },
  againSubject: {
    en: "[ILLEGAL] Flagged again: {$under}{$amount} ({$usd})",
    es: "[ILEGAL] Señalada de nuevo: {$under}{$amount} ({$usd})",
  },
  saysNow: { en: "What it says now", es: "Lo que dice ahora" },
  kept: {
    en: "Vigía keeps and lists all contents that came with this id. The first one is unchanged.",
    es: "Vigía conserva y lista todos los contenidos recibidos con este identificador. El primero no cambió.",
  },
  anotherTransaction: {
    en: "another transaction ({$facts}) came under the id of notification {$key}",
    es: "llegó otra operación ({$facts}) con el identificador de la notificación {$key}",
  },
  otherContent: {
    en: "notification {$key} came again with other content",
    es: "la notificación {$key} llegó de nuevo con otro contenido",
  },
  flaggedAgain: {
    en: "the service flags notification {$key} again",
    es: "el servicio señala de nuevo la notificación {$key}",
  },
  wasWithdrawn: {
    en: "Before: withdrawn by the service (received {$withdrawn}).",
    es: "Antes: retirada por el servicio (mensaje recibido el {$withdrawn}).",
  },
  wasLeftOut: {
    en: "Before: not {$risk} (message received {$withdrawn}).",
    es: "Antes: no estaba {$risk} (mensaje recibido el {$withdrawn}).",
  },
  before: { en: "Before (first content): {$content}.", es: "Antes (primer contenido): {$content}." },
  unreadable: {
    en: "no longer readable (received {$received})",
    es: "ya no se puede leer (recibida el {$received})",
  },
  now: { en: "Now: {$content}.", es: "Ahora: {$content}." },
  new: { en: "New: {$risk}.", es: "Nuevo: {$risk}." },
  again: {
    en: "The service flags it again, after withdrawing it in a message received {$withdrawn}.",
    es: "El servicio la señala de nuevo. La había retirado en un mensaje recibido el {$withdrawn}.",
  },
  lawsAgain: {
    en: "Again {$risk}. The message before it, received {$withdrawn}, did not say so.",
    es: "De nuevo {$risk}. El mensaje anterior, recibido el {$withdrawn}, no lo indicaba.",
  },
  graver: { en: "Graver than before: {$facts}.", es: "Más grave que antes: {$facts}." },
  graverUsd: { en: "{$now} instead of {$before}", es: "{$now} en lugar de {$before}" },
  graverTime: {
    en: "it happened {$now} instead of {$before}, so a deadline changes",
    es: "se realizó el {$now} en lugar del {$before}, por lo que cambia un plazo",
  },
  graverSymbol: {
    en: "token {$now} instead of {$before}",
    es: "activo virtual {$now} en lugar de {$before}",
  },
  content: { en: "{$content} (received {$received})", es: "{$content} (recibida el {$received})" },
  noLaw: { en: "no law", es: "ninguna ley" },
  under: { en: "{$risk} under {$laws}", es: "{$risk} conforme a {$laws}" },
  andMoreLaws: {
    en: ".input {$count :integer}\n.match $count\none {{{$laws} and {$count} more law}}\n* {{{$laws} and {$count} more laws}}",
    es: ".input {$count :integer}\n.match $count\none {{{$laws} y {$count} ley más}}\n* {{{$laws} y {$count} leyes más}}",
  },
  listed: {
    en: "{$what}: user {$user}, {$amount}",
    es: "{$what}: usuario {$user}, {$amount}",
  },
  slackUser: { en: "User {$user}: {$amount}", es: "Usuario {$user}: {$amount}" },
  ofNotifications: {
    en: ".input {$count :integer}\n.match $count\none {{{$count} notification in project {$project}}}\n* {{{$count} notifications in project {$project}}}",
    es: ".input {$count :integer}\n.match $count\none {{{$count} notificación del proyecto {$project}}}\n* {{{$count} notificaciones del proyecto {$project}}}",
  },
  counted: {
    en: ".input {$count :integer}\n.match $count\none {{Changed: {$count} change of {$notifications}}}\n* {{Changed: {$count} changes of {$notifications}}}",
    es: ".input {$count :integer}\n.match $count\none {{Modificación: {$count} modificación en {$notifications}}}\n* {{Modificación: {$count} modificaciones en {$notifications}}}",
  },
  countedHeadline: {
    en: "{$counted}. The service flags each of them (high risk).",
    es: "{$counted}. El servicio señala cada una (riesgo alto).",
  },
  groupSubject: { en: "[ILLEGAL] Changed: {$notifications}", es: "[ILEGAL] Modificación: {$notifications}" },
  countedSubject: { en: "[ILLEGAL] {$counted}", es: "[ILEGAL] {$counted}" },
  groupHeadline: {
    en: "Changed: {$notifications}. The service flags each of them (high risk).",
    es: "Modificación: {$notifications}. El servicio señala cada una (riesgo alto).",
  },
  otherChain: { en: "another chain", es: "otra red" },
  otherWallet: { en: "another wallet", es: "otra billetera" },
  otherHash: { en: "another hash", es: "otro hash" },
  otherUser: { en: "another user", es: "otro usuario" },
  otherAmount: { en: "another amount", es: "otro monto" },
  otherDecimals: { en: "other decimals", es: "otros decimales" },
  otherToken: { en: "another token", es: "otro activo virtual" },
  userAmount: { en: "user {$user}, {$amount}", es: "usuario {$user}, {$amount}" },
  onChain: { en: "on {$chain}", es: "en {$chain}" },
  wallet: { en: "wallet {$wallet}", es: "billetera {$wallet}" },
  hash: { en: "hash {$hash}", es: "hash de operación {$hash}" },
  decimals: { en: "{$count} decimals", es: "{$count} decimales" },
  token: { en: "token {$token}", es: "activo virtual con dirección {$token}" },
  nativeToken: { en: "native token {$symbol}", es: "activo virtual nativo {$symbol}" },
});
