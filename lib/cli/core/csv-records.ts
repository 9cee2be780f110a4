/** The records of a file of lines: JSON, or CSV under a header. Messages name the line and quote nothing of it. */

import { pipeline, Readable } from "node:stream";
import { CsvError, parse } from "csv-parse";
import { isObject } from "../../contract/exact-json.ts";
import { CommandError } from "./failure.ts";

/** A line of a file, from 1: what it holds, or what is wrong with it. */
export type Line<T> = { line: number; value: T } | { line: number; wrong: string };

/** A file that is read. */
export interface NamedStream {
  /** As a message names it. */
  name: string;
  stream: Readable;
}

/** In characters, also of a record of several lines. */
const MAX_LINE = 262_144;
const TOO_LONG = `is longer than ${MAX_LINE} characters`;

/** Decoding's replacement of bytes that are not UTF-8: no text of a file has it. */
const REPLACEMENT = "\ufffd";

type TextLine = { line: number; text: string } | { line: number; wrong: string };

/** The records of a JSONL file: one JSON object a line; blank lines are skipped. @throws {CommandError} for what is no text */
export async function* jsonRecords(file: NamedStream): AsyncGenerator<Line<Record<string, unknown>>> {
  for await (const read of textLines(file))
    if ("wrong" in read) yield read;
    else if (read.text.trim() !== "") yield { line: read.line, ...jsonRecord(read.text) };
}

function jsonRecord(text: string): { value: Record<string, unknown> } | { wrong: string } {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? { value } : { wrong: "is not a JSON object" };
  } catch {
    return { wrong: "is not JSON" };
  }
}

/** A record's filled cells by column: an empty cell is a field that is absent, that is how a table says it. */
export type CsvRecord = ReadonlyMap<string, string>;

/** The names that a header may hold, and those that it must. */
interface Columns {
  allowed: ReadonlySet<string>;
  required: readonly string[];
}

/**
 * The records of a CSV file. Cells are divided by a comma, or by the semicolon or tab that the header holds instead, as
 * spreadsheets write them in some countries.
 * @throws {CommandError} for an invalid header, a misplaced quotation mark, and what is no text
 */
export async function* csvRecords(file: NamedStream, columns: Columns): AsyncGenerator<Line<CsvRecord>> {
  const lines = textLines(file);
  const { value: first } = await lines.next();
  if (first === undefined) throw new CommandError(`${file.name} is empty: check the export that wrote it.`);
  if ("wrong" in first) throw new CommandError(`${file.name}, line 1: ${first.wrong}.`);
  let read = 0;
  const parser = parse({
    delimiter: [",", ";", "\t"].find((mark) => first.text.includes(mark)) ?? ",",
    record_delimiter: "\n",
    columns: (names: string[]) => headerOf(file.name, names, columns),
    ...{ info: true, raw: true, relax_column_count: true },
    ...{ skip_empty_lines: true, skip_records_with_empty_values: true, max_record_size: MAX_LINE },
    on_record: (record, { lines }) => {
      read = lines;
      return record;
    },
  });
  async function* texts() {
    yield `${first.text}\n`;
    // A line that is too long keeps its place, so that those behind it keep their numbers.
    for await (const next of lines) yield `${"wrong" in next ? REPLACEMENT : next.text}\n`;
  }
  try {
    pipeline(Readable.from(texts()), parser, () => {});
    for await (const { record, raw, info } of parser) yield lineOf(record, raw, info);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new CommandError(
      `${file.name}, line ${read + 1}: has a misplaced quotation mark, or is too long. Correct it, and read the file again.`,
    );
  } finally {
    file.stream.destroy();
  }
}

/** @param raw a record's text, of one line or more; `lines` counts its last one */
function lineOf(
  record: Record<string, string>,
  raw: string,
  { lines, error }: { lines: number; error?: CsvError },
): Line<CsvRecord> {
  const line = lines - (raw.trimEnd().split("\n").length - 1);
  if (raw.includes(REPLACEMENT)) return { line, wrong: TOO_LONG };
  if (error !== undefined) return { line, wrong: "has more or fewer columns than the header" };
  return { line, value: new Map(Object.entries(record).filter(([, cell]) => cell !== "")) };
}

/** It is not quoted: the first line of a file without a header is data. */
function headerOf(file: string, cells: readonly string[], { allowed, required }: Columns): string[] {
  const header = cells.map((cell) => cell.trim());
  const names = [...allowed].join(", ");
  const missing = required.filter((name) => !header.includes(name));
  if (missing.length > 0)
    throw new CommandError(`${file}, line 1: has no column ${missing.join(", ")}. Columns: ${names}.`);
  const unknown = header.findIndex((name, at) => !allowed.has(name) || header.indexOf(name) !== at);
  if (unknown === -1) return header;
  throw new CommandError(
    `${file}, line 1: column ${unknown + 1} is unknown or named twice. Columns: ${names}.`,
  );
}

/** Lines without a byte order mark and line ends; blank ones too. No line is held that is longer than {@link MAX_LINE}. */
async function* textLines({ name, stream }: NamedStream): AsyncGenerator<TextLine> {
  let line = 0;
  let held = "";
  let isLong = false;
  const hold = (part: string) => {
    isLong ||= held.length + part.length > MAX_LINE;
    held = isLong ? "" : held + part;
  };
  const take = (): TextLine => {
    const text = held;
    const read = { line: ++line, ...(isLong ? { wrong: TOO_LONG } : { text: textOf(text, name, line) }) };
    held = "";
    isLong = false;
    return read;
  };
  stream.setEncoding("utf8");
  for await (const chunk of stream) {
    const [first = "", ...others] = String(chunk).split("\n");
    hold(first);
    for (const next of others) {
      yield take();
      hold(next);
    }
  }
  if (held !== "" || isLong) yield take();
}

/** @throws {CommandError} where it is not UTF-8 */
function textOf(held: string, file: string, line: number): string {
  if (held.includes(REPLACEMENT))
    throw new CommandError(
      `${file}, line ${line}: is not text in UTF-8. Save the file in UTF-8 ("CSV UTF-8" in a spreadsheet).`,
    );
  return held.replace(line === 1 ? /^\ufeff/ : "", "").replace(/\r$/, "");
}
