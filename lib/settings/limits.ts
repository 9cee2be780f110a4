/** Numbers that the template, the settings and the functions share. */

/** Above this the service says that a wallet should be investigated; a deployment may have another alert score. */
export const INVESTIGATE_ABOVE = 60;

/** Receives of a webhook's message before SQS moves it to the dead-letter queue: 30 hours, at one receive in 180 seconds. */
export const WEBHOOK_RECEIVES = 600;
