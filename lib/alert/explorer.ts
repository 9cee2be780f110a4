/** What an alert shows of chains: their names and the links to their block explorers. */

import type { Chain } from "../contract/chain.ts";
import { logger } from "../observe.ts";
import type { ChainStore } from "../store/chains.ts";
import type { ChainFacts, ChainLookup } from "./facts.ts";

/** A chain's facts. Explorers of the Etherscan family, and most others, share these two paths. */
export function chainFacts(chain: Chain): ChainFacts {
  return {
    name: chain.name,
    transactionUrl: (txHash) => explorerLink(chain, "tx", txHash),
    addressUrl: (address) => explorerLink(chain, "address", address),
  };
}

function explorerLink({ explorer_url: explorer }: Chain, page: string, id: string): string | undefined {
  const url = URL.parse(explorer ?? "");
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:")) return undefined;
  if (!/^\w{1,200}$/.test(id)) return undefined;
  return `${url.origin}${url.pathname.replace(/\/+$/, "")}/${page}/${id}`;
}

/** The facts of some chains; an alert goes out without those that cannot be read. */
export async function lookUpChains(store: ChainStore, chainIds: Iterable<string>): Promise<ChainLookup> {
  const found = new Map<string, ChainFacts>();
  await Promise.all(
    [...new Set(chainIds)].map(async (chainId) => {
      try {
        const chain = await store.get(chainId);
        if (chain !== undefined) found.set(chainId, chainFacts(chain));
      } catch (error) {
        logger.warn("a chain could not be read; its alert goes out without links", {
          chainId,
          error: error instanceof Error ? error.name : "unknown",
        });
      }
    }),
  );
  return (chainId) => found.get(chainId);
}
