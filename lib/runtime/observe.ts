/** Logs and metrics: JSON lines and embedded metrics on standard output, which Lambda hands to CloudWatch. */

/** The CloudWatch namespace of every metric of Vigía. */
export const METRICS_NAMESPACE = "Vigia";

/** The name under which all functions of a stage count. */
export function serviceName(stage: string): string {
  return `vigia-${stage}`;
}

/** What a line says beside its message. */
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

/** What is counted; each has an alarm or a place on the dashboard. */
export const METRIC_NAMES = [
  "WebhookAccepted",
  "WebhookBytes",
  "WebhookUnreadable",
  "WebhookOversized",
  "WebhookQuarantined",
  "ServiceErrorReported",
  "RequestTooLarge",
  "SignatureMalformedOrStale",
  "SignatureMismatch",
  "NotificationStored",
  "NotificationRepeated",
  "NotificationIllegal",
  "NotificationChanged",
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

/** Counts by name, of all projects together or of one. */
const counts = new Map<number | undefined, Map<MetricName, number>>();

/** Adds to a count, of a project where one is named; it is written out by {@link flushMetrics}. */
export function count(name: MetricName, by = 1, project?: number): void {
  // CloudWatch charges for each hour in which a metric is written, also for nothing.
  if (by === 0) return;
  const counted = counts.get(project) ?? new Map<MetricName, number>();
  counted.set(name, (counted.get(name) ?? 0) + by);
  counts.set(project, counted);
}

/**
 * Writes the counts of an invocation in CloudWatch's embedded metric format, a line for all projects together and one
 * for each project that something was counted of; call it once, before the handler returns. Powertools' own writer
 * does the same with ten times the code.
 */
export function flushMetrics(stage: string): void {
  for (const [project, counted] of counts) write(metricsLine(stage, project, counted));
  counts.clear();
}

function metricsLine(stage: string, project: number | undefined, counted: Map<MetricName, number>) {
  const Metrics = [...counted.keys()].map((Name) => ({
    Name,
    Unit: Name === "WebhookBytes" ? "Bytes" : "Count",
  }));
  const dimensions = {
    service: serviceName(stage),
    ...(project === undefined ? {} : { project: String(project) }),
  };
  return {
    _aws: {
      Timestamp: Date.now(),
      CloudWatchMetrics: [{ Namespace: METRICS_NAMESPACE, Dimensions: [Object.keys(dimensions)], Metrics }],
    },
    ...dimensions,
    ...Object.fromEntries(counted),
  };
}
