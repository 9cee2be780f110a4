/** The lines of a file of text, in the encodings that spreadsheets and databases write. */

import { isAscii, isUtf8 } from "node:buffer";
import type { Readable } from "node:stream";
import { TextDecoder } from "node:util";
import { CommandError } from "./failure.ts";

/** A file that is read. */
export interface NamedStream {
  /** As a message names it. */
  name: string;
  stream: Readable;
  /** Found while it is read; undefined for UTF-8. */
  encoding?: "UTF-16" | "Windows-1252";
}

/** A line of a file, from 1: its text, or what is wrong with it. */
export type TextLine = { line: number; text: string } | { line: number; wrong: string };

/** In bytes. */
const MAX_LINE = 262_144;
const TOO_LONG = `is longer than ${MAX_LINE} bytes`;

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** Spreadsheets on a Mac may end lines in a carriage return alone. */
function lineEndOf(beginning: Buffer): number {
  const isAlone = beginning.subarray(0, -1).includes(CARRIAGE_RETURN) && !beginning.includes(LINE_FEED);
  return isAlone ? CARRIAGE_RETURN : LINE_FEED;
}

/** Lines without a byte order mark and line ends; blank ones too. No line is held that is longer than {@link MAX_LINE}. */
export async function* textLines(file: NamedStream): AsyncGenerator<TextLine> {
  const decoder = new LineDecoder(file);
  let line = 0;
  let held: Buffer[] = [];
  let size = 0;
  let lineEnd: number | undefined;
  const hold = (part: Buffer) => {
    size += part.length;
    if (size > MAX_LINE) held = [];
    else held.push(part);
  };
  const take = (): TextLine => {
    line++;
    const read = size > MAX_LINE ? { line, wrong: TOO_LONG } : decoder.decode(Buffer.concat(held), line);
    held = [];
    size = 0;
    return read;
  };
  for await (const chunk of bytesOf(file)) {
    lineEnd ??= lineEndOf(chunk);
    let from = 0;
    for (let end = chunk.indexOf(lineEnd); end !== -1; end = chunk.indexOf(lineEnd, from)) {
      hold(chunk.subarray(from, end));
      from = end + 1;
      yield take();
    }
    hold(chunk.subarray(from));
  }
  if (size > 0) yield take();
}

/** The bytes of a file; UTF-16 becomes UTF-8, in which a line end is one byte. */
async function* bytesOf(file: NamedStream): AsyncGenerator<Buffer> {
  let start: Buffer | undefined = Buffer.alloc(0);
  let utf16: TextDecoder | undefined;
  for await (const chunk of file.stream) {
    let bytes = Buffer.from(chunk);
    if (start !== undefined) {
      bytes = Buffer.concat([start, bytes]);
      start = bytes.length < 2 ? bytes : undefined;
      if (start !== undefined) continue;
      utf16 = utf16Of(bytes);
      if (utf16 !== undefined) file.encoding = "UTF-16";
    }
    yield utf16 === undefined ? bytes : Buffer.from(utf16.decode(bytes, { stream: true }));
  }
  if (start !== undefined) yield start;
  if (utf16 !== undefined) yield Buffer.from(utf16.decode());
}

/** Told by its byte order mark, or by the half of its first character that is zero. */
function utf16Of([first = 0, second = 0]: Uint8Array): TextDecoder | undefined {
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0))
    return new TextDecoder("utf-16le");
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0))
    return new TextDecoder("utf-16be");
  return undefined;
}

const WINDOWS_1252 = new TextDecoder("windows-1252");

/** The characters of names and places in Windows-1252; the others may be accented ones of a Mac's or of DOS's encoding. */
const WESTERN = /^[\t\r\x20-\x7e\u00c0-\u00ff\u00aa\u00ba\u00b0\u00b4\u00b7]*$/;

/** Characters in UTF-8 that were read in Windows-1252 and saved again: `Ã±`. */
const DECODED_TWICE =
  /[\u00c2\u00c3][\u0080-\u00bf\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc\u2013-\u2122]/;

const REPLACEMENT = "\ufffd";

/** Every control character but those of lines and columns. */
const CONTROL = /[^\P{Cc}\t\r\n]/u;

const SAVE = 'Save the file in UTF-8 ("CSV UTF-8" in a spreadsheet).';

/** Decodes the lines of a file that is in UTF-8, or else, as spreadsheets save it on Windows, in Windows-1252: never in both. */
class LineDecoder {
  readonly #file: NamedStream;
  #firstUtf8: number | undefined;
  #firstOther: number | undefined;

  constructor(file: NamedStream) {
    this.#file = file;
  }

  /** @throws {CommandError} where the file is no text, or in none of these encodings */
  decode(bytes: Buffer, line: number): TextLine {
    if (bytes.includes(0)) return { line, wrong: "is not text, as of a workbook or an archive" };
    const text = this.#textOf(bytes, line).replace(/\r$/, "");
    if (text.includes(REPLACEMENT) || DECODED_TWICE.test(text))
      return { line, wrong: "holds characters that another program spoilt: export the file again, in UTF-8" };
    if (CONTROL.test(text))
      return { line, wrong: "holds a control character: remove it where the data is kept" };
    return { line, text: line === 1 ? text.replace(/^\ufeff/, "") : text };
  }

  #textOf(bytes: Buffer, line: number): string {
    if (isAscii(bytes)) return bytes.toString("latin1");
    if (isUtf8(bytes)) this.#firstUtf8 ??= line;
    else this.#firstOther ??= line;
    if (this.#firstOther === undefined) return bytes.toString();
    const { name } = this.#file;
    if (this.#firstUtf8 !== undefined)
      throw new CommandError(
        `${name}: line ${this.#firstUtf8} is in UTF-8, and line ${this.#firstOther} is not. ${SAVE}`,
      );
    const text = WINDOWS_1252.decode(bytes);
    if (!WESTERN.test(text))
      throw new CommandError(
        `${name}, line ${line}: is not in UTF-8, and holds characters that each older encoding reads in its own way. ${SAVE}`,
      );
    this.#file.encoding = "Windows-1252";
    return text;
  }
}
