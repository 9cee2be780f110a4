/** `years` after `now`, as DynamoDB's TTL wants it: seconds since 1970. */
export function expiryOf(now: Date, years: number): number {
  const expires = new Date(now);
  expires.setUTCFullYear(expires.getUTCFullYear() + years);
  return Math.floor(expires.getTime() / 1_000);
}
