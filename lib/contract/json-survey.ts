/** Looks over a JSON text before it is parsed: how deep it is, and whether doubles do for its numbers. */

/** 2^256 - 1, the largest amount a token contract can hold, has 78 digits. */
export const MAX_DIGITS = 78;

/** A number's text longer than this is refused unread, so that the work on one number stays small. */
export const MAX_NUMBER_TEXT = 400;

/** What is known of a JSON text before it is parsed. */
export interface Survey {
  /** How deep its objects and arrays are nested. */
  depth: number;
  /** Whether every number in it is judged as a double as it is judged exactly. */
  judgedAlike: boolean;
}

/** Surveys a text without recursion and without parsing it. For one that is not JSON the answer has no meaning. */
export function surveyOf(text: string): Survey {
  let depth = 0;
  let deepest = 0;
  let judgedAlike = true;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) at = endOfString(text, at);
    else if (code === 0x5b || code === 0x7b) {
      depth++;
      if (depth > deepest) deepest = depth;
    } else if (code === 0x5d || code === 0x7d) depth--;
    else if (code === 0x2d || (code >= 0x30 && code <= 0x39)) {
      const end = endOfNumber(text, at);
      judgedAlike &&= isJudgedAlike(text, at, end);
      at = end - 1;
    }
  }
  return { depth: deepest, judgedAlike };
}

/** The position after the number that begins at `start`. */
function endOfNumber(text: string, start: number): number {
  for (let at = start + 1; ; at++) {
    const code = text.charCodeAt(at);
    const digit = code >= 0x30 && code <= 0x39;
    // A point, a sign, or an exponent; NaN past the end.
    if (!digit && code !== 0x2e && code !== 0x2b && code !== 0x2d && code !== 0x65 && code !== 0x45)
      return at;
  }
}

/** Of this many characters, point and sign included, a double keeps every decimal digit. */
const KEPT_BY_DOUBLES = 16;

const DIGITS = /^\d+$/;

/**
 * Whether the schemas of the contract judge a number alike, read as a double or exactly: whole or not, below 0 or not,
 * how many digits, which project. Whole ones are, although a double rounds them: one digit short of
 * {@link MAX_DIGITS}, no rounding makes them too long, and no project's id is above what a double holds.
 */
function isJudgedAlike(text: string, start: number, end: number): boolean {
  const token = text.slice(start, end);
  const length = end - start;
  if (length < MAX_DIGITS && DIGITS.test(token)) return true;
  if (length <= KEPT_BY_DOUBLES && !/[eE]/.test(token)) return true;
  return length <= MAX_NUMBER_TEXT && String(Number(token)) === token;
}

/** The position of the quote that closes the string opened at `start`; the text's end where none does. */
function endOfString(text: string, start: number): number {
  let at = start;
  for (;;) {
    at = text.indexOf('"', at + 1);
    if (at === -1) return text.length;
    let backslashes = 0;
    while (text.charCodeAt(at - 1 - backslashes) === 0x5c) backslashes++;
    if (backslashes % 2 === 0) return at;
  }
}
