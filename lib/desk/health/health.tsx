/** The page Health: the state of each part of the stack, and the next step for each problem. */

import { CloudWatchClient } from "@aws-sdk/client-cloudwatch";
import { SNSClient } from "@aws-sdk/client-sns";
import { SQSClient } from "@aws-sdk/client-sqs";
import type { Hono } from "hono";
import { differs, subscriptionsOf, topicStanding } from "../../alerts/subscriptions/subscribed.ts";
import { clientConfig, WHILE_CALLER_WAITS } from "../../aws/clients.ts";
import { errorName, errorOrigin } from "../../aws/error-name.ts";
import { isLoopback } from "../../aws/local-call.ts";
import { logger } from "../../aws/observe.ts";
import { CaseQueries } from "../../cases/case-queries.ts";
import { FRAME } from "../../i18n/catalogue/desk/frame.ts";
import { HEALTH } from "../../i18n/catalogue/health.ts";
import type { Text } from "../../i18n/catalogue/texts.ts";
import { vigia } from "../../i18n/text/own-command.ts";
import type { NotificationQueries } from "../../intake/notifications/notification-queries.ts";
import {
  type Finding,
  type HealthCheck,
  type HealthView,
  healthChecks,
} from "../../reports/health/checks.ts";
import { ScanRunStore } from "../../screening/runs/runs.ts";
import { WalletStore } from "../../screening/wallets/wallets.ts";
import { servedProjects } from "../../settings/env.ts";
import type { DeskEnv, DeskOptions } from "../frame/desk-context.ts";
import { page } from "../frame/layout.tsx";
import { useTranslator } from "../frame/translator.ts";
import { Mark, Table } from "../kit/facts.tsx";

export function addHealth(
  app: Hono<DeskEnv>,
  options: DeskOptions,
  notifications: NotificationQueries,
): void {
  const { environment } = options;
  const checks = checksOf(options, notifications);
  const served = new Set(servedProjects(environment.PROJECTS));
  app.get("/health", async (context) => {
    const { access, translator } = context.var;
    const found = await findings(checks, {
      stage: environment.STAGE,
      isLocal: isLoopback(new URL(environment.DESK_URL).hostname),
      projectIds: access.sees,
      servedIds: access.sees.filter((id) => served.has(id)),
      translator,
      now: Date.now(),
    });
    return page(context, { title: translator.t(FRAME.health), children: <Findings found={found} /> });
  });
}

/** A page may read no more notifications in the time that it has. */
const MOST_READ = 20_000;

/** Most wallets of a project that a page counts. */
const MOST_COUNTED = 1_000;

export function checksOf(
  { database, environment }: Pick<DeskOptions, "database" | "environment">,
  notifications: NotificationQueries,
): HealthCheck[] {
  const config = clientConfig(WHILE_CALLER_WAITS);
  return [
    ...healthChecks({
      notifications,
      mostRead: MOST_READ,
      runsOf: (projectId) => new ScanRunStore(database, environment.SCAN_RUNS_TABLE).ofProject(projectId),
      walletsOf: (projectId) => new WalletStore(database, environment.WALLETS_TABLE).ofProject(projectId),
      mostCounted: MOST_COUNTED,
      cases: new CaseQueries(database, environment.CASES_TABLE),
      sqs: new SQSClient(config),
      deadLetters: { webhook: environment.WEBHOOK_DLQ_URL, scan: environment.SCAN_DLQ_URL },
      cloudwatch: new CloudWatchClient(config),
      operationsTopicArn: environment.OPERATIONS_TOPIC_ARN,
    }),
    ...subscriptionChecks({ environment }),
  ];
}

/** Runs checks at once. @returns what they find, in their order; a check that fails itself is found too */
export async function findings(checks: readonly HealthCheck[], view: HealthView): Promise<Finding[]> {
  const { t } = view.translator;
  const found = await Promise.all(
    checks.map(async ({ about, run }): Promise<Finding[]> => {
      try {
        return await run(view);
      } catch (error) {
        logger.error("a part of the stack's health could not be checked", { ...errorOrigin(error) });
        const text = t(HEALTH.notLookedAt, { error: errorName(error) });
        const toDo = t(HEALTH.tryLater, { command: vigia(view.stage, "doctor") });
        return [{ about: t<Text>(about), state: "failure", text, toDo }];
      }
    }),
  );
  return found.flat();
}

/** Lists what needs an engineer first. */
const ORDER = { failure: 0, warning: 1, ok: 2 };

function Findings({ found }: { found: readonly Finding[] }) {
  const { t, time } = useTranslator();
  const sorted = found.toSorted((a, b) => ORDER[a.state] - ORDER[b.state]);
  return (
    <Table caption={t(HEALTH.caption, { time: time(new Date().toISOString()) ?? "" })} isStacked>
      <thead>
        <tr>
          <th scope="col">{t(HEALTH.state)}</th>
          <th scope="col">{t(HEALTH.what)}</th>
          <th scope="col">{t(HEALTH.standing)}</th>
          <th scope="col">{t(HEALTH.toDo)}</th>
        </tr>
      </thead>
      <tbody>
        {sorted.map(({ about, state, text, toDo, pages = [] }) => (
          <tr>
            <td>
              <Mark as={CLASSES[state]} text={t(HEALTH[state])} />
            </td>
            <th scope="row">{about}</th>
            <td>{text}</td>
            <td>
              {toDo}
              {pages.length === 0 ? (
                ""
              ) : (
                <ul>
                  {pages.map(({ href, title }) => (
                    <li>
                      <a href={href}>{title}</a>
                    </li>
                  ))}
                </ul>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** In the colours of risks, which only repeat the word. */
const CLASSES = { failure: "illegal", warning: "warn", ok: "none" } as const;

export function subscriptionChecks({ environment }: Pick<DeskOptions, "environment">): HealthCheck[] {
  const sns = new SNSClient(clientConfig(WHILE_CALLER_WAITS));
  const arns = {
    alerts: environment.ALERTS_TOPIC_ARN,
    escalation: environment.ESCALATION_TOPIC_ARN,
    operations: environment.OPERATIONS_TOPIC_ARN,
  };
  const check = async (topic: keyof typeof arns, view: HealthView): Promise<Finding[]> => {
    const [topicArn, { t }] = [arns[topic], view.translator];
    // The settings may name no one for escalations.
    if (topicArn === undefined) return [];
    const subscribed = await subscriptionsOf(sns, topicArn);
    const standing = topicStanding(view.stage, environment.SUBSCRIBERS[topic], subscribed);
    const about = t(HEALTH[topic]);
    if (standing.reached === 0 && view.isLocal) return [{ about, state: "ok", text: t(HEALTH.localTopics) }];
    const reached = t(HEALTH.reached, { count: standing.reached });
    if (standing.reached > 0 && !differs(standing)) return [{ about, state: "ok", text: reached }];
    const { missing, unconfirmed, unnamed, slackMissing } = standing;
    const text = [
      missing + unconfirmed === 0
        ? reached
        : t(HEALTH.notSubscribed, { reached, missing: String(missing), unconfirmed: String(unconfirmed) }),
      ...(unnamed === 0 ? [] : [t(HEALTH.unnamed, { count: unnamed })]),
      ...(slackMissing ? [t(HEALTH.slackMissing)] : []),
    ].join("; ");
    const toDo = t(HEALTH.askToRun, { command: vigia(view.stage, "doctor") });
    return [{ about, state: standing.reached === 0 ? "failure" : "warning", text, toDo }];
  };
  return (["alerts", "escalation", "operations"] as const).map((topic) => ({
    about: HEALTH[topic],
    run: (view) => check(topic, view),
  }));
}
