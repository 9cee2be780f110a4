/** The rows of a CSV file under its header: each a record of the cells that are filled, by the columns' names. */

import type { Readable } from "node:stream";
import { type Cells, csvRows } from "./csv-rows.ts";
import { CommandError } from "./failure.ts";
import type { Line } from "./lines.ts";

/** A record's filled cells: an empty cell is a field that is absent, that is how a table says it. */
export type CsvRecord = ReadonlyMap<string, string>;

/**
 * Reads the records.
 * @param columns the names that the header may hold, and those that it must
 * @throws {CommandError} when the header is none; it is not quoted, since where a file has none its first line is data
 */
export async function* csvRecords(
  stream: Readable,
  columns: { allowed: ReadonlySet<string>; required: readonly string[] },
): AsyncGenerator<Line<CsvRecord>> {
  let header: Cells | undefined;
  for await (const row of csvRows(stream)) {
    if (header === undefined) {
      header = headerOf(row, columns);
    } else if ("wrong" in row) {
      yield row;
    } else if (row.value.length !== header.length) {
      yield { line: row.line, wrong: `has ${row.value.length} columns, the header has ${header.length}` };
    } else {
      const cells = row.value;
      const filled = header
        .map((name, at) => [name, cells[at] ?? ""] as const)
        .filter(([, cell]) => cell !== "");
      yield { line: row.line, value: new Map(filled) };
    }
  }
}

function headerOf(
  row: Line<Cells>,
  { allowed, required }: { allowed: ReadonlySet<string>; required: readonly string[] },
): Cells {
  const header = "wrong" in row ? [] : row.value.map((cell) => cell.trim());
  const names = `the columns are ${[...allowed].join(", ")}`;
  const missing = required.filter((name) => !header.includes(name));
  if (missing.length > 0)
    throw new CommandError(`Line 1 must name the columns, ${missing.join(", ")} among them: ${names}.`);
  const unknown = header.findIndex((name) => !allowed.has(name));
  if (unknown !== -1)
    throw new CommandError(`Line 1 names a column that is not known, number ${unknown + 1}: ${names}.`);
  if (new Set(header).size !== header.length) throw new CommandError("Line 1 names a column twice.");
  return header;
}
