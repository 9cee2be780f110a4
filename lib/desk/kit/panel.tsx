/** Boxes of a page: a panel under a heading, and the strip of the few facts that decide. */

import type { Child } from "hono/jsx";
import { COMMON } from "../../i18n/catalogue/common.ts";
import { say, useTranslator } from "../frame/translator.ts";

interface PanelProps {
  title: string;
  /** Number of what it lists, as in `1,000+`. */
  count?: string | undefined;
  /** Links and remarks, at the end of the line of the title. */
  beside?: Child;
  /** For links to it. */
  id?: string;
  /** Address with the panel as it is now, which the script asks for every few seconds; it needs an id. */
  refresh?: string | undefined;
  children: Child;
}

export function Panel({ title, count, beside, id, refresh, children }: PanelProps) {
  return (
    <section class="panel" id={id === undefined ? undefined : id} data-refresh={refresh}>
      <header>
        <h2>
          {title} {count === undefined ? undefined : <span class="count">{count}</span>}
        </h2>
        {beside === undefined ? undefined : <div class="group end">{beside}</div>}
      </header>
      {children}
    </section>
  );
}

export interface StripFact {
  name: string;
  value: Child;
  /** In small print below it. */
  more?: Child;
}

/** Facts that decide, side by side under the title of a page. @param isBig for figures */
export function Strip({ facts, isBig = false }: { facts: readonly StripFact[]; isBig?: boolean }) {
  return (
    <dl class={isBig ? "strip panel big" : "strip panel"}>
      {facts.map(({ name, value, more }) => (
        <div>
          <dt>{name}</dt>
          <dd>
            {value} {more === undefined || more === "" ? undefined : <small>{more}</small>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Counts as text. @param isAtLeast since there may be more than was counted, as in `at least 20,000` */
export function useCountText({ isAtLeast }: { isAtLeast: boolean }): (number: number) => string {
  const { count } = useTranslator();
  return (number) => (isAtLeast ? say(COMMON.atLeast, { what: count(number) }) : count(number));
}
