/** Texts about the amount from which a law demands a notice. */

import { texts } from "../texts.ts";

export const THRESHOLD = texts({
  title: { en: "Notice threshold", es: "Umbral de aviso" },
  alone: {
    en: "It reaches {$threshold} alone: {$units}.",
    es: "Alcanza {$threshold} por sí sola: {$units}.",
  },
  together: {
    en: ".input {$count :integer}\n.match $count\none {{It reaches {$threshold} not alone, but within {$months} months together with one more of the user, {$units} in all:}}\n* {{It reaches {$threshold} not alone, but within {$months} months together with {$count} more of the user, {$units} in all:}}",
    es: ".input {$count :integer}\n.match $count\none {{No alcanza {$threshold} por sí sola, pero sí en {$months} meses junto con una más del usuario, {$units} en total:}}\n* {{No alcanza {$threshold} por sí sola, pero sí en {$months} meses junto con {$count} más del usuario, {$units} en total:}}",
  },
  below: {
    en: "It does not reach {$threshold}: {$units}, and no other of the user adds to it within {$months} months.",
    es: "No alcanza {$threshold}: {$units}, y ninguna otra del usuario se le suma en {$months} meses.",
  },
  belowTogether: {
    en: ".input {$count :integer}\n.match $count\none {{It does not reach {$threshold}, not even within {$months} months together with one more of the user: {$units} in all.}}\n* {{It does not reach {$threshold}, not even within {$months} months together with {$count} more of the user: {$units} in all.}}",
    es: ".input {$count :integer}\n.match $count\none {{No alcanza {$threshold}, ni en {$months} meses junto con una más del usuario: {$units} en total.}}\n* {{No alcanza {$threshold}, ni en {$months} meses junto con {$count} más del usuario: {$units} en total.}}",
  },
  lacking: {
    en: "It is not known whether it reaches {$threshold}: no amount in {$unit} is known of",
    es: "No se sabe si alcanza {$threshold}: no se conoce el monto en {$unit} de",
  },
  lackingOwn: {
    en: "It is not known whether it reaches {$threshold}: its amount in {$unit} is not known.",
    es: "No se sabe si alcanza {$threshold}: no se conoce su monto en {$unit}.",
  },
  notRead: {
    en: "It is not known whether it reaches {$threshold}: it does not alone, and not all other flagged transactions of its user were read.",
    es: "No se sabe si alcanza {$threshold}: por sí sola no, y no se leyeron todas las demás operaciones señaladas de su usuario.",
  },
  scope: {
    en: "Flagged transactions under any law are added, in the projects that you see, also those in a notice, without false positives. What the law adds up can be more. UMA are shown cut to two decimals, and added whole.",
    es: "Se suman las operaciones señaladas conforme a cualquier ley, de los proyectos que usted ve, también las ya avisadas, sin los falsos positivos. Lo que la ley acumula puede ser más. Las UMA se muestran cortadas a dos decimales y se suman completas.",
  },
  rule: {
    en: "Notice threshold: {$threshold}, of one transaction or of several of a user within {$months} months. Source: {$source}, read on {$readOn}. Your counsel must confirm it.",
    es: "Umbral de aviso: {$threshold}, de una operación o de varias de un usuario en {$months} meses. Fuente: {$source}, consultada el {$readOn}. Su asesor jurídico debe confirmarlo.",
  },
  ofUser: {
    en: ".input {$count :integer}\n.match $count\none {{1 flagged transaction whose law has a threshold of {$threshold}, without false positives:}}\n* {{{$count} flagged transactions whose law has a threshold of {$threshold}, without false positives:}}",
    es: ".input {$count :integer}\n.match $count\none {{1 operación señalada cuya ley tiene un umbral de {$threshold}, sin contar falsos positivos:}}\n* {{{$count} operaciones señaladas cuya ley tiene un umbral de {$threshold}, sin contar falsos positivos:}}",
  },
  warned: {
    en: ".input {$count :integer}\n.match $count\none {{1 warning under a law with a threshold of {$threshold} is not added: Vigía adds what the service flags. The law adds all transactions of a client: where a notice is due on this one, open a case or record a suspicion.}}\n* {{{$count} warnings under a law with a threshold of {$threshold} are not added: Vigía adds what the service flags. The law adds all transactions of a client: where a notice is due on these, open a case or record a suspicion.}}",
    es: ".input {$count :integer}\n.match $count\none {{1 advertencia conforme a una ley con umbral de {$threshold} no se suma: Vigía suma lo que el servicio señala. La ley acumula todas las operaciones del cliente: si por esta procede un aviso, abra un caso o registre una sospecha.}}\n* {{{$count} advertencias conforme a una ley con umbral de {$threshold} no se suman: Vigía suma lo que el servicio señala. La ley acumula todas las operaciones del cliente: si por estas procede un aviso, abra un caso o registre una sospecha.}}",
  },
  reachAlone: { en: "Reach it alone", es: "Lo alcanzan por sí solas" },
  reachTogether: {
    en: "Reach it with others within {$months} months",
    es: "Lo alcanzan junto con otras en {$months} meses",
  },
  reachNot: { en: "Do not reach it", es: "No lo alcanzan" },
  howAdded: { en: "What is added, and the source", es: "Qué se suma, y la fuente" },
  group: { en: "{$units} together:", es: "{$units} en conjunto:" },
  lackingOfUser: {
    en: "Not known, for lack of the amount in {$unit}:",
    es: "No se sabe, por falta del monto en {$unit}:",
  },
  notReadOfUser: {
    en: "Not known, since not all flagged transactions of the user were read:",
    es: "No se sabe, pues no se leyeron todas las operaciones señaladas del usuario:",
  },
  /** In cells of a column that is named after the threshold. */
  isAlone: { en: "alone", es: "por sí sola" },
  isTogether: { en: "with", es: "con" },
  isBelow: { en: "below it", es: "por debajo" },
  isUnknown: { en: "not known", es: "no se sabe" },
  more: { en: "{$names} and {$count} more", es: "{$names} y {$count} más" },
});
