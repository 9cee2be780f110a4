/** What a project sends a day: whoever owns its secret can have ten years of storage paid for each request. */

import { Duration } from "aws-cdk-lib";
import { type IMetric, MathExpression } from "aws-cdk-lib/aws-cloudwatch";
import type { SayText } from "../../../lib/i18n/formatting.ts";
import type { Parts } from "../../parts.ts";
import { INTAKE } from "../alarm-texts/intake.ts";
import { projectMetric } from "../metrics.ts";
import type { AlarmRule } from "./alarm.ts";

const DAY = Duration.days(1);

/** CloudWatch takes ten metrics in an alarm, and each project has two. */
const PROJECTS_IN_AN_ALARM = 5;

/** One alarm for five projects; it fires when one of them is above one of the two bounds. */
export function volumeAlarms({ settings }: Parts, say: SayText): AlarmRule[] {
  const { stage, alarms } = settings;
  const all = projectsOf(settings);
  const chunks = Array.from({ length: Math.ceil(all.length / PROJECTS_IN_AN_ALARM) }, (_, at) =>
    all.slice(at * PROJECTS_IN_AN_ALARM, (at + 1) * PROJECTS_IN_AN_ALARM),
  );
  return chunks.map((projects, index) => ({
    id: `TooManyWebhooks${index === 0 ? "" : index + 1}`,
    metric: shareOfBounds(projects, settings),
    above: 1,
    affected: say(INTAKE.volumeAffected, {
      projects: projects.join(", "),
      webhooks: alarms.webhooksPerDay,
      megabytes: alarms.megabytesPerDay,
    }),
    action: say(INTAKE.volumeAction, { stage }),
  }));
}

/** Where nobody authenticates, what belongs to no project is kept under 0. */
function projectsOf({ projects, inbound }: Parts["settings"]): number[] {
  const ids = projects.map(({ id }) => id);
  return inbound.authentication === "none" && !ids.includes(0) ? [...ids, 0] : ids;
}

/** The largest of all shares: 1 is a bound that is reached. */
function shareOfBounds(projects: readonly number[], { stage, alarms }: Parts["settings"]): MathExpression {
  const bytesPerDay = alarms.megabytesPerDay * 1_000_000;
  const usingMetrics: Record<string, IMetric> = {};
  const shares = projects.flatMap((id, index) => {
    usingMetrics[`count${index}`] = projectMetric(id, "WebhookAccepted", stage, DAY);
    usingMetrics[`bytes${index}`] = projectMetric(id, "WebhookBytes", stage, DAY);
    // A project of which nothing came is no reason to judge none.
    return [`FILL(count${index}, 0) / ${alarms.webhooksPerDay}`, `FILL(bytes${index}, 0) / ${bytesPerDay}`];
  });
  return new MathExpression({
    expression: `MAX([${shares.join(", ")}])`,
    usingMetrics,
    period: DAY,
    label: "largest share of a bound",
  });
}
