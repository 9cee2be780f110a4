/** Reads a file of records line by line, JSONL or CSV, however long it is: each line is a record or says why not. */

import type { Readable } from "node:stream";
import { parse } from "csv-parse/sync";
import { isObject } from "../contract/exact-json.ts";

/** A line of a file, from 1: what it holds, or what is wrong with it in words that quote nothing of it. */
export type Line<T> = { line: number; value: T } | { line: number; wrong: string };

/** No record is longer; a longer line is refused without being held. */
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
    // What decoding puts in the place of bytes that are not UTF-8.
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
export type Cells = readonly string[];

/** A quoted cell may hold line ends, but one that goes on for longer is a quotation mark that was never closed. */
const MAX_LINES_OF_A_RECORD = 50;

/**
 * The rows of a CSV file, the header among them; rows without any content are skipped. Cells are divided by a comma,
 * or by the semicolon or tab that the first line holds instead, as spreadsheets write them in some countries.
 */
export async function* csvRows(stream: Readable): AsyncGenerator<Line<Cells>> {
  let pending: { line: number; value: string }[] = [];
  let delimiter: string | undefined;
  const rows = function* (isEnd: boolean): Generator<Line<Cells>> {
    for (let first = pending[0]; first !== undefined; first = pending[0]) {
      const count = linesOfRecord(pending);
      if (count === undefined && !isEnd && pending.length < MAX_LINES_OF_A_RECORD) return;
      const text = pending.slice(0, count ?? 1).map(({ value }) => value);
      delimiter ??= delimiterOf(text[0] ?? "");
      const cells = count === undefined ? undefined : cellsOf(text.join("\n"), delimiter);
      // Where a quotation mark went astray only its own line is refused; those behind it are read on their own.
      pending = pending.slice(cells === undefined ? 1 : count);
      if (cells === undefined) yield { line: first.line, wrong: "has a quotation mark out of place" };
      else if (cells.some((cell) => cell.trim() !== "")) yield { line: first.line, value: cells };
    }
  };
  for await (const read of textLines(stream)) {
    if ("wrong" in read) {
      yield* rows(true);
      yield read;
    } else {
      pending.push(read);
      yield* rows(false);
    }
  }
  yield* rows(true);
}

/** How many lines the first record takes: until its quotation marks come in pairs. */
function linesOfRecord(lines: readonly { value: string }[]): number | undefined {
  let marks = 0;
  for (const [index, { value }] of lines.entries()) {
    marks += value.split('"').length - 1;
    if (marks % 2 === 0) return index + 1;
  }
  return undefined;
}

function delimiterOf(header: string): string {
  return [",", ";", "\t"].find((candidate) => header.includes(candidate)) ?? ",";
}

function cellsOf(text: string, delimiter: string): Cells | undefined {
  if (!text.includes('"')) return text.split(delimiter);
  try {
    const [cells] = parse(text, { delimiter, record_delimiter: "\n", relax_column_count: true });
    return cells;
  } catch {
    return undefined;
  }
}
