/** Everything that the page of a case shows beside the case. */

import { AlertStore, type StoredAlert } from "../../alerts/alerts.ts";
import type { StoredCase } from "../../cases/case.ts";
import { notificationNameOf } from "../../cases/case-keys.ts";
import { CaseQueries } from "../../cases/case-queries.ts";
import type {
  FoundNotification,
  NotificationQueries,
} from "../../intake/notifications/notification-queries.ts";
import type { LocalAmount } from "../../law/rates/local-amount.ts";
import { moneyLookUp } from "../../law/rates/local-money.ts";
import { type ChainFacts, ChainStore, lookUpChains } from "../../screening/chains.ts";
import type { Wallet } from "../../screening/wallets/wallet.ts";
import { canBeWallet } from "../../screening/wallets/wallet-keys.ts";
import { type WalletScan, WalletScanStore } from "../../screening/wallets/wallet-scans.ts";
import type { WalletStore } from "../../screening/wallets/wallets.ts";
import type { DeskOptions } from "../frame/desk-context.ts";
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
  /** Of the wallet, the oldest first. */
  scores: ScoreAt[];
  exceeded: WalletScan | undefined;
  /** Value of the amount in the currencies of the company. */
  local: LocalAmount[];
}

/** @returns the look-up of a case's surroundings; of its notification with the contents after one, or the first ones */
export function surroundingsIn(
  options: DeskOptions,
  notifications: NotificationQueries,
  wallets: WalletStore,
): (one: StoredCase, after?: string) => Promise<CaseSurroundings> {
  const { database, environment } = options;
  const cases = new CaseQueries(database, environment.CASES_TABLE);
  const chains = new ChainStore(database, environment.CHAINS_TABLE);
  const scans = new WalletScanStore(database, environment.WALLET_SCANS_TABLE);
  const alertStore = new AlertStore(database, environment.ALERTS_TABLE);
  const money = moneyLookUp(environment, database);
  return async (one, after) => {
    const { projectId, address, chainId } = one;
    const name = notificationNameOf(one);
    const named =
      address === undefined || chainId === undefined ? undefined : { projectId, address, chainId };
    const isWallet = named !== undefined && canBeWallet(named);
    const [wallet, contents, chain, history, localOf] = await Promise.all([
      isWallet ? wallets.get(named) : undefined,
      name === undefined ? undefined : notifications.find(name, after),
      chainId === undefined ? undefined : lookUpChains(chains, [chainId]),
      isWallet ? lastScans(scans, named) : [],
      money([one]),
    ]);
    const [alerts, others] = await Promise.all([
      contents === undefined ? [] : alertsAbout(alertStore, contents),
      otherCases(one, cases, notifications, wallet !== undefined),
    ]);
    return {
      ...{ others, contents, alerts, wallet },
      scores: scoresIn(history),
      exceeded: lastExceeded(history),
      chain: chainId === undefined ? undefined : chain?.(chainId),
      local: localOf(one),
    };
  };
}
