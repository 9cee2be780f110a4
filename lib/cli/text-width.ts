/** How text is broken into lines, or cut, to a width in columns of a terminal. */

import cliTruncate from "cli-truncate";
import stringWidth from "string-width";

/** A word, or a command in quotation marks, which can be copied as long as it stands on one line. */
const WORD = /(?:"vigia [^"]*"|`[^`]*`|[^ ])+/g;

function wordsOf(text: string, width: number): string[] {
  const words = text.match(WORD) ?? [""];
  return words.flatMap((word) => (stringWidth(word) <= width ? [word] : word.split(" ")));
}

/**
 * Text on lines of at most `width` columns, broken at spaces; longer words are broken too if `breakWords`. Every
 * character comes out as it went in: wrap-ansi would compose an id's accents, and what is copied would not be found.
 */
export function wrap(text: string, width: number, breakWords = true): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of wordsOf(text, width)) {
    if (line !== "" && stringWidth(line) + 1 + stringWidth(word) <= width) {
      line += ` ${word}`;
      continue;
    }
    if (line !== "") lines.push(line);
    const pieces = breakWords && stringWidth(word) > width ? broken(word, width) : [word];
    lines.push(...pieces.slice(0, -1));
    line = pieces.at(-1) ?? "";
  }
  return [...lines, line];
}

function broken(word: string, width: number): string[] {
  const pieces = [""];
  for (const { segment } of new Intl.Segmenter().segment(word)) {
    const piece = pieces.at(-1) ?? "";
    if (piece !== "" && stringWidth(piece) + stringWidth(segment) > width) pieces.push(segment);
    else pieces[pieces.length - 1] = piece + segment;
  }
  return pieces;
}

/** Text on one line of at most `width` columns: what is too much is left out at the end, or in the middle of an id. */
export function cutText(text: string, width: number, where: "middle" | "end"): string {
  return cliTruncate(text, width, { position: where });
}
