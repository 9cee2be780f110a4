/** Everything that the page of a case shows beside the case. */

import type { StoredAlert } from "../../alerts/alerts.ts";
import { type CaseReach, reachBeside } from "../../cases/accumulation.ts";
import type { StoredCase } from "../../cases/case.ts";
import { notificationNameOf } from "../../cases/case-keys.ts";
import { bySeverity, type JudgedCase, judge } from "../../cases/urgency.ts";
import type { FoundNotification } from "../../intake/notifications/notification-queries.ts";
import { type LocalAmount, localUnder } from "../../law/rates/local-amount.ts";
import { type ChainFacts, lookUpChains } from "../../screening/chains.ts";
import type { Wallet } from "../../screening/wallets/wallet.ts";
import { canBeWallet } from "../../screening/wallets/wallet-keys.ts";
import type { WalletScan } from "../../screening/wallets/wallet-scans.ts";
import type { DeskStores } from "../frame/stores.ts";
import { idOfCase } from "../kit/links.ts";
import {
  type CasesOfUser,
  casesOfUser,
  type Records,
  recordsOfAddress,
  walletsOfAddress,
} from "../kit/records.ts";
import { lastExceeded, lastScans, type ScoreAt, scoresIn } from "../kit/scores.ts";
import { alertsAbout } from "../notifications/message-parts.tsx";

/** Other cases of the same user and of the same address, of any law and in any state. */
export interface OtherCases {
  /** The most severe first. */
  cases: JudgedCase[];
  /** True if the user may have more. */
  mayHaveMoreOfUser: boolean;
  /** True if the address may have more, of other users. */
  mayHaveMoreOfWallet: boolean;
}

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
  wallets: walletStore,
}: DeskStores): (
  storedCase: StoredCase,
  sees: readonly number[],
  after?: string,
) => Promise<CaseSurroundings> {
  return async (storedCase, sees, after) => {
    const { projectId, userId, address, chainId } = storedCase;
    const name = notificationNameOf(storedCase);
    const named =
      address === undefined || chainId === undefined ? undefined : { projectId, address, chainId };
    const [wallets, contents, chain, history, ofUser] = await Promise.all([
      address === undefined ? [] : walletsOfAddress(address, sees, walletStore),
      name === undefined ? undefined : notifications.find(name, after),
      chainId === undefined ? undefined : lookUpChains(chains, [chainId]),
      named !== undefined && canBeWallet(named) ? lastScans(scans, named) : [],
      userId === undefined ? NO_CASES : casesOfUser(userId, sees, cases),
    ]);
    const wallet = wallets.find(
      (onNetwork) => onNetwork.projectId === projectId && onNetwork.chainId === chainId,
    );
    const now = new Date().toISOString();
    const [alerts, ofAddress, reach, localOf] = await Promise.all([
      contents === undefined ? [] : alertsAbout(alertStore, contents),
      address === undefined
        ? undefined
        : recordsOfAddress(
            address,
            // One that scans ask for no more may have cases of before.
            wallet === undefined && named !== undefined ? [...wallets, named] : wallets,
            { cases, notifications },
            now,
            ofUser.listedCases,
          ),
      reachBeside(storedCase, ofUser, money),
      money([storedCase]),
    ]);
    return {
      others: othersOf(storedCase, ofUser, ofAddress, now),
      contents,
      alerts,
      wallet,
      reach,
      scores: scoresIn(history),
      exceeded: lastExceeded(history),
      chain: chainId === undefined ? undefined : chain?.(chainId),
      local: localUnder(storedCase.laws, localOf(storedCase)),
    };
  };
}

const NO_CASES: CasesOfUser = { listedCases: [], mayLack: false, unreadable: [] };

function othersOf(
  storedCase: StoredCase,
  ofUser: CasesOfUser,
  ofAddress: Records | undefined,
  now: string,
): OtherCases {
  const all = [
    ...ofUser.listedCases.map((listedCase) => judge(listedCase, now)),
    ...(ofAddress?.cases ?? []),
  ];
  const ownId = idOfCase(storedCase);
  const byId = new Map(all.map((judged) => [idOfCase(judged.listedCase), judged]));
  const others = [...byId.values()].filter(({ listedCase }) => idOfCase(listedCase) !== ownId);
  return {
    cases: others.sort(bySeverity),
    mayHaveMoreOfUser: ofUser.mayLack,
    mayHaveMoreOfWallet: ofAddress?.mayLack ?? false,
  };
}
