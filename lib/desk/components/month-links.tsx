/** Links to the months beside one. */

import { MONTH } from "../../i18n/catalogue/desk/month.ts";
import { monthsBeside } from "../parameters.ts";
import { useTranslator } from "../translator.ts";
import { Icon } from "./icon.tsx";

interface MonthLinksProps {
  /** `YYYY-MM`. */
  month: string;
  /** Form of the months that the page takes, unless it is that of filters. */
  known?: RegExp;
  linkOf: (month: string) => string;
}

export function MonthLinks({ month, known, linkOf }: MonthLinksProps) {
  const { t, monthInWords } = useTranslator();
  const [before, after] = monthsBeside(month, known);
  return (
    <nav class="group months" aria-label={t(MONTH.beside)}>
      {before === undefined ? undefined : (
        <a
          class="btn icon"
          href={linkOf(before)}
          aria-label={monthInWords(before)}
          title={monthInWords(before)}
        >
          <Icon name="chevronLeft" />
        </a>
      )}
      {after === undefined ? undefined : (
        <a class="btn icon" href={linkOf(after)} aria-label={monthInWords(after)} title={monthInWords(after)}>
          <Icon name="chevronRight" />
        </a>
      )}
    </nav>
  );
}
