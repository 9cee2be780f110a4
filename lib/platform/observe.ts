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
  "DeliveryNotStored",
  "DeliveryKillsConsumer",
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
  "BriefSent",
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
 * Writes the counts of an invocation in CloudWatch's embedded metric format; call it once, before the handler returns.
 * What is counted of all projects together and of one shares a line, which is charged by its bytes; each further
 * project has its own. Powertools' own writer does the same with ten times the code.
 */
export function flushMetrics(stage: string): void {
  const together = counts.get(undefined) ?? new Map<MetricName, number>();
  counts.delete(undefined);
  const [first, ...others] = counts;
  counts.clear();
  // A line holds one value of a name.
  const shared = first !== undefined && ![...first[1].keys()].some((name) => together.has(name));
  if (shared) write(metricsLine(stage, together, ...first));
  else if (together.size > 0) write(metricsLine(stage, together));
  const none = new Map<MetricName, number>();
  for (const one of first === undefined || shared ? others : [first, ...others])
    write(metricsLine(stage, none, ...one));
}

function metricsLine(
  stage: string,
  together: ReadonlyMap<MetricName, number>,
  project?: number,
  ofProject: ReadonlyMap<MetricName, number> = new Map(),
) {
  const directives = [
    { Dimensions: ["service"], counted: together },
    { Dimensions: ["service", "project"], counted: ofProject },
  ];
  return {
    _aws: {
      Timestamp: Date.now(),
      CloudWatchMetrics: directives
        .filter(({ counted }) => counted.size > 0)
        .map(({ Dimensions, counted }) => ({
          Namespace: METRICS_NAMESPACE,
          Dimensions: [Dimensions],
          Metrics: [...counted.keys()].map((Name) => ({ Name, Unit: unitOf(Name) })),
        })),
    },
    service: serviceName(stage),
    ...(project === undefined ? {} : { project: String(project) }),
    ...Object.fromEntries([...together, ...ofProject]),
  };
}

function unitOf(name: MetricName): string {
  return name === "WebhookBytes" ? "Bytes" : "Count";
}
