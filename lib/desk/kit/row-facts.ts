/** Facts that rows of cases and notifications need beside them: names of chains, and the value of dollars in the company's currency. */

import type { LocalAmount, LocalMoney, Operation } from "../../law/rates/local-amount.ts";
import type { MoneyLookUp } from "../../law/rates/local-money.ts";
import { type ChainLookup, type ChainStore, lookUpChains } from "../../screening/chains.ts";
import type { Desk } from "../frame/desk-context.ts";

/** The currency of which lists have a column: the company's first one. */
export interface LocalColumn {
  /** ISO 4217. */
  currency: string;
  /** What an operation is worth in this currency; undefined without a rate of it. */
  amountOf(operation: Operation): LocalAmount | undefined;
}

export interface RowFacts {
  chainOf: ChainLookup;
  /** In all of the company's currencies. */
  localOf: LocalMoney;
  /** Undefined where the company has no currency beside dollars. */
  local: LocalColumn | undefined;
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
  return { chainOf, localOf, local: currency === undefined ? undefined : columnOf(currency, localOf) };
}

function columnOf(currency: string, localOf: LocalMoney): LocalColumn {
  return {
    currency,
    amountOf: (operation) => localOf(operation).find((amount) => amount.currency === currency),
  };
}
