/** Finds the open cases of a user, a wallet or a law. */

import { comparableAddress } from "../../contract/wallet-address.ts";
import type { ListedCase } from "../../store/cases/case.ts";
import { isSameName } from "../../text/same-name.ts";

export interface OpenFilter {
  user?: string | undefined;
  /** An address, in any spelling. */
  wallet?: string | undefined;
  /** A name, in any case. */
  law?: string | undefined;
}

/** How many cases are looked through. */
const MOST_READ = 20_000;

/** Those that fit, in their order. @param most how many at most */
export async function foundIn(
  cases: AsyncIterable<ListedCase>,
  filter: OpenFilter,
  most: number,
): Promise<ListedCase[]> {
  const found: ListedCase[] = [];
  let read = 0;
  for await (const one of cases) {
    if (fits(one, filter) && found.push(one) >= most) break;
    if (++read >= MOST_READ) break;
  }
  return found;
}

function fits({ userId, address = "", laws = [] }: ListedCase, { user, wallet, law }: OpenFilter): boolean {
  return (
    (user === undefined || userId === user) &&
    (wallet === undefined || comparableAddress(address) === comparableAddress(wallet)) &&
    (law === undefined || laws.some(({ name }) => isSameName(name, law)))
  );
}
