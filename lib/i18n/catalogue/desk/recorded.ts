/** Texts of the line after an act: what was recorded, and how to take it back. */

import { texts } from "../texts.ts";

export const RECORDED = texts({
  recorded: { en: "Recorded in", es: "Se registró en" },
  andOthers: { en: "and {$count} more", es: "y {$count} más" },
  andMore: { en: "and more", es: "y más" },
  undo: { en: "Undo", es: "Deshacer" },
  assignAgain: { en: "Assign again", es: "Asignar de nuevo" },
});

/** The act that was recorded in a case, said behind its number. */
export const RECORDED_STEPS = texts({
  opened: { en: "case opened", es: "apertura del caso" },
  take: { en: "taken by you", es: "asignación a usted" },
  release: { en: "released", es: "sin oficial a cargo" },
  assign: { en: "assigned to {$who}", es: "asignación a {$who}" },
  note: { en: "note added", es: "nota agregada" },
  suspect: { en: "suspicion recorded", es: "sospecha registrada" },
  suspectUntil: {
    en: "suspicion recorded, 24-hour notice due {$due}",
    es: "sospecha registrada; el aviso de 24 horas vence el {$due}",
  },
  file: { en: "{$kind} recorded, {$reference}", es: "{$kind} registrado, {$reference}" },
  reopen: { en: "reopened", es: "reapertura" },
  confirm: { en: "decision confirmed", es: "dictamen confirmado" },
  retract: { en: "suspicion withdrawn", es: "retiro de la sospecha" },
  correct: { en: "receipt corrected, {$reference}", es: "acuse corregido, {$reference}" },
});
