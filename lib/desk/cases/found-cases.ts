/** Finds the open cases of a user, a wallet or a law. */

import type { ListedCase } from "../../cases/case.ts";
import { comparableAddress } from "../../contract/wallet-address.ts";
import { isSameName } from "../../text/cleaning.ts";

export interface OpenFilter {
  user?: string | undefined;
  /** An address, in any spelling. */
  wallet?: string | undefined;
  /** A name, in any case. */
  law?: string | undefined;
}

/** How many cases are looked through. */
export const MOST_READ = 20_000;

export interface FoundCases {
  found: ListedCase[];
  /** Whether more fit than may be found. */
  more: boolean;
  /** Whether there are cases that nobody looked at. */
  isCut: boolean;
}

/** Those that fit, in their order. @param most how many at most */
export async function foundIn(
  cases: AsyncIterable<ListedCase>,
  filter: OpenFilter,
  most: number,
): Promise<FoundCases> {
  const found: ListedCase[] = [];
  let read = 0;
  for await (const one of cases) {
    if (read++ >= MOST_READ) return { found, more: false, isCut: true };
    if (!fits(one, filter)) continue;
    if (found.length >= most) return { found, more: true, isCut: false };
    found.push(one);
  }
  return { found, more: false, isCut: false };
}

function fits({ userId, address = "", laws = [] }: ListedCase, { user, wallet, law }: OpenFilter): boolean {
  return (
    (user === undefined || userId === user) &&
    (wallet === undefined || comparableAddress(address) === comparableAddress(wallet)) &&
    (law === undefined || laws.some(({ name }) => isSameName(name, law)))
  );
}
