/** Risk of a transaction by the laws that it inflicts: pure rules. */

import type { Law } from "../contract/webhook.ts";
import { comparableName } from "../i18n/text/cleaning.ts";
import { listsFirst } from "./sanctions-lists.ts";

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
