/** Texts of the page on which several cases are decided in one act. */

import { texts } from "../texts.ts";

export const TOGETHER = texts({
  title: { en: "Decide several cases", es: "Dictaminar varios casos" },
  ofUser: { en: "All open cases of this user", es: "Todos los casos abiertos de este usuario" },
  find: { en: "Find", es: "Buscar" },
  sayWhich: {
    en: "Choose the open cases of a user, a wallet or a law.",
    es: "Elija los casos abiertos de un usuario, una billetera o una ley.",
  },
  none: { en: "No open case matches.", es: "Ningún caso abierto coincide." },
  tooMany: {
    en: "More than {$most} open cases match. This form decides the newest {$most}; decide the others afterwards.",
    es: "Coinciden más de {$most} casos abiertos. Este formulario dictamina los {$most} más recientes; dictamine los demás después.",
  },
  cut: {
    en: "Only the newest {$most} open cases were searched: older ones may match as well.",
    es: "Solo se revisaron los {$most} casos abiertos más recientes: también pueden coincidir otros más antiguos.",
  },
  found: { en: "Matching open cases: {$count}", es: "Casos abiertos que coinciden: {$count}" },
  count: { en: "How many are they? Type {$count}", es: "¿Cuántos son? Escriba {$count}" },
  decide: { en: "Decide all of them", es: "Dictaminar todos" },
  take: { en: "Take", es: "Tomar" },
  assigning: { en: "Cases to assign: {$count}", es: "Casos por asignar: {$count}" },
  colleague: { en: "Colleague, and projects", es: "Colega y proyectos" },
  colleagueHelp: {
    en: "Officers who did something in these projects of late. A case of another project stays as it is.",
    es: "Oficiales con actividad reciente en estos proyectos. Un caso de otro proyecto queda como está.",
  },
  choose: { en: "Choose", es: "Elija" },
  noColleague: {
    en: "No other officer has done anything in these projects yet.",
    es: "Ningún otro oficial ha tenido actividad en estos proyectos.",
  },
  own: { en: "Take or assign", es: "Tomar o asignar" },
  owned: { en: "Taken or assigned: {$count}", es: "Tomados o asignados: {$count}" },
  notOwned: {
    en: "Left out, because they are decided, another officer owns them, or the colleague is not of their project: {$count}",
    es: "Omitidos, porque ya están dictaminados, los tiene a cargo otro oficial o el colega no es de su proyecto: {$count}",
  },
  ownedBy: { en: "owned by {$who}", es: "a cargo de {$who}" },
  decided: { en: "Decided: {$count}", es: "Dictaminados: {$count}" },
  unfit: {
    en: "Left out, because the decision does not fit them: {$count}. Its receipt (acuse) is before their first day, or its outcome is not one of their kind.",
    es: "Omitidos, porque el dictamen no les corresponde: {$count}. Su acuse es anterior a su primer día, o su resultado no es de su tipo.",
  },
  leftOut: {
    en: "Left out, because they changed in the meantime: {$count}",
    es: "Omitidos, porque cambiaron mientras tanto: {$count}",
  },
  withOthers: {
    en: ".input {$count :integer}\n.match $count\none {{decided together with {$count} other}}\n* {{decided together with {$count} others}}",
    es: ".input {$count :integer}\n.match $count\none {{dictaminado junto con {$count} más}}\n* {{dictaminado junto con {$count} más}}",
  },
});
