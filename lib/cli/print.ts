/** Prints to a terminal or a pipe: safely, at the reader's pace, in colour only where colour is seen. */

import { once } from "node:events";
import { styleText } from "node:util";
import type { Output } from "./world.ts";
import { wrap } from "./wrap.ts";

/** The width of a help text where there is no terminal to fit. */
const DEFAULT_WIDTH = 80;

export type Style = "red" | "yellow" | "green" | "bold" | "dim";

/** Writes a text or bytes, and waits while the reader of a pipe is behind. */
export async function write(output: Output, text: string | Uint8Array): Promise<void> {
  // A stream that has failed never drains.
  if (output.errored) throw output.errored;
  if (!output.write(text)) await once(output, "drain");
}

/** Writes lines; a single empty one where no text is given. */
export async function printLine(output: Output, text = ""): Promise<void> {
  await write(output, `${text}\n`);
}

/** Writes a sentence; on a terminal it is broken between words, and commands in it can be copied. */
export async function printSentence(output: Output, text: string, style: Style): Promise<void> {
  const lines =
    output.isTTY === true ? text.split("\n").flatMap((line) => wrap(line, widthOf(output))) : [text];
  await printLine(output, lines.map((line) => paint(output, style, line)).join("\n"));
}

/** How many columns there are to fill. */
export function widthOf(output: Output): number {
  return output.isTTY === true && output.columns ? output.columns : DEFAULT_WIDTH;
}

/** Text in a colour or weight, where the output is a terminal and NO_COLOR is not set. */
export function paint(output: Output, style: Style, text: string): string {
  return styleText(style, text, { stream: output, validateStream: true });
}

const UNSEEN =
  /[\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu;

/**
 * JSON that no terminal acts upon: what `JSON.stringify` leaves of control, bidirectional and invisible characters is
 * escaped, which changes nothing for a program that parses it.
 */
export function safeJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, undefined, indent).replace(UNSEEN, escaped);
}

/** Text of several lines that no terminal acts upon. */
export function safeText(text: string): string {
  return text.replace(CONTROL, escaped).replace(UNSEEN, escaped);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is escaped
const CONTROL = /[\u0000-\u0008\u000b-\u001f]/g;

function escaped(seen: string): string {
  return Array.from({ length: seen.length }, (_, at) => seen.charCodeAt(at).toString(16).padStart(4, "0"))
    .map((code) => `\\u${code}`)
    .join("");
}
