/** What messages say of scan runs: the brief of one that ended, and what keeps one from its work. */

import { texts } from "../texts.ts";

export const SCANS = texts({
  running: { en: "is running", es: "está en curso" },
  completed: { en: "is complete", es: "está completo" },
  completedBut: {
    en: "is complete but for {$left} of {$known}",
    es: "está completo salvo {$left} de {$known}",
  },
  incomplete: { en: "is INCOMPLETE", es: "está INCOMPLETO" },
  stopped: { en: "was STOPPED", es: "fue DETENIDO" },
  headline: {
    en: ".input {$count :integer}\n.match $count\none {{The scan of project {$project} {$ended}: {$count} wallet newly above {$line}.}}\n* {{The scan of project {$project} {$ended}: {$count} wallets newly above {$line}.}}",
    es: ".input {$count :integer}\n.match $count\none {{El escaneo del proyecto {$project} {$ended}: {$count} billetera rebasó los {$line} puntos.}}\n* {{El escaneo del proyecto {$project} {$ended}: {$count} billeteras rebasaron los {$line} puntos.}}",
  },
  subject: {
    en: ".input {$count :integer}\n.match $count\none {{[SCAN] Project {$project} {$ended}: {$count} wallet newly above {$line}}}\n* {{[SCAN] Project {$project} {$ended}: {$count} wallets newly above {$line}}}",
    es: ".input {$count :integer}\n.match $count\none {{[ESCANEO] El del proyecto {$project} {$ended}: {$count} billetera rebasó los {$line}}}\n* {{[ESCANEO] El del proyecto {$project} {$ended}: {$count} billeteras rebasaron los {$line}}}",
  },
  times: { en: "Began {$began}, ended {$ended}.", es: "Inicio: {$began}. Fin: {$ended}." },
  notYet: { en: "not yet", es: "todavía no" },
  problem: { en: "Problem: {$problem}", es: "Problema: {$problem}" },
  coverage: { en: "Coverage", es: "Cobertura" },
  known: { en: "known wallets, of which", es: "billeteras conocidas, de las cuales" },
  knownSoFar: {
    en: "known wallets read so far, of which",
    es: "billeteras conocidas leídas hasta ahora, de las cuales",
  },
  scanned: { en: "scanned", es: "escaneadas" },
  recent: { en: "scanned shortly before, left out", es: "escaneadas poco antes, omitidas" },
  skipped: { en: "skipped by the service", es: "omitidas por el servicio" },
  failed: { en: "failed, after three tries", es: "fallidas, tras tres intentos" },
  missing: {
    en: "missing in the service's answers, after three tries",
    es: "ausentes en las respuestas del servicio, tras tres intentos",
  },
  notScanned: { en: "not scanned", es: "sin escanear" },
  newlyAbove: { en: "Newly above {$line}", es: "Rebasaron los {$line} puntos" },
  newlyAboveHighest: {
    en: "Newly above {$line}, the highest",
    es: "Rebasaron los {$line} puntos, las más altas",
  },
  rises: { en: "Biggest rises", es: "Mayores alzas" },
  scored: {
    en: "on {$chain}: {$score}, before {$previous}",
    es: "en {$chain}: {$score}, antes {$previous}",
  },
  rise: {
    en: "on {$chain}: +{$rise}, from {$previous} to {$score}",
    es: "en {$chain}: +{$rise}, de {$previous} a {$score}",
  },
  user: { en: "user {$user}", es: "usuario {$user}" },
  previousUnknown: { en: "unknown", es: "desconocida" },
  troubleHeadline: {
    en: "The scan of project {$project} is {$state}: {$completed} of {$known} known wallets were scanned.",
    es: "El escaneo del proyecto {$project} está {$state}: se escanearon {$completed} de {$known} billeteras conocidas.",
  },
  troubleSubject: {
    en: "[SCAN {$state}] Project {$project}: the scan needs attention",
    es: "[ESCANEO {$state}] Proyecto {$project}: el escaneo requiere atención",
  },
  stateRunning: { en: "running", es: "en curso" },
  stateCompleted: { en: "completed", es: "completo" },
  stateIncomplete: { en: "incomplete", es: "incompleto" },
  stateStopped: { en: "stopped", es: "detenido" },
  stateStuck: { en: "stuck", es: "atorado" },
  findMessages: {
    en: 'Look for its messages with "{$list}" and remove what they failed of, then "{$redrive}".',
    es: 'Busque sus mensajes con "{$list}", corrija la causa de la falla y ejecute "{$redrive}".',
  },
  orEnd: {
    en: 'Or end it with "{$stop}" and begin again with "{$run}".',
    es: 'O termínelo con "{$stop}" y empiece de nuevo con "{$run}".',
  },
});
