/** Addresses by number. */

/** `0x` and 40 hex digits. */
export function addressOf(n: number): string {
  return `0x${n.toString(16).padStart(40, "0")}`;
}

/** The number of such an address. */
export function numberOf(address: string): number {
  return Number.parseInt(address.slice(2), 16);
}

/** Addresses 0 to count - 1. */
export function addresses(count: number): string[] {
  return Array.from({ length: count }, (_, n) => addressOf(n));
}
