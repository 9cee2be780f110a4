/** Schemas of the contract's numbers, which may be plain doubles or exact ones. */

import * as z from "zod/mini";
import { ExactNumber, wholeDigits } from "./exact-json.ts";

// Transforms that check for themselves: every webhook has a handful of numbers, and a pipe takes twice as long.

/** A whole number, zero or more, of at most 78 digits, in any JSON spelling; read as its digits. */
export const digits = z.transform((value: unknown, context): string => {
  if (typeof value === "number" && printsAsDigits(value)) return String(value);
  const text = textOfNumber(value);
  if (text === undefined) return refuse("number", context);
  const reading = wholeDigits(text);
  return "digits" in reading ? reading.digits : refuse(reading.wrong, context);
});

/** More digits than any sum of money has; a longer text would not fit where it has to be stored and shown. */
const MAX_DECIMAL_TEXT = 100;

/** A number's text below zero, however near: `-0` is zero. */
const NEGATIVE = /^-[0.]*[1-9]/;

/** A JSON number that is not negative, kept as the text that it was sent as, so that it is shown without rounding. */
export const decimalText = z.transform((value: unknown, context): string => {
  const text = textOfNumber(value);
  if (text === undefined) return refuse("number", context);
  if (NEGATIVE.test(text)) return refuse("notNegative", context);
  if (text.length <= MAX_DECIMAL_TEXT && Number.isFinite(Number(text))) return text;
  return refuse(`numberOfAtMost ${MAX_DECIMAL_TEXT}`, context);
});

/** From 10^21 a double prints with an exponent. */
function printsAsDigits(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value < 1e21;
}

function textOfNumber(value: unknown): string | undefined {
  if (typeof value === "number") return Number.isNaN(value) ? undefined : String(value);
  return value instanceof ExactNumber ? value.source : undefined;
}

function refuse(message: string, context: z.core.ParsePayload): never {
  context.issues.push({ code: "custom", message, input: undefined });
  return z.NEVER;
}
