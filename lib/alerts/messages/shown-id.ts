/** Ids as a message shows them, in its language. */

import { COMMON } from "../../i18n/catalogue/common.ts";
import { compatibilityForm } from "../../i18n/text/cleaning.ts";
import { shownId } from "../../i18n/text/ids.ts";
import type { Marks } from "../../i18n/text/masking.ts";
import { brokenLinks } from "../../i18n/text/quoting.ts";
import type { Translator } from "../../i18n/translator.ts";

/**
 * An id that can be copied; where it cannot, the text says so. What looks like a link is broken, since users choose ids and
 * mail programs make links of them: `https[:]//evil[.]example`.
 */
export function idIn({ t }: Translator, id: string): string {
  const shown = shownId(id, {
    cut: (shown, count) => t(COMMON.cut, { id: shown, count }),
    invisible: (shown) => t(COMMON.invisible, { id: shown }),
    marks: marksIn({ t }),
  });
  const compatible = compatibilityForm(shown);
  const broken = brokenLinks(compatible);
  return broken === compatible ? shown : broken;
}

/** Replacements of personal data. */
export function marksIn({ t }: Pick<Translator, "t">): Marks {
  return {
    email: t(COMMON.emailMasked),
    curp: t(COMMON.curpMasked),
    rfc: t(COMMON.rfcMasked),
  };
}
