/** The metrics that the functions count, as CloudWatch knows them. */

import { Duration } from "aws-cdk-lib";
import { Metric } from "aws-cdk-lib/aws-cloudwatch";
import { METRICS_NAMESPACE, type MetricName, serviceName } from "../../lib/aws/observe.ts";

/** The sum of a count over a period, five minutes unless said; all functions of a stage count as one `service`. */
export function countMetric(metricName: MetricName, stage: string, period = Duration.minutes(5)): Metric {
  const dimensionsMap = { service: serviceName(stage) };
  return new Metric({ namespace: METRICS_NAMESPACE, metricName, dimensionsMap, statistic: "Sum", period });
}
