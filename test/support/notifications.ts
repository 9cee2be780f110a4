/** Invented notifications for tests: every address, hash, user and amount is made up. */

/** A notification as the service posts it, with what a test changes of it. */
export function notificationBody(changes: Record<string, unknown> = {}) {
  return {
    type: "notification",
    data: {
      id: 42,
      projectId: 1,
      chainId: 42161,
      address: {
        id: 543,
        userId: "u-1",
        address: "0x1111111111111111111111111111111111111111",
        description: "Main wallet",
      },
      txHash: "0xabababababababababababababababababababababababababababababababab",
      timestamp: "2025-08-20T05:10:57.228Z",
      amount: { value: 1000000000000000000, usd: 3000 },
      token: { name: "Ethereum", symbol: "ETH", decimals: 18, address: null },
      inflictedLaws: [LFPIORPI],
      ...changes,
    },
  };
}

/** A law that calls the transaction illegal. */
export const LFPIORPI = {
  name: "LFPIORPI",
  description: "Operation over the threshold",
  source: "DOF",
  risk: "illegal",
  country: "mexico",
  countryCode: "MX",
};

/** A law that asks for a look. */
export const FINTECH_LAW = {
  name: "Fintech Law",
  description: "Review",
  source: "DOF",
  risk: "warn",
  country: "mexico",
  countryCode: "MX",
};
