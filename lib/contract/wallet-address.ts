/** When two wallet addresses are the same one. */

/**
 * The form in which an address is compared and stored as a key: `0x` and 40 hex digits in lower case, since their case
 * is only a checksum (EIP-55); any other address exactly as it is, since other chains distinguish cases.
 */
export function comparableAddress(address: string): string {
  return /^0x[0-9a-f]{40}$/i.test(address) ? address.toLowerCase() : address;
}

const HEX = /^0x[0-9a-f]+$/i;

/** BIP-173 and cashaddr: a prefix, a separator, and 32 characters that each stand for five bits. */
const BECH32 = /^[a-z0-9]{1,83}[1:][qpzry9x8gf2tvdw0s3jn54khce6mua7l]{6,}$/;

/**
 * The form in which an answer's address is matched to one that was asked for: white space around it means nothing, and
 * chains with addresses in hex or bech32 (all capitals or none) do not distinguish cases. Keys are never made of it.
 */
export function matchableAddress(address: string): string {
  const trimmed = address.trim();
  const small = trimmed.toLowerCase();
  if (HEX.test(trimmed)) return small;
  const isOneCase = trimmed === small || trimmed === trimmed.toUpperCase();
  return isOneCase && BECH32.test(small) ? small : trimmed;
}

/** `0x11` is no address; `0x` and 64 digits is one, of chains that are not EVM. */
export function isNoEvmAddress(address: string): boolean {
  return /^0x/i.test(address) && !/^0x(?:[0-9a-f]{40}|[0-9a-f]{64})$/i.test(address);
}
