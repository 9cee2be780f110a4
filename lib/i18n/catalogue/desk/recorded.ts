/** Texts of the line after an act: what was recorded, and how to take it back. */

import { texts } from "../texts.ts";

export const RECORDED = texts({
  recorded: { en: "Recorded:", es: "Se registró:" },
  andOthers: { en: "and {$count} more", es: "y {$count} más" },
  andMore: { en: "and more", es: "y más" },
  undo: { en: "Undo", es: "Deshacer" },
  assignAgain: { en: "Assign again", es: "Asignar de nuevo" },
});

/** The act that was recorded in a case, said behind its number. */
export const RECORDED_STEPS = texts({
  opened: { en: "case opened", es: "caso abierto" },
  take: { en: "yours", es: "a su cargo" },
  release: { en: "released", es: "sin asignar" },
  assign: { en: "assigned to {$who}", es: "asignado a {$who}" },
  note: { en: "note added", es: "nota agregada" },
  suspect: { en: "suspicion recorded", es: "sospecha registrada" },
  suspectUntil: {
    en: "suspicion recorded, 24-hour notice due {$due}",
    es: "sospecha registrada; el aviso de 24 horas vence el {$due}",
  },
  file: { en: "{$kind} recorded, {$reference}", es: "{$kind} registrado, {$reference}" },
  reopen: { en: "open again", es: "abierto de nuevo" },
  confirm: { en: "decision confirmed", es: "dictamen confirmado" },
  retract: { en: "suspicion withdrawn", es: "sospecha retirada" },
  correct: { en: "receipt corrected, {$reference}", es: "acuse corregido, {$reference}" },
});
