/** The metrics that the functions count, as CloudWatch knows them. */

import { Duration } from "aws-cdk-lib";
import { Metric } from "aws-cdk-lib/aws-cloudwatch";
import { METRICS_NAMESPACE, type MetricName, serviceName } from "../../lib/platform/observe.ts";

/** The sum of a count over a period, five minutes unless said; all functions of a stage count as one `service`. */
export function countMetric(metricName: MetricName, stage: string, period = Duration.minutes(5)): Metric {
  return summed(metricName, { service: serviceName(stage) }, period);
}

/** As {@link countMetric}, of what is counted for each project by itself. */
export function projectMetric(
  project: number,
  metricName: MetricName,
  stage: string,
  period = Duration.minutes(5),
): Metric {
  return summed(metricName, { service: serviceName(stage), project: String(project) }, period);
}

function summed(metricName: MetricName, dimensionsMap: Record<string, string>, period: Duration): Metric {
  return new Metric({ namespace: METRICS_NAMESPACE, metricName, dimensionsMap, statistic: "Sum", period });
}
