/** Every stack on which something is run, by name. */

import { openBriefs } from "./briefs.ts";
import { openDays } from "./days.ts";
import { openHolds } from "./holds.ts";
import { openChanges, openEndpoints, openQueue } from "./intake/intake-environments.ts";
import { openReminders } from "./reminders.ts";
import { openScans } from "./scans/scan-environment.ts";

/** The longest runs first: they are begun in this order. */
export const ENVIRONMENTS = {
  holds: openHolds,
  changes: openChanges,
  scans: openScans,
  queue: openQueue,
  days: openDays,
  briefs: openBriefs,
  reminders: openReminders,
  endpoints: openEndpoints,
} as const;

export type EnvironmentName = keyof typeof ENVIRONMENTS;

export const ENVIRONMENT_NAMES = Object.keys(ENVIRONMENTS).filter(
  (name): name is EnvironmentName => name in ENVIRONMENTS,
);
