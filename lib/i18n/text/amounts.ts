/** Shows amounts exactly: token units by their decimals, USD as it was sent. */

import Big from "big.js";

/**
 * An amount in token units: `1000000000000000000` at 18 decimals is `1`. Exact, with thousands separated.
 * @param value digits, in the token's smallest unit
 */
export function tokenUnits(value: string, decimals: number): string {
  const [whole = "", fraction] = exactUnits(value, decimals).split(".");
  return fraction === undefined ? grouped(whole) : `${grouped(whole)}.${fraction}`;
}

/** The same for programs, with nothing between thousands. */
export function exactUnits(value: string, decimals: number): string {
  const padded = value.padStart(decimals + 1, "0");
  const whole = padded.slice(0, padded.length - decimals);
  const fraction = padded.slice(padded.length - decimals).replace(/0+$/, "");
  return fraction === "" ? whole : `${whole}.${fraction}`;
}

/** JSON's numbers without the exponents that make them endless: `1e999999999` would fill the memory. */
const DECIMAL = /^-?\d{1,400}(?:\.\d{1,400})?(?:[eE][+-]?\d{1,3})?$/;

/** A decimal number, exactly; undefined for any other text. */
export function decimalOf(text: string): Big | undefined {
  return DECIMAL.test(text) ? new Big(text) : undefined;
}

/** A number whose digits take more than this is shown as it was sent: `1e-300` would fill a row. */
const MAX_SHOWN = 60;

/** No amount is sent in more characters than this. A sum may have hundreds of digits, and is rounded to some of them. */
const MAX_SENT = 100;
const ROUNDED_DECIMALS = 20;

/** An amount in USD: `3000` is `3,000.00`. At least two decimals, and every one that was sent. */
export function usd(text: string): string {
  const decimal = decimalOf(text);
  if (decimal === undefined) return text;
  const [whole = "", fraction = ""] = decimal.toFixed().split(".");
  const shown = `${grouped(whole)}.${fraction.padEnd(2, "0")}`;
  if (shown.length <= MAX_SHOWN) return shown;
  return text.length <= MAX_SENT ? text : decimal.toExponential(ROUNDED_DECIMALS);
}

/** Sum of decimal numbers' texts, exactly, and how many of them are absent or no number. */
export function sumOf(amounts: readonly (string | undefined)[]): { usd: string; unknown: number } {
  const decimals = amounts.flatMap((amount) => (amount === undefined ? [] : (decimalOf(amount) ?? [])));
  return {
    usd: decimals.reduce((sum, decimal) => sum.plus(decimal), new Big(0)).toFixed(),
    unknown: amounts.length - decimals.length,
  };
}

/** A shown number with so many decimals at most, and an ellipsis in place of the others. */
export function cutDecimals(shown: string, most: number): string {
  const [, shortened = shown, others = ""] = new RegExp(`^([^.]*\\.\\d{${most}})(\\d+)$`).exec(shown) ?? [];
  return others === "" ? shown : `${shortened}…`;
}

function grouped(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, ",");
}
