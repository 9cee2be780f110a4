/** Opens the cases of what officers were alerted to: after the alerts, which wait for none. */

import type { CaseStore, NewCase } from "../cases/cases.ts";
import { newCase } from "../cases/new-case.ts";
import type { DeadlineRule } from "../settings/deadline-rule.ts";
import type { ReadDelivery } from "./delivery.ts";
import { eachInTime } from "./each-in-time.ts";
import type { Recorded } from "./recording.ts";

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
