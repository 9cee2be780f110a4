/** A stored notification as the rest of Vigía knows it; notification-attributes.ts has its stored form. */

import type { Issue } from "../contract/issues.ts";
import type { Course } from "./course.ts";

/** A law as lists show it. */
export interface ListedLaw {
  name: string;
  risk: "warn" | "illegal";
  country: string;
  countryCode: string;
}

/** State of a notification's alert. */
export interface AlertState {
  state: "none" | "pending" | "sent";
  /** Since when it is so: ISO 8601, UTC. */
  at?: string | undefined;
  /** The alert that spoke of it. */
  id?: string | undefined;
  /** If it was alerted only as a return: the receipt of that, ISO 8601. Its case is that of the withdrawn content. */
  returned?: string | undefined;
  /** Beside that: the receipt of a return whose alert is not sent yet, ISO 8601. */
  returnPending?: string | undefined;
}

/** Facts of a notification's transaction; all but its laws are absent from errors and bodies in quarantine. */
interface ListedTransaction {
  chainId?: string | undefined;
  address?:
    | { id: string; userId?: string | undefined; address: string; description?: string | undefined }
    | undefined;
  txHash?: string | undefined;
  /** Time of the transaction, as the service wrote it. */
  timestamp?: string | undefined;
  /** `value`: digits, in the token's smallest unit. `usd`: a decimal number's text. */
  amount?: { value: string; usd?: string | undefined } | undefined;
  /** `address` is null for a native token. */
  token?: { name: string; symbol: string; decimals: number; address?: string | null | undefined } | undefined;
  /** Worst first. */
  laws: ListedLaw[];
  /** Number of all laws, if not all are listed; the raw body has them all. */
  lawCount?: number | undefined;
}

/** A notification as lists show it. Beside the raw body all of it is bounded. */
export interface ListedNotification extends ListedTransaction {
  /** `projectId#id`, the same for every content of one id; `rehearsal#projectId#id` for a rehearsal. */
  key: string;
  /** `first`, or the digest of another content that came under the same id. */
  version: string;
  kind: "notification" | "error" | "quarantined";
  risk: "none" | "warn" | "illegal";
  projectId: number;
  /** Digits for a notification; `error-…` or `quarantined-…` for what has no id of its own. */
  id: string;
  /** An error's message, cut. */
  message?: string | undefined;
  /** First receipt by Vigía: ISO 8601, UTC. */
  receivedAt: string;
  /** Number of repeats of the same content. */
  repeats: number;
  /** A delivery came so late that it may have been counted before: there are `repeats` at least. */
  repeatsAtLeast?: boolean | undefined;
  alert: AlertState;
  /** The key of the notification of which this is another content. */
  originalKey?: string | undefined;
  /** Proven to be sent by `vigia trigger` or `vigia smoke`, not by the service. */
  rehearsal?: boolean | undefined;
  /** A quarantined body that was replayed: the notification that it became is listed and counted in its place. */
  replayed?: boolean | undefined;
}

/** Place of a notification in lists. */
export type NotificationPlace = Pick<ListedNotification, "receivedAt" | "key" | "version">;

/** A notification with everything that is kept of it. */
export interface StoredNotification extends ListedNotification {
  /** The delivery that made the item: API Gateway's request id. */
  delivery: string;
  /** The last deliveries that repeated it, oldest first, each as a short mark: see repeats.ts. */
  repeatedBy?: string[] | undefined;
  /** The digest of the content, by which a repeat differs from a change. */
  content: string;
  /** Why a quarantined body is not the contract. */
  issues?: Issue[] | undefined;
  /** At the first content of an id: which claims each other content was the first to make. */
  claims?: Record<string, Set<string>> | undefined;
  /** At the first content of an id: what became of its transactions, by the digest of each. */
  courses?: Record<string, Course> | undefined;
  /** Number of writes of `courses`. */
  coursesWritten?: number | undefined;
  raw: Uint8Array;
  expiresAt: number;
}
