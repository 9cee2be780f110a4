/** What a month costs in which nothing comes. */

import { assemble } from "../../../../infra/local/template/assembly.ts";
import type { Resource } from "../../../../infra/local/template/template.ts";
import { METRIC_NAMES } from "../../../../lib/platform/observe.ts";
import { type Figure, figure } from "../figure.ts";
import { type Parts, summed } from "./cost-parts.ts";
import { CLOUDWATCH, KMS, SCHEDULER, SECRETS, SQS } from "./prices.ts";

const HOURS = 730;
const DAYS = HOURS / 24;

/** The polls of a queue that Lambda keeps open, each for 20 seconds. */
const POLLERS = 5;
const POLL_SECONDS = 20;

/** A nightly scan of no wallets counts that it was completed; a brief that it was published, and that it is sent. */
const METRICS_OF_AN_EMPTY_SCAN = 1;
const METRICS_OF_A_BRIEF = 2;

/** What is free in an account for ever: https://aws.amazon.com/cloudwatch/pricing/ and https://aws.amazon.com/sqs/pricing/ */
const FREE = { dashboards: 3, alarms: 10, sqsRequests: 1_000_000 };

const ROTATIONS_CHARGED = 2;

const PROJECTS = [1, 34, 100];

export async function idleCost(): Promise<Figure[]> {
  const { dashboard, alarms, polling, ...others } = await idleParts({});
  const parts = { dashboard, alarms, ...others, polling };
  const free =
    Math.min(dashboard, FREE.dashboards * CLOUDWATCH.dashboardMonth) +
    Math.min(alarms, FREE.alarms * CLOUDWATCH.alarmMonth) +
    Math.min(polling, FREE.sqsRequests * SQS.request);
  const total = totalOf(parts);
  const ofProjects = await Promise.all(
    PROJECTS.map(async (count) => totalOf(await idleParts({ desk: true, projects: projects(count) }))),
  );
  return [
    summed("cost.idle.perMonth", "$", parts, "Keys as yet unrotated."),
    summed(
      "cost.idle.withDesk",
      "$",
      await idleParts({ desk: true }),
      "The same with a desk at which nobody looks; Cognito is free for 10,000 people.",
    ),
    figure(
      "cost.idle.withFreeTier",
      total - free,
      "$",
      "where nothing else of the account uses the free tier",
    ),
    figure(
      "cost.idle.rotatedTwice",
      total + parts.keys * ROTATIONS_CHARGED,
      "$",
      "from the third year on: each of a key's first two yearly rotations costs as much as the key",
    ),
    ...PROJECTS.map((count, index) =>
      figure(
        `cost.idle.projects.${count}`,
        ofProjects[index] ?? Number.NaN,
        "$",
        "with a desk and so many projects: they share alarms, metrics and secrets",
      ),
    ),
    figure(
      "cost.metrics.perMonth",
      METRIC_NAMES.length * CLOUDWATCH.metricMonth,
      "$",
      "beside the idle cost, where each metric is counted in every hour",
    ),
  ];
}

function projects(count: number) {
  return Array.from({ length: count }, (_, index) => ({ id: index + 1, mexico: true }));
}

function totalOf(parts: Parts): number {
  return Object.values(parts).reduce((sum, dollars) => sum + dollars, 0);
}

async function idleParts(context: Readonly<Record<string, unknown>>) {
  const { template } = await assemble(context);
  const types = Object.values(template.Resources).map(({ Type }) => Type);
  const count = (type: string) => types.filter((one) => one === type).length;
  const polls = count("AWS::Lambda::EventSourceMapping") * POLLERS * ((HOURS * 3_600) / POLL_SECONDS);
  return {
    dashboard: count("AWS::CloudWatch::Dashboard") * CLOUDWATCH.dashboardMonth,
    alarms: alarmedMetrics(Object.values(template.Resources)) * CLOUDWATCH.alarmMonth,
    keys: count("AWS::KMS::Key") * KMS.keyMonth,
    secrets: count("AWS::SecretsManager::Secret") * SECRETS.secretMonth,
    polling: polls * SQS.request,
    "nightly scan": daily(METRICS_OF_AN_EMPTY_SCAN),
    "daily brief": daily(METRICS_OF_A_BRIEF),
  };
}

/** What is called once a day, and counts so many metrics. */
function daily(metrics: number): number {
  return DAYS * SCHEDULER.invocation + (metrics * DAYS * CLOUDWATCH.metricMonth) / HOURS;
}

/** An alarm is charged for each metric that it looks at; an expression over them is free. */
function alarmedMetrics(resources: readonly Resource[]): number {
  return resources
    .filter(({ Type }) => Type === "AWS::CloudWatch::Alarm")
    .map(({ Properties: { Metrics } }) =>
      Array.isArray(Metrics) ? Metrics.filter((metric: object) => "MetricStat" in metric).length : 1,
    )
    .reduce((all, metrics) => all + metrics, 0);
}
