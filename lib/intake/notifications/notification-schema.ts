/**
 * A notification as it is stored, and as the rest of Vigía reads it. Its item has flat attributes with the contract's names, each of
 * which is bounded: `raw` has the body whole.
 */

import * as z from "zod/mini";
import { logger } from "../../aws/observe.ts";
import { NOTIFICATIONS_KEY } from "../../aws/tables/keys.ts";
import { isObject } from "../../contract/exact-json.ts";
import { type Issue, type IssueName, isIssueName } from "../../contract/issues.ts";
import { isSchemaError } from "../../contract/lazy-schema.ts";
import type { Risk } from "../../law/laws.ts";
import { isNotificationKey, type NotificationKey, partsOfKey } from "./notification-keys.ts";
import type { RevisionAlert } from "./revision-rule.ts";

const text = z.string();
const textOrNone = z.optional(text);
const number = z.number();
const risk = z.enum(["none", "warn", "illegal"]);

/** A law as lists show it: the raw body has its description and its source. */
const listedLaw = z.object({
  name: text,
  risk: z.enum(["warn", "illegal"]),
  country: text,
  countryCode: text,
});
export type ListedLaw = z.infer<typeof listedLaw>;

/** An issue of unknown name is one of another version: its path tells where to look. */
const issueName = z.catch(
  z.custom<IssueName>((name) => isIssueName(String(name))),
  "form",
);
const issue = z.object({ path: text, is: issueName, values: z.optional(z.array(text)) });

/** Attributes that the indexes `byTime` and `byUser` copy beside the key. */
const listedAttributes = () => ({
  key: text.check(z.refine(isNotificationKey)),
  revision: text,
  kind: z.enum(["notification", "error", "quarantined"]),
  /** The earliest receipt of any of its revisions. ISO 8601, UTC. */
  receivedAt: text,
  /** The most severe that any of its revisions said, and what the current one says. */
  risk,
  riskNow: risk,
  /** The worst laws, in lists; `lawCount` is the number of all. */
  topLaws: z._default(z.array(listedLaw), []),
  lawCount: z._default(number, 0),
  chainId: textOrNone,
  userId: textOrNone,
  address: textOrNone,
  txHash: textOrNone,
  /** Time of the transaction, as the service wrote it. */
  timestamp: textOrNone,
  /** Digits, in the token's smallest unit. */
  amount: textOrNone,
  /** A decimal number's text. */
  usd: textOrNone,
  symbol: textOrNone,
  decimals: z.optional(number),
  /** An error's message, cut. */
  message: textOrNone,
  alert: z.enum(["none", "pending", "sent"]),
  alertAt: textOrNone,
  alertId: textOrNone,
});

const storedAttributes = () => ({
  ...listedAttributes(),
  // A past revision says nothing of the others: these three are of current items.
  receivedAt: textOrNone,
  risk: z.optional(risk),
  revisions: z._default(number, 0),
  /** How often, at least, this revision was said again. No list shows it, so that counting costs no write of an index. */
  repeats: number,
  projectId: number,
  id: text,
  laws: z._default(z.array(listedLaw), []),
  /** Id of the monitored address at the service. */
  addressId: textOrNone,
  description: textOrNone,
  /** The token's address; absent of a chain's native one. */
  token: textOrNone,
  tokenName: textOrNone,
  /** The amount in token units, for people who read the item. */
  units: textOrNone,
  issues: z.optional(z.array(issue)),
  /** Digest of what the revision says. */
  digest: text,
  /** When the service last said this revision, by its own clock: it orders revisions. ISO 8601, UTC. */
  signedAt: text,
  /** First receipt of this revision, and receipt of the call that is signed at `signedAt`: ISO 8601, UTC. */
  revisionReceivedAt: text,
  updatedAt: text,
  /** The delivery that brought this revision, or made it current again: API Gateway's request id. */
  delivery: text,
  /** The delivery that publishes the alert. */
  alertDelivery: textOrNone,
  /** Digest of the revision that was current before this one became so; absent from the first. */
  replacedDigest: textOrNone,
  /** The item's version: the number of its writes, on which the next one is conditional. */
  v: number,
  raw: z.instanceof(Uint8Array),
  expiresAt: number,
});

const listedItem = z.object(listedAttributes());
const storedItem = z.object(storedAttributes());

/** The attributes of a notification's item, without those by which indexes find it. */
export type NotificationItem = z.input<typeof storedItem>;

/** A notification as lists show it. Beside the raw body all of it is bounded. */
export interface ListedNotification {
  key: string;
  revision: string;
  kind: "notification" | "error" | "quarantined";
  projectId: number;
  id: string;
  receivedAt: string;
  risk: Risk;
  riskNow: Risk;
  /** Worst first; `lawCount` is the number of all where not all are listed. */
  laws: ListedLaw[];
  lawCount?: number;
  chainId?: string | undefined;
  userId?: string | undefined;
  address: { address: string } | undefined;
  txHash?: string | undefined;
  timestamp?: string | undefined;
  /** `value`: digits, in the token's smallest unit. `usd`: a decimal number's text. */
  amount: { value: string; usd: string | undefined } | undefined;
  token: { symbol: string; decimals: number } | undefined;
  message?: string | undefined;
  alert: RevisionAlert;
}

/** A revision of a notification with everything that is kept of it. Of a past one `receivedAt` and `risk` are its own. */
export interface StoredNotification extends ListedNotification {
  address: { address: string; id: string | undefined; description: string | undefined } | undefined;
  token: { symbol: string; decimals: number; name: string; address: string | null } | undefined;
  /** Past revisions of a current one. */
  revisions: number;
  /** How often, at least, it was said again. */
  repeats: number;
  issues?: Issue[] | undefined;
  digest: string;
  signedAt: string;
  revisionReceivedAt: string;
  updatedAt: string;
  delivery: string;
  replacedDigest?: string | undefined;
  v: number;
  raw: Uint8Array<ArrayBuffer>;
  expiresAt: number;
}

/** Reads an index's copy of an item. @throws {z.core.$ZodError} if it is not one of ours */
export function readListed(item: unknown): ListedNotification {
  const {
    topLaws,
    lawCount,
    address,
    amount,
    usd,
    symbol,
    decimals,
    alert,
    alertAt,
    alertId,
    ...attributes
  } = listedItem.parse(item);
  return {
    ...attributes,
    ...partsOfKey(attributes.key),
    laws: topLaws,
    ...countIfMore(lawCount, topLaws),
    address: address === undefined ? undefined : { address },
    amount: amount === undefined ? undefined : { value: amount, usd },
    token: symbol === undefined || decimals === undefined ? undefined : { symbol, decimals },
    alert: { state: alert, at: alertAt, id: alertId },
  };
}

/** Reads an item. @throws {z.core.$ZodError} if it is not one of ours */
export function readStored(item: unknown): StoredNotification {
  const {
    laws,
    lawCount,
    description,
    addressId,
    token,
    tokenName,
    units: _units,
    alertDelivery,
    topLaws: _top,
    address,
    amount,
    usd,
    symbol,
    decimals,
    alert,
    alertAt,
    alertId,
    ...attributes
  } = storedItem.parse(item);
  return {
    ...attributes,
    receivedAt: attributes.receivedAt ?? attributes.revisionReceivedAt,
    risk: attributes.risk ?? attributes.riskNow,
    laws,
    ...countIfMore(lawCount, laws),
    address: address === undefined ? undefined : { address, id: addressId, description },
    amount: amount === undefined ? undefined : { value: amount, usd },
    token:
      symbol === undefined || decimals === undefined
        ? undefined
        : { symbol, decimals, name: tokenName ?? "", address: token ?? null },
    alert: { state: alert, at: alertAt, id: alertId, deliveryId: alertDelivery },
  };
}

/** `lawCount` only where there are more laws than are listed. */
function countIfMore(lawCount: number, laws: readonly ListedLaw[]): { lawCount?: number } {
  return lawCount > laws.length ? { lawCount } : {};
}

/** Place of a notification in lists. */
export type NotificationPlace = Pick<ListedNotification, "receivedAt" | "key" | "revision">;

/** Called with the key of an item that cannot be read, and is left out. */
export type OnUnreadable = (key: NotificationKey) => void;

/**
 * The items that can be read.
 * @param onUnreadable called for the others; without it they are an error
 * @throws {$ZodError} for an item that cannot be read, without `onUnreadable`
 */
export function readableIn<T>(
  read: (item: unknown) => T,
  items: readonly unknown[],
  onUnreadable: OnUnreadable | undefined,
): T[] {
  return items.flatMap((item) => {
    try {
      return [read(item)];
    } catch (error) {
      if (onUnreadable === undefined || !isSchemaError(error)) throw error;
      onUnreadable(keyIn(item));
      return [];
    }
  });
}

/** Says in the log that an item cannot be read, without a value of it beside its key. */
export function logUnreadable(key: NotificationKey): void {
  logger.error("a notification cannot be read, and is counted nowhere: it was changed in the table", {
    ...key,
  });
}

function keyIn(item: unknown): NotificationKey {
  const attributes = isObject(item) ? item : {};
  const { partition, sort } = NOTIFICATIONS_KEY;
  return { key: String(attributes[partition]), revision: String(attributes[sort]) };
}
