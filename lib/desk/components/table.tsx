/** A table that scrolls by itself where it is wider than the page: by keyboard too. */

import type { Child } from "hono/jsx";

export function Table({ caption, children }: { caption: string; children: Child }) {
  return (
    <section class="wide" tabindex={0} aria-label={caption}>
      <table>
        <caption>
          <span>{caption}</span>
        </caption>
        {children}
      </table>
    </section>
  );
}
