/** Numbers that the template, the settings and the functions share. */

/** Above this the service says that a wallet should be investigated; a stack may have another alert score. */
export const INVESTIGATE_ABOVE = 60;

/** Receives of a webhook's message before SQS moves it to the dead-letter queue: at least 30 hours, at one receive in three minutes. */
export const WEBHOOK_RECEIVES = 600;

/** Tables in a backup. Users and sessions are in none: a user who is deleted there is gone. */
export const BACKED_UP = ["cases", "notifications", "alerts", "wallets"] as const;

/** So old the last backup may be, in hours: a day and half of one, since AWS Backup may begin a job hours after its time. */
export const MOST_BACKUP_HOURS = 36;

/** Days for which the backup of a night is kept, and for which the lock of the vault keeps every backup at least. */
export const NIGHTS_KEPT = 35;
