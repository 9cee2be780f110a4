/** Every stack on which something is run, by name. */

import { openBriefs } from "./briefs/brief-environment.ts";
import { openDays } from "./days/day-environment.ts";
import { openHolds } from "./holds/hold-environment.ts";
import { openChanges, openEndpoints, openQueue } from "./intake/intake-environments.ts";
import { openKillers, openScanKillers } from "./killers/killer-environments.ts";
import { openReminders } from "./reminders/reminder-environment.ts";
import { openScans } from "./scans/scan-environment.ts";

export const ENVIRONMENTS = {
  endpoints: openEndpoints,
  queue: openQueue,
  changes: openChanges,
  scans: openScans,
  holds: openHolds,
  reminders: openReminders,
  briefs: openBriefs,
  days: openDays,
  killers: openKillers,
  scanKillers: openScanKillers,
} as const;

export type EnvironmentName = keyof typeof ENVIRONMENTS;

/** Environments with the longest runs first: they are begun in this order. */
export const ENVIRONMENT_NAMES: readonly EnvironmentName[] = [
  "holds",
  "changes",
  "scans",
  "queue",
  "days",
  "killers",
  "scanKillers",
  "briefs",
  "reminders",
  "endpoints",
];
