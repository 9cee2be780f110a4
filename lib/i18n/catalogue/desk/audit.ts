/** Texts of the page for audits. */

import { texts } from "../texts.ts";

export const AUDIT = texts({
  title: { en: "Audit", es: "Auditoría" },
  explained: {
    en: "Cases by their day of receipt ({$zone}), both days included. The same seed draws the same cases as long as the cases of the period do not change, on this page and with the command.",
    es: "Casos por su día de recepción ({$zone}), ambos días incluidos. La misma semilla elige los mismos casos mientras no cambien los casos del periodo, en esta página y con el comando.",
  },
  method: { en: "How the sample is drawn", es: "Cómo se elige la muestra" },
  ask: {
    en: "Choose the days, and draw a sample: the page counts all cases and checks whether any step of those drawn was altered.",
    es: "Elija los días y la muestra: la página cuenta todos los casos y comprueba si se alteró alguna actuación de los elegidos.",
  },
  chains: { en: "Chains of steps in the sample", es: "Cadenas de actuaciones de la muestra" },
  allIntact: { en: "all intact", es: "todas íntegras" },
  notIntact: {
    en: "{$count} not intact",
    es: ".input {$count :integer}\n.match $count\none {{{$count} no íntegra}}\n* {{{$count} no íntegras}}",
  },
  evidence: { en: "Evidence of the sample (zip)", es: "Expedientes de la muestra (zip)" },
  ofAll: { en: "{$some} of {$all} cases", es: "{$some} de {$all} casos" },
  download: {
    en: ".input {$count :integer}\n.match $count\none {{Download {$count} file}}\n* {{Download {$count} files}}",
    es: ".input {$count :integer}\n.match $count\none {{Descargar {$count} expediente}}\n* {{Descargar {$count} expedientes}}",
  },
  downloadPart: {
    en: ".input {$count :integer}\n.match $count\none {{Download {$count} file, part {$part} of {$parts}}}\n* {{Download {$count} files, part {$part} of {$parts}}}",
    es: ".input {$count :integer}\n.match $count\none {{Descargar {$count} expediente, parte {$part} de {$parts}}}\n* {{Descargar {$count} expedientes, parte {$part} de {$parts}}}",
  },
  fileDigest: {
    en: "Each file's name ends with the first 16 digits of its digest: note them elsewhere, and compare them with those that its verify.html shows.",
    es: "El nombre de cada archivo termina con los primeros 16 dígitos de su huella: anótelos en otro lugar y compárelos con los que muestra su verify.html.",
  },
  partCases: { en: "Cases {$first} to {$last}", es: "Casos {$first} a {$last}" },
  partTooLarge: {
    en: "This part is larger than 4 MB. Download it in two parts.",
    es: "Esta parte ocupa más de 4 MB. Descárguela en dos partes.",
  },
  seedFact: { en: "seed {$seed}", es: "semilla {$seed}" },
  since: { en: "From", es: "Desde" },
  until: { en: "Until", es: "Hasta" },
  size: { en: "Sample of", es: "Muestra de" },
  seed: { en: "Seed", es: "Semilla" },
  draw: { en: "Draw", es: "Elegir" },
  noDay: {
    en: "{$field}: expected a valid day, such as 2026-03-01.",
    es: "{$field}: se esperaba un día válido, como 2026-03-01.",
  },
  reversed: {
    en: "Until: expected the day of From or a later one.",
    es: "Hasta: se esperaba el día de Desde o uno posterior.",
  },
  noProject: {
    en: "Project: expected one of those that you see ({$projects}).",
    es: "Proyecto: se esperaba uno de los que usted ve ({$projects}).",
  },
  drawn: { en: "Sample", es: "Muestra" },
  sample: {
    en: "Sample of {$count} with the seed {$seed}",
    es: "Muestra de {$count} con la semilla {$seed}",
  },
  digest: { en: "Digest", es: "Huella" },
  chain: { en: "Chain of steps", es: "Cadena de actuaciones" },
  holds: {
    en: ".input {$steps :integer}\n.match $steps\none {{intact, {$steps} step}}\n* {{intact, {$steps} steps}}",
    es: ".input {$steps :integer}\n.match $steps\none {{íntegra, {$steps} actuación}}\n* {{íntegra, {$steps} actuaciones}}",
  },
  broken: { en: "NOT INTACT", es: "NO ESTÁ ÍNTEGRA" },
  unreadable: { en: "cannot be read", es: "no se puede leer" },
  expired: {
    en: "deleted: its retention period has ended",
    es: "se eliminó al concluir su plazo de conservación",
  },
  again: {
    en: "To draw the same sample with the command, run:",
    es: "Para elegir la misma muestra con el comando, ejecute:",
  },
  checkAll: { en: "Check every chain of the period", es: "Comprobar todas las cadenas del periodo" },
  allHold: {
    en: ".input {$count :integer}\n.match $count\none {{The only chain of the period is intact.}}\n* {{All {$count} chains of the period are intact.}}",
    es: ".input {$count :integer}\n.match $count\none {{La única cadena del periodo está íntegra.}}\n* {{Las {$count} cadenas del periodo están íntegras.}}",
  },
  someBroken: {
    en: "Not intact, of the chains of the period ({$count}):",
    es: "No íntegras, de las cadenas del periodo ({$count}):",
  },
  checkedSome: {
    en: "The newest {$count} were checked; the command checks all.",
    es: "Se comprobaron las {$count} más recientes; el comando comprueba todas.",
  },
  tooMany: {
    en: "More than {$count} cases were received: choose a shorter period, or use the command.",
    es: "Se recibieron más de {$count} casos: elija un periodo más corto o use el comando.",
  },
});
