/** What rows of cases and notifications need beside them: names of chains, and the value of dollars in the company's currency. */

import type { LocalMoney, Operation } from "../../law/rates/local-amount.ts";
import type { MoneyLookUp } from "../../law/rates/local-money.ts";
import { type ChainLookup, type ChainStore, lookUpChains } from "../../screening/chains.ts";
import type { Desk } from "../frame/desk-context.ts";

export interface RowFacts {
  chainOf: ChainLookup;
  localOf: LocalMoney;
  /** ISO 4217; undefined where the company has none. */
  currency: string | undefined;
}

export interface RowSources {
  chains: ChainStore;
  money: MoneyLookUp;
  currency: string | undefined;
}

export function rowSources({ environment, stores: { chains, money } }: Desk): RowSources {
  return { chains, money, currency: environment.CURRENCIES[0] };
}

interface OnChain {
  chainId?: string | undefined;
}

/** @param more what else of the page names a chain, and is no operation */
export async function rowFactsOf(
  operations: readonly (Operation & OnChain)[],
  { chains, money, currency }: RowSources,
  more: readonly OnChain[] = [],
): Promise<RowFacts> {
  const [chainOf, localOf] = await Promise.all([
    lookUpChains(
      chains,
      [...operations, ...more].flatMap(({ chainId }) => chainId ?? []),
    ),
    money(operations),
  ]);
  return { chainOf, localOf, currency };
}
