/** What the list of wallets and the page of one say. */

import { texts } from "../../texts.ts";

export const WALLET_LIST = texts({
  find: { en: "Find", es: "Buscar" },
  lower: { en: "Lower scores", es: "Calificaciones más bajas" },
  noneAtAddress: {
    en: "No wallet with this address is known.",
    es: "No se conoce ninguna billetera con esta dirección.",
  },
  noneScored: {
    en: "No wallet has a score that asks for a look.",
    es: "Ninguna billetera tiene una calificación que deba revisarse.",
  },
  atAddress: { en: "Wallets with this address", es: "Billeteras con esta dirección" },
  byScore: {
    en: "Wallets from the first band line up, the highest score first",
    es: "Billeteras desde el primer límite, de mayor a menor calificación",
  },
  roseBy: { en: "Rose by", es: "Alza" },
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
  lastRun: { en: "Last run", es: "Último escaneo" },
  notifications: { en: "Notifications", es: "Notificaciones" },
  ofThisWallet: { en: "of this wallet", es: "de esta billetera" },
  neverScored: { en: "No run has scored it yet.", es: "Ningún escaneo la ha calificado todavía." },
  everyScore: { en: "Every score", es: "Todas las calificaciones" },
  scores: { en: "Scores, the newest first", es: "Calificaciones, de la más reciente a la más antigua" },
});
