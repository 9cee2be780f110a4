/** Numbers by name, each beside a bar: for the eye alone, since the number is text. */

import type { Child } from "hono/jsx";
import { useBounded } from "./panel.tsx";

interface BarsProps {
  /** For readers who do not see the panel's heading. */
  caption: string;
  rows: readonly { name: Child; number: number }[];
  /** True if the numbers are lower bounds. */
  isBound?: boolean;
}

export function Bars({ caption, rows, isBound = false }: BarsProps) {
  const count = useBounded(isBound);
  const highest = Math.max(1, ...rows.map(({ number }) => number));
  return (
    <table class="bars">
      <caption class="unseen">{caption}</caption>
      <tbody>
        {rows.map(({ name, number }) => (
          <tr>
            <th scope="row">{name}</th>
            <td>
              <svg class="bar-of" aria-hidden="true">
                <rect
                  class="main-bar"
                  width={`${((number / highest) * 100).toFixed(2)}%`}
                  height="12"
                  rx="2"
                />
              </svg>
            </td>
            <td class="n">
              <b>{count(number)}</b>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
