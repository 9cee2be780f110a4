/** Numbers by name, each beside a bar: for the eye alone, since the number is text. */

import type { Child } from "hono/jsx";
import { useTranslator } from "../translator.ts";

interface BarsProps {
  /** For readers who do not see the panel's heading. */
  caption: string;
  rows: readonly {
    name: Child;
    /** Parts of the number, each with the class of its colour. */
    parts: readonly { number: number; kind: "illegal" | "warn" | "main-bar" | "otherwise" }[];
  }[];
}

export function Bars({ caption, rows }: BarsProps) {
  const { count } = useTranslator();
  const sumOf = ({ parts }: BarsProps["rows"][number]) => parts.reduce((sum, { number }) => sum + number, 0);
  const highest = Math.max(1, ...rows.map(sumOf));
  const share = (number: number) => `${((number / highest) * 100).toFixed(2)}%`;
  return (
    <table class="bars">
      <caption class="unseen">{caption}</caption>
      <tbody>
        {rows.map((row) => (
          <tr>
            <th scope="row">{row.name}</th>
            <td>
              <svg class="bar-of" aria-hidden="true">
                {row.parts.map(({ number, kind }, index) => (
                  <rect
                    class={kind}
                    x={share(row.parts.slice(0, index).reduce((sum, one) => sum + one.number, 0))}
                    width={share(number)}
                    height="12"
                    rx="2"
                  />
                ))}
              </svg>
            </td>
            <td class="n">
              <b>{count(sumOf(row))}</b>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
