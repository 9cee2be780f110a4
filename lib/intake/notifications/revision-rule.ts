/**
 * The rule for the contents of one notification: which is current, and which is to be alerted.
 *
 * A content is to be alerted when it calls the transaction illegal under a law under which the current content beside it does not,
 * or does while its own alert is still pending. Only the delivery that made it pending publishes it.
 */

import type { Law } from "../../contract/webhook.ts";
import { lawKey } from "../../law/laws.ts";

/** Alert of a content: `pending` until the delivery `by` has published it. */
export interface AlertState {
  state: "none" | "pending" | "sent";
  /** The delivery that publishes it. */
  by?: string | undefined;
  /** Since when it is pending, or when it was sent: ISO 8601, UTC. */
  at?: string | undefined;
  /** The message that spoke of it. */
  id?: string | undefined;
}

/** A content that was delivered. */
interface Incoming {
  content: string;
  /** Keys of the laws that call it illegal. */
  illegal: ReadonlySet<string>;
  /** ISO 8601, UTC. */
  receivedAt: string;
  delivery: string;
}

/** A content that is stored; `updatedAt` is its last receipt. */
export interface Stored {
  content: string;
  illegal: ReadonlySet<string>;
  updatedAt: string;
  alert: AlertState;
}

/** What becomes of a delivery. */
export type Verdict =
  /** The first content of its notification. */
  | { kind: "first"; alert: AlertState }
  /** It becomes current, and the one before a revision. */
  | { kind: "current"; alert: AlertState }
  /** It was received before the current one, and is kept as a revision. */
  | { kind: "overtaken"; alert: AlertState }
  /** The current content again; `isLater` where it is to be counted. */
  | { kind: "repeat"; isLater: boolean; alert: AlertState }
  /** A revision again, which was received before the current content. */
  | { kind: "known"; alert: AlertState };

/** A repeat takes a pending alert over after so long, in milliseconds: its own delivery is lost. */
const LOST_AFTER_MS = 60 * 60_000;

/** @param revision the same content, where it is one of the revisions */
export function judgeContent(
  incoming: Incoming,
  current: Stored | undefined,
  revision: Pick<Stored, "alert"> | undefined,
  now: number,
): Verdict {
  const pending: AlertState = {
    state: "pending",
    by: incoming.delivery,
    at: new Date(now).toISOString(),
  };
  const alertIf = (isNews: boolean): AlertState => (isNews ? pending : { state: "none" });
  if (current === undefined) return { kind: "first", alert: alertIf(incoming.illegal.size > 0) };
  if (current.content === incoming.content) {
    const isLater = incoming.receivedAt > current.updatedAt;
    return { kind: "repeat", isLater, alert: isLost(current.alert, now) ? pending : current.alert };
  }
  const told = current.alert.state === "pending" ? new Set<string>() : current.illegal;
  const isNews = [...incoming.illegal].some((law) => !told.has(law));
  if (comesAfter(incoming, current)) {
    // What was told stays told: a list shows that officers know of the notification.
    const alert = isNews || current.alert.state === "pending" ? alertIf(isNews) : current.alert;
    return { kind: "current", alert };
  }
  if (revision === undefined) return { kind: "overtaken", alert: alertIf(isNews) };
  return { kind: "known", alert: isLost(revision.alert, now) ? pending : revision.alert };
}

function isLost({ state, at = "" }: AlertState, now: number): boolean {
  return state === "pending" && now - Date.parse(at) > LOST_AFTER_MS;
}

/** In one millisecond what is illegal comes last, so that a tie hides nothing. */
function comesAfter(incoming: Incoming, current: Stored): boolean {
  if (incoming.receivedAt !== current.updatedAt) return incoming.receivedAt > current.updatedAt;
  const [before, after] = [current.illegal.size > 0, incoming.illegal.size > 0];
  return before === after ? incoming.content > current.content : after;
}

/** Keys of the laws that call a transaction illegal, the same in every spelling. */
export function illegalKeys(laws: readonly Pick<Law, "risk" | "name" | "countryCode">[]): Set<string> {
  return new Set(laws.filter(({ risk }) => risk === "illegal").map(lawKey));
}
