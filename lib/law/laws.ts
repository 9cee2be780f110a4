/** Risk of a transaction by the laws that it inflicts: pure rules. */

import type { Law } from "../contract/webhook.ts";
import { comparableName, withoutMarks } from "../i18n/text/cleaning.ts";

/** The worst that any law says; `none` where there is no law. */
export type Risk = "none" | "warn" | "illegal";

const ORDER: readonly Risk[] = ["none", "warn", "illegal"];

/** The same for a law in every spelling: its name and country read the same to a person. */
export function lawKey({ countryCode, name }: Pick<Law, "countryCode" | "name">): string {
  return JSON.stringify([countryCode, name].map(comparableName));
}

/** The worst risk of some laws. */
export function worstRisk(laws: readonly Pick<Law, "risk">[]): Risk {
  return laws.reduce<Risk>((worst, { risk }) => (isWorse(risk, worst) ? risk : worst), "none");
}

/** Reports whether `risk` is worse than `than`. */
export function isWorse(risk: Risk, than: Risk): boolean {
  return ORDER.indexOf(risk) > ORDER.indexOf(than);
}

/** Laws with those that say `illegal` first, lists of sanctioned persons before others of their risk, and otherwise as they came. */
export function worstFirst<T extends Pick<Law, "risk" | "name">>(laws: readonly T[]): T[] {
  return listsFirst(laws).sort((a, b) => Number(b.risk === "illegal") - Number(a.risk === "illegal"));
}

const LIST = /\b(?:ofac|sdn|ofsi|unscr?|lpb|sanctions?|sanciones|personas bloqueadas|blocked persons)\b/;

/** Resolutions of the Security Council with a list. A statute may have the same number or year. */
const RESOLUTION = /\b(?:1267|1373|1718|1988|2231)\b/;

/** Words beside the number of a resolution; a name without Latin letters tells nothing and counts. */
const OF_THE_COUNCIL =
  /\b(?:un|onu|csnu|united nations|naciones unidas|security council|consejo de seguridad|res|resolutions?|resolucion|resoluciones|committee|comite|lists?|listas?|taliban|al.qaida|isil|daesh)\b|^[^a-z]*$/;

/** A name is judged by its beginning, which cases and lists have. */
const MOST_CHARACTERS = 200;

/** Reports whether a law's name is that of a list of sanctioned persons. In doubt it is: a list that is missed is worse. */
export function isSanctionsList(law: string): boolean {
  const lower = law.slice(0, MOST_CHARACTERS).toLowerCase();
  const name = /^[ -~]*$/.test(lower) ? lower : withoutMarks(lower);
  return LIST.test(name) || (RESOLUTION.test(name) && OF_THE_COUNCIL.test(name));
}

/** The same laws, lists of sanctioned persons before all others. */
export function listsFirst<T extends { name: string }>(laws: readonly T[]): T[] {
  const { list = [], other = [] } = Object.groupBy(laws, ({ name }) =>
    isSanctionsList(name) ? "list" : "other",
  );
  return [...list, ...other];
}
