/** The rows of a CSV file under its header: each a record of the cells that are filled, by the columns' names. */

import type { Readable } from "node:stream";
import { type Parser, parse } from "csv-parse";
import { isObject } from "../../contract/exact-json.ts";
import { CommandError } from "./failure.ts";

/** A line of a file, from 1: what it holds, or what is wrong with it in words that quote nothing of it. */
export type Line<T> = { line: number; value: T } | { line: number; wrong: string };

/** In characters. No record is longer; a longer line is refused without being held. */
const MAX_LINE = 262_144;

const TOO_LONG = `is longer than ${MAX_LINE} characters`;

/** The lines of a text in UTF-8, without a byte order mark and line ends; blank ones too. */
async function* textLines(stream: Readable): AsyncGenerator<Line<string>> {
  let line = 1;
  let held = "";
  let tooLong = false;
  stream.setEncoding("utf8");
  const ended = (): Line<string> => {
    const text = held.replace(line === 1 ? /^\ufeff/ : "", "").replace(/\r$/, "");
    if (tooLong) return { line, wrong: TOO_LONG };
    // Decoding's replacement of bytes that are not UTF-8.
    if (text.includes("\ufffd")) return { line, wrong: "is not text in UTF-8" };
    return { line, value: text };
  };
  for await (const chunk of stream) {
    const parts = String(chunk).split("\n");
    for (const [index, part] of parts.entries()) {
      if (index > 0) {
        yield ended();
        line++;
        held = "";
        tooLong = false;
      }
      if (held.length + part.length > MAX_LINE) tooLong = true;
      held = tooLong ? "" : held + part;
    }
  }
  if (held !== "" || tooLong) yield ended();
}

/** The records of a JSONL file: one JSON object a line; blank lines are skipped. */
export async function* jsonRecords(stream: Readable): AsyncGenerator<Line<Record<string, unknown>>> {
  for await (const read of textLines(stream)) {
    if ("wrong" in read) yield read;
    else if (read.value.trim() !== "") yield { line: read.line, ...jsonRecord(read.value) };
  }
}

function jsonRecord(text: string): { value: Record<string, unknown> } | { wrong: string } {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? { value } : { wrong: "is not a JSON object" };
  } catch {
    return { wrong: "is not JSON" };
  }
}

/** The cells of a CSV record. */
type Cells = readonly string[];

/**
 * In characters: more than a line that is complete when the next one comes, that one, and what the stream buffers. A
 * parser that holds more is in a quoted cell that was never closed.
 */
const MOST_HELD = 3 * MAX_LINE;

const STRAY_QUOTE = "has a misplaced quotation mark; nothing after it was read";

/** Lines of a file on their way to the parser, and what came of them. */
interface Feed {
  refused: Extract<Line<string>, { wrong: string }>[];
  /** Rows that were not given on yet, each with its last line. */
  rows: { cells: string[]; lastLine: number }[];
  /** Characters since its last row: a quoted cell may contain line ends. */
  held: number;
}

/**
 * The rows of a CSV file, the header among them; rows without any content are skipped. Cells are divided by a comma,
 * or by the semicolon or tab that the first line holds instead, as spreadsheets write them in some countries. Where a
 * quotation mark is out of place, the ends of records are unknown, and that record is the last one.
 */
export async function* csvRows(stream: Readable): AsyncGenerator<Line<Cells>> {
  try {
    yield* rowsOf(textLines(stream));
  } finally {
    // A quotation mark out of place in the header ends it before the lines are read to their end.
    stream.destroy();
  }
}

async function* rowsOf(lines: AsyncGenerator<Line<string>>): AsyncGenerator<Line<Cells>> {
  const first = await lines.next();
  if (first.done === true) return;
  const feed: Feed = { refused: [], rows: [], held: 0 };
  const parser = parserFor("value" in first.value ? first.value.value : "", feed);
  let line = 1;
  function* parsed(): Generator<Line<Cells>> {
    for (const { cells, lastLine } of feed.rows.splice(0)) {
      const lost = feed.refused.filter((refused) => refused.line <= lastLine);
      yield* feed.refused.splice(0, lost.length);
      if (lost.length === 0 && cells.some((cell) => cell.trim() !== "")) yield { line, value: cells };
      line = lastLine + 1;
    }
    if (parser.errored !== null) yield { line, wrong: STRAY_QUOTE };
  }
  parser.write(textFor(first.value, feed));
  yield* parsed();
  for await (const next of lines) {
    if (parser.errored !== null) return;
    if (feed.held > MOST_HELD) break;
    parser.write(textFor(next, feed));
    yield* parsed();
  }
  if (parser.errored !== null) return;
  await new Promise((done) => parser.once("close", done).resume().end());
  yield* parsed();
}

function textFor(line: Line<string>, feed: Feed): string {
  // An empty line in its place keeps the count of lines right.
  if ("wrong" in line) feed.refused.push(line);
  const text = "wrong" in line ? "\n" : `${line.value}\n`;
  feed.held += text.length;
  return text;
}

/** A parser that works on a text while it is written to it, and holds no row: an error would take those along. */
function parserFor(header: string, feed: Feed): Parser {
  const parser = parse({
    delimiter: [",", ";", "\t"].find((mark) => header.includes(mark)) ?? ",",
    record_delimiter: "\n",
    relax_column_count: true,
    on_record: (cells, { lines }) => {
      feed.held = 0;
      feed.rows.push({ cells, lastLine: lines });
      return undefined;
    },
  });
  // It ends at the first quotation mark out of place: to go on would copy the cell once more for each further one.
  parser.on("error", () => {});
  return parser;
}

/** A file that is read. */
export interface NamedStream {
  /** As a message names it. */
  name: string;
  stream: Readable;
}

/** A record's filled cells: an empty cell is a field that is absent, that is how a table says it. */
export type CsvRecord = ReadonlyMap<string, string>;

/**
 * Reads the records.
 * @param columns the names that the header may hold, and those that it must
 * @throws {CommandError} for an invalid header; it is not quoted, since the first line of a file without one is data
 */
export async function* csvRecords(
  { name, stream }: NamedStream,
  columns: { allowed: ReadonlySet<string>; required: readonly string[] },
): AsyncGenerator<Line<CsvRecord>> {
  let header: Cells | undefined;
  for await (const row of csvRows(stream)) {
    if (header === undefined) {
      header = headerOf(name, row, columns);
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
  file: string,
  row: Line<Cells>,
  { allowed, required }: { allowed: ReadonlySet<string>; required: readonly string[] },
): Cells {
  const header = "wrong" in row ? [] : row.value.map((cell) => cell.trim());
  const names = [...allowed].join(", ");
  const missing = required.filter((name) => !header.includes(name));
  if (missing.length > 0)
    throw new CommandError(
      `${file}, line 1: has no column ${missing.join(", ")}. Line 1 must name the columns: ${names}.`,
    );
  const unknown = header.findIndex((name) => !allowed.has(name));
  if (unknown !== -1)
    throw new CommandError(`${file}, line 1: column ${unknown + 1} is unknown. Known columns: ${names}.`);
  if (new Set(header).size !== header.length)
    throw new CommandError(`${file}, line 1: names a column twice.`);
  return header;
}
