/** JSON read without rounding: a number that a double cannot hold keeps its source text. */

/** 2^256 - 1, the largest amount a token contract can hold, has 78 digits. */
const MAX_DIGITS = 78;

/** A number's text longer than this is refused unread, so that the work on one number stays small. */
const MAX_NUMBER_TEXT = 400;

/** Depth of nested objects and arrays in a JSON text, without recursion or parsing. */
export function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) at = endOfString(text, at);
    else if (code === 0x5b || code === 0x7b) {
      depth++;
      if (depth > deepest) deepest = depth;
    } else if (code === 0x5d || code === 0x7d) depth--;
  }
  return deepest;
}

/** Reports whether every number in a JSON text is judged alike as a double and exactly. */
function areJudgedAlike(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) at = endOfString(text, at);
    else if (code === 0x2d || (code >= 0x30 && code <= 0x39)) {
      const end = endOfNumber(text, at);
      if (!isJudgedAlike(text, at, end)) return false;
      at = end - 1;
    }
  }
  return true;
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

/** A double keeps every decimal digit of a number of at most this many characters, point and sign included. */
const KEPT_BY_DOUBLES = 16;

const DIGITS = /^\d+$/;

/**
 * Reports whether the schemas of the contract judge a number alike, read as a double or exactly: whole or not, below 0 or not,
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

/** Objects and arrays nested deeper than this are refused before anything recursive sees them. */
export const MAX_JSON_DEPTH = 64;

/** A JSON number whose source text is not what a JavaScript double prints. */
export class ExactNumber {
  readonly source: string;
  constructor(source: string) {
    this.source = source;
  }
  /** Printed back into JSON digit for digit. */
  toJSON(): unknown {
    return JSON.rawJSON(this.source);
  }
}

/** Why a text was not read. The message is safe to send back: it quotes nothing of the text. */
export class UnreadableJsonError extends Error {
  override name = "UnreadableJsonError";
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * The bytes of a body as text.
 * @throws {UnreadableJsonError} when they are not UTF-8: replaced characters would let two bodies share a signature.
 */
export function textOf(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new UnreadableJsonError("the body is not text in UTF-8");
  }
}

/**
 * A JSON object, its numbers as JavaScript doubles: what a signature is made of.
 * @throws {UnreadableJsonError} when the text is not JSON, not an object, or nested deeper than {@link MAX_JSON_DEPTH}.
 */
export function parseObject(text: string): Record<string, unknown> {
  return parseBounded(text, (bounded) => JSON.parse(bounded));
}

/**
 * A JSON object, its numbers exact: each is a `number` that prints as it was sent, or an {@link ExactNumber}.
 * @throws {UnreadableJsonError} as {@link parseObject}.
 */
export function parseObjectExactly(text: string): Record<string, unknown> {
  return parseBounded(text, (bounded) =>
    JSON.parse(bounded, (_key, value, context) =>
      typeof value === "number" && context.source !== undefined && String(value) !== context.source
        ? new ExactNumber(context.source)
        : value,
    ),
  );
}

/** A JSON object that was read once, for its signature and for what it says. */
export interface ReadObject {
  /** Its numbers as doubles: what the signature is made of. */
  signed: Record<string, unknown>;
  /** Its numbers such that the contract's schemas judge them as those of {@link parseObjectExactly}. */
  judged(): Record<string, unknown>;
}

/**
 * Reads a JSON object. Its numbers are looked at only where `judged` is asked for, which is after its signature fitted;
 * it is parsed a second time, which takes several times as long, only where doubles would be judged otherwise.
 * @throws {UnreadableJsonError} as {@link parseObject}.
 */
export function readObject(text: string): ReadObject {
  const signed = parseObject(text);
  return { signed, judged: () => (areJudgedAlike(text) ? signed : parseObjectExactly(text)) };
}

function parseBounded(text: string, parse: (text: string) => unknown): Record<string, unknown> {
  if (depthOf(text) > MAX_JSON_DEPTH)
    throw new UnreadableJsonError(`the body is nested deeper than ${MAX_JSON_DEPTH} levels`);
  let value: unknown;
  try {
    value = parse(text);
  } catch {
    throw new UnreadableJsonError("the body is not JSON");
  }
  if (!isObject(value)) throw new UnreadableJsonError("the body is not a JSON object");
  return value;
}

/** Reports whether a parsed JSON value is an object: neither null nor an array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/**
 * The digits of a whole number in any JSON spelling: `1.2345e+21` gives `1234500000000000000000`.
 * Nothing is expanded past {@link MAX_DIGITS}: `1e999999999` costs nothing.
 * @returns the digits without leading zeros, or what is wrong, as a rule of a schema names it (see `issuesOf`).
 */
export function wholeDigits(text: string): { digits: string } | { wrong: string } {
  if (text.length > MAX_NUMBER_TEXT) return { wrong: `digitsAtMost ${MAX_DIGITS}` };
  const parts = NUMBER.exec(text);
  if (parts === null) return { wrong: "number" };
  const [, sign, whole = "", fraction = "", exponentText = "0"] = parts;
  const significant = `${whole}${fraction}`.replace(/^0+/, "").replace(/0+$/, "");
  if (significant === "") return { digits: "0" };
  if (sign === "-") return { wrong: "notNegative" };
  // Position of the decimal point, counted from the first significant digit.
  const leadingZeros = `${whole}${fraction}`.match(/^0*/)?.[0].length ?? 0;
  const pointAt = whole.length - leadingZeros + Number(exponentText);
  if (pointAt < significant.length) return { wrong: "wholeNumber" };
  if (pointAt > MAX_DIGITS) return { wrong: `digitsAtMost ${MAX_DIGITS}` };
  return { digits: significant.padEnd(pointAt, "0") };
}
