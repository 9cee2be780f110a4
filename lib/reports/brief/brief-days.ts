/** The days of a brief: those that ended since the last brief that went out, seven at most. */

import { type AlertStore, onceAlertId } from "../../alerts/alerts.ts";
import { addDays, instantOf } from "../../i18n/time/calendar.ts";
import { zonedTimes } from "../../i18n/zoned-time.ts";

/** Time at which a brief is due, by the officers' clock. */
const BRIEF_CLOCK = "08:00";

/** Most days of a brief. */
const MOST_DAYS = 7;

/** A day is over for its brief this long after it ended: clocks differ, and an index is a little behind its table. */
const SETTLED_MS = 15 * 60_000;

/** The days of a brief, where the officers are. */
export interface BriefDays {
  /** The first and the last of them, `YYYY-MM-DD`. */
  first: string;
  day: string;
  /** Beginning of the first and end of the last, which is not included: ISO 8601 in UTC. */
  from: string;
  to: string;
  /** Key of the brief's record. */
  id: string;
  /** Key of the record of the same brief to the people of `escalationEmails`. */
  escalationId: string;
}

/** The days since the last brief of an earlier morning: a second call of a morning gives the same days. */
export async function briefDays(
  now: Date,
  timeZone: string,
  alerts: Pick<AlertStore, "standing">,
): Promise<BriefDays> {
  const zone = zonedTimes("en", timeZone);
  const settled = new Date(now.getTime() - SETTLED_MS).toISOString();
  const today = zone.day(settled) ?? settled.slice(0, "YYYY-MM-DD".length);
  const day = addDays(today, -1);
  let first = day;
  for (let days = 1; days < MOST_DAYS; days++) {
    const before = addDays(first, -1);
    if ((await alerts.standing(recordOf("brief", before, timeZone)))?.state === "sent") break;
    first = before;
  }
  return {
    first,
    day,
    from: zone.startOf(first),
    to: zone.startOf(today),
    id: recordOf("brief", day, timeZone),
    escalationId: recordOf("escalation", day, timeZone),
  };
}

/** Key of the record of a day: every call of its morning has the same one, so that its brief goes out once. */
function recordOf(what: "brief" | "escalation", day: string, timeZone: string): string {
  const next = addDays(day, 1);
  const due = instantOf(`${next}T${BRIEF_CLOCK}`, timeZone) ?? zonedTimes("en", timeZone).startOf(next);
  return onceAlertId("all", due, `${what}#${day}`);
}
