/** A flagged notification as an event names it. */

import { exactUnits } from "../../i18n/text/amounts.ts";
import { maskPersonal } from "../../i18n/text/masking.ts";
import { worstRisk } from "../../law/laws.ts";
import type { TransactionSubject } from "../event/event-schema.ts";
import { casePage, notificationPage, pageLink } from "./desk-links.ts";
import { eventChain, eventLaws, inIso, wholeId, withheldOf } from "./event-fields.ts";
import { type AlertOrigin, lawsOf, newLaws, type Transaction, withdrawnLaws } from "./facts.ts";

export function transactionSubject(
  transaction: Transaction,
  { chains, desk }: Pick<AlertOrigin, "chains" | "desk">,
): TransactionSubject {
  const { key, notification, receivedAt, before, case: itsCase } = transaction;
  const { address, amount, chainId, timestamp, token } = notification;
  const [laws, withdrawn, news] = [lawsOf(transaction), withdrawnLaws(transaction), newLaws(transaction)];
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
    risk: worstRisk(laws),
    laws: eventLaws(laws),
    lawCount: laws.length,
    withdrawnLaws: eventLaws(withdrawn),
    withdrawnLawCount: withdrawn.length,
    happenedAt: inIso(timestamp),
    receivedAt: inIso(receivedAt),
    links: {
      transaction: (txHash && chain?.transactionUrl(txHash)) || null,
      wallet: (wallet && chain?.addressUrl(wallet)) || null,
      ...pageLink(itsCase === undefined ? notificationPage(desk, key) : casePage(desk, itsCase.key)),
    },
    revision:
      before === undefined
        ? null
        : {
            newLaws: eventLaws(news),
            newLawCount: news.length,
            before: {
              risk: before.notification === undefined ? null : worstRisk(before.notification.inflictedLaws),
              receivedAt: inIso(before.receivedAt),
            },
          },
    case:
      itsCase === undefined
        ? null
        : {
            dueAt: itsCase.dueAt === undefined ? null : inIso(itsCase.dueAt),
            isReopened: itsCase.isReopened,
          },
    withheld: withheldOf(ids),
  };
}
