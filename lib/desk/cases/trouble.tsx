/** Why nothing was recorded, said where a form is shown again. */

import type { Refusal } from "../../cases/rules.ts";
import { CASE } from "../../i18n/catalogue/desk/case.ts";
import { REFUSALS } from "../../i18n/catalogue/desk/steps.ts";
import { useTranslator } from "../translator.ts";

export type Why = Refusal | "outcomeMissing" | "faster";

export function Trouble({ why }: { why: Why | undefined }) {
  const { t } = useTranslator();
  if (why === undefined) return undefined;
  return (
    <p class="errors" role="alert">
      <strong>{t(CASE.notRecorded)}</strong> {t(why === "faster" ? CASE.faster : REFUSALS[why])}
    </p>
  );
}

/** The status of a page that says so. */
export function statusOf(why: Why): 409 | 422 {
  return why === "faster" ? 409 : 422;
}
