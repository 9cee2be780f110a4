/** Text from outside as it may leave a command: what a terminal or a reader would act upon is escaped, and so visible. */

/** Controls but for line ends and tabs: a file may be shown on a terminal later, and a cell may hold lines. */
const ACTED_UPON_LATER = /(?![\n\t])\p{Cc}/gu;

/** Controls but for line ends, and what shows one thing and means another: invisible and bidirectional characters. */
const ACTED_UPON_NOW = /(?!\n)\p{Cc}|\p{Default_Ignorable_Code_Point}|[\p{Zl}\p{Zp}\ufff9-\ufffb]/gu;

/** Text that stays text in a file or a pipe: no control character but line ends and tabs. */
export function escapeForFile(text: string): string {
  return text.replace(ACTED_UPON_LATER, escaped);
}

/** Text that no terminal acts upon, and that shows all that it holds. */
export function escapeForTerminal(text: string): string {
  return text.replace(ACTED_UPON_NOW, escaped);
}

/** JSON that is safe everywhere; every parser reads `\u` and the code as the character. */
export function safeJson(value: unknown, indent?: number): string {
  return escapeForTerminal(JSON.stringify(value, undefined, indent));
}

/** Characters that spreadsheets skip before they read a cell, and that are invisible there. */
const PASSED_OVER = /^[\s\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]+/u;

/**
 * A cell that no spreadsheet takes for a formula: its first visible character decides, in the compatibility form (NFKC)
 * that some programs read; such a cell, and one that begins with a tab or a line end, gets an apostrophe in front.
 */
export function escapeFormula(cell: string): string {
  const first = String.fromCodePoint(cell.replace(PASSED_OVER, "").codePointAt(0) ?? 0).normalize("NFKC");
  return /^[=+\-@\u2212]/.test(first) || /^[\t\r\n]/.test(cell) ? `'${cell}` : cell;
}

function escaped(character: string): string {
  return Array.from({ length: character.length }, (_, at) =>
    character.charCodeAt(at).toString(16).padStart(4, "0"),
  )
    .map((code) => `\\u${code}`)
    .join("");
}
