/** Laws on one line: how bad a content is, and under which laws. */

import type { Law } from "../../contract/webhook.ts";
import { CHANGES } from "../../i18n/catalogue/changes.ts";
import type { Translator } from "../../i18n/translator.ts";
import { named } from "../../text/quoting.ts";
import { lawCode, riskIn } from "./facts.ts";
import { marksIn } from "./shown-id.ts";

type NamedLaw = Pick<Law, "risk" | "name" | "countryCode">;

/** More laws than this would drown what is compared. */
const MAX_COMPARED = 5;

/** `ILLEGAL under LFPIORPI (MX); WARN under Fintech Law (MX)`; laws of one risk stay in their order. */
export function riskLine(laws: readonly NamedLaw[], translator: Translator): string {
  if (laws.length === 0) return translator.t(CHANGES.noLaw);
  return (["illegal", "warn"] as const)
    .map((risk) => ({ risk, of: laws.filter((law) => law.risk === risk) }))
    .filter(({ of }) => of.length > 0)
    .map(({ risk, of }) =>
      underLaws(riskIn(translator, risk === "illegal" ? "ILLEGAL" : "WARN"), of, MAX_COMPARED, translator),
    )
    .join("; ");
}

/** `ILLEGAL under A (MX), B (ES) and 3 more laws`; the risk alone where there is no law. */
export function underLaws(
  risk: string,
  laws: readonly NamedLaw[],
  most: number,
  translator: Translator,
): string {
  if (laws.length === 0) return risk;
  const { t } = translator;
  const marks = marksIn(translator);
  const shown = laws
    .slice(0, most)
    .map(({ name, countryCode }) => `${named(name, 80, marks)} (${lawCode(countryCode)})`);
  const more = laws.length - shown.length;
  const names = shown.join(", ");
  return t(CHANGES.under, {
    risk,
    laws: more > 0 ? t(CHANGES.andMoreLaws, { laws: names, count: more }) : names,
  });
}
