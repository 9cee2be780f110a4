/** Equality of wallet addresses. */

const HEX = /^0x[0-9a-f]+$/i;

/** BIP-173 and cashaddr: a prefix, a separator, and 32 characters that encode five bits each. */
const BECH32 = /^[a-z0-9]{1,83}[1:][qpzry9x8gf2tvdw0s3jn54khce6mua7l]{6,}$/;

/**
 * The form in which an address is compared and stored as a key: without white space around it, and in lower case where it
 * is hex (its case is a checksum at most, EIP-55) or bech32, which is all capitals or none (QR codes have capitals). Any
 * other address is compared exactly, since other chains distinguish cases.
 */
export function comparableAddress(address: string): string {
  const trimmed = address.trim();
  const small = trimmed.toLowerCase();
  if (HEX.test(trimmed)) return small;
  const isOneCase = trimmed === small || trimmed === trimmed.toUpperCase();
  return isOneCase && BECH32.test(small) ? small : trimmed;
}

/** `0x11` is not an address; `0x` and 64 digits is one, on chains other than EVM's. */
export function isNoEvmAddress(address: string): boolean {
  return /^0x/i.test(address) && !/^0x(?:[0-9a-f]{40}|[0-9a-f]{64})$/i.test(address);
}

/**
 * By EIP-155: Ethereum, OP, BNB, Gnosis, Polygon, Fantom, zkSync, Base, Arbitrum One, Celo, Avalanche, Linea and Scroll; Cronos,
 * Unichain, Sonic, opBNB, World, Polygon zkEVM, Moonbeam, Moonriver, Mantle, Berachain and Blast; and then test networks.
 */
const EVM_CHAINS: ReadonlySet<string> = new Set([
  "1",
  "10",
  "56",
  "100",
  "137",
  "250",
  "324",
  "8453",
  "42161",
  "42220",
  "43114",
  "59144",
  "534352",
  "25",
  "130",
  "146",
  "204",
  "480",
  "1101",
  "1284",
  "1285",
  "5000",
  "80094",
  "81457",
  "11155111",
  "17000",
  "560048",
  "11155420",
  "97",
  "10200",
  "80002",
  "4002",
  "300",
  "84532",
  "421614",
  "44787",
  "11142220",
  "43113",
  "59141",
  "534351",
]);

/** Reports whether an address is not one of its chain, where that is an EVM chain that is known. */
export function isNoAddressOf(chainId: string, address: string): boolean {
  return EVM_CHAINS.has(chainId) && !/^0x[0-9a-f]{40}$/i.test(address.trim());
}
