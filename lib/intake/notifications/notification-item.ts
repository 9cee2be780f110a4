/** Makes the item of a notification from a delivery. */

import type { Issue } from "../../contract/issues.ts";
import type { Law, Notification, WebhookBody } from "../../contract/webhook.ts";
import { exactUnits } from "../../i18n/text/amounts.ts";
import { shorten } from "../../i18n/text/cut.ts";
import { type Risk, worstFirst, worstRisk } from "../../law/laws.ts";
import {
  currentKey,
  errorId,
  hashPartition,
  keyOfBody,
  NO_TRANSACTION,
  notificationKey,
  projectPartition,
  quarantinedId,
  userPartition,
  walletPartition,
} from "./notification-keys.ts";
import type { ListedLaw, NotificationItem } from "./notification-schema.ts";
import { compressBody } from "./raw-body.ts";

/** Facts of a delivery from beside what its body says. */
interface Arrival {
  projectId: number;
  deliveryId: string;
  receivedAt: string;
  signedAt: string;
  /** Digest of the revision. */
  digest: string;
  raw: Uint8Array;
  expiresAt: number;
}

/** The attributes by which the indexes find a current item; absent where there is nothing to find it by. */
interface IndexKeys {
  ofProject: string;
  ofUser?: string;
  ofWallet?: string;
  ofHash?: string;
}

/** The item of a revision, before it is known what it adds to its notification. */
export interface NewItem
  extends Omit<NotificationItem, "receivedAt" | "risk" | "revisions" | "repeats" | "alert" | "v">,
    IndexKeys {
  receivedAt: string;
  risk: Risk;
}

/** The item of a valid webhook. */
export function itemOf(body: WebhookBody, arrival: Arrival): NewItem {
  const { projectId } = arrival;
  const key = keyOfBody(body, projectId, arrival);
  if (body.type === "error") {
    return {
      ...arrived(arrival, errorId(arrival)),
      ...key,
      kind: "error",
      risk: "none",
      riskNow: "none",
      message: shorten(body.data, 1_000),
    };
  }
  const { data } = body;
  const { userId, address } = data.address;
  const risk = worstRisk(data.inflictedLaws);
  return {
    ...arrived(arrival, data.id),
    ...key,
    kind: "notification",
    risk,
    riskNow: risk,
    ...factsOf(data),
    ...(userId ? { ofUser: userPartition(projectId, userId) } : {}),
    ofWallet: walletPartition(projectId, address),
    ...(data.txHash === "" ? {} : { ofHash: hashPartition(projectId, data.txHash) }),
  };
}

/**
 * The item of an authentic body that does not fit the contract.
 * @param userId the user whom it names all the same, so that the user's lists show it
 */
export function quarantinedItemOf(issues: readonly Issue[], arrival: Arrival, userId?: string): NewItem {
  const { projectId, digest } = arrival;
  return {
    ...arrived(arrival, quarantinedId(digest)),
    ...currentKey(notificationKey(projectId, quarantinedId(digest)), NO_TRANSACTION),
    kind: "quarantined",
    risk: "none",
    riskNow: "none",
    ...(userId === undefined ? {} : { ofUser: userPartition(projectId, userId) }),
    issues: issues.map(({ path, is, values }) => ({
      path: shorten(path, 300),
      is,
      ...(values === undefined ? {} : { values: values.map((value) => shorten(value, 300)) }),
    })),
  };
}

function arrived(
  { projectId, deliveryId, receivedAt, signedAt, digest, raw, expiresAt }: Arrival,
  id: string,
) {
  return {
    projectId,
    id,
    receivedAt,
    revisionReceivedAt: receivedAt,
    updatedAt: receivedAt,
    signedAt,
    digest,
    delivery: deliveryId,
    raw: compressBody(raw),
    expiresAt,
    ofProject: projectPartition(projectId),
  };
}

// Every attribute beside the raw body is bounded, so that no accepted body is too large for an item.

/** Most laws beside the raw body, and most in an index. */
const MAX_LAWS = 40;
const TOP_LAWS = 3;

function factsOf({ chainId, address, txHash, timestamp, amount, token, inflictedLaws }: Notification) {
  const laws = worstFirst(inflictedLaws);
  const optional = {
    userId: address.userId && shorten(address.userId, 1_024),
    description: address.description && shorten(address.description, 500),
    usd: amount.usd,
    token: token.address && shorten(token.address, 500),
  };
  return {
    chainId,
    addressId: address.id,
    address: shorten(address.address, 500),
    txHash: shorten(txHash, 500),
    timestamp: shorten(timestamp, 100),
    amount: amount.value,
    units: exactUnits(amount.value, token.decimals),
    symbol: shorten(token.symbol, 100),
    tokenName: shorten(token.name, 200),
    decimals: token.decimals,
    ...Object.fromEntries(Object.entries(optional).filter(([, value]) => value)),
    laws: laws.slice(0, MAX_LAWS).map(listedLaw),
    topLaws: laws.slice(0, TOP_LAWS).map(topLaw),
    lawCount: laws.length,
  };
}

/** A law as lists show it. */
export function listedLaw({ name, risk, country, countryCode }: Law): ListedLaw {
  return {
    name: shorten(name, 200),
    risk,
    country: shorten(country, 100),
    countryCode: shorten(countryCode, 20),
  };
}

/** An index carries 1 KB: a long name is whole in the item. */
function topLaw(law: Law): ListedLaw {
  const { name, country, ...rest } = listedLaw(law);
  return { ...rest, name: shorten(name, 100), country: shorten(country, 40) };
}
