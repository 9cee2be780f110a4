/** A list in a panel: rows of one line, which are cards on a phone. */

import type { Child } from "hono/jsx";

interface FlowTableProps {
  /** For readers who do not see the panel's heading. */
  caption: string;
  /** `n` for numbers; `mid` and `wide-only` where the column is left out on narrow screens. */
  columns: readonly { name: Child; class?: string }[];
  /** A row for each; the first link of a row opens it. */
  children: Child;
}

export function FlowTable({ caption, columns, children }: FlowTableProps) {
  return (
    <div class="flush">
      <table class="rows flow">
        <caption class="unseen">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ name, class: kind }) => (
              <th scope="col" {...(kind === undefined ? {} : { class: kind })}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
