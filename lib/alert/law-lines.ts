/** Laws on one line: how bad a content is, and under which laws. */

import type { Law } from "../contract/webhook.ts";
import { named } from "../text/quoting.ts";
import { lawCode } from "./facts.ts";

type NamedLaw = Pick<Law, "risk" | "name" | "countryCode">;

/** More laws than this would drown what is compared. */
const MAX_COMPARED = 5;

/** `ILLEGAL under LFPIORPI (MX); WARN under Fintech Law (MX)`; laws of one risk stay in their order. */
export function riskLine(laws: readonly NamedLaw[]): string {
  if (laws.length === 0) return "no law";
  return (["illegal", "warn"] as const)
    .map((risk) => ({ risk, of: laws.filter((law) => law.risk === risk) }))
    .filter(({ of }) => of.length > 0)
    .map(({ risk, of }) => `${risk.toUpperCase()}${underLaws(of, MAX_COMPARED)}`)
    .join("; ");
}

/** ` under A (MX), B (ES) and 3 more laws`; nothing where there is no law. */
export function underLaws(laws: readonly NamedLaw[], most: number): string {
  if (laws.length === 0) return "";
  const shown = laws
    .slice(0, most)
    .map(({ name, countryCode }) => `${named(name, 80)} (${lawCode(countryCode)})`);
  const more = laws.length - shown.length;
  return ` under ${shown.join(", ")}${more > 0 ? ` and ${more.toLocaleString("en-US")} more ${more === 1 ? "law" : "laws"}` : ""}`;
}
