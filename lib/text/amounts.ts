/** Shows amounts exactly: token units by their decimals, USD as it was sent. */

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

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/;

/** A number whose digits take more than this is shown as it was sent: `1e-300` would fill a row. */
const MAX_SHOWN = 60;

/** An amount in USD: `3000` is `3,000.00`. At least two decimals, and every one that was sent. */
export function usd(text: string): string {
  const parts = DECIMAL.exec(text);
  if (parts === null) return text;
  const [, sign = "", whole = "", fraction = "", exponentText = "0"] = parts;
  const exponent = Number(exponentText);
  const digits = `${whole}${fraction}`;
  const pointAt = whole.length + exponent;
  const wholePart = pointAt <= 0 ? "0" : digits.slice(0, pointAt).padEnd(pointAt, "0");
  const fractionPart = pointAt < 0 ? "0".repeat(-pointAt) + digits : digits.slice(Math.max(0, pointAt));
  const decimals = fractionPart.replace(/0+$/, "").padEnd(2, "0");
  const shown = `${sign}${grouped(wholePart.replace(/^0+(?=\d)/, ""))}.${decimals}`;
  return shown.length > MAX_SHOWN ? text : shown;
}

function grouped(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, ",");
}
