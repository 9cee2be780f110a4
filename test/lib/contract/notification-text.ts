/** A notification of project 7 as JSON text, and the ways to spoil it. */

/** Its data. */
export const NOTIFICATION = {
  id: 1,
  projectId: 7,
  chainId: 42161,
  address: {
    id: 543,
    userId: "user-1",
    address: "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
    description: "Main wallet",
  },
  txHash: "0xabab",
  timestamp: "2025-08-20T05:10:57.228Z",
  amount: { value: 1, usd: 3000 },
  token: { name: "Ethereum", symbol: "ETH", decimals: 18, address: null },
  inflictedLaws: [
    {
      name: "LFPIORPI",
      description: "…",
      source: "DOF",
      risk: "illegal",
      country: "mexico",
      countryCode: "MX",
    },
  ],
};

export const TEXT = JSON.stringify({ type: "notification", data: NOTIFICATION });

/** The notification's text with a piece of it replaced; the piece must be there. */
export function edited(piece: string, replacement: string): string {
  if (!TEXT.includes(piece)) throw new Error(`The notification has no ${piece}.`);
  return TEXT.replace(piece, replacement);
}
