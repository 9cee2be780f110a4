/** Commands of ours that a text names, as a person copies them into a shell. */

/** The stage of the stack that runs on one's own machine, where no `--stage` is needed. */
export const LOCAL_STAGE = "local";

/** `vigia notifications show 1#42 --stage dev`, quoted for a shell. */
export function vigia(stage: string, ...words: string[]): string {
  const target = stage === LOCAL_STAGE ? [] : ["--stage", stage];
  return ["vigia", ...words, ...target].map(shellWord).join(" ");
}

/** A word as bash and zsh read it, in quotation marks where it needs them. */
export function shellWord(word: string): string {
  if (/^[\w@%+=:,./-][\w@%+=:,./#-]*$/.test(word)) return word;
  return VISIBLE.test(word) ? `'${word.replaceAll("'", `'\\''`)}'` : `$'${[...word].map(escaped).join("")}'`;
}

/** A backtick would end the code span in which Slack shows a command; what cannot be seen is lost when it is copied. */
const VISIBLE = /^[^`\P{ASCII}\p{Cc}]*$/u;

/** As bash and zsh read it in `$'…'`: bytes of UTF-8, which bash 3.2 knows too. */
function escaped(character: string): string {
  return /^[\w #@%+=:,./-]$/.test(character)
    ? character
    : [...Buffer.from(character)].map((byte) => `\\x${byte.toString(16).padStart(2, "0")}`).join("");
}
