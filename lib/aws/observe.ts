/** Logs and metrics: JSON lines and embedded metrics on standard output, which Lambda hands to CloudWatch. */

/** The CloudWatch namespace of every metric of Vigía. */
export const METRICS_NAMESPACE = "Vigia";

/** The name under which all functions of a stage count. */
export function serviceName(stage: string): string {
  return `vigia-${stage}`;
}

/** Fields of a log line beside its message. */
type Fields = Record<string, string | number | boolean | readonly string[] | undefined>;

/**
 * The log of a function, a JSON line each. Never give it a body, a header, a secret, or a field of a User record.
 * Powertools' logger does the same with ten times the code, and loading it takes a tenth of a cold start.
 */
export const logger = {
  info: (message: string, fields: Fields = {}): void => writeLine("INFO", message, fields),
  warn: (message: string, fields: Fields = {}): void => writeLine("WARN", message, fields),
  error: (message: string, fields: Fields = {}): void => writeLine("ERROR", message, fields),
};

/** Lambda reads `level` and `timestamp` where the log's format is JSON, and passes the line on as it is. */
function writeLine(level: "INFO" | "WARN" | "ERROR", message: string, fields: Fields): void {
  write({ level, message, timestamp: new Date().toISOString(), ...fields });
}

function write(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

/** Metrics; each has an alarm or a place on the dashboard. */
export const METRIC_NAMES = [
  "WebhookAccepted",
  "WebhookUnreadable",
  "WebhookOversized",
  "WebhookQuarantined",
  "ServiceErrorReported",
  "RequestTooLarge",
  "SignatureMalformedOrStale",
  "SignatureMismatch",
  "MessagesGivenBack",
  "NotificationStored",
  "NotificationRepeated",
  "NotificationIllegal",
  "NotificationRevised",
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
  "BriefSent",
] as const;
export type MetricName = (typeof METRIC_NAMES)[number];

const counts = new Map<MetricName, number>();

/** Adds to a count; it is written out by {@link flushMetrics}. */
export function count(name: MetricName, amount = 1): void {
  // CloudWatch charges for each hour in which a metric is written, also for nothing.
  if (amount === 0) return;
  counts.set(name, (counts.get(name) ?? 0) + amount);
}

/**
 * Writes the counts of an invocation in CloudWatch's embedded metric format; call it once, before the handler returns.
 * Powertools' own writer does the same with ten times the code.
 */
export function flushMetrics(stage: string): void {
  if (counts.size === 0) return;
  write({
    _aws: {
      Timestamp: Date.now(),
      CloudWatchMetrics: [
        {
          Namespace: METRICS_NAMESPACE,
          Dimensions: [["service"]],
          Metrics: [...counts.keys()].map((Name) => ({ Name, Unit: "Count" })),
        },
      ],
    },
    service: serviceName(stage),
    ...Object.fromEntries(counts),
  });
  counts.clear();
}
