/** Texts of the page System: what is not in order, the scans, and the wallets without a score. */

import { texts } from "../texts.ts";

export const SYSTEM = texts({
  asOf: { en: "as of {$time}", es: "al {$time}" },
  refresh: { en: "Refresh", es: "Actualizar" },
  callEngineer: { en: "Send this sentence to an engineer", es: "Envíe esta frase a quien opera Vigía" },
  sentence: { en: "Vigía, stage {$stage}: {$what}.", es: "Vigía, etapa {$stage}: {$what}." },
  copy: { en: "Copy", es: "Copiar" },
  forYou: {
    en: ".input {$count :integer}\n.match $count\n0 {{You: nothing.}}\none {{You: {$count} thing.}}\n* {{You: {$count} things.}}",
    es: ".input {$count :integer}\n.match $count\n0 {{Usted: nada.}}\none {{Usted: {$count} cosa.}}\n* {{Usted: {$count} cosas.}}",
  },
  forOfficer: {
    en: ".input {$count :integer}\n.match $count\n0 {{An officer: nothing.}}\none {{An officer: {$count} thing.}}\n* {{An officer: {$count} things.}}",
    es: ".input {$count :integer}\n.match $count\n0 {{Un oficial: nada.}}\none {{Un oficial: {$count} cosa.}}\n* {{Un oficial: {$count} cosas.}}",
  },
  forEngineer: {
    en: ".input {$count :integer}\n.match $count\n0 {{An engineer: nothing.}}\none {{An engineer: {$count} thing.}}\n* {{An engineer: {$count} things.}}",
    es: ".input {$count :integer}\n.match $count\n0 {{Quien opera Vigía: nada.}}\none {{Quien opera Vigía: {$count} cosa.}}\n* {{Quien opera Vigía: {$count} cosas.}}",
  },
  troubles: {
    en: "What is not in order, the most urgent first",
    es: "Lo que no está en orden, primero lo más urgente",
  },
  parts: { en: "Parts, the most urgent first", es: "Partes, primero lo más urgente" },
  allParts: { en: "All parts and scans", es: "Todas las partes y los escaneos" },
  showAllParts: {
    en: "All parts, also those that are in order, and earlier scans",
    es: "Todas las partes, también las que están en orden, y los escaneos anteriores",
  },
  part: { en: "Part", es: "Parte" },
  state: { en: "State", es: "Estado" },
  last: { en: "Last", es: "Lo último" },
  toDo: { en: "What you do", es: "Qué hace usted" },
  officerToDo: { en: "What an officer does", es: "Qué hace el oficial" },
  ok: { en: "in order", es: "en orden" },
  none: { en: "no result", es: "sin resultado" },
  warning: { en: "check", es: "revisar" },
  failure: { en: "act", es: "actuar" },
  withSentence: {
    en: "Send an engineer the sentence above.",
    es: "Envíe la frase de arriba a quien opera Vigía.",
  },
  nothing: { en: "nothing", es: "nada" },
  forEngineers: { en: "For engineers", es: "Para quien opera Vigía" },
  scans: { en: "Scans", es: "Escaneos" },
  scansOf: { en: "Scans, project {$project}", es: "Escaneos, proyecto {$project}" },
  mayNotStart: { en: "You may not start this scan.", es: "No puede iniciar este escaneo." },
  start: { en: "Start a scan", es: "Iniciar un escaneo" },
  noRun: { en: "No run yet.", es: "Todavía no hay escaneos." },
  runs: { en: "Runs, the newest first", es: "Escaneos, del más reciente al más antiguo" },
  started: { en: "Started", es: "Inicio" },
  scored: { en: "Scored", es: "Calificadas" },
  ofKnown: { en: "{$scored} of {$known}", es: "{$scored} de {$known}" },
  goesOn: { en: "A scan is running.", es: "Hay un escaneo en curso." },
  comesAgain: {
    en: "A request to the service could not be done. Its wallets wait for up to {$minutes} minutes, and are asked for again then.",
    es: "Una solicitud al servicio no se pudo realizar. Sus billeteras esperan hasta {$minutes} minutos y después se consultan de nuevo.",
  },
  unscored: {
    en: "Wallets without a score, project {$project}",
    es: "Billeteras sin calificación, proyecto {$project}",
  },
  firstOnes: {
    en: "These are the first ones; the CSV has the rest.",
    es: "Estas son las primeras; el CSV tiene las demás.",
  },
  notSafe: {
    en: "A wallet without a score is not a safe one. The next scan asks again; if the same wallets fail each night, ask the service's support with their reasons.",
    es: "Una billetera sin calificación no es una billetera segura. El siguiente escaneo vuelve a consultarla; si las mismas fallan cada noche, pregunte al soporte del servicio con sus motivos.",
  },
});

export const RUN_STATES = texts({
  running: { en: "running", es: "en curso" },
  completed: { en: "completed", es: "completo" },
  stopped: { en: "stopped", es: "detenido" },
});
