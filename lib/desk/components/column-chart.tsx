/** Numbers of days or weeks as columns over an axis, drawn here: no script, and a text for readers who do not see it. */

/** A part of every column, the lowest first; its colour is that of its class. */
export interface ColumnPart {
  kind: "illegal" | "warn" | "in-time" | "late";
  name: string;
  /** Sum of all columns, as it is shown. */
  sum: string;
}

export interface Column {
  /** In percent of the width, from the left. */
  x: number;
  width: number;
  /** A number for each part. */
  numbers: readonly number[];
  /** Below the column; `isAlways` where it is shown on a phone too. */
  label?: { text: string; isAlways: boolean } | undefined;
}

interface ColumnChartProps {
  columns: readonly Column[];
  parts: readonly ColumnPart[];
  /** Its numbers in a sentence. */
  text: string;
}

export function ColumnChart({ columns, parts, text }: ColumnChartProps) {
  const marks = marksUpTo(Math.max(0, ...columns.map(({ numbers }) => sumOf(numbers))));
  const top = marks.at(-1) ?? 1;
  const fromTop = (number: number) => percent(100 - (number / top) * 100);
  return (
    <div class="chart">
      <svg role="img" aria-label={text}>
        {marks.map((mark) => (
          <>
            <line class={mark === 0 ? "axis" : "grid"} x2="100%" y1={fromTop(mark)} y2={fromTop(mark)} />
            <text x="-8" y={fromTop(mark)} dy="4" text-anchor="end">
              {mark}
            </text>
          </>
        ))}
        {columns.map(({ x, width, numbers, label }) => (
          <>
            {numbers.map((number, index) =>
              number === 0 ? undefined : (
                <rect
                  class={parts[index]?.kind}
                  x={percent(x)}
                  y={fromTop(sumOf(numbers.slice(0, index + 1)))}
                  width={percent(width)}
                  height={percent((number / top) * 100)}
                />
              ),
            )}
            {label === undefined ? undefined : (
              <text
                {...(label.isAlways ? {} : { class: "alt" })}
                x={percent(x + width / 2)}
                y="100%"
                dy="17"
                text-anchor="middle"
              >
                {label.text}
              </text>
            )}
          </>
        ))}
      </svg>
    </div>
  );
}

/** Names of the parts with their sums, each behind a patch of its colour. */
export function ChartKey({ parts }: { parts: readonly ColumnPart[] }) {
  return (
    <span class="key">
      {parts.map(({ kind, name, sum }) => (
        <span>
          <svg viewBox="0 0 10 10" class="bar-of" aria-hidden="true">
            <rect class={kind} x=".5" y=".5" width="9" height="9" rx="2" />
          </svg>
          <span class="capital">{name}</span> {sum}
        </span>
      ))}
    </span>
  );
}

/** Most marks above 0. */
const MOST_MARKS = 5;

/** Whole marks in even steps, from 0 to the first one that is not below a number. */
export function marksUpTo(highest: number): number[] {
  const power = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, highest / MOST_MARKS))));
  const step = [1, 2, 5].map((factor) => factor * power).find((one) => highest <= one * MOST_MARKS);
  const every = step ?? power * 10;
  return Array.from({ length: Math.max(1, Math.ceil(highest / every)) + 1 }, (_, index) => index * every);
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

function percent(number: number): string {
  return `${Math.round(number * 100) / 100}%`;
}
