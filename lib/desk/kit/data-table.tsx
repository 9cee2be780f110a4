/** A list in a panel: a row of one line for each, which is a card on a phone. */

import type { Child } from "hono/jsx";

/** A column. Its class is of its heading and of its cells: `n` for numbers; `mid` and `wide-only` where it is left out on narrow screens. */
export interface Column<Row> {
  name: Child;
  class?: string;
  /** In place of the class, of its cells. */
  cellClass?: string;
  /** Of the column by which the rows are sorted. */
  sorted?: "ascending" | "descending" | undefined;
  /** True of the one that names the row, where that is not the first. */
  isName?: boolean;
  cell: (row: Row) => Child;
}

interface DataTableProps<Row> {
  /** For readers who do not see the panel's heading. */
  caption: string;
  /** One of them names the row, and its link opens it. What is undefined is left out. */
  columns: readonly (Column<Row> | undefined)[];
  rows?: readonly Row[];
  /** In place of rows: some under a title each, left out where there are none. */
  groups?: readonly RowGroup<Row>[];
  /** On a phone a row flows, or is a card on which the style sheet places each cell by its class. */
  layout?: "flow" | "cards";
  /** For links to a row. */
  idOf?: (row: Row) => string | undefined;
  classOf?: (row: Row) => string | undefined;
  /** Ticks a row, before what names it: `all` is the box of the heading. */
  tick?: { all: Child; cell: (row: Row) => Child } | undefined;
}

export interface RowGroup<Row> {
  title?: string;
  /** Behind the title. */
  hint?: string;
  /** What ticks all of it, in a cell before the title. */
  tick?: Child;
  rows: readonly Row[];
}

export function DataTable<Row>({
  caption,
  columns,
  rows = [],
  groups = [{ rows }],
  layout = "flow",
  idOf,
  classOf,
  tick,
}: DataTableProps<Row>) {
  const shown = columns.filter((column) => column !== undefined);
  const naming = shown.find(({ isName }) => isName) ?? shown[0];
  return (
    <div class={layout === "flow" ? "flush" : "panel list"}>
      <table class={`rows ${layout}`}>
        <caption class="unseen">{caption}</caption>
        <thead>
          <tr>
            {tick && <th class="c-tick">{tick.all}</th>}
            {shown.map(({ name, class: kind, sorted }) => (
              <th scope="col" class={kind} aria-sort={sorted}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        {groups.map(({ title, hint, tick: groupTick, rows }) =>
          rows.length === 0 ? undefined : (
            <tbody>
              {title === undefined ? undefined : (
                <tr>
                  {groupTick && <td class="c-tick">{groupTick}</td>}
                  <th scope="rowgroup" colspan={shown.length + (tick && !groupTick ? 1 : 0)}>
                    {title} <span>{hint}</span>
                  </th>
                </tr>
              )}
              {rows.map((row) => (
                <tr id={idOf?.(row)} class={classOf?.(row)}>
                  {tick && <td class="c-tick">{tick.cell(row)}</td>}
                  {shown.map((column) => {
                    const { cell, class: kind, cellClass = kind } = column;
                    return column === naming ? (
                      <th scope="row" class={cellClass}>
                        {cell(row)}
                      </th>
                    ) : (
                      <td class={cellClass}>{cell(row)}</td>
                    );
                  })}
                </tr>
              ))}
            </tbody>
          ),
        )}
      </table>
    </div>
  );
}
