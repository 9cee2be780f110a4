/** Texts of what officers do with several cases in one act. */

import { texts } from "../texts.ts";

export const TOGETHER = texts({
  title: { en: "Several cases", es: "Varios casos" },
  ofUser: {
    en: ".input {$count :integer}\n{{Decide {$count} open cases of this user together}}",
    es: ".input {$count :integer}\n{{Dictaminar juntos {$count} casos abiertos de este usuario}}",
  },
  decide: {
    en: ".input {$count :integer}\n.match $count\none {{Decide {$count} case}}\n* {{Decide {$count} cases}}",
    es: ".input {$count :integer}\n.match $count\none {{Dictaminar {$count} caso}}\n* {{Dictaminar {$count} casos}}",
  },
  record: {
    en: ".input {$count :integer}\n.match $count\none {{Record {$count} decision}}\n* {{Record {$count} decisions}}",
    es: ".input {$count :integer}\n.match $count\none {{Registrar {$count} dictamen}}\n* {{Registrar {$count} dictámenes}}",
  },
  users: {
    en: ".input {$count :integer}\n.match $count\none {{{$count} user}}\n* {{{$count} users}}",
    es: ".input {$count :integer}\n.match $count\none {{{$count} usuario}}\n* {{{$count} usuarios}}",
  },
  late: { en: "recorded as late: {$count}", es: "registrados fuera de plazo: {$count}" },
  addedDecided: {
    en: "some only together with decided cases:",
    es: "algunas solo sumadas con casos ya dictaminados:",
  },
  addedOpen: {
    en: "some only together with open cases that are not selected:",
    es: "algunas solo sumadas con casos abiertos no seleccionados:",
  },
  leaveOut: { en: "Leave out", es: "Omitir" },
  leaveOutOf: { en: "Leave out: {$what}", es: "Omitir: {$what}" },
  countAgain: { en: "Count again", es: "Contar de nuevo" },
  changed: {
    en: "Other cases are ticked than this sheet showed. Nothing was recorded: look at it as it is now.",
    es: "Los casos marcados no son los que mostraba esta hoja. No se registró nada: revísela como está ahora.",
  },
  tooMany: {
    en: ".input {$count :integer}\n.match $count\none {{{$count} more case does not fit in one act: decide it afterwards.}}\n* {{{$count} more cases do not fit in one act: decide them afterwards.}}",
    es: ".input {$count :integer}\n.match $count\none {{{$count} caso más no cabe en un solo acto: dictamínelo después.}}\n* {{{$count} casos más no caben en un solo acto: dictamínelos después.}}",
  },
  close: { en: "Close", es: "Cerrar" },
  take: { en: "Take", es: "Tomar" },
  assigning: { en: "Cases to assign: {$count}", es: "Casos por asignar: {$count}" },
  colleagueHelp: {
    en: "Officers who were active in these projects lately, or signed in within eight hours. Ask a colleague who is missing to sign in once. A case of another project stays as it is, and no deadline changes.",
    es: "Oficiales con actividad reciente en estos proyectos, o que iniciaron sesión en las últimas ocho horas. Quien falte debe iniciar sesión una vez. Un caso de otro proyecto queda como está, y ningún plazo cambia.",
  },
  projects: {
    en: ".input {$count :integer}\n.match $count\none {{project {$ids}}}\n* {{projects {$ids}}}",
    es: ".input {$count :integer}\n.match $count\none {{proyecto {$ids}}}\n* {{proyectos {$ids}}}",
  },
  noColleague: {
    en: "Vigía knows no other officer of these projects yet. Ask your colleague to sign in at the desk once, and open this list again: it has those who signed in within eight hours and may act.",
    es: "Vigía todavía no conoce a otro oficial de estos proyectos. Pida a su colega que inicie sesión una vez en el escritorio y abra de nuevo esta lista: incluye a quien inició sesión en las últimas ocho horas y puede actuar.",
  },
  own: { en: "Owner", es: "A cargo" },
  owned: { en: "Done: {$count}", es: "Hechos: {$count}" },
  notOwned: {
    en: "Left out, because they are decided, another officer owns them, or the colleague is not of their project: {$count}",
    es: "Omitidos, porque ya están dictaminados, los tiene a cargo otro oficial o el colega no es de su proyecto: {$count}",
  },
  ownedBy: { en: "owned by {$who}", es: "a cargo de {$who}" },
  decided: { en: "Decided: {$count}", es: "Dictaminados: {$count}" },
  refused: {
    en: "Left out, because the decision cannot be recorded in them: {$count}",
    es: "Omitidos, porque en ellos no se puede registrar el dictamen: {$count}",
  },
  leftOut: {
    en: "Left out, because they changed in the meantime: {$count}",
    es: "Omitidos, porque cambiaron mientras tanto: {$count}",
  },
  together: {
    en: ".input {$count :integer}\n.match $count\none {{{$count} case decided}}\n* {{{$count} cases decided together}}",
    es: ".input {$count :integer}\n.match $count\none {{{$count} caso dictaminado}}\n* {{{$count} casos dictaminados juntos}}",
  },
  cases: { en: "Cases of this decision", es: "Casos de este dictamen" },
  reopenedTogether: {
    en: ".input {$count :integer}\n.match $count\none {{{$count} case decided, open again}}\n* {{{$count} cases decided together, all open again}}",
    es: ".input {$count :integer}\n.match $count\none {{{$count} caso dictaminado, ya reabierto}}\n* {{{$count} casos dictaminados juntos, ya reabiertos}}",
  },
  openAgain: { en: "Open again: {$count} of {$all}", es: "Reabiertos: {$count} de {$all}" },
  noBatch: {
    en: "There are no such decisions, or they are of projects that you do not see.",
    es: "No existen esos dictámenes, o son de proyectos que usted no ve.",
  },
  noOutcome: {
    en: "These cases have no outcome in common. Select cases of one kind.",
    es: "Estos casos no tienen un resultado en común. Seleccione casos de un mismo tipo.",
  },
  reportInMonth: {
    en: "Did you file a notice about them? Record it in its month: its cases are then decided as notice filed.",
    es: "¿Presentó un aviso sobre ellos? Regístrelo en su mes: los casos que cubra quedarán dictaminados como aviso presentado.",
  },
  toMonth: { en: "Go to the month", es: "Ir al mes" },
  leftByYou: { en: "Left out by you: {$count}", es: "Omitidos por usted: {$count}" },
  reopenAll: { en: "Reopen all", es: "Reabrir todos" },
  reopenHelp: {
    en: "Reopening adds an entry to each case, and erases nothing. A case that changed since is left as it is.",
    es: "Reabrir agrega una entrada a cada caso y no borra nada. Un caso que cambió después queda como está.",
  },
  reopenOfNotice: {
    en: "It takes the cases out of the notice that covers them.",
    es: "Saca los casos del aviso que los cubre.",
  },
  withOthers: {
    en: ".input {$count :integer}\n.match $count\none {{decided together with {$count} other}}\n* {{decided together with {$count} others}}",
    es: ".input {$count :integer}\n.match $count\none {{dictaminado junto con {$count} más}}\n* {{dictaminado junto con {$count} más}}",
  },
});

/** Warnings of a decision of several cases. */
export const SHEET_WARNINGS = texts({
  listed: { en: "Sanctions lists: {$count}", es: "Listas de sanciones: {$count}" },
  reaching: { en: "Reach the notice threshold: {$count}", es: "Alcanzan el umbral de aviso: {$count}" },
  reachUnknown: { en: "May reach it: {$count}", es: "Podrían alcanzarlo: {$count}" },
  unreadable: { en: "Unreadable: {$count}", es: "Sin interpretar: {$count}" },
  overdue: { en: "Overdue: {$count}", es: "Vencidos: {$count}" },
});
