/** How wide text is on a terminal, and how it is broken into lines. */

/** A word, or a command in quotation marks, which can be copied as long as it stands on one line. */
const WORD = /(?:"vigia [^"]*"|`[^`]*`|[^ ])+/g;

function wordsOf(text: string, width: number): string[] {
  const words = text.match(WORD) ?? [""];
  return words.flatMap((word) => (displayWidth(word) <= width ? [word] : word.split(" ")));
}

/** Text on lines of at most `width` columns, broken at spaces; longer words are broken too if `breakWords`. */
export function wrap(text: string, width: number, breakWords = true): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of wordsOf(text, width)) {
    if (line !== "" && displayWidth(line) + 1 + displayWidth(word) <= width) {
      line += ` ${word}`;
      continue;
    }
    if (line !== "") lines.push(line);
    const pieces = breakWords && displayWidth(word) > width ? broken(word, width) : [word];
    lines.push(...pieces.slice(0, -1));
    line = pieces.at(-1) ?? "";
  }
  return [...lines, line];
}

function broken(word: string, width: number): string[] {
  const pieces = [""];
  for (const { segment } of new Intl.Segmenter().segment(word)) {
    const piece = pieces.at(-1) ?? "";
    if (piece !== "" && displayWidth(piece) + displayWidth(segment) > width) pieces.push(segment);
    else pieces[pieces.length - 1] = piece + segment;
  }
  return pieces;
}

/** Text on one line of at most `width` columns: what is too much is left out at the end, or in the middle of an id. */
export function cutText(text: string, width: number, where: "middle" | "end"): string {
  if (displayWidth(text) <= width) return text;
  const pieces = Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
  const tail = where === "end" ? 0 : Math.floor((width - 1) / 2);
  const head = firstOf(pieces, Math.max(0, width - 1 - tail));
  return `${head.join("")}…${firstOf(pieces.toReversed(), tail).toReversed().join("")}`;
}

function firstOf(pieces: readonly string[], width: number): string[] {
  const taken: string[] = [];
  let used = 0;
  for (const piece of pieces) {
    used += displayWidth(piece);
    if (used > width) break;
    taken.push(piece);
  }
  return taken;
}

/** East Asian characters and emoji take two columns. */
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u;

/** How many columns of a terminal a text takes. */
export function displayWidth(text: string): number {
  // Almost everything is plain ASCII, and then the characters are the columns.
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  let width = 0;
  for (const { segment } of new Intl.Segmenter().segment(text)) width += WIDE.test(segment) ? 2 : 1;
  return width;
}
