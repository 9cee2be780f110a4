/**
 * The rule for the revisions of one notification: which is current, and which is to be alerted.
 *
 * The revision that the service signed last is current, in every order in which calls arrive. A revision is to be alerted when it calls the
 * transaction illegal under a law under which the current revision beside it does not, or does while its own alert is still pending.
 * Only the delivery that made an alert pending publishes it.
 */

import type { Law } from "../../contract/webhook.ts";
import { compareTexts } from "../../i18n/text/compare-texts.ts";
import { lawKey, type Risk } from "../../law/laws.ts";

/** Alert of a revision: `pending` until `deliveryId` has published it. */
export interface RevisionAlert {
  state: "none" | "pending" | "sent";
  /** The delivery that publishes it. */
  deliveryId?: string | undefined;
  /** Since when it is pending, or when it was sent: ISO 8601, UTC. */
  at?: string | undefined;
  /** The message that spoke of it. */
  id?: string | undefined;
}

/** A revision as a call brings it. */
export interface SaidRevision {
  digest: string;
  /** The most severe that its laws say. */
  riskNow: Risk;
  /** Keys of the laws that call the transaction illegal. */
  illegalLaws: ReadonlySet<string>;
  /** When the service signed the call: ISO 8601, UTC. */
  signedAt: string;
}

/** A revision that is stored; `signedAt` is when the service last said it. */
export interface KnownRevision extends SaidRevision {
  alert: RevisionAlert;
}

/** The verdict on a call. `isLater`: whether the service says the revision again, after all times at which it said it before. */
export type Verdict =
  /** The first revision of its notification. */
  | { kind: "first"; alert: RevisionAlert }
  /** It becomes current, and the revision before it a past one. */
  | { kind: "current"; alert: RevisionAlert }
  /** It was signed before the current revision, and is kept as a past one. */
  | { kind: "past"; alert: RevisionAlert }
  /** The current revision again. */
  | { kind: "repeat"; isLater: boolean; alert: RevisionAlert }
  /** A past revision again, signed before the current one. */
  | { kind: "past repeat"; isLater: boolean; alert: RevisionAlert };

/** A repeat takes a pending alert over after so long, in milliseconds: its own delivery is lost. */
const LOST_AFTER_MS = 60 * 60_000;

/**
 * @param past the same revision, where it is stored as a past one
 * @param now milliseconds since 1970
 */
export function judgeRevision(
  { deliveryId, ...call }: SaidRevision & { deliveryId: string },
  current: KnownRevision | undefined,
  past: KnownRevision | undefined,
  now: number,
): Verdict {
  const pending: RevisionAlert = { state: "pending", deliveryId, at: new Date(now).toISOString() };
  const alertIf = (isNews: boolean): RevisionAlert => (isNews ? pending : { state: "none" });
  if (current === undefined) return { kind: "first", alert: alertIf(call.illegalLaws.size > 0) };
  if (current.digest === call.digest) return { kind: "repeat", ...again(call, current, pending, now) };
  const alertedLaws = current.alert.state === "pending" ? new Set<string>() : current.illegalLaws;
  const isNews = [...call.illegalLaws].some((law) => !alertedLaws.has(law));
  if (inSaidOrder(call, current) > 0) {
    // A list shows that officers heard of the notification, also once the service says that it is harmless.
    const isCarriedOver = !isNews && current.alert.state === "sent";
    return { kind: "current", alert: isCarriedOver ? current.alert : alertIf(isNews) };
  }
  return past === undefined
    ? { kind: "past", alert: alertIf(isNews) }
    : { kind: "past repeat", ...again(call, past, pending, now) };
}

function again(call: SaidRevision, { signedAt, alert }: KnownRevision, pending: RevisionAlert, now: number) {
  return { isLater: call.signedAt > signedAt, alert: isLost(alert, now) ? pending : alert };
}

function isLost({ state, at = "" }: RevisionAlert, now: number): boolean {
  return state === "pending" && now - Date.parse(at) > LOST_AFTER_MS;
}

/** The facts that order revisions. */
export type SaidAt = Pick<SaidRevision, "signedAt" | "riskNow" | "digest">;

/**
 * Compares in the order in which the service said revisions; a case compares by the same rule. Of two that were signed in one millisecond
 * the illegal one is the later, so that a tie hides none. Between two that are illegal, or two that are not, their digests decide.
 */
export function inSaidOrder(a: SaidAt, b: SaidAt): number {
  return (
    compareTexts(a.signedAt, b.signedAt) ||
    Number(a.riskNow === "illegal") - Number(b.riskNow === "illegal") ||
    compareTexts(a.digest, b.digest)
  );
}

/** Keys of the laws that call a transaction illegal, the same in every spelling. */
export function illegalKeys(laws: readonly Pick<Law, "risk" | "name" | "countryCode">[]): Set<string> {
  return new Set(laws.filter(({ risk }) => risk === "illegal").map(lawKey));
}
