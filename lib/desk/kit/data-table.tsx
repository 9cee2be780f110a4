/** A list in a panel: a row of one line for each, which is a card on a phone. */

import type { Child } from "hono/jsx";

/** A column. Its class is of its heading and of its cells: `n` for numbers; `mid` and `wide-only` where it is left out on narrow screens. */
export interface Column<Row> {
  name: Child;
  class?: string;
  /** In place of the class, of its cells. */
  cellClass?: string;
  cell: (row: Row) => Child;
}

interface DataTableProps<Row> {
  /** For readers who do not see the panel's heading. */
  caption: string;
  /** The first one names the row, and its link opens it. What is undefined is left out. */
  columns: readonly (Column<Row> | undefined)[];
  rows?: readonly Row[];
  /** In place of rows: some under a title each, left out where there are none. `hint` is behind the title. */
  groups?: readonly RowGroup<Row>[];
  /** For links to a row. */
  idOf?: (row: Row) => string | undefined;
  /** Ticks a row, before what names it: `all` is the box of the heading. */
  tick?: { all: Child; cell: (row: Row) => Child };
}

export interface RowGroup<Row> {
  title?: string;
  hint?: string;
  rows: readonly Row[];
}

export function DataTable<Row>({
  caption,
  columns,
  rows = [],
  groups = [{ rows }],
  idOf,
  tick,
}: DataTableProps<Row>) {
  const shown = columns.filter((column) => column !== undefined);
  return (
    <div class="flush">
      <table class="rows flow">
        <caption class="unseen">{caption}</caption>
        <thead>
          <tr>
            {tick && <th class="c-tick">{tick.all}</th>}
            {shown.map(({ name, class: kind }) => (
              <th scope="col" class={kind}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        {groups.map(({ title, hint, rows }) =>
          rows.length === 0 ? undefined : (
            <tbody>
              {title === undefined ? undefined : (
                <tr>
                  <th scope="rowgroup" colspan={shown.length + (tick ? 1 : 0)}>
                    {title} <span>{hint}</span>
                  </th>
                </tr>
              )}
              {rows.map((row) => (
                <tr id={idOf?.(row)}>
                  {tick && <td class="c-tick">{tick.cell(row)}</td>}
                  {shown.map(({ cell, class: kind, cellClass = kind }, index) =>
                    index === 0 ? (
                      <th scope="row" class={cellClass}>
                        {cell(row)}
                      </th>
                    ) : (
                      <td class={cellClass}>{cell(row)}</td>
                    ),
                  )}
                </tr>
              ))}
            </tbody>
          ),
        )}
      </table>
    </div>
  );
}
