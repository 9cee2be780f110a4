/** Opens the cases of what officers were alerted to: after the alerts, which wait for none. */

import { caseOfNotification } from "../cases/case-keys.ts";
import type { CaseStore, NewCase } from "../cases/cases.ts";
import { dueOf } from "../cases/deadlines.ts";
import type { ListedLaw, StoredNotification } from "../notifications/notification-schema.ts";
import type { DeadlineRule } from "../settings/deadline-rule.ts";
import type { ReadDelivery } from "./delivery.ts";
import { eachInTime } from "./each-in-time.ts";
import type { Recorded } from "./recording.ts";

/** More would make the item, and what each of its indexes copies, larger than a write unit. */
const MAX_LAWS = 5;

/**
 * Opens them; doing it again changes nothing.
 * @param rules the deadlines of the settings
 * @param by what has not begun by then is delivered again, in milliseconds since 1970
 * @returns the deliveries whose case is not there
 */
export function openCases(
  recorded: readonly Recorded[],
  cases: CaseStore,
  rules: readonly DeadlineRule[],
  by: number,
): Promise<ReadDelivery[]> {
  const how = { what: "open a case", by, readsOf: ({ reads }: Recorded) => reads };
  return eachInTime(recorded.filter(wasAlerted), how, (one) => cases.open(caseOf(one, rules)));
}

/** Whether officers hear of it by these deliveries; a repeat of what they heard of has its case, and costs no write. */
function wasAlerted({ stored, reads, alertDue }: Recorded): boolean {
  const { risk, alert, rehearsal } = stored;
  if (risk !== "illegal" || alert.state === "none" || rehearsal === true) return false;
  return alertDue || reads.some(({ delivery }) => delivery.deliveryId === stored.delivery);
}

function caseOf({ stored, change }: Recorded, rules: readonly DeadlineRule[]): NewCase {
  return newCase(stored, change === undefined ? "notification" : "change", rules);
}

/**
 * The case of a stored content.
 * @param kind what it is, where it is no quarantined body
 * @param rules the deadlines of the settings
 */
export function newCase(
  stored: StoredNotification,
  kind: "notification" | "change",
  rules: readonly DeadlineRule[],
): NewCase {
  const { projectId, risk, receivedAt, chainId, address, amount, token, expiresAt } = stored;
  const illegal = stored.laws.filter((law) => law.risk === "illegal");
  return {
    ...caseOfNotification(stored),
    kind: stored.kind === "quarantined" ? "quarantine" : kind,
    projectId,
    risk,
    receivedAt,
    expiresAt,
    dueAt: dueOf({ laws: illegal, timestamp: stored.timestamp, receivedAt }, rules),
    laws: illegal.length === 0 ? undefined : illegal.slice(0, MAX_LAWS).map(nameOfLaw),
    lawCount: illegal.length > MAX_LAWS ? illegal.length : undefined,
    chainId,
    address: address?.address,
    userId: address?.userId,
    amount,
    token: token && { symbol: token.symbol, decimals: token.decimals },
  };
}

function nameOfLaw({ name, countryCode }: ListedLaw) {
  return { name, countryCode };
}
