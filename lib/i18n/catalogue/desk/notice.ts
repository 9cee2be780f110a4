/** Texts of the page of a notice. */

import { texts } from "../texts.ts";

export const NOTICE = texts({
  title: { en: "Notice {$reference}", es: "Aviso {$reference}" },
  report: { en: "Report {$reference}", es: "Informe {$reference}" },
  notFound: {
    en: "There is no such notice, or it is of a project that you do not see.",
    es: "No existe ese aviso, o es de un proyecto que usted no ve.",
  },
  ofMonth: { en: "Month", es: "Mes" },
  projects: { en: "Projects", es: "Proyectos" },
  recordedBy: { en: "Recorded by", es: "Registrado por" },
  whenRecorded: { en: "when recorded {$count}, {$sum}", es: "al registrarlo {$count}, {$sum}" },
  ofSeen: { en: "of the projects that you see", es: "de los proyectos que usted ve" },
  sum: { en: "Sum", es: "Suma" },
  covered: { en: "Cases in the notice", es: "Casos en el aviso" },
  coversNone: { en: "This notice covers no case.", es: "Este aviso no cubre ningún caso." },
  coversNoneSeen: {
    en: "This notice covers no case of the projects that you see.",
    es: "Este aviso no cubre ningún caso de los proyectos que usted ve.",
  },
  revised: {
    en: ".input {$count :integer}\n.match $count\n1 {{The service revised 1 of its cases after the decision.}}\n* {{The service revised {$count} of its cases after the decision.}}",
    es: ".input {$count :integer}\n.match $count\n1 {{El servicio actualizó 1 de sus casos después del dictamen.}}\n* {{El servicio actualizó {$count} de sus casos después del dictamen.}}",
  },
  openAgain: {
    en: "{$count} open again",
    es: ".input {$count :integer}\n.match $count\n1 {{1 abierto de nuevo}}\n* {{{$count} abiertos de nuevo}}",
  },
  left: { en: "Ticked, and not decided yet", es: "Marcados y aún sin dictaminar" },
  leftHelp: {
    en: "Recording stopped before these cases were decided. They have not changed since they were ticked.",
    es: "El registro se interrumpió antes de dictaminar estos casos. No han cambiado desde que se marcaron.",
  },
  complete: {
    en: "Decide them as covered by this notice",
    es: "Dictaminarlos como cubiertos por este aviso",
  },
  others: { en: "Ticked, and not in the notice", es: "Marcados y fuera del aviso" },
  othersHelp: {
    en: "They are not in this notice now: they changed before it was recorded, have a 24-hour notice pending, or were reopened or decided otherwise since.",
    es: "Ahora no están en este aviso: cambiaron antes de registrarlo, tienen un aviso de 24 horas pendiente, o después se reabrieron o se dictaminaron de otro modo.",
  },
  history: { en: "What was recorded", es: "Lo que se registró" },
  replaced: { en: "In place of", es: "En lugar de" },
  amends: { en: "It amends", es: "Modifica a" },
  amendedBy: { en: "Amended by", es: "Modificado por" },
  otherNotice: { en: "another notice", es: "otro aviso" },
  correct: { en: "Correct the receipt", es: "Corregir el acuse" },
  correctHelp: {
    en: "For what was typed wrongly: every page and file shows the corrected receipt from then on. This page keeps what it replaced.",
    es: "Para lo que se capturó mal: desde entonces todas las páginas y archivos muestran el acuse corregido. Esta página conserva lo que reemplazó.",
  },
  amend: { en: "Record an amendment", es: "Registrar un aviso modificatorio" },
  amendHelp: {
    en: "For a notice that you filed to amend this one. The first receipt keeps meeting the deadline.",
    es: "Para un aviso que presentó para modificar este. El primer acuse sigue cumpliendo el plazo.",
  },
  mayNotAct: {
    en: "You can look at this notice. Only compliance officers of all its projects can change it.",
    es: "Usted puede consultar este aviso. Solo los oficiales de cumplimiento de todos sus proyectos pueden cambiarlo.",
  },
});
