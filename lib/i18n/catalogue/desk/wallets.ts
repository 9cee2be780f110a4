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
    en: "No wallet has a score above {$line}.",
    es: "Ninguna billetera tiene una calificación mayor que {$line}.",
  },
  noneRose: {
    en: "No wallet's last scan raised its score.",
    es: "Ninguna billetera subió de calificación en su último escaneo.",
  },
  noneRoseSince: {
    en: "Since {$day}, no wallet's last scan raised its score.",
    es: "Desde el {$day}, ninguna billetera subió de calificación en su último escaneo.",
  },
  noneScored: {
    en: "No wallet has a score that needs review.",
    es: "Ninguna billetera tiene una calificación que deba revisarse.",
  },
  above: {
    en: "Wallets with a score above {$line}, the highest score first",
    es: "Billeteras con calificación mayor que {$line}, de mayor a menor calificación",
  },
  rose: {
    en: "Wallets whose last scan raised their score, the highest score first",
    es: "Billeteras cuyo último escaneo elevó su calificación, de mayor a menor calificación",
  },
  byScore: {
    en: "Wallets scored “watch” or higher, the highest score first",
    es: "Billeteras con nivel “vigilar” o superior, de mayor a menor calificación",
  },
  roseBy: { en: "Rose by", es: "Alza" },
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
  scannedAt: { en: "of 100, scanned {$time}", es: "de 100, escaneada el {$time}" },
  lastAlert: { en: "Last alert", es: "Última alerta" },
  noAlert: { en: "in no scan kept here", es: "en ningún escaneo conservado" },
  alertsAbove: { en: "alert score {$line}", es: "calificación de alerta: {$line}" },
  fromTo: {
    en: "from {$before} to {$after}; alert score {$line}",
    es: "de {$before} a {$after}; calificación de alerta: {$line}",
  },
  onlyUser: { en: "only user with this address", es: "único usuario con esta dirección" },
  users: { en: "{$count} users with this address", es: "{$count} usuarios con esta dirección" },
  decidedCases: { en: "{$count} decided", es: "{$count} con dictamen" },
  suspiciousIs: { en: "suspicious activity: {$is}", es: "actividad sospechosa: {$is}" },
  scoreOfDays: { en: "Score, {$days} days", es: "Calificación, {$days} días" },
  days: { en: "{$days} days", es: "{$days} días" },
  year: { en: "1 year", es: "1 año" },
  span: { en: "Days of the chart", es: "Días de la gráfica" },
  notScoredWithin: {
    en: "No scan scored it in these days.",
    es: "Ningún escaneo le dio una calificación en estos días.",
  },
  change: { en: "Change", es: "Cambio" },
  noCase: { en: "No case is about this wallet.", es: "Ningún caso es sobre esta billetera." },
  casesCaption: {
    en: "Cases of the wallet, the most severe first",
    es: "Casos de la billetera, primero los más graves",
  },
  noNotification: {
    en: "No notification names this wallet.",
    es: "Ninguna notificación indica esta billetera.",
  },
  why: { en: "Why this score", es: "Motivo de la calificación" },
  pattern: { en: "Pattern", es: "Patrón" },
  inItsWords: { en: "In the service's words: “{$reason}”", es: "En palabras del servicio: “{$reason}”" },
  levelIs: { en: "Level in the service: {$level}", es: "Nivel según el servicio: {$level}" },
  lastRunSaid: { en: "The last scan says: “{$reason}”", es: "El último escaneo indica: “{$reason}”" },
  elsewhere: { en: "Same address on other chains", es: "La misma dirección en otras redes" },
  nowhereElse: { en: "It is known on no other chain.", es: "No se conoce en ninguna otra red." },
  facts: { en: "Facts", es: "Datos" },
  knownSince: { en: "Known since", es: "Se conoce desde" },
  lastSeen: { en: "Last seen", es: "Vista por última vez" },
  before: { en: "Score before", es: "Calificación anterior" },
  status: { en: "Status in the service", es: "Estado en el servicio" },
  statusAt: { en: "Status fetched", es: "Estado consultado" },
  lastRun: { en: "Last scan", es: "Último escaneo" },
  neverScored: { en: "No scan has scored it yet.", es: "Ningún escaneo la ha calificado todavía." },
  everyScore: { en: "Every score as a table", es: "Todas las calificaciones en una tabla" },
  scores: { en: "Scores, the newest first", es: "Calificaciones, de la más reciente a la más antigua" },
});
