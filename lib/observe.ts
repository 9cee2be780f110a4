/** Logs and metrics: JSON lines and embedded metrics on standard output, which Lambda hands to CloudWatch. */

import { Logger } from "@aws-lambda-powertools/logger";

/** The CloudWatch namespace of every metric of Vigía. */
export const METRICS_NAMESPACE = "Vigia";

/** The name under which all functions of a stage log and count. */
export function serviceName(stage: string): string {
  return `vigia-${stage}`;
}

/** What a line says beside its message. */
type Fields = Record<string, unknown>;

let made: Logger | undefined;

/** Made for the first line: the door writes none while all is well, and making it is a tenth of a cold start. */
function powertools(): Logger {
  made ??= new Logger();
  return made;
}

/**
 * The log of a function; the template names the service in POWERTOOLS_SERVICE_NAME. Never give it a
 * body, a header, a secret, or a field of a User record.
 */
export const logger = {
  info: (message: string, fields: Fields = {}): void => powertools().info(message, fields),
  warn: (message: string, fields: Fields = {}): void => powertools().warn(message, fields),
  error: (message: string, fields: Fields = {}): void => powertools().error(message, fields),
};

/** What is counted; each has an alarm or a place on the dashboard. */
export const METRIC_NAMES = [
  "WebhookAccepted",
  "WebhookUnreadable",
  "WebhookOversized",
  "WebhookQuarantined",
  "ServiceErrorReported",
  "AuthenticationFailed",
  "NotificationStored",
  "NotificationRepeated",
  "NotificationIllegal",
  "NotificationContradicted",
  "AlertPublished",
  "AlertFailed",
  "UserFound",
  "UserNotFound",
  "UserRecordInvalid",
  "SecretMissing",
  "WalletScored",
  "WalletScanFailed",
  "ScanCompleted",
  "ScanIncomplete",
] as const;
export type MetricName = (typeof METRIC_NAMES)[number];

const counts = new Map<MetricName, number>();

/** Adds to a count; it is written out by {@link flushMetrics}. */
export function count(name: MetricName, by = 1): void {
  // CloudWatch charges for each hour in which a metric is written, also for nothing.
  if (by === 0) return;
  counts.set(name, (counts.get(name) ?? 0) + by);
}

/**
 * Writes the counts of an invocation as one line of CloudWatch's embedded metric format, and nothing where there are
 * none; call it once, before the handler returns. Powertools' own writer does the same with ten times the code.
 */
export function flushMetrics(stage: string): void {
  if (counts.size === 0) return;
  const Metrics = [...counts.keys()].map((Name) => ({ Name, Unit: "Count" }));
  const line = {
    _aws: {
      Timestamp: Date.now(),
      CloudWatchMetrics: [{ Namespace: METRICS_NAMESPACE, Dimensions: [["service"]], Metrics }],
    },
    service: serviceName(stage),
    ...Object.fromEntries(counts),
  };
  counts.clear();
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
