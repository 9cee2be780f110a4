/** Numbers that the template, the settings and the functions share. */

/** Above this the service says that a wallet should be investigated; a deployment may have another alert score. */
export const INVESTIGATE_ABOVE = 60;

/**
 * Deliveries of a message before SQS moves it to the dead-letter queue; `pauseSeconds` of lib/intake/retry.ts is the wait between
 * two. Retries last for more than a day, also if every invocation is killed: then a message comes back only after the queue's own
 * visibility of six minutes.
 */
export const WEBHOOK_DELIVERIES = 250;

/** Most that a project sends within a day (UTC), and its longest silence, before an alarm is raised. */
export const TRAFFIC_LIMITS = {
  webhooksPerDay: 100_000,
  megabytesPerDay: 500,
  newWalletsPerDay: 1_000,
  silenceHours: 24,
} as const;
