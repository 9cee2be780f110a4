/** Texts of `vigia doctor` and of the table on the desk's page System: the state of each thing, and the next step for each problem. */

import { texts } from "./texts.ts";

export const HEALTH = texts({
  brief: { en: "Daily brief", es: "Resumen diario" },
  seal: { en: "Integrity seal", es: "Sello de integridad" },
  until: { en: "until {$day}", es: "hasta el {$day}" },
  noneYet: { en: "none yet: the next morning brings it", es: "todavía no hay: llega la próxima mañana" },
  rateOf: { en: "Rates of {$currency}", es: "Tipo de cambio, {$currency}" },
  rate: { en: "{$rate} on {$day}", es: "{$rate} el {$day}" },
  noRate: {
    en: "none recorded in {$days} days: amounts are shown in USD alone",
    es: "ninguno registrado en {$days} días: los importes se muestran solo en USD",
  },
  notLookedAt: {
    en: "could not be checked ({$error})",
    es: "no se pudo consultar ({$error})",
  },
  tryLater: {
    en: "Refresh in a minute. If it stays, call an engineer.",
    es: "Actualice en un minuto. Si continúa, llame a quien opera Vigía.",
  },
  runDoctor: { en: "Run {$command}", es: "Ejecute {$command}" },
  lastWebhook: {
    en: "Last new message from the service, project {$project}",
    es: "Último mensaje nuevo del servicio, proyecto {$project}",
  },
  noWebhook: { en: "none received yet", es: "todavía no se recibe ninguno" },
  checkWebhook: {
    en: "Check the webhook's address in the service's dashboard. To test it, run: {$command}",
    es: "Revise la dirección del webhook en el panel del servicio. Para probarla, ejecute: {$command}",
  },
  lastScan: { en: "Last scan, project {$project}", es: "Último escaneo, proyecto {$project}" },
  noScan: { en: "none yet", es: "todavía no hay ninguno" },
  firstScan: {
    en: "the first one has been running since {$time}",
    es: "el primero está en curso desde el {$time}",
  },
  scanRunning: {
    en: "another has been running since {$time}",
    es: "otro está en curso desde el {$time}",
  },
  newWallets: {
    en: "wallets known since then, for the next scan: {$more}",
    es: "billeteras conocidas después, para el siguiente escaneo: {$more}",
  },
  scan: { en: "{$status} on {$time}: {$coverage}", es: "{$status} el {$time}: {$coverage}" },
  noWallet: { en: "no wallet is known", es: "no se conoce ninguna billetera" },
  covered: {
    en: "{$percent} % of {$known} known wallets",
    es: "{$percent} % de {$known} billeteras conocidas",
  },
  lateScan: {
    en: "See how far it is with {$status}. If the service is slow, raise scan.maximumConcurrency. Or stop it with {$stop}",
    es: "Vea el avance con {$status}. Si el servicio es lento, aumente scan.maximumConcurrency. O deténgalo con {$stop}",
  },
  startScan: {
    en: "Check that the schedule is enabled. Start a scan with {$run}",
    es: "Verifique que la programación esté activa. Inicie un escaneo con {$run}",
  },
  noScore: {
    en: "The next scan asks again. Their reasons: {$list}",
    es: "El siguiente escaneo insiste. Motivos: {$list}",
  },
  officerStarts: {
    en: "Start a scan, with the button of its project:",
    es: "Inicie un escaneo con el botón de su proyecto:",
  },
  readNoScores: {
    en: "Read the reasons under “Wallets without a score”, beside its scans:",
    es: "Lea los motivos en “Billeteras sin calificación”, junto a sus escaneos:",
  },
  notices: { en: "24-hour notices", es: "Avisos de 24 horas" },
  noNotice: { en: "none is pending", es: "no hay ninguno pendiente" },
  noticesPending: {
    en: ".input {$count :integer}\n.input {$overdue :integer}\n.match $count\none {{{$count} case with a pending notice; past the 24 hours: {$overdue}}}\n* {{{$count} cases with a pending notice; past the 24 hours: {$overdue}}}",
    es: ".input {$count :integer}\n.input {$overdue :integer}\n.match $count\none {{{$count} caso con aviso pendiente; con las 24 horas vencidas: {$overdue}}}\n* {{{$count} casos con aviso pendiente; con las 24 horas vencidas: {$overdue}}}",
  },
  noticesCut: {
    en: "(there are more: not all cases were checked)",
    es: "(hay más: no se revisaron todos los casos)",
  },
  recordNotices: {
    en: "File each notice with the authority and record it on the page of its case, or withdraw the suspicion there with a reason:",
    es: "Presente cada aviso en el portal y regístrelo en la página de su caso, o retire ahí la sospecha con un motivo:",
  },
  noticeDue: {
    en: "{$number}, due {$due}",
    es: "{$number}, vence el {$due}",
  },
  noticeOverdue: {
    en: "{$number}, overdue since {$due}",
    es: "{$number}, vencido desde el {$due}",
  },
  quarantine: { en: "Quarantine", es: "Cuarentena" },
  emptyQuarantine: {
    en: "no message of the last 30 days is waiting",
    es: "no hay nada pendiente de los últimos 30 días",
  },
  quarantined: {
    en: ".input {$count :integer}\n.match $count\none {{{$count} unreadable message of the last 30 days}}\n* {{{$count} unreadable messages of the last 30 days}}",
    es: ".input {$count :integer}\n.match $count\none {{{$count} mensaje de los últimos 30 días sin interpretar}}\n* {{{$count} mensajes de los últimos 30 días sin interpretar}}",
  },
  readSoFar: {
    en: "(of the newest {$count} notifications; older ones were not checked)",
    es: "(de las {$count} notificaciones más recientes; las anteriores no se revisaron)",
  },
  replay: {
    en: "Read them in the list of notifications. Report them to the service, or update Vigía and replay them: {$command}",
    es: "Léalos en la lista de notificaciones. Informe de ellos al servicio, o actualice Vigía y vuelva a procesarlos: {$command}",
  },
  decideUnread: {
    en: "Decide their case. An engineer finds out why they are unreadable.",
    es: "Dictamine su caso. Quien opera Vigía averigua por qué no se interpretan.",
  },
  errors: { en: "Errors that the service reported", es: "Errores que informó el servicio" },
  noError: { en: "none in the last 24 hours", es: "ninguno en las últimas 24 horas" },
  errorsReported: {
    en: ".input {$count :integer}\n{{{$count} in the last 24 hours: {$said}}}",
    es: ".input {$count :integer}\n{{{$count} en las últimas 24 horas: {$said}}}",
  },
  askService: {
    en: "Ask the service's support. To list all errors, run: {$command}",
    es: "Pregunte al soporte del servicio. Para verlos todos, ejecute: {$command}",
  },
  readErrors: {
    en: "Read them, and ask the service's support.",
    es: "Léalos y pregunte al soporte del servicio.",
  },
  webhookDeadLetters: { en: "Webhooks that failed for good", es: "Webhooks que fallaron definitivamente" },
  scanDeadLetters: {
    en: "Scan requests that failed for good",
    es: "Solicitudes de escaneo que fallaron definitivamente",
  },
  noDeadLetter: { en: "none", es: "no hay" },
  deadLetters: {
    en: ".input {$count :integer}\n.match $count\none {{{$count} message, kept for at least 12 days}}\n* {{{$count} messages, kept for at least 12 days}}",
    es: ".input {$count :integer}\n.match $count\none {{{$count} mensaje, se conserva al menos 12 días}}\n* {{{$count} mensajes, se conservan al menos 12 días}}",
  },
  redrive: {
    en: "Look at {$list}, remove the cause, then run {$redrive}",
    es: "Consulte {$list}, corrija la causa y después ejecute {$redrive}",
  },
  alarms: { en: "Alarms", es: "Alarmas" },
  noAlarms: {
    en: "do not exist: no one would be told of a failure",
    es: "no existen: no se informaría a nadie de una falla",
  },
  deployAgain: {
    en: "Deploy again.",
    es: "Vuelva a desplegar.",
  },
  localAlarms: { en: "are not emulated by the local stack", es: "la instalación local no las simula" },
  noneFires: {
    en: ".input {$count :integer}\n{{none of {$count} is firing}}",
    es: ".input {$count :integer}\n{{ninguna de {$count} está encendida}}",
  },
  alarm: { en: "Alarm {$name}", es: "Alarma {$name}" },
  firing: { en: "is firing", es: "está encendida" },
  silenced: {
    en: ".input {$count :integer}\n.match $count\none {{{$count} alarm notifies no one: its action is disabled}}\n* {{{$count} alarms notify no one: their actions are disabled}}",
    es: ".input {$count :integer}\n.match $count\none {{{$count} alarma no avisa a nadie: su acción está desactivada}}\n* {{{$count} alarmas no avisan a nadie: sus acciones están desactivadas}}",
  },
  switchOn: {
    en: "Enable their actions in CloudWatch.",
    es: "Active sus acciones en CloudWatch.",
  },
  alerts: { en: "Who gets the alerts", es: "Quién recibe las alertas" },
  escalation: { en: "Who gets escalations", es: "Quién recibe los escalamientos" },
  operations: { en: "Who is told of failures", es: "A quién se informa de las fallas" },
  reached: {
    en: ".input {$count :integer}\n.match $count\n0 {{no one}}\none {{{$count} subscription}}\n* {{{$count} subscriptions}}",
    es: ".input {$count :integer}\n.match $count\n0 {{nadie}}\none {{{$count} suscripción}}\n* {{{$count} suscripciones}}",
  },
  localTopics: {
    en: "the local stack prints them",
    es: "la instalación local muestra los mensajes en pantalla",
  },
  notSubscribed: {
    en: "{$reached}; not subscribed: {$missing}, not confirmed: {$unconfirmed}",
    es: "{$reached}; sin suscripción: {$missing}, sin confirmar: {$unconfirmed}",
  },
  unnamed: {
    en: "subscribed, and not named in the settings: {$count}",
    es: "con suscripción, pero no en la configuración: {$count}",
  },
  slackMissing: { en: "the Slack channel is not subscribed", es: "falta suscribir el canal de Slack" },
});
