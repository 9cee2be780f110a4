/** Expiry of items, as DynamoDB's TTL takes it: seconds since 1970. */

/** `years` after `now`. */
export function expiryOf(now: Date, years: number): number {
  const expires = new Date(now);
  expires.setUTCFullYear(expires.getUTCFullYear() + years);
  return Math.floor(expires.getTime() / 1_000);
}
