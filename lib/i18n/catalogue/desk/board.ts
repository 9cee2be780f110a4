/** Texts of the page for the board. */

import { texts } from "../texts.ts";

export const BOARD = texts({
  title: { en: "Board: {$first} to {$last}", es: "Tablero: {$first} a {$last}" },
  undated: {
    en: "Cases of unknown day, in no month and in no figure: {$count}. They are named in:",
    es: "Casos de día desconocido, en ningún mes y en ninguna cifra: {$count}. Se nombran en:",
  },
  explained: {
    en: "Projects: {$projects}. A month counts the transactions that happened in it, by the clock of the law that sets their deadline, or of {$zone} without one. A share counts what is overdue too, and nothing that is not due yet. Vigía knows what the service flagged and what was recorded at the desk, and nothing else.",
    es: "Proyectos: {$projects}. Un mes cuenta las operaciones que ocurrieron en él, según la hora de la ley que fija su plazo o, sin plazo, la de {$zone}. Una proporción también cuenta lo vencido, y nada cuyo plazo siga abierto. Vigía conoce lo que el servicio señaló y lo que se registró en el escritorio, y nada más.",
  },
  cut: {
    en: ".input {$count :integer}\n{{There are more cases than the {$count} that are read for this page.}}",
    es: ".input {$count :integer}\n{{Hay más casos que los {$count} que se leen para esta página.}}",
  },
  bound: {
    en: "Not every case was read, so numbers say “at least”, and no share is given.",
    es: "No se leyeron todos los casos, por lo que las cifras dicen “al menos” y no se da ninguna proporción.",
  },
  beside: { en: "Previous and next end of a quarter", es: "Fin de trimestre anterior y siguiente" },
  until: { en: "Until", es: "Hasta" },
  caption: { en: "Three months side by side", es: "Tres meses, uno junto a otro" },
  figure: { en: "Figure", es: "Dato" },
  soFar: { en: "so far", es: "hasta hoy" },
  total: { en: "Three months", es: "Tres meses" },
  flagged: { en: "Flagged", es: "Señaladas" },
  flaggedHint: {
    en: "transactions that the service flagged; warnings are not among them",
    es: "operaciones que el servicio señaló; las advertencias no cuentan",
  },
  transactions: { en: "Transactions", es: "Operaciones" },
  usd: { en: "USD, each figure without its cents", es: "USD, cada cifra sin sus centavos" },
  unknown: {
    en: ".input {$count :integer}\n{{{$count} unknown}}",
    es: ".input {$count :integer}\n{{{$count} sin dato}}",
  },
  users: { en: "Users", es: "Usuarios" },
  once: { en: "each counted once", es: "cada uno cuenta una vez" },
  decided: { en: "Decided", es: "Dictamen" },
  decidedHint: {
    en: "outcomes and what is open add up to all cases",
    es: "los dictámenes y lo abierto suman todos los casos",
  },
  all: { en: "All cases", es: "Todos los casos" },
  allHint: {
    en: "those of warnings, wallets and users too",
    es: "también los de advertencias, billeteras y usuarios",
  },
  open: { en: "Open", es: "Abiertos" },
  deadlines: { en: "Deadlines", es: "Plazos" },
  deadlinesHint: {
    en: "of laws; the share is of the cases filed in time or late, or overdue",
    es: "de las leyes; la proporción es de los casos avisados a tiempo o con retraso, y los vencidos",
  },
  notices: { en: "Notice or report of the month", es: "Aviso o informe del mes" },
  noticesHint: { en: "of each project", es: "de cada proyecto" },
  inTime: { en: "Cases filed in time", es: "Casos avisados a tiempo" },
  late: { en: "Cases filed late", es: "Casos avisados con retraso" },
  overdue: { en: "Cases overdue", es: "Casos vencidos" },
  since: { en: "the first since {$day}", es: "el primero desde el {$day}" },
  share: { en: "Share in time", es: "Proporción a tiempo" },
  percentOver: { en: "over {$percent}%", es: "más del {$percent} %" },
  percent: { en: "{$percent}%", es: "{$percent} %" },
  of: { en: "{$some} of {$all}", es: "{$some} de {$all}" },
  filedOther: { en: "Other cases filed", es: "Otros casos avisados" },
  filedOtherHint: {
    en: "under no law whose deadline is known",
    es: "sin una ley cuyo plazo se conozca",
  },
  suspicions: { en: "Suspicions", es: "Sospechas" },
  suspicionsHint: {
    en: "recorded in the cases of the month, each with a notice within 24 hours; they add up",
    es: "registradas en los casos del mes, cada una con aviso en 24 horas; suman el total",
  },
  suspected: { en: "Suspicions", es: "Sospechas" },
  noticeInTime: { en: "24-hour notices in time", es: "Avisos de 24 horas a tiempo" },
  noticeLate: { en: "24-hour notices late", es: "Avisos de 24 horas con retraso" },
  noticeOverdue: { en: "24-hour notices overdue", es: "Avisos de 24 horas vencidos" },
  noticeRunning: { en: "Within the 24 hours", es: "Dentro de las 24 horas" },
  withdrawn: { en: "Suspicions withdrawn", es: "Sospechas retiradas" },
  sanctions: { en: "Sanctions lists", es: "Listas de sanciones" },
  sanctionsHint: { en: "cases flagged under one of them", es: "casos señalados conforme a alguna" },
  cases: { en: "Cases", es: "Casos" },
  byLaw: { en: "Flagged by law", es: "Señaladas por ley" },
  byLawHint: {
    en: "a transaction counts under each law that flags it",
    es: "una operación cuenta en cada ley que la señala",
  },
  otherLaws: { en: "Other laws", es: "Otras leyes" },
});
