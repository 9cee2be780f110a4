/** A transaction as an event names it. */

import { worstRisk } from "../../risk/laws.ts";
import { exactUnits } from "../../text/amounts.ts";
import { maskPersonal } from "../../text/masking.ts";
import type { TransactionSubject } from "../event/subject-schemas.ts";
import type { ChangedContent } from "./change-facts.ts";
import { notificationPage, pageLink } from "./desk-pages.ts";
import { eventChain, eventLaws, inIso, wholeId, withheldOf } from "./event-fields.ts";
import type { AlertOrigin, Transaction } from "./facts.ts";

type SubjectOrigin = Pick<AlertOrigin, "chains" | "desk">;

/** A content that came under a known id. */
export function changeSubject(
  { first, changed, differs, newLaws, graver, withdrawnAt, lawsAgain = [] }: ChangedContent,
  origin: SubjectOrigin,
): TransactionSubject {
  return transactionSubject(changed, origin, {
    firstKey: first.key,
    differs: [...differs],
    newLaws: eventLaws(newLaws),
    newLawCount: newLaws.length,
    graver: [...(graver?.facts ?? [])],
    withdrawnAt: withdrawnAt === undefined ? null : inIso(withdrawnAt),
    lawsAgain: eventLaws(lawsAgain),
    lawsAgainCount: lawsAgain.length,
  });
}

/** @param change what it changes, where it is not the first content of its id */
export function transactionSubject(
  { key, notification, receivedAt }: Transaction,
  { chains, desk }: SubjectOrigin,
  change: TransactionSubject["change"] = null,
): TransactionSubject {
  const { address, amount, chainId, inflictedLaws, timestamp, token } = notification;
  const ids = {
    userId: address.userId,
    wallet: address.address,
    txHash: notification.txHash,
    token: token.address,
  };
  const [wallet, txHash] = [wholeId(ids.wallet), wholeId(ids.txHash)];
  const chain = chains(chainId);
  return {
    type: "transaction",
    key,
    userId: wholeId(ids.userId),
    wallet,
    chain: eventChain(chainId, chains),
    txHash,
    amount: {
      value: amount.value,
      decimals: token.decimals,
      units: exactUnits(amount.value, token.decimals),
      symbol: maskPersonal(token.symbol, 24),
      token: wholeId(ids.token),
    },
    usd: amount.usd ?? null,
    risk: worstRisk(inflictedLaws),
    laws: eventLaws(inflictedLaws),
    lawCount: inflictedLaws.length,
    happenedAt: inIso(timestamp),
    receivedAt: inIso(receivedAt),
    links: {
      transaction: (txHash && chain?.transactionUrl(txHash)) || null,
      wallet: (wallet && chain?.addressUrl(wallet)) || null,
      ...pageLink(notificationPage(desk, key)),
    },
    change,
    withheld: withheldOf(ids),
  };
}
