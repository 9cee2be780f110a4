/** What the brief of a day says. */

import { texts } from "../texts.ts";

export const BRIEF = texts({
  subject: { en: "[BRIEF] {$what} - {$day}", es: "[RESUMEN] {$what} - {$day}" },
  headline: { en: "Brief of {$day}: {$what}.", es: "Resumen del {$day}: {$what}." },
  span: {
    en: "The day went from {$from} to {$to}. Projects: {$projects}. Made {$made}.",
    es: "El día fue del {$from} al {$to}. Proyectos: {$projects}. Elaborado el {$made}.",
  },
  overdue: {
    en: ".input {$count :integer}\n{{{$count} past the deadline}}",
    es: ".input {$count :integer}\n{{{$count} fuera de plazo}}",
  },
  dueSoon: {
    en: ".input {$count :integer}\n{{{$count} due within 7 days}}",
    es: ".input {$count :integer}\n.match $count\none {{{$count} vence en 7 días}}\n* {{{$count} vencen en 7 días}}",
  },
  undecided: {
    en: ".input {$count :integer}\n{{{$count} undecided}}",
    es: ".input {$count :integer}\n{{{$count} sin dictaminar}}",
  },
  illegal: {
    en: ".input {$count :integer}\n{{{$count} new illegal}}",
    es: ".input {$count :integer}\n.match $count\none {{{$count} nueva ilegal}}\n* {{{$count} nuevas ilegales}}",
  },
  crossed: {
    en: ".input {$count :integer}\n.match $count\none {{{$count} wallet crossed the line}}\n* {{{$count} wallets crossed the line}}",
    es: ".input {$count :integer}\n.match $count\none {{{$count} billetera rebasó el límite}}\n* {{{$count} billeteras rebasaron el límite}}",
  },
  letters: {
    en: ".input {$count :integer}\n.match $count\none {{{$count} dead letter}}\n* {{{$count} dead letters}}",
    es: ".input {$count :integer}\n.match $count\none {{{$count} mensaje fallido}}\n* {{{$count} mensajes fallidos}}",
  },
  scansAmiss: {
    en: ".input {$count :integer}\n.match $count\none {{{$count} scan amiss}}\n* {{{$count} scans amiss}}",
    es: ".input {$count :integer}\n.match $count\none {{{$count} escaneo con problemas}}\n* {{{$count} escaneos con problemas}}",
  },
  quiet: {
    en: "nothing illegal, nothing undecided",
    es: "nada ilegal, nada sin dictaminar",
  },
  quietWithoutCases: { en: "nothing illegal", es: "nada ilegal" },
  came: { en: "New", es: "Novedades" },
  lineIllegal: { en: "illegal", es: "ilegales" },
  lineWarn: { en: "with a warning", es: "con advertencia" },
  lineNone: { en: "with neither", es: "sin ninguna de las dos" },
  lineChanges: {
    en: "other contents of known ids, {$illegal} of them illegal",
    es: "otros contenidos de identificadores conocidos, {$illegal} de ellos ilegales",
  },
  lineQuarantined: {
    en: "not understood, {$illegal} of them saying illegal",
    es: "no entendidas, {$illegal} de ellas dicen ilegal",
  },
  lineErrors: { en: "errors that the service reported", es: "errores que informó el servicio" },
  lineCrossed: { en: "wallets that crossed the line", es: "billeteras que rebasaron el límite" },
  laws: { en: "By law", es: "Por ley" },
  law: {
    en: "{$law}: {$illegal} illegal, {$warn} with a warning",
    es: "{$law}: {$illegal} ilegales, {$warn} con advertencia",
  },
  otherLaws: {
    en: ".input {$count :integer}\n{{{$count} of laws that are not counted by name}}",
    es: ".input {$count :integer}\n{{{$count} de leyes que no se cuentan por nombre}}",
  },
  alerts: { en: "From receipt to alert", es: "De la recepción a la alerta" },
  nothingAlerted: { en: "nothing was to be alerted", es: "no hubo nada que alertar" },
  times: {
    en: "half of them within {$median}, the longest after {$longest}",
    es: "la mitad en {$median} o menos, el mayor plazo fue de {$longest}",
  },
  alerted: {
    en: ".input {$count :integer}\n{{{$count} alerted: {$times}}}",
    es: ".input {$count :integer}\n.match $count\none {{{$count} alertada: {$times}}}\n* {{{$count} alertadas: {$times}}}",
  },
  unalerted: {
    en: ".input {$count :integer}\n{{{$count} not alerted yet}}",
    es: ".input {$count :integer}\n{{{$count} todavía sin alertar}}",
  },
  cases: { en: "Undecided", es: "Sin dictaminar" },
  nothingUndecided: { en: "nothing", es: "nada" },
  lineUndecided: { en: "cases, the oldest of {$oldest}", es: "casos, el más antiguo del {$oldest}" },
  lineOverdue: { en: "past the deadline", es: "fuera de plazo" },
  lineDue: { en: "due on {$day}", es: "con vencimiento el {$day}" },
  decided: { en: "From receipt to decision", es: "De la recepción al dictamen" },
  decidedOf: {
    en: "{$count} of the day's {$all} cases: {$times}",
    es: "{$count} de los {$all} casos del día: {$times}",
  },
  noneDecided: {
    en: "none of the day's {$all} cases yet",
    es: "todavía ninguno de los {$all} casos del día",
  },
  noCases: { en: "no case of the day", es: "ningún caso del día" },
  scans: { en: "Last scan", es: "Último escaneo" },
  noScan: { en: "project {$project}: none yet", es: "proyecto {$project}: todavía ninguno" },
  scan: {
    en: "project {$project}: {$state}, {$time}; {$covered}; {$above} newly above {$line}",
    es: "proyecto {$project}: {$state}, {$time}; {$covered}; {$above} rebasaron los {$line} puntos",
  },
  scanCovered: {
    en: "{$percent} % of {$known} known wallets",
    es: "{$percent} % de {$known} billeteras conocidas",
  },
  scanNoWallet: { en: "no wallet is known", es: "no se conoce ninguna billetera" },
  scanFine: { en: "complete", es: "completo" },
  scanPoor: { en: "COMPLETE, BUT WITH TOO FEW SCORED", es: "COMPLETO, PERO CON MUY POCAS CALIFICADAS" },
  scanUnfinished: { en: "NOT COMPLETE", es: "SIN COMPLETAR" },
  scanOld: { en: "OVER 36 HOURS AGO", es: "HACE MÁS DE 36 HORAS" },
  waiting: { en: "Waiting for whoever runs Vigia", es: "Pendiente para quien opera Vigia" },
  lineQuarantine: {
    en: "bodies of the last 30 days not understood and not replayed",
    es: "mensajes de los últimos 30 días que no se entendieron ni se volvieron a procesar",
  },
  lineWebhookLetters: { en: "webhooks that failed for good", es: "webhooks que fallaron definitivamente" },
  lineScanLetters: {
    en: "scan pages that failed for good",
    es: "páginas de escaneo que fallaron definitivamente",
  },
  orMore: { en: "{$count} or more", es: "{$count} o más" },
  anchor: { en: "Anchor of {$day}", es: "Ancla del {$day}" },
  anchorOver: {
    en: ".input {$count :integer}\n.match $count\none {{Over the anchor before and {$count} step since {$since}. Keep this message: later this shows whether a step was changed.}}\n* {{Over the anchor before and {$count} steps since {$since}. Keep this message: later this shows whether a step was changed.}}",
    es: ".input {$count :integer}\n.match $count\none {{Sobre el ancla anterior y {$count} paso desde el {$since}. Conserve este mensaje: más adelante muestra si se cambió algún paso.}}\n* {{Sobre el ancla anterior y {$count} pasos desde el {$since}. Conserve este mensaje: más adelante muestra si se cambió algún paso.}}",
  },
  anchorFirst: {
    en: ".input {$count :integer}\n.match $count\none {{The first anchor, over {$count} step: if a brief before carried one, somebody removed what was kept of it. Keep this message: later this shows whether a step was changed.}}\n* {{The first anchor, over {$count} steps: if a brief before carried one, somebody removed what was kept of it. Keep this message: later this shows whether a step was changed.}}",
    es: ".input {$count :integer}\n.match $count\none {{La primera ancla, sobre {$count} paso: si un resumen anterior traía una, alguien borró lo que se conservaba de ella. Conserve este mensaje: más adelante muestra si se cambió algún paso.}}\n* {{La primera ancla, sobre {$count} pasos: si un resumen anterior traía una, alguien borró lo que se conservaba de ella. Conserve este mensaje: más adelante muestra si se cambió algún paso.}}",
  },
  anchorSpoilt: {
    en: "None: somebody put something else in its place. The steps of this day will be in the anchor of the next one.",
    es: "Ninguna: alguien puso otra cosa en su lugar. Los pasos de este día estarán en el ancla del siguiente.",
  },
  anchorLater: {
    en: "The steps of this day are in the anchor of a later one.",
    es: "Los pasos de este día están en el ancla de uno posterior.",
  },
});
