/** Current time in the officers' time zone. */

import type { Moment } from "../../cases/rules.ts";
import type { DeskContext } from "./desk-context.ts";

/** Now, by the clock and by the calendar of the officers, for the signed-in user. */
export function momentOf(context: DeskContext): Moment {
  const now = new Date().toISOString();
  const { translator, person } = context.var;
  return { now, today: translator.day(now) ?? now.slice(0, 10), officer: person.subject };
}
