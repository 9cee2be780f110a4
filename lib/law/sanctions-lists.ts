/** Lists of sanctioned persons, by the names that services give them in English and Spanish. */

import { wordsIn } from "../i18n/text/cleaning.ts";

const LIST = "lists?|listas?|listados?";
const RESOLUTION = "resolutions?|resolucion|resoluciones";
const UNITED_NATIONS = "un|onu|united nations|naciones unidas";

/**
 * What the name of a list has: words of each part of a row, in any order. The parts are regular expressions of whole words in lower
 * case, without accents, with one space between them.
 */
const NAMES: readonly (readonly string[])[] = [
  // Any country
  ["sanctions?|sanctioned|sanciones|sancionad[oa]s?|restrictive measures|medidas restrictivas|asset freeze"],
  ["(?:blocked|designated) (?:persons?|part(?:y|ies)|individuals?|nationals?|entit(?:y|ies))"],
  ["personas?|entidad|entidades|nacionales", "bloquead[oa]s?|designad[oa]s?"],
  ["blocked|bloquead[oa]s?|designated|designad[oa]s?|terrorists?|terroristas?|terrorism|terrorismo", LIST],
  // United Nations
  ["unscr?|csnu|(?<!national )security council|consejo de seguridad(?= de (?:la onu|las naciones unidas))"],
  [`${UNITED_NATIONS}|consejo de seguridad`, `${LIST}|${RESOLUTION}`],
  // A statute may have the number or year of a resolution. A name without Latin letters tells nothing else, and counts.
  [
    "1267|1373|1718|1737|1988|1989|2231|2253",
    `${UNITED_NATIONS}|${LIST}|${RESOLUTION}|res|committee|comite|taliban|al qa[ie]da|isil|daesh|da esh|^[^a-z]*$`,
  ],
  // United States
  [
    "ofac|sdn|ofacsdn|sdnlist|office of foreign assets control|oficina de control de activos extranjeros|kingpin|magnitsky",
  ],
  ["lista clinton|clinton list|consolidated screening list|foreign terrorist organi[sz]ations?"],
  ["specially designated|especialmente designad[oa]s?"],
  // European Union and United Kingdom
  ["eu|ue|european union|union europea|uk|united kingdom|reino unido", "consolidated|consolidad[oa]", LIST],
  ["ofsi|hmt|hm treasury|(?:his|her) majesty s treasury"],
  ["cfsp|pesc"],
  // Mexico
  ["lpb|listas? restrictivas?"],
  ["uif|unidad de inteligencia financiera", `${LIST}|bloquead[oa]s?`],
];

const ROWS = NAMES.map((parts) => parts.map((words) => new RegExp(`(?:^| )(?:${words})(?: |$)`)));

/** A name is judged by its beginning, which cases and lists have. */
const MOST_CHARACTERS = 200;

/** Reports whether a law's name is that of a list of sanctioned persons. In doubt it is: a list that is missed is worse. */
export function isSanctionsList(law: string): boolean {
  const name = wordsIn(law.slice(0, MOST_CHARACTERS));
  return ROWS.some((parts) => parts.every((words) => words.test(name)));
}

/** The same laws, lists of sanctioned persons before all others. */
export function listsFirst<T extends { name: string }>(laws: readonly T[]): T[] {
  const { list = [], other = [] } = Object.groupBy(laws, ({ name }) =>
    isSanctionsList(name) ? "list" : "other",
  );
  return [...list, ...other];
}
