/** How bad a transaction is by the laws that it inflicts: pure rules. */

import { isObject } from "../contract/exact-json.ts";
import type { Law } from "../contract/webhook.ts";

/** The worst that any law says; `none` where there is no law. */
export type Risk = "none" | "warn" | "illegal";

const ORDER: readonly Risk[] = ["none", "warn", "illegal"];

/** The worst risk of some laws. */
export function worstRisk(laws: readonly Pick<Law, "risk">[]): Risk {
  return laws.reduce<Risk>((worst, { risk }) => (isWorse(risk, worst) ? risk : worst), "none");
}

/** Whether `risk` is worse than `than`. */
export function isWorse(risk: Risk, than: Risk): boolean {
  return ORDER.indexOf(risk) > ORDER.indexOf(than);
}

/**
 * Whether a body that is not the contract says `illegal` of any law: under a key `risk` at any depth, whatever stands
 * around it. The depth must be bounded before.
 */
export function mentionsIllegal(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(mentionsIllegal);
  if (!isObject(value)) return false;
  return Object.entries(value).some(
    ([key, inner]) =>
      (key === "risk" && typeof inner === "string" && inner.trim().toLowerCase() === "illegal") ||
      mentionsIllegal(inner),
  );
}

/** Laws with those that say `illegal` first, otherwise as they came. */
export function worstFirst<T extends Pick<Law, "risk">>(laws: readonly T[]): T[] {
  return laws.toSorted((a, b) => Number(b.risk === "illegal") - Number(a.risk === "illegal"));
}
