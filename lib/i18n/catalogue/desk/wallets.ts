/** Texts of the list of wallets and of a wallet's page. */

import { texts } from "../../texts.ts";

export const WALLET_LIST = texts({
  find: { en: "Find", es: "Buscar" },
  lower: { en: "Lower scores", es: "Calificaciones más bajas" },
  highest: { en: "Highest scores", es: "Calificaciones más altas" },
  goOn: { en: "Continue below {$score}", es: "Continuar por debajo de {$score}" },
  readSoFar: {
    en: "{$count} wallets were read for this page; more may match.",
    es: "Se leyeron {$count} billeteras para esta página; puede haber más que correspondan.",
  },
  show: { en: "Show", es: "Mostrar" },
  since: { en: "Rose since (day)", es: "Subieron desde (día)" },
  noneFound: {
    en: "No wallet with this address, or of this user, is known.",
    es: "No se conoce ninguna billetera con esta dirección o de este usuario.",
  },
  noneAbove: {
    en: "No wallet has a score above {$line}.",
    es: "Ninguna billetera tiene una calificación mayor que {$line}.",
  },
  noneRose: {
    en: "Since then, no wallet's score rose in its last scan.",
    es: "El último escaneo no ha elevado la calificación de ninguna billetera desde entonces.",
  },
  noneScored: {
    en: "No wallet has a score that needs review.",
    es: "Ninguna billetera tiene una calificación que deba revisarse.",
  },
  found: {
    en: "Wallets with this address or of this user",
    es: "Billeteras con esta dirección o de este usuario",
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
    es: "Billeteras con calificación desde “vigilar”, de mayor a menor calificación",
  },
  roseBy: { en: "Rose by", es: "Alza" },
});

/** Views of the list. */
export const WALLET_VIEWS = texts({
  score: { en: "by score", es: "por calificación" },
  above: { en: "above the alert score", es: "sobre la calificación de alerta" },
  rose: { en: "that rose", es: "que subieron" },
});

export const WALLET = texts({
  notFound: { en: "No such wallet is known.", es: "No se conoce esta billetera." },
  allUsers: { en: "All users", es: "Todos los usuarios" },
  scoreInBand: { en: "{$score} ({$band})", es: "{$score} (nivel: {$band})" },
  before: { en: "Before", es: "Antes" },
  level: { en: "Level", es: "Nivel según el servicio" },
  reason: { en: "Reason", es: "Explicación" },
  suspicious: { en: "Suspicious", es: "Actividad sospechosa" },
  status: { en: "Status with the service", es: "Estado en el servicio" },
  lastRun: { en: "Last scan", es: "Último escaneo" },
  notifications: { en: "Notifications", es: "Notificaciones" },
  ofThisWallet: { en: "of this wallet", es: "de esta billetera" },
  neverScored: { en: "No scan has scored it yet.", es: "Ningún escaneo la ha calificado todavía." },
  everyScore: { en: "Every score", es: "Todas las calificaciones" },
  scores: { en: "Scores, the newest first", es: "Calificaciones, de la más reciente a la más antigua" },
});
