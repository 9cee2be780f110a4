/** When items expire, as DynamoDB's TTL wants it: seconds since 1970; and how what is held is kept from it. */

/** `years` after `now`. */
export function expiryOf(now: Date, years: number): number {
  const expires = new Date(now);
  expires.setUTCFullYear(expires.getUTCFullYear() + years);
  return Math.floor(expires.getTime() / 1_000);
}

/**
 * What is held has this added to its expiry, and loses it when it is let go: three thousand years in seconds. So one
 * attribute says whether an item is held and when it would have expired, and no write that comes between loses either.
 */
export const HELD_S = 100_000_000_000;

/** Whether an item that expires then is held. */
export function isHeld(expiresAt: number): boolean {
  return expiresAt >= HELD_S;
}

/** The expiry of an item that is kept until `least` at least; what is held stays so. */
export function laterExpiry(expiresAt: number, least: number): number {
  return Math.max(expiresAt, isHeld(expiresAt) ? least + HELD_S : least);
}
