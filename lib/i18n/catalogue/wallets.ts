/** Texts of threshold alerts about wallets. */

import { texts } from "./texts.ts";

export const WALLETS = texts({
  headline: {
    en: ".input {$count :integer}\n.match $count\none {{The scan found {$count} wallet to review in project {$project}.}}\n* {{The scan found {$count} wallets to review in project {$project}.}}",
    es: ".input {$count :integer}\n.match $count\none {{El escaneo encontró {$count} billetera por revisar en el proyecto {$project}.}}\n* {{El escaneo encontró {$count} billeteras por revisar en el proyecto {$project}.}}",
  },
  groupSubject: {
    en: ".input {$count :integer}\n.match $count\none {{[WALLET] {$count} wallet to review - project {$project}}}\n* {{[WALLET] {$count} wallets to review - project {$project}}}",
    es: ".input {$count :integer}\n.match $count\none {{[BILLETERA] {$count} billetera por revisar - proyecto {$project}}}\n* {{[BILLETERA] {$count} billeteras por revisar - proyecto {$project}}}",
  },
  subject: {
    en: "[WALLET] Score {$score}",
    es: "[BILLETERA] Calificación {$score}",
  },
  suspiciousSubject: {
    en: "[WALLET] Suspicious activity",
    es: "[BILLETERA] Actividad sospechosa",
  },
  userUnknown: { en: "not known", es: "no se conoce" },
  noneGiven: { en: "none given", es: "no se indica" },
  noPatterns: { en: "none", es: "no hay" },
  noStatus: { en: "could not be fetched", es: "no se pudo consultar" },
  scoreBefore: { en: "{$score} (previously {$previous})", es: "{$score} (antes {$previous})" },
  scoreNow: { en: "{$shown}, now {$now}", es: "{$shown}, ahora {$now}" },
  scoreUnknown: { en: "unknown", es: "desconocida" },
  bandMinimal: { en: "band “minimal”", es: "nivel “mínimo”" },
  bandWatch: { en: "band “watch”", es: "nivel “vigilar”" },
  bandInvestigate: { en: "band “investigate”", es: "nivel “investigar”" },
  bandUnknown: { en: "no band", es: "sin nivel" },
  level: { en: "{$band}; the service says {$level}", es: "{$band}; el servicio dice {$level}" },
  above: { en: "the score is now above {$line}", es: "la calificación de riesgo ya es mayor que {$line}" },
  rise: { en: "the score rose by {$rise} or more", es: "la calificación de riesgo subió {$rise} o más" },
  suspicious: {
    en: "the service reports new suspicious activity",
    es: "el servicio indica actividad sospechosa nueva",
  },
  unreadable: {
    en: "a scan found it, but its stored record cannot be read",
    es: "un escaneo la encontró, pero su registro guardado no se puede leer",
  },
  onChain: { en: "{$address} on {$chain}", es: "{$address} en {$chain}" },
  user: { en: "User", es: "Usuario" },
  score: { en: "Score", es: "Calificación" },
  flagged: { en: "Why", es: "Motivo" },
  reason: { en: "Details", es: "Explicación" },
  patterns: { en: "Patterns", es: "Patrones" },
  status: { en: "Status", es: "Estado" },
  explorer: { en: "Explorer", es: "Explorador" },
  explorerLink: { en: "explorer", es: "explorador" },
  slack: {
    en: "{$where} on {$chain}, user {$user}: score {$score}, {$level}; {$why}; status {$status}",
    es: "{$where} en {$chain}, usuario {$user}: calificación {$score}, {$level}; {$why}; estado {$status}",
  },
});
