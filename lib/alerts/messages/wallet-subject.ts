/** A wallet that crossed the line as an event names it. */

import { maskPersonal } from "../../text/masking.ts";
import { historyKey } from "../../wallets/wallet-keys.ts";
import type { WalletSubject } from "../event/subject-schemas.ts";
import { pageLink, walletPage } from "./desk-pages.ts";
import { eventChain, wholeId, withheldOf } from "./event-fields.ts";
import type { CrossedWallet, WalletAlertOrigin } from "./wallet-facts.ts";

export function walletSubject(
  { wallet, crossings, status }: CrossedWallet,
  { chains, desk }: Pick<WalletAlertOrigin, "chains" | "desk">,
): WalletSubject {
  const ids = { userId: wallet.userId, wallet: wallet.address };
  const address = wholeId(ids.wallet);
  const text = (value: string | undefined, most: number) =>
    value === undefined ? null : maskPersonal(value, most);
  return {
    type: "wallet",
    key: address === null ? null : historyKey(wallet),
    userId: wholeId(ids.userId),
    wallet: address,
    chain: eventChain(wallet.chainId, chains),
    score: wallet.score ?? null,
    previousScore: wallet.previousScore ?? null,
    crossings: [...crossings],
    level: text(wallet.level, 40),
    reason: text(wallet.reason, 300),
    suspicious: wallet.suspicious ?? null,
    status: status === undefined ? null : { status: maskPersonal(status.status, 60), at: status.statusAt },
    scannedAt: wallet.scannedAt ?? null,
    links: {
      wallet: (address && chains(wallet.chainId)?.addressUrl(address)) || null,
      ...pageLink(walletPage(desk, wallet)),
    },
    withheld: withheldOf(ids),
  };
}
