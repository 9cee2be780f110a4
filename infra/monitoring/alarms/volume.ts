/**
 * What projects send, and that they send: whoever owns a project's secret can have ten years of storage, and every scan of each
 * wallet, paid for each request. StartScan judges all projects once an hour and names those that are meant in its log.
 */

import { Duration } from "aws-cdk-lib";
import type { SayText } from "../../../lib/i18n/formatting.ts";
import type { MetricName } from "../../../lib/platform/observe.ts";
import type { Parts } from "../../parts.ts";
import { CALLS } from "../alarm-texts/calls.ts";
import { INTAKE } from "../alarm-texts/intake.ts";
import { countMetric } from "../metrics.ts";
import type { AlarmRule } from "./alarm.ts";

/** In each there is a judgement, so that an alarm stays on as long as its cause does. */
const PERIOD = Duration.hours(2);

export function volumeAlarms({ settings: { stage, alarms }, scan }: Parts, say: SayText): AlarmRule[] {
  const judged = (name: MetricName) => countMetric(name, stage, PERIOD);
  const judge = scan.startScan.node.id;
  return [
    ...(alarms.silenceHours === 0
      ? []
      : [
          {
            id: "NoWebhooks",
            metric: judged("ProjectSilent"),
            affected: say(CALLS.silenceAffected, { hours: alarms.silenceHours }),
            action: say(CALLS.silenceAction, { stage, judge }),
          },
        ]),
    {
      id: "TooManyWebhooks",
      metric: judged("ProjectOverVolume"),
      affected: say(INTAKE.volumeAffected, {
        webhooks: alarms.webhooksPerDay,
        megabytes: alarms.megabytesPerDay,
      }),
      action: say(INTAKE.volumeAction, { stage, judge }),
    },
    {
      id: "TooManyNewWallets",
      metric: judged("ProjectOverWallets"),
      affected: say(INTAKE.walletsAffected, { wallets: alarms.newWalletsPerDay }),
      action: say(INTAKE.walletsAction, { stage, judge }),
    },
  ];
}
