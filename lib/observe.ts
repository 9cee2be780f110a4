/** Logs and metrics: JSON lines and embedded metrics on standard output, which Lambda hands to CloudWatch. */

import { Logger } from "@aws-lambda-powertools/logger";
import { Metrics, MetricUnit } from "@aws-lambda-powertools/metrics";

/** The CloudWatch namespace of every metric of Vigía. */
export const METRICS_NAMESPACE = "Vigia";

/**
 * The log of a function; the template names the service, `vigia-<stage>`, in POWERTOOLS_SERVICE_NAME. Never give it a
 * body, a header, a secret, or a field of a User record.
 */
export const logger = new Logger();

const metrics = new Metrics({ namespace: METRICS_NAMESPACE });

/** What is counted; each has an alarm or a place on the dashboard. */
export type MetricName =
  | "WebhookAccepted"
  | "WebhookUnreadable"
  | "WebhookOversized"
  | "WebhookQuarantined"
  | "ServiceErrorReported"
  | "AuthenticationFailed"
  | "NotificationStored"
  | "NotificationRepeated"
  | "NotificationIllegal"
  | "NotificationContradicted"
  | "AlertPublished"
  | "AlertFailed"
  | "UserFound"
  | "UserNotFound"
  | "UserRecordInvalid"
  | "SecretMissing"
  | "WalletScored"
  | "WalletScanFailed"
  | "ScanCompleted"
  | "ScanIncomplete";

/** Adds to a count; it is written out by {@link flushMetrics}. */
export function count(name: MetricName, by = 1): void {
  metrics.addMetric(name, MetricUnit.Count, by);
}

/** Writes the counts of an invocation; call it once, before the handler returns. */
export function flushMetrics(): void {
  // Powertools warns, in a line that is paid for, where there is nothing to write.
  if (metrics.hasStoredMetrics()) metrics.publishStoredMetrics();
}
