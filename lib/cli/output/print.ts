/** Prints to a terminal, a pipe or a file: safely, at the reader's pace, in colour only where colour is seen. */

import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { styleText } from "node:util";
import wrapAnsi from "wrap-ansi";
import { escapeForFile, escapeForTerminal } from "../../i18n/text/escaping.ts";
import type { Output } from "../core/command-context.ts";

/** The width of a help text where there is no terminal to fit. */
const DEFAULT_WIDTH = 80;

export type Style = "red" | "yellow" | "green" | "bold" | "dim";

const ESCAPE = "\u001b";

/** Replaces the escape character of our own styles until they are written: no text from outside can contain it. */
const OWN_ESCAPE = `<${randomUUID()}>`;

/**
 * Writes a text, and waits while the reader of a pipe is behind. Everything that a command prints comes through here:
 * of control characters a terminal gets line ends only, anything else line ends and tabs; all others are escaped.
 */
export async function write(output: Output, text: string): Promise<void> {
  await writeRaw(output, safeFor(output, text));
}

/** Writes as {@link write} does, for those who cannot wait. */
export function writeNow(output: Output, text: string): void {
  output.write(safeFor(output, text));
}

/**
 * Writes bytes as they are: a file or a program gets what was received. On a terminal they are shown as text, on lines
 * of their own, since it must not act on control characters among them.
 */
export async function writeBytes(output: Output, bytes: Buffer): Promise<void> {
  if (output.isTTY === true) await printLine(output, bytes.toString());
  else await writeRaw(output, bytes);
}

async function writeRaw(output: Output, content: string | Uint8Array): Promise<void> {
  // A stream that has failed never drains.
  if (output.errored) throw output.errored;
  if (!output.write(content)) await once(output, "drain");
}

function safeFor(output: Output, text: string): string {
  const safe = output.isTTY === true ? escapeForTerminal(text) : escapeForFile(text);
  return safe.replaceAll(OWN_ESCAPE, ESCAPE);
}

/** Writes lines; a single empty one where no text is given. */
export async function printLine(output: Output, text = ""): Promise<void> {
  await write(output, `${text}\n`);
}

/** Says how far a command is, on one line of a terminal that the next text replaces; elsewhere nothing. */
export async function printProgress(output: Output, text = ""): Promise<void> {
  if (output.isTTY === true) await write(output, `${OWN_ESCAPE}[G${OWN_ESCAPE}[K${text}`);
}

/** Writes a sentence; on a terminal it is broken between words. */
export async function printSentence(output: Output, text: string, style: Style): Promise<void> {
  const lines = output.isTTY === true ? wrapAnsi(text, widthOf(output)) : text;
  await printLine(
    output,
    lines.replace(/^.+$/gm, (line) => paint(output, style, line)),
  );
}

/** Number of columns to fill. */
export function widthOf(output: Output): number {
  return output.isTTY === true && output.columns ? output.columns : DEFAULT_WIDTH;
}

/** Text in a colour or weight, where the output is a terminal and NO_COLOR is not set; to be written by {@link write}. */
export function paint(output: Output, style: Style | undefined, text: string): string {
  if (style === undefined) return text;
  const [on = "", off = ""] = ownStyles(styled(output, style, "|")).split("|");
  return `${on}${text}${off}`;
}

/** Styles as {@link paint} does, with escape characters for a library to lay out. @param text without any of its own */
export function styled(output: Output, style: Style, text: string): string {
  return styleText(style, text, { stream: output, validateStream: true });
}

/** Layout of {@link styled} texts, to be written by {@link write}. */
export function ownStyles(text: string): string {
  return text.replaceAll(ESCAPE, OWN_ESCAPE);
}
