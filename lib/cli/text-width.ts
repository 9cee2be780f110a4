/** How wide text is on a terminal, and how it is broken into lines. */

/** Text on lines of at most `width` columns, broken at spaces; longer words are broken too if `breakWords`. */
export function wrap(text: string, width: number, breakWords = true): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && displayWidth(line) + 1 + displayWidth(word) <= width) {
      line += ` ${word}`;
      continue;
    }
    if (line !== "") lines.push(line);
    const pieces = breakWords ? broken(word, width) : [word];
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
