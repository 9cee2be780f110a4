/** The wallets of a user: those that are theirs by the list of wallets, and those of their operations, which may be another user's too. */

import pMap from "p-map";
import { firstOf } from "../../aws/tables/query.ts";
import { compareTexts } from "../../i18n/text/compare-texts.ts";
import { byScore, type Wallet } from "../../screening/wallets/wallet.ts";
import { type WalletName, walletKey } from "../../screening/wallets/wallet-keys.ts";
import type { WalletStore } from "../../screening/wallets/wallets.ts";
import type { Records } from "../kit/records.ts";

/** Wallets of a project's list that are read. */
const MOST_LISTED = 1_000;

/** Wallets of operations that are read one by one, beside those of the list. */
const MOST_OF_OPERATIONS = 50;
const AT_ONCE = 10;

export interface UserWallets {
  /** The highest score first. */
  wallets: Wallet[];
  /** True if there may be more. */
  mayLack: boolean;
}

export async function walletsOfUser(
  store: WalletStore,
  { user, projectIds }: { user: string; projectIds: readonly number[] },
  records: Records,
): Promise<UserWallets> {
  const listed = await Promise.all(projectIds.map((id) => firstOf(store.ofUser(id, user), MOST_LISTED)));
  const listedWallets = new Map(listed.flat().map((wallet) => [keyOf(wallet), wallet]));
  const names = [...namesIn(records)].filter(([key]) => !listedWallets.has(key)).map(([, name]) => name);
  const readWallets = await pMap(names.slice(0, MOST_OF_OPERATIONS), (name) => store.get(name), {
    concurrency: AT_ONCE,
  });
  return {
    wallets: [...listedWallets.values(), ...readWallets.filter((wallet) => wallet !== undefined)]
      // Equal scores stand in one order, however they were read.
      .sort((a, b) => byScore(a, b) || compareTexts(keyOf(a), keyOf(b))),
    mayLack:
      records.mayLack ||
      names.length > MOST_OF_OPERATIONS ||
      listed.some(({ length }) => length > MOST_LISTED),
  };
}

/** The wallets that operations name, each once. */
function namesIn({ cases, notifications }: Records): Map<string, WalletName> {
  const names = new Map<string, WalletName>();
  for (const { projectId, address: namedAddress, chainId } of [
    ...cases.map(({ listedCase }) => listedCase),
    ...notifications,
  ]) {
    const address = typeof namedAddress === "string" ? namedAddress : namedAddress?.address;
    if (address === undefined || chainId === undefined) continue;
    const name = { projectId, address, chainId };
    names.set(keyOf(name), name);
  }
  return names;
}

function keyOf({ projectId, address, chainId }: WalletName): string {
  return `${projectId}#${walletKey(address, chainId)}`;
}
