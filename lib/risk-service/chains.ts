/** The service's list of chains, made fit to be kept and shown. */

import { type Chain, chain } from "../contract/chain.ts";
import { shorten } from "../text/cut.ts";

/** A few hundred chains are in use anywhere. */
const MAX_CHAINS = 1_000;

const MAX_NAME = 100;
const MAX_SYMBOL = 20;
const MAX_URL = 500;

/** The first chains of a list, each with what can be kept of it; an entry that cannot be read is left out. */
export function readChains(entries: readonly unknown[]): Chain[] {
  return entries
    .slice(0, MAX_CHAINS)
    .map((entry) => chain.safeParse(entry))
    .flatMap(({ data }) => (data === undefined ? [] : [keepable(data)]));
}

/** What is absent stays so. */
function keepable(whole: Chain): Chain {
  const { id, name, rpc_url, explorer_url, currency_symbol, currency_decimals } = whole;
  return {
    id,
    name: shorten(name, MAX_NAME),
    ...(isKeepableUrl(rpc_url) ? { rpc_url } : {}),
    ...(isKeepableUrl(explorer_url) ? { explorer_url } : {}),
    ...(typeof currency_symbol === "string" ? { currency_symbol: shorten(currency_symbol, MAX_SYMBOL) } : {}),
    ...(Number.isSafeInteger(currency_decimals) ? { currency_decimals } : {}),
  };
}

/** Cut, it would lead elsewhere. */
function isKeepableUrl(url: string | null | undefined): boolean {
  return typeof url === "string" && url.length <= MAX_URL && url.isWellFormed();
}
