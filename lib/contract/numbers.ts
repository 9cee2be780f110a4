/** Schemas of the contract's numbers, which may be plain doubles or exact ones. */

import * as z from "zod/mini";
import { ExactNumber, wholeDigits } from "./exact-json.ts";

const jsonNumber = z.custom<number | ExactNumber>(
  (value) => (typeof value === "number" && !Number.isNaN(value)) || value instanceof ExactNumber,
  { error: "expected a number" },
);

function textOfNumber(value: number | ExactNumber): string {
  return typeof value === "number" ? String(value) : value.source;
}

/** From 10^21 a double prints with an exponent. */
function printsAsDigits(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value < 1e21;
}

/** A whole number, zero or more, of at most 78 digits, in any JSON spelling; read as its digits. */
export const digits = z.pipe(
  jsonNumber,
  z.transform((value, context): string => {
    if (typeof value === "number" && printsAsDigits(value)) return String(value);
    const reading = wholeDigits(textOfNumber(value));
    if ("digits" in reading) return reading.digits;
    context.issues.push({ code: "custom", message: reading.wrong, input: undefined });
    return z.NEVER;
  }),
);

/** More digits than any sum of money has; a longer text would not fit where it has to be stored and shown. */
const MAX_DECIMAL_TEXT = 100;

/** Any JSON number, kept as the text that it was sent as, so that it is shown without rounding. */
export const decimalText = z.pipe(
  jsonNumber,
  z.transform((value, context): string => {
    const text = textOfNumber(value);
    if (text.length <= MAX_DECIMAL_TEXT && Number.isFinite(Number(text))) return text;
    context.issues.push({
      code: "custom",
      message: `expected a number of at most ${MAX_DECIMAL_TEXT} characters`,
      input: undefined,
    });
    return z.NEVER;
  }),
);
