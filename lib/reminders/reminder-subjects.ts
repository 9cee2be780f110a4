/** What a reminder speaks of, as its record says it: so a hold on a user finds the reminders of the user's cases. */

import type { AlertSubject } from "../alerts/alerts.ts";
import { notificationNameOf } from "../cases/case-keys.ts";
import type { RemindedCase } from "../cases/undecided.ts";
import { FIRST_VERSION, keyOfName } from "../notifications/notification-keys.ts";

/** Of the cases that a reminder names. */
export function subjectsOf(cases: readonly RemindedCase[]): AlertSubject[] {
  return cases.flatMap((one): AlertSubject[] => {
    const name = notificationNameOf(one);
    // An id with a number sign is no name that can be taken apart.
    if (name !== undefined) return [keyOfName(name) ?? { key: name, version: FIRST_VERSION }];
    const { address, chainId } = one;
    return address === undefined || chainId === undefined ? [] : [{ address, chainId }];
  });
}
