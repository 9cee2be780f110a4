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
  noticesOverdue: {
    en: ".input {$count :integer}\n.match $count\none {{{$count} 24-hour notice missing}}\n* {{{$count} 24-hour notices missing}}",
    es: ".input {$count :integer}\n.match $count\none {{falta {$count} aviso de 24 horas}}\n* {{faltan {$count} avisos de 24 horas}}",
  },
  noticesOwed: {
    en: ".input {$count :integer}\n.match $count\none {{{$count} 24-hour notice owed}}\n* {{{$count} 24-hour notices owed}}",
    es: ".input {$count :integer}\n.match $count\none {{{$count} aviso de 24 horas pendiente}}\n* {{{$count} avisos de 24 horas pendientes}}",
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
  notUnderstood: {
    en: ".input {$count :integer}\n{{{$count} not understood}}",
    es: ".input {$count :integer}\n.match $count\none {{{$count} no entendida}}\n* {{{$count} no entendidas}}",
  },
  scansAmiss: {
    en: ".input {$count :integer}\n.match $count\none {{{$count} scan amiss}}\n* {{{$count} scans amiss}}",
    es: ".input {$count :integer}\n.match $count\none {{{$count} escaneo con problemas}}\n* {{{$count} escaneos con problemas}}",
  },
  errors: {
    en: ".input {$count :integer}\n.match $count\none {{{$count} error of the service}}\n* {{{$count} errors of the service}}",
    es: ".input {$count :integer}\n.match $count\none {{{$count} error del servicio}}\n* {{{$count} errores del servicio}}",
  },
  withoutScan: { en: "no scan yet", es: "todavía ningún escaneo" },
  errorTexts: { en: "Errors that the service reported", es: "Errores que informó el servicio" },
  quiet: {
    en: "nothing illegal, nothing undecided",
    es: "nada ilegal, nada sin dictaminar",
  },
  quietWithoutCases: { en: "nothing illegal", es: "nada ilegal" },
  came: { en: "New", es: "Novedades" },
  lineIllegal: {
    en: ".input {$count :integer}\n{{illegal}}",
    es: ".input {$count :integer}\n.match $count\none {{ilegal}}\n* {{ilegales}}",
  },
  lineWarn: { en: "with a warning", es: "con advertencia" },
  lineNone: { en: "with neither", es: "sin ninguna de las dos" },
  lineChanges: {
    en: ".input {$count :integer}\n.match $count\none {{other content of a known id, {$illegal} illegal}}\n* {{other contents of known ids, {$illegal} of them illegal}}",
    es: ".input {$count :integer}\n.match $count\none {{otro contenido de un identificador conocido, {$illegal} ilegal}}\n* {{otros contenidos de identificadores conocidos, {$illegal} de ellos ilegales}}",
  },
  lineQuarantined: {
    en: ".input {$count :integer}\n{{not understood, {$illegal} of them saying illegal}}",
    es: ".input {$count :integer}\n.match $count\none {{no entendida, dicen ilegal: {$illegal}}}\n* {{no entendidas, {$illegal} de ellas dicen ilegal}}",
  },
  lineErrors: {
    en: ".input {$count :integer}\n.match $count\none {{error that the service reported}}\n* {{errors that the service reported}}",
    es: ".input {$count :integer}\n.match $count\none {{error que informó el servicio}}\n* {{errores que informó el servicio}}",
  },
  lineCrossed: {
    en: ".input {$count :integer}\n.match $count\none {{wallet that crossed the line}}\n* {{wallets that crossed the line}}",
    es: ".input {$count :integer}\n.match $count\none {{billetera que rebasó el límite}}\n* {{billeteras que rebasaron el límite}}",
  },
  lineUnreadable: {
    en: ".input {$count :integer}\n{{that cannot be read: a later version wrote it, or somebody changed it}}",
    es: ".input {$count :integer}\n.match $count\none {{que no se puede leer: lo escribió una versión posterior o alguien lo modificó}}\n* {{que no se pueden leer: los escribió una versión posterior o alguien los modificó}}",
  },
  laws: { en: "By law", es: "Por ley" },
  law: {
    en: ".input {$illegal :integer}\n.input {$warn :integer}\n{{{$law}: {$illegal} illegal, {$warn} with a warning}}",
    es: ".input {$illegal :integer}\n.input {$warn :integer}\n.match $illegal\none {{{$law}: {$illegal} ilegal, {$warn} con advertencia}}\n* {{{$law}: {$illegal} ilegales, {$warn} con advertencia}}",
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
  timeOfOne: { en: "after {$time}", es: "en {$time}" },
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
  lineUndecided: {
    en: ".input {$count :integer}\n.match $count\none {{case, of {$oldest}}}\n* {{cases, the oldest of {$oldest}}}",
    es: ".input {$count :integer}\n.match $count\none {{caso, del {$oldest}}}\n* {{casos, el más antiguo del {$oldest}}}",
  },
  lineOverdue: { en: "past the deadline", es: "fuera de plazo" },
  lineDue: { en: "due on {$day}", es: "con vencimiento el {$day}" },
  notices: { en: "24-hour notices", es: "Avisos de 24 horas" },
  lineNotices: {
    en: ".input {$count :integer}\n.match $count\none {{case that owes a notice, decided or not}}\n* {{cases that each owe a notice, decided or not}}",
    es: ".input {$count :integer}\n.match $count\none {{caso con un aviso pendiente, dictaminado o no}}\n* {{casos con un aviso pendiente cada uno, dictaminados o no}}",
  },
  lineNoticesOverdue: { en: "of them past the 24 hours", es: "de ellos ya pasaron las 24 horas" },
  decided: { en: "From receipt to decision", es: "De la recepción al dictamen" },
  decidedOf: {
    en: ".input {$all :integer}\n.match $all\none {{the day's one case: {$times}}}\n* {{{$count} of the day's {$all} cases: {$times}}}",
    es: ".input {$all :integer}\n.match $all\none {{el único caso del día: {$times}}}\n* {{{$count} de los {$all} casos del día: {$times}}}",
  },
  noneDecided: {
    en: ".input {$all :integer}\n.match $all\none {{the day's one case not yet}}\n* {{none of the day's {$all} cases yet}}",
    es: ".input {$all :integer}\n.match $all\none {{todavía no el único caso del día}}\n* {{todavía ninguno de los {$all} casos del día}}",
  },
  noCases: { en: "no case of the day", es: "ningún caso del día" },
  scans: { en: "Last scan", es: "Último escaneo" },
  noScan: { en: "project {$project}: none yet", es: "proyecto {$project}: todavía ninguno" },
  scan: {
    en: ".input {$crossed :integer}\n{{project {$project}: {$state}, {$time}; {$covered}; {$crossed} crossed the line}}",
    es: ".input {$crossed :integer}\n.match $crossed\none {{proyecto {$project}: {$state}, {$time}; {$covered}; {$crossed} rebasó el límite}}\n* {{proyecto {$project}: {$state}, {$time}; {$covered}; {$crossed} rebasaron el límite}}",
  },
  scanNights: {
    en: ".input {$count :integer}\n{{a round of all wallets takes {$count} nights at the present speed}}",
    es: ".input {$count :integer}\n{{a la velocidad actual, una vuelta de todas las billeteras toma {$count} noches}}",
  },
  scanSoFar: {
    en: ".input {$count :integer}\n.match $count\none {{{$count} wallet so far}}\n* {{{$count} wallets so far}}",
    es: ".input {$count :integer}\n.match $count\none {{{$count} billetera hasta ahora}}\n* {{{$count} billeteras hasta ahora}}",
  },
  scanReached: {
    en: ".input {$count :integer}\n.match $count\none {{it ended after {$count} wallet}}\n* {{it ended after {$count} wallets}}",
    es: ".input {$count :integer}\n.match $count\none {{terminó después de {$count} billetera}}\n* {{terminó después de {$count} billeteras}}",
  },
  scanCovered: {
    en: ".input {$known :integer}\n.match $known\none {{{$percent} % of {$known} known wallet}}\n* {{{$percent} % of {$known} known wallets}}",
    es: ".input {$known :integer}\n.match $known\none {{{$percent} % de {$known} billetera conocida}}\n* {{{$percent} % de {$known} billeteras conocidas}}",
  },
  scanNoWallet: { en: "no wallet is known", es: "no se conoce ninguna billetera" },
  scanFine: { en: "complete", es: "completo" },
  scanPoor: { en: "COMPLETE, BUT WITH TOO FEW SCORED", es: "COMPLETO, PERO CON MUY POCAS CALIFICADAS" },
  scanUnfinished: { en: "NOT COMPLETE", es: "SIN COMPLETAR" },
  scanOld: { en: "OVER 36 HOURS AGO", es: "HACE MÁS DE 36 HORAS" },
  scanSlow: { en: "complete, but in more than one night", es: "completo, pero en más de una noche" },
  scanStuck: { en: "STUCK", es: "ATORADO" },
  waiting: { en: "Waiting for whoever runs Vigia", es: "Pendiente para quien opera Vigia" },
  lineQuarantine: {
    en: ".input {$count :integer}\n.match $count\none {{body of the last 30 days not understood and not replayed}}\n* {{bodies of the last 30 days not understood and not replayed}}",
    es: ".input {$count :integer}\n.match $count\none {{mensaje de los últimos 30 días que no se entendió ni se volvió a procesar}}\n* {{mensajes de los últimos 30 días que no se entendieron ni se volvieron a procesar}}",
  },
  lineWebhookLetters: {
    en: ".input {$count :integer}\n.match $count\none {{webhook that failed for good}}\n* {{webhooks that failed for good}}",
    es: ".input {$count :integer}\n.match $count\none {{webhook que falló definitivamente}}\n* {{webhooks que fallaron definitivamente}}",
  },
  lineScanLetters: {
    en: ".input {$count :integer}\n.match $count\none {{scan page that failed for good}}\n* {{scan pages that failed for good}}",
    es: ".input {$count :integer}\n.match $count\none {{página de escaneo que falló definitivamente}}\n* {{páginas de escaneo que fallaron definitivamente}}",
  },
  orMore: { en: "{$count} or more", es: "{$count} o más" },
  anchor: { en: "Anchor of {$day}", es: "Ancla del {$day}" },
  anchorOver: {
    en: ".input {$count :integer}\n.match $count\none {{Over the anchor before and {$count} opening or step of a case since {$since}. Keep this message: later this shows whether one was changed.}}\n* {{Over the anchor before and {$count} openings and steps of cases since {$since}. Keep this message: later this shows whether one was changed.}}",
    es: ".input {$count :integer}\n.match $count\none {{Sobre el ancla anterior y {$count} apertura o paso de un caso desde el {$since}. Conserve este mensaje: más adelante muestra si se cambió.}}\n* {{Sobre el ancla anterior y {$count} aperturas y pasos de casos desde el {$since}. Conserve este mensaje: más adelante muestra si se cambió alguno.}}",
  },
  anchorFirst: {
    en: ".input {$count :integer}\n.match $count\none {{The first anchor, over {$count} opening or step of a case: if an earlier brief carried one, its stored record was removed. Keep this message: later this shows whether one was changed.}}\n* {{The first anchor, over {$count} openings and steps of cases: if an earlier brief carried one, its stored record was removed. Keep this message: later this shows whether one was changed.}}",
    es: ".input {$count :integer}\n.match $count\none {{La primera ancla, sobre {$count} apertura o paso de un caso: si un resumen anterior traía una, se borró lo que se conservaba de ella. Conserve este mensaje: más adelante muestra si se cambió alguno.}}\n* {{La primera ancla, sobre {$count} aperturas y pasos de casos: si un resumen anterior traía una, se borró lo que se conservaba de ella. Conserve este mensaje: más adelante muestra si se cambió alguno.}}",
  },
  anchorSpoilt: {
    en: "None: its stored record was replaced by something else. The openings and steps of this day will be in the anchor of the next one.",
    es: "Ninguna: otra cosa ocupó su lugar. Las aperturas y los pasos de este día estarán en el ancla del siguiente.",
  },
  anchorLater: {
    en: "The openings and steps of this day are in the anchor of a later one.",
    es: "Las aperturas y los pasos de este día están en el ancla de uno posterior.",
  },
});
