/** What can go wrong with a call before anything of it is kept. */

import { Duration } from "aws-cdk-lib";
import { MathExpression } from "aws-cdk-lib/aws-cloudwatch";
import type { Parts } from "../../parts.ts";
import { countMetric, projectMetric } from "../metrics.ts";
import type { AlarmRule } from "./alarm.ts";

export function callAlarms(parts: Parts): AlarmRule[] {
  return [
    ...failureAlarms(parts),
    ...signatureAlarms(parts.settings),
    ...noiseAlarms(parts),
    ...silenceAlarms(parts.settings),
  ];
}

function failureAlarms({ settings: { stage }, api }: Parts): AlarmRule[] {
  return [
    {
      // Whatever fails, is throttled or finds no secret in ReceiveWebhook and GetUser is answered with 5xx.
      id: "CallsAnsweredWithServerErrors",
      metric: api.stage.metricServerError({ statistic: "Sum" }),
      affected:
        "the risk service, whose webhook or look-up was not answered. It sends a webhook again until it gives up.",
      action: `run \`vigia doctor --stage ${stage}\`, which finds a secret that was never set (\`vigia secrets set\`), and read the errors in the logs of ReceiveWebhook and GetUser.`,
    },
    {
      id: "UserRecordInvalid",
      metric: countMetric("UserRecordInvalid", stage),
      affected:
        "the risk service, which was refused the record of a user because the stored one is not valid.",
      action:
        "find the user and the wrong fields in the log of GetUser, and write the record again from your backend or with `vigia users import`.",
    },
  ];
}

/** Apart, so that a stranger's noise of the one sort does not hide the other, which a wrong secret makes. */
function signatureAlarms({ stage, alarms }: Parts["settings"]): AlarmRule[] {
  return [
    {
      id: "SignaturesOfAnotherSecret",
      metric: countMetric("SignatureMismatch", stage),
      above: alarms.authenticationFailures,
      affected:
        "the risk service, if its secret differs from ours and all its calls are refused; nobody, if a stranger is guessing.",
      action: `compare the secret with the service's dashboard (\`vigia secrets list --stage ${stage}\`, \`vigia verify\` for a captured request); if it is right, a stranger is guessing, and throttle.rate bounds what that costs.`,
    },
    {
      id: "SignaturesMissingOrStale",
      metric: countMetric("SignatureMalformedOrStale", stage),
      above: alarms.authenticationFailures,
      affected:
        "the risk service, if its clock or its headers are wrong and all its calls are refused; nobody, if a stranger sends them.",
      action: `check the names of the headers and the clock with \`vigia verify\` for a captured request; if they are right, a stranger sends them: see "A flood of calls" in infra/README.md.`,
    },
  ];
}

function noiseAlarms({ settings: { stage }, api }: Parts): AlarmRule[] {
  return [
    {
      id: "CallsThrottled",
      metric: api.throttled,
      affected:
        "the risk service, whose webhooks and look-ups are refused with 429 beside those of whoever sends too much.",
      action:
        'see on the dashboard what is refused. If it is the service\'s own traffic, raise throttle.rate and throttle.burst; if a stranger takes them, see "A flood of calls" in infra/README.md.',
    },
    {
      id: "CallsUnreadable",
      metric: new MathExpression({
        expression: "FILL(unreadable, 0) + FILL(large, 0)",
        usingMetrics: {
          unreadable: countMetric("WebhookUnreadable", stage),
          large: countMetric("RequestTooLarge", stage),
        },
        label: "bodies refused unread",
      }),
      affected:
        "the compliance officer, if the risk service sends bodies that are no JSON, nested too deep or over 1 MiB: they are refused before their signature is checked, and not stored.",
      action: `find their times in the access log of the API and ask the service what it sent then; if it sent nothing, a stranger did: see "A flood of calls" in infra/README.md.`,
    },
  ];
}

/** Rehearsals are not counted, and one project's webhooks do not speak for another's. */
function silenceAlarms({ stage, projects, alarms: { silenceHours } }: Parts["settings"]): AlarmRule[] {
  if (silenceHours === undefined) return [];
  return projects.map(({ id }) => ({
    id: `NoWebhooksOfProject${id}`,
    metric: projectMetric(id, "WebhookAccepted", stage, Duration.hours(1)),
    absentPeriods: silenceHours,
    affected: `the compliance officer, who may be missing notifications: no webhook of project ${id} has come for ${silenceHours} hours.`,
    action: `send one with \`vigia trigger warn --stage ${stage}\`; if it arrives, check the webhook URL in the service's dashboard, else run \`vigia doctor --stage ${stage}\`.`,
  }));
}
