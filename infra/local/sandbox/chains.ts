/** As the service sends them: ids are numbers here. */
export const SANDBOX_CHAINS = [
  sandboxChain(1, "Ethereum", "https://etherscan.io", "ETH"),
  sandboxChain(10, "Optimism", "https://optimistic.etherscan.io", "ETH"),
  sandboxChain(56, "BNB Smart Chain", "https://bscscan.com", "BNB"),
  sandboxChain(137, "Polygon", "https://polygonscan.com", "POL"),
  sandboxChain(8453, "Base", "https://basescan.org", "ETH"),
  sandboxChain(42161, "Arbitrum One", "https://arbiscan.io", "ETH"),
  sandboxChain(43114, "Avalanche", "https://snowtrace.io", "AVAX"),
];

function sandboxChain(id: number, name: string, explorerUrl: string, symbol: string) {
  return {
    id,
    name,
    rpc_url: `https://rpc.example/${id}`,
    explorer_url: explorerUrl,
    currency_symbol: symbol,
    currency_decimals: 18,
  };
}
