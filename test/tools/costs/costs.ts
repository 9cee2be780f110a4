/** Costs of a deployment: from measurements, the template, and the prices of docs/operate/costs.md. */

import { METRIC_NAMES } from "../../../lib/aws/observe.ts";
import { settingsFrom } from "../../../lib/settings/settings.ts";
import { assemble } from "../../support/assembly/assembled.ts";
import { MIX_OF } from "../bench/bodies.ts";
import { type Figure, figure } from "../bench/figures.ts";
import { itemFacts } from "../bench/item.ts";
import { batchesOf, type Context, functionIn, templateResources } from "../bench/stack.ts";
import { type WebhookFacts, webhookFacts } from "../bench/webhook.ts";
import { PRICES } from "./prices.ts";
import { scanFacts } from "./scan.ts";

const MILLION = 1_000_000;
const HOURS = 730;
const DAYS = HOURS / 24;

/** CloudWatch charges for a log's line with so many bytes more than it has. */
const LINE_OVERHEAD_BYTES = 26;

/** Dollars by what they are for. */
type Parts = Readonly<Record<string, number>>;

export async function costs(): Promise<Figure[]> {
  return [...(await webhookCosts()), await scanCosts(), ...(await idleCosts())];
}

/** A sum of dollars, its parts in the note, the dearest first. */
function summed(id: string, parts: Parts, assumed: string): Figure {
  const listed = Object.entries(parts)
    .toSorted(([, a], [, b]) => b - a)
    .map(([name, dollars]) => `${name} ${dollars.toFixed(2)}`);
  const note = `${listed.join(", ")}. ${assumed}`;
  return figure(id, total(parts), "$", note);
}

function total(parts: Parts): number {
  return Object.values(parts).reduce((sum, dollars) => sum + dollars, 0);
}

/** Values that cannot be measured here: AWS's time for a call, the speed of a core, and the load of an instance. */
const SQS_MS = 10;
const MEMORY_OF_A_CORE_MIB = 1_769;
const WEBHOOKS_A_MINUTE = 600;
const REPLY_BYTES = 300;
const LOG_MONTHS = 3;

/** Lambda's poller receives and deletes ten messages of a full batch in a call each. */
const POLLER_CALLS = 2 / 10;
const POLLER_CALLS_ALONE = 2;

/** The stage's access log for a webhook, as infra/http-api.ts has it. */
const ACCESS_LOG_LINE =
  '{"requestId":"JKJaXmPLvHcESHA=","routeKey":"POST /webhook","httpMethod":"POST","status":"200","responseLatency":"23"}';

/** A million webhooks, and keeping them as long as the settings say. */
async function webhookCosts(): Promise<Figure[]> {
  const facts = await webhookFacts();
  const measured = await itemFacts("fiveLaws");
  const { retentionYears } = settingsFrom({}, "Vigia-dev");
  const assumed = `Warm, not illegal; a call of SQS takes ${SQS_MS} ms, ten webhooks a second.`;
  const figures: Figure[] = [];
  for (const name of ["mix", "fiveLaws"] as const) {
    const { bytes, stored, writeUnits: ofItem } = await itemFacts(name);
    // Webhooks are measured with five laws; of another body only the write of its item is another.
    const writeUnits = facts.writeUnits - measured.writeUnits + ofItem;
    const subject = name === "mix" ? MIX_OF : "1.4 KiB, five laws";
    for (const alone of [false, true]) {
      const parts = await perMillion({ ...facts, writeUnits }, alone);
      const id = `cost.webhooks.${name}${alone ? ".oneABatch" : ""}`;
      figures.push(summed(id, parts, `${alone ? "One a batch" : "Full batches"}, ${subject}. ${assumed}`));
    }
    const note = `a million kept for ${retentionYears} years, with indexes and point-in-time recovery`;
    const recoverable = (bytes + 100) * PRICES.dynamoDbBackupByteMonth;
    const storageCost = (byteMonth: number) =>
      (stored * byteMonth + recoverable) * 12 * retentionYears * MILLION;
    figures.push(
      figure(`cost.storage.${name}`, storageCost(PRICES.dynamoDbStoredByteMonth), "$", note),
      figure(
        `cost.storage.${name}.infrequentAccess`,
        storageCost(PRICES.dynamoDbInfrequentByteMonth),
        "$",
        note,
      ),
    );
  }
  return figures;
}

/** @param alone whether each webhook is a batch of its own */
async function perMillion(facts: WebhookFacts, alone: boolean): Promise<Parts> {
  const resources = await templateResources();
  const batchSize = alone ? 1 : batchesOf(resources, "StoreNotifications").size;
  const lambda = (name: string, cpuMs: number, waitingMs: number) => {
    const { MemorySize } = functionIn(resources, name).properties;
    // A function gets as much of a core as it has memory.
    const milliseconds = cpuMs / Math.min(1, MemorySize / MEMORY_OF_A_CORE_MIB) + waitingMs;
    return (milliseconds / 1_000) * (MemorySize / 1_024) * PRICES.lambdaGbSecond;
  };
  const log = alone ? facts.logAlone : facts.log;
  const logged = log.bytes + ACCESS_LOG_LINE.length + (log.lines + 1) * LINE_OVERHEAD_BYTES;
  const perMonth = {
    "API Gateway": PRICES.httpApiRequest,
    Lambda:
      PRICES.lambdaRequest * (1 + 1 / batchSize) +
      lambda("ReceiveWebhook", facts.receiveCpu, SQS_MS) +
      lambda("StoreNotifications", alone ? facts.storeAloneCpu : facts.storeCpu, 0),
    SQS: (facts.sqsSends + (alone ? POLLER_CALLS_ALONE : POLLER_CALLS)) * PRICES.sqsRequest,
    DynamoDB: facts.writeUnits * PRICES.dynamoDbWriteUnit + facts.readUnits * PRICES.dynamoDbReadUnit,
    logs: logged * (PRICES.logByte + LOG_MONTHS * PRICES.logByteMonth),
    secrets: PRICES.secretRequest / WEBHOOKS_A_MINUTE,
    transfer: REPLY_BYTES * PRICES.transferByte,
  };
  return Object.fromEntries(Object.entries(perMonth).map(([part, dollars]) => [part, dollars * MILLION]));
}

/** Each message of a scan is sent, received and deleted. */
const CALLS_A_MESSAGE = 3;

/** Size of an address in a request, and of a line of counts in the log. */
const ASKED_BYTES = 100;
const LINE_BYTES = 250;

/** A million wallet scans, with a service as slow as the real one. */
async function scanCosts(): Promise<Figure> {
  const { writeUnits, readUnits, pace } = await scanFacts();
  const { properties } = functionIn(await templateResources(), "ScanWallets");
  const invocations = MILLION / pace.walletsAnInvocation;
  const gigabytes = properties.MemorySize / 1_024;
  const parts = {
    Lambda:
      pace.lambdaSeconds * gigabytes * MILLION * PRICES.lambdaGbSecond + invocations * PRICES.lambdaRequest,
    DynamoDB: (writeUnits * PRICES.dynamoDbWriteUnit + readUnits * PRICES.dynamoDbReadUnit) * MILLION,
    SQS: invocations * CALLS_A_MESSAGE * PRICES.sqsRequest,
    // The keys are read again every minute.
    secrets: invocations * Math.ceil(pace.requestSeconds / 60) * PRICES.secretRequest,
    logs: invocations * (LINE_BYTES + LINE_OVERHEAD_BYTES) * PRICES.logByte,
    transfer: MILLION * ASKED_BYTES * PRICES.transferByte,
  };
  return summed("cost.scans.perMillion", parts, `The service takes ${pace.requestSeconds} s a request.`);
}

/** The polls of a queue that Lambda keeps open, each for 20 seconds. */
const POLLERS = 5;
const POLL_SECONDS = 20;

/** A nightly scan of no wallets counts that it was completed; a brief that it was published, and that it is sent. */
const METRICS_OF_AN_EMPTY_SCAN = 1;
const METRICS_OF_A_BRIEF = 2;

const ROTATIONS_CHARGED = 2;
const PROJECTS = [1, 34, 100];

/** A month in which nothing comes. */
async function idleCosts(): Promise<Figure[]> {
  const parts = await idleParts({});
  const free =
    Math.min(parts.dashboard, PRICES.freeDashboards * PRICES.dashboardMonth) +
    Math.min(parts.alarms, PRICES.freeAlarms * PRICES.alarmMonth) +
    Math.min(parts.polling, PRICES.freeSqsRequests * PRICES.sqsRequest);
  const ofProjects = PROJECTS.map(async (count) => {
    const projects = Array.from({ length: count }, (_, index) => ({ id: index + 1, mexico: true }));
    const note = "with a desk and so many projects: they share alarms, metrics and secrets";
    return figure(`cost.idle.projects.${count}`, total(await idleParts({ desk: true, projects })), "$", note);
  });
  const rotated =
    "from the third year on: each of a key's first two yearly rotations costs as much as the key";
  return [
    summed("cost.idle.perMonth", parts, "Keys as yet unrotated."),
    summed(
      "cost.idle.withDesk",
      await idleParts({ desk: true }),
      "The same with a desk without visits; Cognito is free for 10,000 people.",
    ),
    figure(
      "cost.idle.withFreeTier",
      total(parts) - free,
      "$",
      "where nothing else of the account uses the free tier",
    ),
    figure("cost.idle.rotatedTwice", total(parts) + parts.keys * ROTATIONS_CHARGED, "$", rotated),
    ...(await Promise.all(ofProjects)),
    figure(
      "cost.metrics.perMonth",
      METRIC_NAMES.length * PRICES.metricMonth,
      "$",
      "beside the idle cost, where each metric is counted in every hour",
    ),
  ];
}

async function idleParts(context: Context) {
  const { template } = await assemble(context);
  const resources = Object.values(template.Resources);
  const count = (type: string) => resources.filter(({ Type }) => Type === type).length;
  // An alarm is charged for each metric that it looks at; an expression over them is free.
  const alarmed = resources
    .filter(({ Type }) => Type === "AWS::CloudWatch::Alarm")
    .map(({ Properties: { Metrics } }) =>
      Array.isArray(Metrics) ? Metrics.filter((metric: object) => "MetricStat" in metric).length : 1,
    )
    .reduce((sum, metrics) => sum + metrics, 0);
  const polls = count("AWS::Lambda::EventSourceMapping") * POLLERS * ((HOURS * 3_600) / POLL_SECONDS);
  // Calls once a day, each of which counts so many metrics.
  const daily = (metrics: number) =>
    DAYS * PRICES.schedulerInvocation + (metrics * DAYS * PRICES.metricMonth) / HOURS;
  return {
    dashboard: count("AWS::CloudWatch::Dashboard") * PRICES.dashboardMonth,
    alarms: alarmed * PRICES.alarmMonth,
    keys: count("AWS::KMS::Key") * PRICES.kmsKeyMonth,
    secrets: count("AWS::SecretsManager::Secret") * PRICES.secretMonth,
    polling: polls * PRICES.sqsRequest,
    "nightly scan": daily(METRICS_OF_AN_EMPTY_SCAN),
    "daily brief": daily(METRICS_OF_A_BRIEF),
  };
}
