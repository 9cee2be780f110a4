/** Names of chains and links to their block explorers, as alerts show them. */

import { setTimeout as sleep } from "node:timers/promises";
import type { Chain } from "../contract/chain.ts";
import { errorOrigin } from "../platform/error-name.ts";
import { logger } from "../platform/observe.ts";
import type { ChainStore } from "./chains.ts";

/** Facts of a chain; undefined if the service's list was never fetched. */
export interface ChainFacts {
  name: string;
  transactionUrl(txHash: string): string | undefined;
  addressUrl(address: string): string | undefined;
}

export type ChainLookup = (chainId: string) => ChainFacts | undefined;

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

/** Every chain that the service has named; none where they cannot be read: a list is shown without their names. */
export async function namedChains(store: ChainStore): Promise<readonly Chain[]> {
  try {
    return await store.all();
  } catch (error) {
    logger.warn("the chains could not be read; a list goes without their names", { ...errorOrigin(error) });
    return [];
  }
}

/** Longest wait for the names of chains, in milliseconds. */
const MAX_LOOK_UP_MS = 2_000;

/**
 * The facts of some chains; an alert goes out without those that cannot be read.
 * @param withinMs how long there is for it
 */
export async function lookUpChains(
  store: ChainStore,
  chainIds: Iterable<string>,
  withinMs = MAX_LOOK_UP_MS,
): Promise<ChainLookup> {
  const found = new Map<string, ChainFacts>();
  const timeMs = Math.max(1, Math.min(MAX_LOOK_UP_MS, withinMs));
  // A later answer still fills the store's cache.
  await Promise.race([lookUp(store, chainIds, found), sleep(timeMs, undefined, { ref: false })]);
  return (chainId) => found.get(chainId);
}

async function lookUp(
  store: ChainStore,
  chainIds: Iterable<string>,
  found: Map<string, ChainFacts>,
): Promise<void> {
  await Promise.all(
    [...new Set(chainIds)].map(async (chainId) => {
      try {
        const chain = await store.get(chainId);
        if (chain !== undefined) found.set(chainId, chainFacts(chain));
      } catch (error) {
        logger.warn("a chain could not be read; its alert goes out without links", {
          chainId,
          ...errorOrigin(error),
        });
      }
    }),
  );
}
