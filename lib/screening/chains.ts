/** The Chains table: the service's chains as the last run found them, for the names and links of alerts. */

import { type DynamoDBDocumentClient, GetCommand, ScanCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { errorOrigin } from "../aws/error-name.ts";
import { waitForLookUps } from "../aws/look-ups.ts";
import { logger } from "../aws/observe.ts";
import { putItems } from "../aws/tables/batch-write.ts";
import { CHAINS_KEY } from "../aws/tables/keys.ts";
import { type Chain, chainFields } from "../contract/chain.ts";

const storedChain = z.looseObject({ id: z.string(), ...chainFields() });

/** Chains change about never; a warm function may show an old name for a while. */
const MAX_AGE_MS = 60 * 60_000;

/** A chain that is not there may come with the next run. */
const MAX_ABSENCE_MS = 60_000;

/** Most chains that are read to find one by its name; the service has dozens. */
const MOST_NAMED = 500;

export class ChainStore {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;
  readonly #cache = new Map<string, { chain: Chain | undefined; readAt: number }>();
  #all: { chains: Chain[]; readAt: number } | undefined;

  constructor(client: DynamoDBDocumentClient, table: string) {
    this.#client = client;
    this.#table = table;
  }

  /** A chain, at most an hour old; undefined where the service has not named it. */
  async get(chainId: string, now = Date.now()): Promise<Chain | undefined> {
    const cached = this.#cache.get(chainId);
    const maxAge = cached?.chain === undefined ? MAX_ABSENCE_MS : MAX_AGE_MS;
    if (cached !== undefined && now - cached.readAt <= maxAge) return cached.chain;
    const { Item } = await this.#client.send(
      new GetCommand({ TableName: this.#table, Key: { [CHAINS_KEY.partition]: chainId } }),
    );
    const chain = storedChain.safeParse(Item).data;
    this.#cache.set(chainId, { chain, readAt: now });
    return chain;
  }

  /** The chains that the service has named, at most a minute old. */
  async all(now = Date.now()): Promise<readonly Chain[]> {
    if (this.#all !== undefined && now - this.#all.readAt <= MAX_ABSENCE_MS) return this.#all.chains;
    const { Items = [] } = await this.#client.send(
      new ScanCommand({ TableName: this.#table, Limit: MOST_NAMED }),
    );
    const chains = Items.flatMap((item) => storedChain.safeParse(item).data ?? []);
    // Before the first run there are none: the next reader looks again.
    this.#all = chains.length === 0 ? undefined : { chains, readAt: now };
    return chains;
  }

  /** Writes chains in place of what was there; others stay, since old notifications may name them. */
  async put(chains: readonly Chain[]): Promise<void> {
    const byId = new Map(chains.map((chain) => [chain.id, itemOf(chain)]));
    await putItems(this.#client, this.#table, [...byId.values()]);
  }
}

/** The contract's fields only: an unknown one may hold what DynamoDB does not. */
function itemOf({ id, name, rpc_url, explorer_url, currency_symbol, currency_decimals }: Chain) {
  return {
    [CHAINS_KEY.partition]: id,
    id,
    name,
    rpc_url,
    explorer_url,
    currency_symbol,
    currency_decimals,
  };
}

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

/** No link rather than a wrong one: behind `#` or `?` a path leads nowhere. */
function explorerLink({ explorer_url: explorer }: Chain, page: string, id: string): string | undefined {
  const url = URL.parse(explorer ?? "");
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:")) return undefined;
  if (/[#?]/.test(explorer ?? "") || !/^\w{1,200}$/.test(id)) return undefined;
  return `${url.origin}${url.pathname.replace(/\/+$/, "")}/${page}/${id}`;
}

/** Hosts of public explorers with these two paths, and their subdomains. */
const EXPLORER_HOSTS = [
  "etherscan.io",
  "bscscan.com",
  "polygonscan.com",
  "arbiscan.io",
  "basescan.org",
  "snowtrace.io",
  "snowscan.xyz",
  "ftmscan.com",
  "gnosisscan.io",
  "celoscan.io",
  "lineascan.build",
  "scrollscan.com",
  "blastscan.io",
  "mantlescan.xyz",
  "moonscan.io",
  "cronoscan.com",
  "berascan.com",
  "sonicscan.org",
  "uniscan.xyz",
  "worldscan.org",
  "blockscout.com",
  "routescan.io",
  "explorer.zksync.io",
  "blockstream.info",
  "mempool.space",
  "explorer.solana.com",
];

/**
 * A chain without its explorer, unless people may be sent there: the service's answer alone is no reason to put a link into a
 * mail.
 * @param others further hosts, from the settings
 */
export function withKnownExplorer(chain: Chain, others: readonly string[]): Chain {
  const host = URL.parse(chain.explorer_url ?? "")?.hostname ?? "";
  const isKnown = [...EXPLORER_HOSTS, ...others].some(
    (explorer) => host === explorer || host.endsWith(`.${explorer}`),
  );
  const { explorer_url: _, ...rest } = chain;
  return isKnown ? chain : rest;
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

/**
 * The facts of some chains; an alert goes out without those that cannot be read.
 * @param withinMs milliseconds that there are for it
 */
export async function lookUpChains(
  store: ChainStore,
  chainIds: Iterable<string>,
  withinMs?: number,
): Promise<ChainLookup> {
  const facts = new Map<string, ChainFacts>();
  // A later answer still fills the store's cache.
  await waitForLookUps(lookUp(store, chainIds, facts), withinMs);
  return (chainId) => facts.get(chainId);
}

async function lookUp(
  store: ChainStore,
  chainIds: Iterable<string>,
  facts: Map<string, ChainFacts>,
): Promise<void> {
  await Promise.all(
    [...new Set(chainIds)].map(async (chainId) => {
      try {
        const chain = await store.get(chainId);
        if (chain !== undefined) facts.set(chainId, chainFacts(chain));
      } catch (error) {
        logger.warn("a chain could not be read; its alert goes out without links", {
          chainId,
          ...errorOrigin(error),
        });
      }
    }),
  );
}
