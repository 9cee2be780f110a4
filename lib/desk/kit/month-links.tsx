/** Links from a month to one before it and one after it. */

import { Icon } from "../frame/icon.tsx";
import { useTranslator } from "../frame/translator.ts";

interface MonthLinksProps {
  label: string;
  /** `YYYY-MM`; undefined leaves the link out. */
  before: string | undefined;
  after: string | undefined;
  linkOf: (month: string) => string;
}

export function MonthLinks({ label, before, after, linkOf }: MonthLinksProps) {
  const { monthInWords } = useTranslator();
  const sides = [
    { month: before, icon: "chevronLeft" },
    { month: after, icon: "chevronRight" },
  ] as const;
  return (
    <nav class="group months" aria-label={label}>
      {sides.map(({ month, icon }) =>
        month === undefined ? undefined : (
          <a
            class="btn icon"
            href={linkOf(month)}
            aria-label={monthInWords(month)}
            title={monthInWords(month)}
          >
            <Icon name={icon} />
          </a>
        ),
      )}
    </nav>
  );
}
