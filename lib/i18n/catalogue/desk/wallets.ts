/** Texts of the list of wallets and of a wallet's page. */

import { texts } from "../texts.ts";

export const WALLET_LIST = texts({
  lower: { en: "Lower scores", es: "Calificaciones más bajas" },
  highest: { en: "Highest scores", es: "Calificaciones más altas" },
  goOn: { en: "Continue below {$score}", es: "Continuar por debajo de {$score}" },
  readSoFar: {
    en: "{$count} wallets were read for this page; more may match.",
    es: "Se leyeron {$count} billeteras para esta página; puede haber más que correspondan.",
  },
  show: { en: "Show", es: "Mostrar" },
  since: { en: "Rose since (day)", es: "Subieron desde (día)" },
  noneAbove: {
    en: "No scanned wallet has a score above {$line}. System says when each project was scanned last.",
    es: "Ninguna billetera escaneada tiene una calificación mayor que {$line}. Sistema dice cuándo se escaneó cada proyecto por última vez.",
  },
  noneRose: {
    en: "No wallet scored {$from} or more rose in its last scan.",
    es: "Ninguna billetera con calificación de {$from} o más subió en su último escaneo.",
  },
  noneRoseSince: {
    en: "Since {$day}, no wallet scored {$from} or more rose in its last scan.",
    es: "Desde el {$day}, ninguna billetera con calificación de {$from} o más subió en su último escaneo.",
  },
  noneScored: {
    en: "No scanned wallet has a score of {$from} or more. System says when each project was scanned last.",
    es: "Ninguna billetera escaneada tiene una calificación de {$from} o más. Sistema dice cuándo se escaneó cada proyecto por última vez.",
  },
  above: {
    en: "Wallets with a score above {$line}, the highest score first",
    es: "Billeteras con calificación mayor que {$line}, de mayor a menor calificación",
  },
  rose: {
    en: "Wallets scored {$from} or more whose last scan raised their score, the highest first",
    es: "Billeteras con calificación de {$from} o más cuyo último escaneo la elevó, de mayor a menor",
  },
  byScore: {
    en: "Wallets scored {$from} or more (“watch” or “investigate”), the highest first. An alert is sent above {$line}.",
    es: "Billeteras con calificación de {$from} o más (“vigilar” o “investigar”), de mayor a menor. La alerta se envía por encima de {$line}.",
  },
  registered: { en: "Registered user", es: "Usuario registrado" },
  roseBy: { en: "Rise in the last scan", es: "Alza en el último escaneo" },
});

/** Views of the list. */
export const WALLET_VIEWS = texts({
  score: { en: "By score", es: "Por calificación" },
  above: { en: "Above the alert score", es: "Por encima de la calificación de alerta" },
  rose: { en: "Risen", es: "Con aumento" },
});

export const WALLET = texts({
  notFound: { en: "No such wallet is known.", es: "No se conoce esta billetera." },
  explorer: { en: "Explorer", es: "Explorador" },
  networks: { en: "Networks", es: "Redes" },
  lastAlert: { en: "Last alert", es: "Última alerta" },
  scannedOn: { en: "{$networks}, scanned {$time}", es: "{$networks}, escaneada el {$time}" },
  alertOn: {
    en: "{$day}, from {$before} to {$after}",
    es: "{$day}, de {$before} a {$after}",
  },
  firstAlertOn: { en: "{$day}, at {$after}", es: "{$day}, con {$after}" },
  noAlert: {
    en: "none above {$threshold} in the scans kept here",
    es: "ninguna por encima de {$threshold} en los escaneos conservados",
  },
  owners: { en: "Users", es: "Usuarios" },
  registered: { en: "Registered:", es: "Registrados:" },
  ofTransactions: { en: "By their transactions:", es: "Por sus operaciones:" },
  withoutCase: {
    en: ".input {$count :integer}\n.match $count\none {{{$count} notification without a case}}\n* {{{$count} notifications without a case}}",
    es: ".input {$count :integer}\n.match $count\none {{{$count} notificación sin caso}}\n* {{{$count} notificaciones sin caso}}",
  },
  suspicious: { en: "Suspicious activity", es: "Actividad sospechosa" },
  decidedCases: { en: "{$count} decided", es: "{$count} con dictamen" },
  days: { en: "{$days} days", es: "{$days} días" },
  year: { en: "1 year", es: "1 año" },
  chartDays: { en: "Days of the chart", es: "Días de la gráfica" },
  notScoredWithin: {
    en: "No scan scored it in these days.",
    es: "Ningún escaneo le dio una calificación en estos días.",
  },
  why: { en: "Why this score", es: "Motivo de la calificación" },
  pattern: { en: "Pattern", es: "Patrón" },
  inItsWords: { en: "In the service's words:", es: "En palabras del servicio:" },
  levelIs: { en: "Level in the service:", es: "Nivel según el servicio:" },
  lastRunSaid: { en: "The last scan says:", es: "El último escaneo indica:" },
  status: { en: "Status in the service:", es: "Estado en el servicio:" },
  lastRun: { en: "Last scan", es: "Último escaneo" },
  neverScored: { en: "No scan has scored it yet.", es: "Ningún escaneo la ha calificado todavía." },
});
