/** The state of each part of the stack, and the next step for each problem. */

import { CloudWatchClient } from "@aws-sdk/client-cloudwatch";
import { SNSClient } from "@aws-sdk/client-sns";
import { SQSClient } from "@aws-sdk/client-sqs";
import { differs, subscriptionsOf, topicStanding } from "../../alerts/subscriptions/subscribed.ts";
import { clientConfig, WHILE_CALLER_WAITS } from "../../aws/clients.ts";
import { errorName, errorOrigin } from "../../aws/error-name.ts";
import { logger } from "../../aws/observe.ts";
import { HEALTH } from "../../i18n/catalogue/health.ts";
import type { Text } from "../../i18n/catalogue/texts.ts";
import { vigia } from "../../i18n/text/own-command.ts";
import {
  type Finding,
  type HealthCheck,
  type HealthView,
  healthChecks,
} from "../../reports/health/checks.ts";
import type { Desk, DeskOptions } from "../frame/desk-context.ts";
import { morningChecks } from "./mornings.ts";

export function checksOf(desk: Pick<Desk, "database" | "environment" | "stores">): HealthCheck[] {
  const { environment } = desk;
  const { cases, notifications, runs, wallets } = desk.stores;
  return [
    ...healthChecks({
      notifications,
      cases,
      // A page may read no more in the time that it has.
      mostRead: 20_000,
      runsOf: (projectId) => runs.ofProject(projectId),
      walletsOf: (projectId) => wallets.ofProject(projectId),
      mostCounted: 1_000,
      sqs: new SQSClient(clientConfig(WHILE_CALLER_WAITS)),
      deadLetters: { webhook: environment.WEBHOOK_DLQ_URL, scan: environment.SCAN_DLQ_URL },
      cloudwatch: new CloudWatchClient(clientConfig(WHILE_CALLER_WAITS)),
      operationsTopicArn: environment.OPERATIONS_TOPIC_ARN,
    }),
    ...morningChecks(desk),
    ...subscriptionChecks({ environment }),
  ];
}

/** Runs checks at once. @returns what they find, in their order; a check that fails itself is found too */
export async function findings(checks: readonly HealthCheck[], view: HealthView): Promise<Finding[]> {
  const { t } = view.translator;
  const findings = await Promise.all(
    checks.map(async ({ about, run }): Promise<Finding[]> => {
      try {
        return await run(view);
      } catch (error) {
        logger.error("a part of the stack's health could not be checked", { ...errorOrigin(error) });
        const text = t(HEALTH.notLookedAt, { error: errorName(error) });
        const toDo = t(HEALTH.runDoctor, { command: vigia(view.stage, "doctor") });
        return [{ about: t<Text>(about), state: "failure", text, toDo, byOfficer: t(HEALTH.tryLater) }];
      }
    }),
  );
  return findings.flat();
}

/** The subscribers of each topic; the settings may name no one for escalations. */
function subscriptionChecks({ environment }: Pick<DeskOptions, "environment">): HealthCheck[] {
  const sns = new SNSClient(clientConfig(WHILE_CALLER_WAITS));
  const topics = [
    ["alerts", environment.ALERTS_TOPIC_ARN],
    ["escalation", environment.ESCALATION_TOPIC_ARN],
    ["operations", environment.OPERATIONS_TOPIC_ARN],
  ] as const;
  const check = async (
    topic: (typeof topics)[number][0],
    arn: string,
    view: HealthView,
  ): Promise<Finding> => {
    const { t } = view.translator;
    const standing = topicStanding(
      view.stage,
      environment.SUBSCRIBERS[topic],
      await subscriptionsOf(sns, arn),
    );
    const about = t(HEALTH[topic]);
    if (standing.reached === 0 && view.isLocal) return { about, state: "none", text: t(HEALTH.localTopics) };
    const reached = t(HEALTH.reached, { count: standing.reached });
    if (standing.reached > 0 && !differs(standing)) return { about, state: "ok", text: reached };
    const { missing, unconfirmed, unnamed, slackMissing } = standing;
    const text = [
      missing + unconfirmed === 0
        ? reached
        : t(HEALTH.notSubscribed, { reached, missing: String(missing), unconfirmed: String(unconfirmed) }),
      ...(unnamed === 0 ? [] : [t(HEALTH.unnamed, { count: unnamed })]),
      ...(slackMissing ? [t(HEALTH.slackMissing)] : []),
    ].join("; ");
    const toDo = t(HEALTH.runDoctor, { command: vigia(view.stage, "doctor") });
    return { about, state: standing.reached === 0 ? "failure" : "warning", text, toDo };
  };
  return topics.flatMap(([topic, arn]) =>
    arn === undefined ? [] : [{ about: HEALTH[topic], run: async (view) => [await check(topic, arn, view)] }],
  );
}
