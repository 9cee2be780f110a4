/** The rows of a CSV file under its header: each a record of the cells that are filled, by the columns' names. */

import { pipeline, type Readable } from "node:stream";
import { type Parser, parse } from "csv-parse";
import { CommandError } from "./failure.ts";
import { type Line, MAX_LINE, textLines } from "./lines.ts";

/** The cells of a CSV record. */
type Cells = readonly string[];

/**
 * In characters: more than a line that is complete when the next one comes, that one, and what the stream buffers. A
 * parser that holds more is in a quoted cell that was never closed.
 */
const MOST_HELD = 3 * MAX_LINE;

const STRAY_QUOTE = "has a quotation mark out of place; nothing behind it was read";

/** What the parser gives: a row and the last line of it, or that it lost its way. */
type Parsed = { record: string[]; info: { lines: number } } | { stray: true };

/** Lines of a file on their way to the parser. */
interface Feed {
  refused: Extract<Line<string>, { wrong: string }>[];
  /** How many characters it got since its last row: a quoted cell may hold line ends. */
  held: number;
}

/**
 * The rows of a CSV file, the header among them; rows without any content are skipped. Cells are divided by a comma,
 * or by the semicolon or tab that the first line holds instead, as spreadsheets write them in some countries. Where a
 * quotation mark is out of place nobody knows which record ends where: it is the last one.
 */
export async function* csvRows(stream: Readable): AsyncGenerator<Line<Cells>> {
  const lines = textLines(stream);
  const first = await lines.next();
  if (first.done === true) return;
  const feed: Feed = { refused: [], held: 0 };
  const parser = parserFor("value" in first.value ? first.value.value : "", feed);
  // An error of either is thrown where the parser is read.
  pipeline(textOf(first.value, lines, feed), parser, () => {});
  const rows: AsyncIterable<Parsed> = parser;
  let line = 1;
  for await (const row of rows) {
    if ("stray" in row) {
      yield { line, wrong: STRAY_QUOTE };
      return;
    }
    const lost = feed.refused.filter((refused) => refused.line <= row.info.lines);
    yield* feed.refused.splice(0, lost.length);
    if (lost.length === 0 && row.record.some((cell) => cell.trim() !== "")) yield { line, value: row.record };
    line = row.info.lines + 1;
  }
}

async function* textOf(first: Line<string>, others: AsyncIterable<Line<string>>, feed: Feed) {
  yield textFor(first, feed);
  for await (const line of others) {
    if (feed.held > MOST_HELD) return;
    yield textFor(line, feed);
  }
}

function textFor(line: Line<string>, feed: Feed): string {
  // An empty line in its place keeps the count of lines right.
  if ("wrong" in line) feed.refused.push(line);
  const text = "wrong" in line ? "\n" : `${line.value}\n`;
  feed.held += text.length;
  return text;
}

function parserFor(header: string, feed: Feed): Parser {
  const parser = parse({
    delimiter: [",", ";", "\t"].find((mark) => header.includes(mark)) ?? ",",
    record_delimiter: "\n",
    relax_column_count: true,
    info: true,
    on_record: (row) => {
      feed.held = 0;
      return row;
    },
    // An error would take rows along that were not read yet.
    skip_records_with_error: true,
    on_skip: () => {
      parser.push({ stray: true });
      return undefined;
    },
  });
  return parser;
}

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
