/** How times stand in tables. */

import type { Column } from "./table.ts";

/** A column of times in UTC, to the second. @param time ISO 8601 in UTC; undefined where a row has none */
export function timeColumn<Row>(header: string, time: (row: Row) => string | undefined): Column<Row> {
  return {
    header: `${header} (UTC)`,
    value: (row) => time(row)?.slice(0, "2026-03-01T12:00:00".length).replace("T", " ") ?? "",
    wrap: "2026-03-01".length,
  };
}
