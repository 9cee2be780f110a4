/** How times stand in tables: in UTC, to the second, or to the minute where there is little room. */

import type { Column } from "./column.ts";

/** A column of times. @param time ISO 8601 in UTC; undefined where a row has none */
export function timeColumn<Row>(header: string, time: (row: Row) => string | undefined): Column<Row> {
  const upTo = (length: number) => (row: Row) => time(row)?.slice(0, length).replace("T", " ") ?? "";
  return {
    header: `${header} (UTC)`,
    value: upTo("2026-03-01T12:00:00".length),
    short: { value: upTo("2026-03-01T12:00".length) },
    keep: true,
  };
}
