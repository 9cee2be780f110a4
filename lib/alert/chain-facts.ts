/** What alerts say of chains: their names, and where a person looks a transaction or an address up. */

import type { Chain } from "../contract/chain.ts";
import type { ChainFacts, ChainLookup } from "./facts.ts";

/** Where chains are found. */
export interface ChainSource {
  get(chainId: string): Promise<Chain | undefined>;
}

/**
 * The facts of some chains. Those that are not known or cannot be read now are left out: an alert goes out without
 * them.
 */
export async function chainFacts(source: ChainSource, chainIds: Iterable<string>): Promise<ChainLookup> {
  const found = new Map<string, ChainFacts>();
  await Promise.all(
    [...new Set(chainIds)].map(async (chainId) => {
      const chain = await source.get(chainId).catch(() => undefined);
      if (chain !== undefined) found.set(chainId, factsOf(chain));
    }),
  );
  return (chainId) => found.get(chainId);
}

function factsOf({ name, explorer_url }: Chain): ChainFacts {
  const explorer = explorer_url ?? "";
  return {
    name,
    transactionUrl: (txHash) => link(explorer, "tx", txHash),
    addressUrl: (address) => link(explorer, "address", address),
  };
}

/** Explorers agree on these two paths; anything but http or https would be no link that a person should follow. */
function link(explorer: string, kind: "tx" | "address", what: string): string | undefined {
  if (!/^https?:\/\//i.test(explorer) || !URL.canParse(explorer) || !what.isWellFormed()) return undefined;
  const { origin, pathname } = new URL(explorer);
  return `${origin}${pathname.replace(/\/+$/, "")}/${kind}/${encodeURIComponent(what)}`;
}
