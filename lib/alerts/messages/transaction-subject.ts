/** A content of a notification as an event names it. */

import { exactUnits } from "../../i18n/text/amounts.ts";
import { maskPersonal } from "../../i18n/text/masking.ts";
import { worstRisk } from "../../law/laws.ts";
import type { TransactionSubject } from "../event/event-schema.ts";
import { casePage, notificationPage, pageLink } from "./desk-links.ts";
import { eventChain, eventLaws, inIso, wholeId, withheldOf } from "./event-fields.ts";
import type { AlertOrigin, Transaction } from "./facts.ts";

export function transactionSubject(
  { key, notification, receivedAt, revision, case: itsCase }: Transaction,
  { chains, desk }: Pick<AlertOrigin, "chains" | "desk">,
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
      ...pageLink(itsCase === undefined ? notificationPage(desk, key) : casePage(desk, itsCase.key)),
    },
    revision:
      revision === undefined
        ? null
        : {
            newLaws: eventLaws(revision.newLaws),
            newLawCount: revision.newLaws.length,
            before: {
              risk: revision.before === undefined ? null : worstRisk(revision.before.inflictedLaws),
              receivedAt: inIso(revision.beforeReceivedAt),
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
