/** The records of a CSV file under a header. Messages name the line and quote nothing of it. */

import { pipeline, Readable } from "node:stream";
import { CsvError, parse } from "csv-parse";
import { cleanText } from "../../i18n/text/cleaning.ts";
import { CommandError } from "./failure.ts";
import { isEmptyText } from "./spoilt-text.ts";
import { type NamedStream, type TextLine, textLines } from "./text-lines.ts";

/** A line of a file, from 1: what it holds, or what is wrong with it. */
export type Line<T> = { line: number; value: T } | { line: number; wrong: string };

/** A record's filled cells by column: an empty cell is a field that is absent, that is how a table says it. */
export type CsvRecord = ReadonlyMap<string, string>;

/** The names that a header may hold, and those that it must. */
interface Columns {
  allowed: ReadonlySet<string>;
  required: readonly string[];
}

/** In characters, of a record of several lines too. */
const MAX_RECORD = 262_144;

const DELIMITERS = [",", ";", "\t", "|"];

/** Excel's first line that names the delimiter. */
const NAMED_DELIMITER = /^"?sep=([,;\t|])"?[,;\t|]*$/i;

/**
 * The records of a CSV file. Cells are divided by a comma, or by what the header holds instead, as spreadsheets write them in
 * some countries: a semicolon, a tab or a bar. Columns without a name are empty ones at the end.
 * @throws {CommandError} for an invalid header, a misplaced quotation mark, and what is no text
 */
export async function* csvRecords(file: NamedStream, columns: Columns): AsyncGenerator<Line<CsvRecord>> {
  const lines = textLines(file);
  const { first, delimiter } = await beginning(file.name, lines);
  const mark = delimiter ?? DELIMITERS.find((candidate) => first.text.includes(candidate)) ?? ",";
  let read = first.line - 1;
  const parser = parse({
    delimiter: mark,
    record_delimiter: "\n",
    info: true,
    raw: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    max_record_size: MAX_RECORD,
    on_record: (record, { lines }) => {
      read = lines;
      return record;
    },
  });
  async function* texts() {
    // Lines before the header keep their place, and so does a line that is too long: those behind keep their numbers.
    yield `${"\n".repeat(first.line - 1)}${first.text}\n`;
    for await (const next of lines)
      yield `${"wrong" in next ? `${UNREADABLE}${next.wrong}` : withPlainTexts(next.text, mark)}\n`;
  }
  let header: string[] | undefined;
  try {
    pipeline(Readable.from(texts()), parser, () => {});
    for await (const { record, raw, info } of parser) {
      if (header === undefined) header = headerOf(file.name, first.line, record, columns);
      else yield lineOf(header, record, raw, info.lines);
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new CommandError(
      `${file.name}, line ${read + 1}: has a misplaced quotation mark, or is too long. Correct it, and read the file again.`,
    );
  } finally {
    file.stream.destroy();
  }
}

/** In front of the reason why a line cannot be read; no line of text has it. */
const UNREADABLE = "\0";

/** The line of the header, behind blank ones and one that names the delimiter. */
async function beginning(
  file: string,
  lines: AsyncGenerator<TextLine>,
): Promise<{ first: { line: number; text: string }; delimiter?: string | undefined }> {
  let delimiter: string | undefined;
  for (let next = await lines.next(); next.done !== true; next = await lines.next()) {
    const first = next.value;
    if ("wrong" in first) throw new CommandError(`${file}, line ${first.line}: ${first.wrong}.`);
    const named = NAMED_DELIMITER.exec(first.text)?.[1];
    if (first.text.trim() !== "" && named === undefined) return { first, delimiter };
    delimiter ??= named;
  }
  throw new CommandError(`${file} is empty: check the export that wrote it.`);
}

/** @param raw a record's text, of one line or more, of which `last` is the last one */
function lineOf(header: readonly string[], cells: string[], raw: string, last: number): Line<CsvRecord> {
  const line = last - (raw.trimEnd().split("\n").length - 1);
  const unreadable = raw.indexOf(UNREADABLE);
  if (unreadable !== -1) return { line, wrong: raw.slice(unreadable + 1).split("\n")[0] ?? "" };
  if (cells.length < header.length) return { line, wrong: "has fewer columns than the header" };
  if (cells.slice(header.length).some((cell) => cell !== ""))
    return { line, wrong: "has more columns than the header, as where a cell holds a delimiter" };
  const filled = header.map((name, at): [string, string] => [name, textOfCell(cells[at] ?? "")]);
  return { line, value: new Map(filled.filter(([, cell]) => !isEmptyText(cell))) };
}

/** `="0123"`, with which programs make Excel keep a text, is not CSV: a quotation mark may only begin a cell. */
function withPlainTexts(line: string, mark: string): string {
  if (!line.includes('="')) return line;
  const edge = `\\${mark}`;
  return line.replace(new RegExp(`(?<=^|${edge})="([^"]*)"(?=$|${edge})`, "g"), '"$1"');
}

/** The text of a cell without the mark that keeps `+52` or `007` a text in a spreadsheet and in our own CSV: `'+52`, `="007"`. */
function textOfCell(cell: string): string {
  return cell.replace(/^'(?=[=+@-])/, "").replace(/^="([^"]*)"$/, "$1");
}

/** No column has a longer name. */
const MAX_NAME = 100;

/** Reads the header. An error does not quote it: the first line of a file without a header is data. */
function headerOf(
  file: string,
  line: number,
  cells: readonly string[],
  { allowed, required }: Columns,
): string[] {
  const trimmed = cells.map((cell) => cleanText(cell, MAX_NAME));
  const header = trimmed.slice(0, trimmed.findLastIndex((name) => name !== "") + 1);
  const names = [...allowed].join(", ");
  const missing = required.filter((name) => !header.includes(name));
  if (missing.length > 0)
    throw new CommandError(`${file}, line ${line}: has no column ${missing.join(", ")}. Columns: ${names}.`);
  const unknown = header.findIndex((name, at) => !allowed.has(name) || header.indexOf(name) !== at);
  if (unknown === -1) return header;
  throw new CommandError(
    `${file}, line ${line}: column ${unknown + 1} is unknown or named twice. Columns: ${names}.`,
  );
}
