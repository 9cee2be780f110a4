/** Facts about deliveries, posts and their results: the words of the intake's oracle. */

import type { LocalAlert } from "../../../../lib/settings/local-endpoints.ts";
import type { SeenCase } from "../desk-cases.ts";

export interface Law {
  name: string;
  description: string;
  source: string;
  risk: string;
  country: string;
  countryCode: string;
}

export type Kind = "notification" | "error" | "quarantined";

/** A body that the service may post, and what is known of it without asking the code that is tested. */
export interface Posted {
  /** Its name in a report. */
  label: string;
  text: string;
  /** Digest of its content: equal for bodies that differ in spelling alone. */
  content: string;
  kind: Kind;
  /** Under which project it belongs. */
  project: number;
  /** A notification's; absent for what has no id of its own. */
  id?: string;
  risk: "none" | "warn" | "illegal";
  /** The illegal things that it says, each of which an officer must hear of once. */
  claims: readonly string[];
  laws: readonly Law[];
  /** Its deadlines: the name of each law with one, and its time. ISO 8601. */
  deadlines: readonly { law: string; dueAt: string }[];
  /** A notification's: what distinguishes its transaction from another one under its id. */
  transaction?: string;
  /** A notification's: the chain and the hash of its transaction, which no other amount or wallet changes. */
  hash?: string;
  /** The project that has signed it, 1 if absent; 0 without authentication: its meaning depends on that. */
  sender?: number;
  userId?: string;
  /** As it is spelled. */
  wallet?: string;
  chainId?: string;
}

/** One request that reached the queue, however many messages its sender's tries made of it. */
export interface TakenDelivery {
  deliveryId: string;
  /** ISO 8601. */
  receivedAt: string;
  /** True if the endpoint has seen the proof of a rehearsal. */
  rehearsal: boolean;
  /** As {@link Posted} has it. */
  sender?: number;
  /** The body as it was posted. */
  text: string;
  /** The message, to be sent once more. */
  message: string;
  /** Deliveries of an earlier phase had settled before. */
  phase: number;
}

/** An item of the Notifications table. */
export interface StoredItem {
  /** Partition and sort key. */
  ref: string;
  key: string;
  kind: Kind;
  risk: string;
  repeats: number;
  /** True if there may be more repeats than are counted. */
  atLeast: boolean;
  /** The delivery that made it. */
  delivery: string;
  /** The key of the notification of which this is a change. */
  originalKey: string | undefined;
  alert: { state: "none" | "pending" | "sent"; id?: string | undefined; returned?: string | undefined };
  /** At the first content of an id: the alerts of returns by contents that carry another one. */
  returnAlerts: readonly { id: string; ref: string }[];
  rehearsal: boolean;
  /** The raw body. */
  text: string;
}

/** An item of the Alerts table. */
export interface AlertRecord {
  id: string;
  project: number;
  state: string;
  kind: string;
  /** The items of the Notifications table that it speaks of. */
  refs: readonly string[];
  /** Subject and e-mail text, as they were published. */
  subject: string;
  text: string;
}

/** A wallet as it is remembered. */
export interface RememberedWallet {
  projectId: number;
  address: string;
  chainId: string;
  owners: readonly string[];
  userId?: string | undefined;
}

/** Queries of a list. */
export interface ListFilter {
  userId?: string;
  wallet?: string;
  chainId?: string;
  risk?: "none" | "warn" | "illegal";
  law?: string;
  country?: string;
  kind?: Kind;
  alert?: "none" | "pending" | "sent";
  rehearsals?: boolean;
}

/** Result of a list, of one subject's items. */
export interface Listed {
  filter: ListFilter;
  refs: readonly string[];
}

/** Everything that is known of some deliveries after all has settled. */
export interface IntakeState {
  deliveries: readonly TakenDelivery[];
  items: readonly StoredItem[];
  alerts: readonly LocalAlert[];
  records: readonly AlertRecord[];
  wallets: readonly RememberedWallet[];
  /** The cases of the items, by their `ref`. */
  cases: ReadonlyMap<string, SeenCase>;
  /** Number of times that the list of all cases has each of them, by its subject; undefined if it was not read. */
  listedCases?: ReadonlyMap<string, number> | undefined;
  lists: readonly Listed[];
  /** Under each key, what `show` gives: the first content and every other one. */
  shown: ReadonlyMap<string, readonly string[]>;
}

/** Strictness of an end state's judgement. */
export interface Strictness {
  /** True if nothing failed, so that nothing may be alerted twice. */
  exactlyOnce: boolean;
  /** True if the Alerts table failed: then messages go out whose text is not kept. */
  recordsMayLack: boolean;
  /** Deliveries, by their ids, whose wallets were taken out of the scans since: wallets that they alone name need not be remembered. */
  takenOut: ReadonlySet<string>;
}

/** One content as it was delivered, and what is stored of it. */
export interface Content {
  of: Posted;
  rehearsal: boolean;
  /** `projectId#id`, with a prefix where it is a rehearsal; for people. */
  name: string;
  /** Contents of one id, which are compared with each other. */
  group: string;
  deliveries: readonly TakenDelivery[];
  /** One, where all is well. */
  items: readonly StoredItem[];
  /** Notification that a body in quarantine became by its replay. */
  replayed?: Posted | undefined;
}
