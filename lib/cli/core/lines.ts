/** Reads a file of text line by line, however long it is: each line of JSONL is a record or says why not. */

import type { Readable } from "node:stream";
import { isObject } from "../../contract/exact-json.ts";

/** A line of a file, from 1: what it holds, or what is wrong with it in words that quote nothing of it. */
export type Line<T> = { line: number; value: T } | { line: number; wrong: string };

/** In characters. No record is longer; a longer line is refused without being held. */
export const MAX_LINE = 262_144;

const TOO_LONG = `is longer than ${MAX_LINE} characters`;

/** The lines of a text in UTF-8, without a byte order mark and line ends; blank ones too. */
export async function* textLines(stream: Readable): AsyncGenerator<Line<string>> {
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
