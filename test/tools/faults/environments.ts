/** Every stack on which something is run, by name. */

import { openChanges, openEndpoints, openQueue } from "./intake/intake-environments.ts";
import { openScans } from "./scans/scan-environment.ts";

export const ENVIRONMENTS = {
  endpoints: openEndpoints,
  queue: openQueue,
  changes: openChanges,
  scans: openScans,
} as const;

export type EnvironmentName = keyof typeof ENVIRONMENTS;

export const ENVIRONMENT_NAMES: readonly EnvironmentName[] = ["endpoints", "queue", "changes", "scans"];
