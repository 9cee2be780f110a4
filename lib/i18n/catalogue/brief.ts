/** Texts of the brief of a morning. */

import { texts } from "./texts.ts";

export const BRIEF = texts({
  subject: { en: "[BRIEF] {$what} - {$day}", es: "[RESUMEN] {$what} - {$day}" },
  headline: { en: "Brief of {$day}: {$what}.", es: "Resumen del {$day}: {$what}." },
  span: {
    en: "Period: {$from} to {$to}. Projects: {$projects}. Prepared {$madeAt}.",
    es: "Periodo: del {$from} al {$to}. Proyectos: {$projects}. Elaborado el {$madeAt}.",
  },
  severalDays: {
    en: "No brief went out for the days before the last one: this brief covers them.",
    es: "No se envió ningún resumen de los días anteriores al último: este los abarca.",
  },
  sanctions: {
    en: ".input {$count :integer}\n.match $count\none {{{$count} open SANCTIONS case}}\n* {{{$count} open SANCTIONS cases}}",
    es: ".input {$count :integer}\n.match $count\none {{{$count} caso de SANCIONES abierto}}\n* {{{$count} casos de SANCIONES abiertos}}",
  },
  revised: {
    en: ".input {$count :integer}\n.match $count\none {{{$count} decided case revised by the service}}\n* {{{$count} decided cases revised by the service}}",
    es: ".input {$count :integer}\n.match $count\none {{{$count} caso dictaminado que el servicio actualizó}}\n* {{{$count} casos dictaminados que el servicio actualizó}}",
  },
  overdue: {
    en: ".input {$count :integer}\n.match $count\none {{{$count} case overdue}}\n* {{{$count} cases overdue}}",
    es: ".input {$count :integer}\n.match $count\none {{{$count} caso vencido}}\n* {{{$count} casos vencidos}}",
  },
  noticesOverdue: {
    en: ".input {$count :integer}\n.match $count\none {{{$count} 24-hour notice overdue}}\n* {{{$count} 24-hour notices overdue}}",
    es: ".input {$count :integer}\n.match $count\none {{{$count} aviso de 24 horas vencido}}\n* {{{$count} avisos de 24 horas vencidos}}",
  },
  noticesPending: {
    en: ".input {$count :integer}\n.match $count\none {{{$count} 24-hour notice pending}}\n* {{{$count} 24-hour notices pending}}",
    es: ".input {$count :integer}\n.match $count\none {{{$count} aviso de 24 horas pendiente}}\n* {{{$count} avisos de 24 horas pendientes}}",
  },
  dueSoon: {
    en: ".input {$count :integer}\n{{{$count} due within 7 days}}",
    es: ".input {$count :integer}\n.match $count\none {{{$count} vence en 7 días o menos}}\n* {{{$count} vencen en 7 días o menos}}",
  },
  undecided: {
    en: ".input {$count :integer}\n.match $count\none {{{$count} undecided case}}\n* {{{$count} undecided cases}}",
    es: ".input {$count :integer}\n.match $count\none {{{$count} caso sin dictaminar}}\n* {{{$count} casos sin dictaminar}}",
  },
  illegal: {
    en: ".input {$count :integer}\n.match $count\none {{{$count} flagged transaction}}\n* {{{$count} flagged transactions}}",
    es: ".input {$count :integer}\n.match $count\none {{{$count} operación señalada}}\n* {{{$count} operaciones señaladas}}",
  },
  unreadable: {
    en: ".input {$count :integer}\n.match $count\none {{{$count} case of unreadable messages}}\n* {{{$count} cases of unreadable messages}}",
    es: ".input {$count :integer}\n.match $count\none {{{$count} caso de mensajes sin interpretar}}\n* {{{$count} casos de mensajes sin interpretar}}",
  },
  thresholdAlerts: {
    en: ".input {$count :integer}\n.match $count\none {{{$count} wallet alert}}\n* {{{$count} wallet alerts}}",
    es: ".input {$count :integer}\n.match $count\none {{{$count} alerta sobre billeteras}}\n* {{{$count} alertas sobre billeteras}}",
  },
  notUnderstood: {
    en: ".input {$count :integer}\n.match $count\none {{{$count} unreadable message in 30 days}}\n* {{{$count} unreadable messages in 30 days}}",
    es: ".input {$count :integer}\n.match $count\none {{{$count} mensaje sin interpretar en 30 días}}\n* {{{$count} mensajes sin interpretar en 30 días}}",
  },
  errorTexts: { en: "Errors that the service reported", es: "Errores que informó el servicio" },
  quiet: {
    en: "nothing flagged, nothing undecided",
    es: "sin operaciones señaladas, sin casos por dictaminar",
  },
  incomplete: { en: "day incomplete", es: "día incompleto" },
  quietButIncomplete: {
    en: "nothing flagged, but the day is incomplete",
    es: "sin operaciones señaladas, pero el día está incompleto",
  },
  causeErrors: { en: "service errors", es: "errores del servicio" },
  causeLetters: { en: "failed messages", es: "mensajes fallidos" },
  causeScan: { en: "scan", es: "escaneo" },
  came: { en: "New", es: "Novedades" },
  lineIllegal: {
    en: ".input {$count :integer}\n{{flagged}}",
    es: ".input {$count :integer}\n.match $count\none {{señalada}}\n* {{señaladas}}",
  },
  lineRevised: {
    en: ".input {$count :integer}\n.match $count\none {{case that the service revised}}\n* {{cases that the service revised}}",
    es: ".input {$count :integer}\n.match $count\none {{caso que el servicio actualizó}}\n* {{casos que el servicio actualizó}}",
  },
  lineUnreadable: {
    en: ".input {$count :integer}\n.match $count\none {{case of unreadable messages}}\n* {{cases of unreadable messages}}",
    es: ".input {$count :integer}\n.match $count\none {{caso de mensajes sin interpretar}}\n* {{casos de mensajes sin interpretar}}",
  },
  lineErrors: {
    en: ".input {$count :integer}\n.match $count\none {{error that the service reported}}\n* {{errors that the service reported}}",
    es: ".input {$count :integer}\n.match $count\none {{error que informó el servicio}}\n* {{errores que informó el servicio}}",
  },
  lineWallets: {
    en: ".input {$count :integer}\n.match $count\none {{case of a wallet}}\n* {{cases of wallets}}",
    es: ".input {$count :integer}\n.match $count\none {{caso de una billetera}}\n* {{casos de billeteras}}",
  },
  lineOthers: {
    en: ".input {$count :integer}\n.match $count\none {{case that an officer opened}}\n* {{cases that officers opened}}",
    es: ".input {$count :integer}\n.match $count\none {{caso que abrió un oficial}}\n* {{casos que abrieron los oficiales}}",
  },
  lineThresholdAlerts: {
    en: ".input {$count :integer}\n.match $count\none {{wallet alert from the last scan of each project}}\n* {{wallet alerts from the last scan of each project}}",
    es: ".input {$count :integer}\n.match $count\none {{alerta sobre billeteras del último escaneo de cada proyecto}}\n* {{alertas sobre billeteras del último escaneo de cada proyecto}}",
  },
  laws: { en: "For each law", es: "Por cada ley" },
  law: {
    en: ".input {$count :integer}\n{{{$law}: {$shown} flagged}}",
    es: ".input {$count :integer}\n.match $count\none {{{$law}: {$shown} señalada}}\n* {{{$law}: {$shown} señaladas}}",
  },
  otherLaws: {
    en: "Other laws, not counted by name: {$count}",
    es: "Otras leyes, que no se cuentan por nombre: {$count}",
  },
  times: {
    en: "half of them within {$median}, the longest in {$longest}",
    es: "la mitad en {$median} o menos; el tiempo más largo, {$longest}",
  },
  timeOfOne: { en: "in {$time}", es: "en {$time}" },
  sanctionsLists: { en: "Sanctions lists", es: "Listas de sanciones" },
  lineSanctions: {
    en: ".input {$count :integer}\n.match $count\none {{undecided case of a sanctions list}}\n* {{undecided cases of sanctions lists}}",
    es: ".input {$count :integer}\n.match $count\none {{caso sin dictaminar, de una lista de sanciones}}\n* {{casos sin dictaminar, de listas de sanciones}}",
  },
  cases: { en: "Undecided", es: "Sin dictaminar" },
  nothingUndecided: { en: "nothing", es: "nada" },
  lineUndecided: {
    en: ".input {$count :integer}\n.match $count\none {{case, received {$oldest}}}\n* {{cases, the oldest received {$oldest}}}",
    es: ".input {$count :integer}\n.match $count\none {{caso, recibido el {$oldest}}}\n* {{casos, el más antiguo recibido el {$oldest}}}",
  },
  lineWaiting: { en: "for more than 48 hours", es: "desde hace más de 48 horas" },
  lineOverdue: { en: "past the deadline", es: "con plazo vencido" },
  lineDue: { en: "due on {$day}", es: "con vencimiento el {$day}" },
  notices: { en: "Pending notices", es: "Avisos pendientes" },
  lineNotices: {
    en: ".input {$count :integer}\n.match $count\none {{case with a pending 24-hour notice}}\n* {{cases with a pending 24-hour notice}}",
    es: ".input {$count :integer}\n.match $count\none {{caso con aviso de 24 horas pendiente}}\n* {{casos con aviso de 24 horas pendiente}}",
  },
  lineNoticesOverdue: { en: "of them past the 24 hours", es: "de ellos con las 24 horas vencidas" },
  revisedCases: { en: "Decided, and revised since", es: "Dictaminados y actualizados después" },
  lineRevisedSince: {
    en: ".input {$count :integer}\n.match $count\none {{case: confirm its decision, or reopen it}}\n* {{cases: confirm each decision, or reopen the case}}",
    es: ".input {$count :integer}\n.match $count\none {{caso: confirme el dictamen, o reabra el caso}}\n* {{casos: confirme cada dictamen, o reabra el caso}}",
  },
  decided: { en: "From receipt to decision", es: "De la recepción al dictamen" },
  decidedOf: {
    en: ".input {$all :integer}\n.match $all\none {{the only new case was decided {$times}}}\n* {{{$count} of {$all} new cases decided: {$times}}}",
    es: ".input {$all :integer}\n.match $all\none {{el único caso nuevo se dictaminó {$times}}}\n* {{dictaminados: {$count} de {$all} casos nuevos, {$times}}}",
  },
  noneDecided: {
    en: ".input {$all :integer}\n.match $all\none {{the only new case is still undecided}}\n* {{the {$all} new cases are still undecided}}",
    es: ".input {$all :integer}\n.match $all\none {{el único caso nuevo sigue sin dictamen}}\n* {{los {$all} casos nuevos siguen sin dictamen}}",
  },
  noCases: { en: "no new case", es: "ningún caso nuevo" },
  webhooks: { en: "Last new message from the service", es: "Último mensaje nuevo del servicio" },
  noWebhook: { en: "project {$project}: NONE YET", es: "proyecto {$project}: TODAVÍA NINGUNO" },
  webhook: { en: "project {$project}: {$time}", es: "proyecto {$project}: {$time}" },
  webhookQuiet: {
    en: "project {$project}: {$time}, OVER 7 DAYS AGO",
    es: "proyecto {$project}: {$time}, HACE MÁS DE 7 DÍAS",
  },
  scans: { en: "Last scan", es: "Último escaneo" },
  noScan: { en: "project {$project}: none yet", es: "proyecto {$project}: todavía ninguno" },
  scan: {
    en: ".input {$alerts :integer}\n{{project {$project}: {$state}, {$time}; {$covered}; {$alerts} with an alert}}",
    es: ".input {$alerts :integer}\n.match $alerts\none {{proyecto {$project}: {$state}, {$time}; {$covered}; {$alerts} con alerta}}\n* {{proyecto {$project}: {$state}, {$time}; {$covered}; {$alerts} con alerta}}",
  },
  scanCovered: {
    en: ".input {$known :integer}\n.match $known\none {{scored: {$percent} % of {$known} known wallet}}\n* {{scored: {$percent} % of {$known} known wallets}}",
    es: ".input {$known :integer}\n.match $known\none {{calificadas: {$percent} % de {$known} billetera conocida}}\n* {{calificadas: {$percent} % de {$known} billeteras conocidas}}",
  },
  scanNoWallet: { en: "no wallet is known", es: "no se conoce ninguna billetera" },
  scanFine: { en: "complete", es: "completo" },
  scanPoor: {
    en: "COMPLETE, BUT TOO FEW WALLETS SCORED",
    es: "COMPLETO, PERO CON MUY POCAS BILLETERAS CALIFICADAS",
  },
  scanUnfinished: { en: "NOT COMPLETE", es: "SIN COMPLETAR" },
  scanOld: { en: "OVER 36 HOURS AGO", es: "HACE MÁS DE 36 HORAS" },
  scanLate: {
    en: "a later one has run for over a day",
    es: "uno posterior lleva más de un día",
  },
  waiting: { en: "For those who run Vigía", es: "Para quien opera Vigía" },
  lineQuarantine: {
    en: ".input {$count :integer}\n.match $count\none {{unreadable message of the last 30 days, not replayed yet}}\n* {{unreadable messages of the last 30 days, not replayed yet}}",
    es: ".input {$count :integer}\n.match $count\none {{mensaje sin interpretar de los últimos 30 días, aún sin volver a procesar}}\n* {{mensajes sin interpretar de los últimos 30 días, aún sin volver a procesar}}",
  },
  lineWebhookLetters: {
    en: ".input {$count :integer}\n.match $count\none {{webhook that failed for good}}\n* {{webhooks that failed for good}}",
    es: ".input {$count :integer}\n.match $count\none {{webhook que falló definitivamente}}\n* {{webhooks que fallaron definitivamente}}",
  },
  lineScanLetters: {
    en: ".input {$count :integer}\n.match $count\none {{scan request that failed for good}}\n* {{scan requests that failed for good}}",
    es: ".input {$count :integer}\n.match $count\none {{solicitud de escaneo que falló definitivamente}}\n* {{solicitudes de escaneo que fallaron definitivamente}}",
  },
  seal: {
    en: "Integrity seal of {$day} (UTC): keep this mail",
    es: "Sello de integridad del {$day} (UTC): conserve este correo",
  },
  sealOver: {
    en: ".input {$count :integer}\n.match $count\none {{It covers the previous seal and {$count} event of a case since {$since}. It lets you check later whether any of them was altered.}}\n* {{It covers the previous seal and {$count} events of cases since {$since}. It lets you check later whether any of them was altered.}}",
    es: ".input {$count :integer}\n.match $count\none {{Abarca el sello anterior y {$count} evento de un caso desde el {$since}. Permite comprobar después si alguno se alteró.}}\n* {{Abarca el sello anterior y {$count} eventos de casos desde el {$since}. Permite comprobar después si alguno se alteró.}}",
  },
  sealFirst: {
    en: ".input {$count :integer}\n.match $count\none {{This is the first seal. It covers {$count} event of a case. If you have an earlier brief with a seal, its stored record is missing: tell those who run Vigía.}}\n* {{This is the first seal. It covers {$count} events of cases. If you have an earlier brief with a seal, its stored record is missing: tell those who run Vigía.}}",
    es: ".input {$count :integer}\n.match $count\none {{Es el primer sello. Abarca {$count} evento de un caso. Si usted tiene un resumen anterior con sello, falta su registro: avise a quien opera Vigía.}}\n* {{Es el primer sello. Abarca {$count} eventos de casos. Si usted tiene un resumen anterior con sello, falta su registro: avise a quien opera Vigía.}}",
  },
  sealCorrupt: {
    en: "The stored seal is invalid or was altered. Tell those who run Vigía, and keep this mail. The next seal covers these days.",
    es: "El sello guardado no es válido o fue alterado. Avise a quien opera Vigía y conserve este correo. El siguiente sello abarcará estos días.",
  },
});
