/** Expiry of items, as DynamoDB's TTL takes it: seconds since 1970; and its suspension while an item is held. */

/** `years` after `now`. */
export function expiryOf(now: Date, years: number): number {
  const expires = new Date(now);
  expires.setUTCFullYear(expires.getUTCFullYear() + years);
  return Math.floor(expires.getTime() / 1_000);
}

/**
 * Added to the expiry of a held item, and removed when it is released: three thousand years in seconds. So one
 * attribute says whether an item is held and when it would have expired, and no write that comes between loses either.
 */
export const HELD_S = 100_000_000_000;

/** Reports whether an item with this expiry is held. */
export function isHeld(expiresAt: number): boolean {
  return expiresAt >= HELD_S;
}
