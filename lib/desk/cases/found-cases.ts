/** Finds the open cases of a user, a wallet or a law. */

import type { ShownCase } from "../../cases/batch-decision.ts";
import type { ListedCase } from "../../cases/case.ts";
import { comparableAddress } from "../../contract/wallet-address.ts";
import { isSameName } from "../../i18n/text/cleaning.ts";

export interface OpenFilter {
  user?: string | undefined;
  /** An address, in any spelling. */
  wallet?: string | undefined;
  /** A name, in any case. */
  law?: string | undefined;
}

/** Most cases that are read. */
export const MOST_READ = 20_000;

/** Bytes of a form that names of cases may take: the rest is for its text. */
const MOST_NAMED_BYTES = 192 * 1024;

export interface FoundCases {
  found: ListedCase[];
  /** True if more fit than may be found. */
  more: boolean;
  /** True if there are cases that were not read. */
  isCut: boolean;
  /** Cases that name other laws only, but have more laws than they name. */
  unsure: number;
}

/** Matching cases, in their order. @param most largest number of them */
export async function findOpenCases(
  cases: AsyncIterable<ListedCase> | Iterable<ListedCase>,
  filter: OpenFilter,
  most: number,
): Promise<FoundCases> {
  const found: ListedCase[] = [];
  let read = 0;
  let namedBytes = 0;
  let unsure = 0;
  for await (const one of cases) {
    if (read++ >= MOST_READ) return { found, more: false, isCut: true, unsure };
    if (!fits(one, filter)) {
      if (one.lawCount !== undefined && fits(one, { ...filter, law: undefined })) unsure += 1;
      continue;
    }
    namedBytes += sentBytes(shownCase(one));
    if (found.length >= most || namedBytes > MOST_NAMED_BYTES)
      return { found, more: true, isCut: false, unsure };
    found.push(one);
  }
  return { found, more: false, isCut: false, unsure };
}

/** A case as a form names it. */
export function shownCase({ subject, opened, stepCount }: ListedCase): ShownCase {
  return { subject, opened, stepCount };
}

/** Bytes of a form that an entry of its list takes. */
function sentBytes(one: ShownCase): number {
  return new URLSearchParams({ "": `${JSON.stringify(one)},` }).toString().length;
}

function fits(one: ListedCase, { user, wallet, law }: OpenFilter): boolean {
  const { outcome, userId, address = "", laws = [] } = one;
  return (
    outcome === undefined &&
    (user === undefined || userId === user) &&
    (wallet === undefined || comparableAddress(address) === comparableAddress(wallet)) &&
    (law === undefined || laws.some(({ name }) => isSameName(name, law)))
  );
}
