import stringWidth from "string-width";

/** A word, or a command in quotation marks, which can be copied as long as it is on one line. */
const WORD = /(?:"vigia [^"]*"|`[^`]*`|[^ ])+/g;

/**
 * Text on lines of at most `width` columns of a terminal, broken at spaces. A longer word, such as a link or an id, is
 * left in one piece for the terminal to break, so that it can be copied.
 */
export function wrap(text: string, width: number): string[] {
  if (stringWidth(text) <= width) return [text];
  const words = text.match(WORD) ?? [];
  const lines: string[] = [];
  for (const word of words.flatMap((word) => (stringWidth(word) <= width ? [word] : word.split(" ")))) {
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && stringWidth(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
