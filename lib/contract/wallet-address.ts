/** When two wallet addresses are the same one. */

/**
 * The form in which an address is compared and stored as a key: `0x` and 40 hex digits in lower case, since their case
 * is only a checksum (EIP-55); any other address exactly as it is, since other chains tell cases apart.
 */
export function comparableAddress(address: string): string {
  return /^0x[0-9a-f]{40}$/i.test(address) ? address.toLowerCase() : address;
}
