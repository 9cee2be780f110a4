/** A body that is not the contract as an event names it. */

import { nameOf } from "../../notifications/notification-keys.ts";
import type { StoredNotification } from "../../notifications/notification-schema.ts";
import { cleanText } from "../../text/cleaning.ts";
import type { EventSubject } from "../event/event-schema.ts";
import { inIso } from "./event-fields.ts";

const MAX_ISSUES = 5;

/** @param page at the desk */
export function quarantinedSubject(stored: StoredNotification, page: string | undefined): EventSubject {
  const { risk, receivedAt, issues = [] } = stored;
  return {
    type: "quarantined",
    key: nameOf(stored),
    risk,
    receivedAt: inIso(receivedAt),
    issues: issues.slice(0, MAX_ISSUES).map(({ path, message }) => ({
      path: cleanText(path, 200),
      message: cleanText(message, 200),
    })),
    issueCount: issues.length,
    ...(page === undefined ? {} : { links: { desk: page } }),
  };
}
