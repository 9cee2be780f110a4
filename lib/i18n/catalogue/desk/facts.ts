/** Words that several pages of the desk have in common: columns, risks, outcomes. */

import { texts } from "../texts.ts";

export const FACTS = texts({
  illegal: { en: "FLAGGED", es: "SEÑALADA" },
  warn: { en: "WARN", es: "ADVERTENCIA" },
  noLaw: { en: "no law", es: "ninguna ley" },
  none: { en: "none", es: "ninguna" },
  any: { en: "any", es: "cualquiera" },
  unknown: { en: "unknown", es: "sin dato" },
  notYet: { en: "not yet", es: "todavía no" },
  notScanned: { en: "not scanned yet", es: "sin escanear todavía" },
  andMore: { en: " and {$count} more", es: " y {$count} más" },
  inUsd: { en: "(USD {$usd})", es: "({$usd} USD)" },
  chain: { en: "chain {$chainId}", es: "red {$chainId}" },
  received: { en: "Received", es: "Recibida" },
  notification: { en: "Notification", es: "Notificación" },
  risk: { en: "Risk", es: "Riesgo" },
  law: { en: "Law", es: "Ley" },
  laws: { en: "Laws", es: "Leyes" },
  lawsNotListed: {
    en: ".input {$count :integer}\n.match $count\none {{{$count} open case has more laws than a case lists, and may be under this law as well.}}\n* {{{$count} open cases have more laws than a case lists, and may be under this law as well.}}",
    es: ".input {$count :integer}\n.match $count\none {{{$count} caso abierto tiene más leyes de las que un caso enumera, y también puede corresponder a esta ley.}}\n* {{{$count} casos abiertos tienen más leyes de las que un caso enumera, y también pueden corresponder a esta ley.}}",
  },
  country: { en: "Country", es: "País" },
  amount: { en: "Amount", es: "Monto" },
  user: { en: "User", es: "Usuario" },
  noUser: { en: "no user named", es: "sin usuario" },
  wallet: { en: "Wallet", es: "Billetera" },
  address: { en: "Address", es: "Dirección" },
  chainColumn: { en: "Chain", es: "Red" },
  projectColumn: { en: "Project", es: "Proyecto" },
  allProjects: { en: "All projects", es: "Todos los proyectos" },
  kind: { en: "Kind", es: "Tipo" },
  score: { en: "Score", es: "Calificación" },
  scanned: { en: "Scanned", es: "Escaneada" },
  why: { en: "Why", es: "Motivo" },
  copyOf: { en: "Copy {$text}", es: "Copiar {$text}" },
  copied: { en: "Copied.", es: "Copiado." },
  unknownAmounts: {
    en: ".input {$count :integer}\n.match $count\none {{{$count} amount unknown}}\n* {{{$count} amounts unknown}}",
    es: ".input {$count :integer}\n.match $count\none {{{$count} monto sin dato}}\n* {{{$count} montos sin dato}}",
  },
  withoutRate: {
    en: ".input {$count :integer}\n.match $count\none {{{$count} without an exchange rate}}\n* {{{$count} without an exchange rate}}",
    es: ".input {$count :integer}\n.match $count\none {{{$count} sin tipo de cambio}}\n* {{{$count} sin tipo de cambio}}",
  },
});

/** Cases and notifications of a user or an address. */
export const RECORDS = texts({
  title: { en: "Cases and notifications", es: "Casos y notificaciones" },
  open: { en: "Open cases", es: "Casos abiertos" },
  alongside: {
    en: "Transactions of a suspicion, without a case of their own",
    es: "Operaciones de una sospecha, sin caso propio",
  },
  takenBy: { en: "with {$number}", es: "en el caso {$number}" },
  withoutCase: { en: "Notifications without a case", es: "Notificaciones sin caso" },
  decided: { en: "Decided", es: "Dictaminados" },
  operation: { en: "Transaction", es: "Operación" },
  none: { en: "No case and no notification.", es: "Ningún caso ni notificación." },
  allCases: { en: "All cases", es: "Todos los casos" },
  allNotifications: { en: "All notifications", es: "Todas las notificaciones" },
  flagged: { en: "Flagged transactions", es: "Operaciones señaladas" },
  warned: { en: "Warnings", es: "Advertencias" },
  ofNewest: {
    en: "in the newest {$count} notifications",
    es: "en las {$count} notificaciones más recientes",
  },
});

/** Outcome of a scan for a wallet. */
export const OUTCOMES = texts({
  completed: { en: "scored", es: "calificada" },
  skipped: { en: "skipped by the service", es: "omitida por el servicio" },
  failed: { en: "failed", es: "fallida" },
  missing: { en: "missing in the answer", es: "ausente en la respuesta" },
});

/** The bands of a score. */
export const BANDS = texts({
  minimal: { en: "minimal", es: "mínimo" },
  watch: { en: "watch", es: "vigilar" },
  investigate: { en: "investigate", es: "investigar" },
  unknown: { en: "unknown", es: "desconocido" },
});

export const CHART = texts({
  summary: {
    en: ".input {$count :integer}\n.match $count\none {{{$count} score, of {$until}: {$last} ({$band}).}}\n* {{{$count} scores from {$since} to {$until}: first {$first}, last {$last} ({$band}), highest {$highest}.}}",
    es: ".input {$count :integer}\n.match $count\none {{{$count} calificación, del {$until}: {$last} (nivel: {$band}).}}\n* {{{$count} calificaciones del {$since} al {$until}: la primera {$first}, la última {$last} (nivel: {$band}), la más alta {$highest}.}}",
  },
  lines: {
    en: "“Watch” begins at {$watch}; above {$investigate} an alert is sent.",
    es: "“Vigilar” comienza en {$watch}; por encima de {$investigate} se envía una alerta.",
  },
  alerted: { en: "alert, {$score}", es: "alerta, {$score}" },
});
