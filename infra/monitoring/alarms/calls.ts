/** What can go wrong with a call before anything of it is kept. */

import { MathExpression } from "aws-cdk-lib/aws-cloudwatch";
import type { SayText } from "../../../lib/i18n/formatting.ts";
import type { Parts } from "../../parts.ts";
import { CALLS } from "../alarm-texts/calls.ts";
import { countMetric } from "../metrics.ts";
import type { AlarmRule } from "./alarm.ts";

export function callAlarms(parts: Parts, say: SayText): AlarmRule[] {
  return [...failureAlarms(parts, say), ...signatureAlarms(parts.settings, say), ...noiseAlarms(parts, say)];
}

function failureAlarms({ settings: { stage }, api }: Parts, say: SayText): AlarmRule[] {
  return [
    {
      // Whatever fails, is throttled or finds no secret in ReceiveWebhook and GetUser is answered with 5xx.
      id: "CallsAnsweredWithServerErrors",
      metric: api.stage.metricServerError({ statistic: "Sum" }),
      affected: say(CALLS.serverErrorsAffected),
      action: say(CALLS.serverErrorsAction, { stage }),
    },
    {
      id: "UserRecordInvalid",
      metric: countMetric("UserRecordInvalid", stage),
      affected: say(CALLS.userInvalidAffected),
      action: say(CALLS.userInvalidAction),
    },
  ];
}

/** Apart, so that a stranger's noise of the one sort does not hide the other, which a wrong secret makes. */
function signatureAlarms({ stage, alarms }: Parts["settings"], say: SayText): AlarmRule[] {
  return [
    {
      id: "SignaturesOfAnotherSecret",
      metric: countMetric("SignatureMismatch", stage),
      above: alarms.authenticationFailures,
      affected: say(CALLS.otherSecretAffected),
      action: say(CALLS.otherSecretAction, { stage }),
    },
    {
      id: "SignaturesMissingOrStale",
      metric: countMetric("SignatureMalformedOrStale", stage),
      above: alarms.authenticationFailures,
      affected: say(CALLS.staleAffected),
      action: say(CALLS.staleAction),
    },
  ];
}

function noiseAlarms({ settings: { stage }, api }: Parts, say: SayText): AlarmRule[] {
  return [
    {
      id: "CallsThrottled",
      metric: api.throttled,
      affected: say(CALLS.throttledAffected),
      action: say(CALLS.throttledAction),
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
      affected: say(CALLS.unreadableAffected),
      action: say(CALLS.unreadableAction),
    },
  ];
}
