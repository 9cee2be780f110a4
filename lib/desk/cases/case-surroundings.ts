/** Everything that the page of a case shows beside the case. */

import type { StoredAlert } from "../../alerts/alerts.ts";
import { type CaseReach, reachIn } from "../../cases/accumulation.ts";
import type { StoredCase } from "../../cases/case.ts";
import { notificationNameOf } from "../../cases/case-keys.ts";
import type { FoundNotification } from "../../intake/notifications/notification-queries.ts";
import type { LocalAmount } from "../../law/rates/local-amount.ts";
import { type ChainFacts, lookUpChains } from "../../screening/chains.ts";
import type { Wallet } from "../../screening/wallets/wallet.ts";
import { canBeWallet } from "../../screening/wallets/wallet-keys.ts";
import type { WalletScan } from "../../screening/wallets/wallet-scans.ts";
import type { DeskStores } from "../frame/stores.ts";
import { lastExceeded, lastScans, type ScoreAt, scoresIn } from "../kit/scores.ts";
import { alertsAbout } from "../notifications/message-parts.tsx";
import { type OtherCases, otherCases } from "./other-cases.ts";

export interface CaseSurroundings {
  others: OtherCases;
  /** Notification of the case; undefined of a wallet, and where it is gone. */
  contents: FoundNotification | undefined;
  /** As they were sent. */
  alerts: StoredAlert[];
  chain: ChainFacts | undefined;
  /** As scans found it last; undefined of an unknown one. */
  wallet: Wallet | undefined;
  /** Scores of the wallet, the oldest first. */
  scores: ScoreAt[];
  exceeded: WalletScan | undefined;
  /** Value of the amount in the currencies of the company. */
  local: LocalAmount[];
  /** Whether the operation reaches the threshold of its law; undefined where that is not asked. */
  reach: CaseReach | undefined;
}

/** @returns the look-up of a case's surroundings; of its notification with the contents after one, or the first ones; `sees` has the projects of the reader */
export function surroundingsIn({
  cases,
  chains,
  scans,
  alerts: alertStore,
  money,
  notifications,
  wallets,
}: DeskStores): (
  storedCase: StoredCase,
  sees: readonly number[],
  after?: string,
) => Promise<CaseSurroundings> {
  return async (storedCase, sees, after) => {
    const { projectId, address, chainId } = storedCase;
    const name = notificationNameOf(storedCase);
    const named =
      address === undefined || chainId === undefined ? undefined : { projectId, address, chainId };
    const isWallet = named !== undefined && canBeWallet(named);
    const [wallet, contents, chain, history] = await Promise.all([
      isWallet ? wallets.get(named) : undefined,
      name === undefined ? undefined : notifications.find(name, after),
      chainId === undefined ? undefined : lookUpChains(chains, [chainId]),
      isWallet ? lastScans(scans, named) : [],
    ]);
    const [alerts, others] = await Promise.all([
      contents === undefined ? [] : alertsAbout(alertStore, contents),
      otherCases(storedCase, { cases, notifications, sees }, wallet !== undefined),
    ]);
    const reachOf = await reachIn({ cases, money }, [storedCase], sees);
    const localOf = await money([storedCase]);
    return {
      others,
      contents,
      alerts,
      wallet,
      reach: reachOf(storedCase),
      scores: scoresIn(history),
      exceeded: lastExceeded(history),
      chain: chainId === undefined ? undefined : chain?.(chainId),
      local: localOf(storedCase),
    };
  };
}
