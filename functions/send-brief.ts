/** The clock: each morning the brief of the days that ended since the last one; each hour the messages about running 24-hour notices. */

import { GetQueueAttributesCommand, SQSClient } from "@aws-sdk/client-sqs";
import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { Context } from "aws-lambda";
import * as z from "zod/mini";
import { oncePublishing } from "../lib/alerts/publisher.ts";
import { BEHIND_QUEUE, clientConfig } from "../lib/aws/clients.ts";
import { documentClient } from "../lib/aws/document-client.ts";
import { lazy } from "../lib/aws/lazy.ts";
import { flushMetrics } from "../lib/aws/observe.ts";
import { scaled } from "../lib/aws/scaled.ts";
import { setInvocationDeadline, workTime } from "../lib/aws/time-left.ts";
import { CaseQueries } from "../lib/cases/case-queries.ts";
import { SealStore } from "../lib/cases/integrity/seal-store.ts";
import { NotificationQueries } from "../lib/intake/notifications/notification-queries.ts";
import { logUnreadable } from "../lib/intake/notifications/notification-schema.ts";
import type { BriefSources } from "../lib/reports/brief/brief-facts.ts";
import { remindOfNotices } from "../lib/reports/brief/remind.ts";
import { sendDailyBrief } from "../lib/reports/brief/send-brief.ts";
import { MESSAGE_COUNTS, messagesIn } from "../lib/reports/health/intake.ts";
import { ScanRunStore } from "../lib/screening/runs/runs.ts";
import { readEnvironment, sendBriefEnv, servedProjects } from "../lib/settings/env.ts";

/** Input of the function. */
const briefEvent = z.object({ send: z._default(z.enum(["brief", "reminders"]), "brief") });

type BriefDeps = ReturnType<typeof briefDeps>;

/** Sends the brief that is due, or reminds of the notices that run out. */
export async function sendBrief(event: unknown, context: Context, deps: BriefDeps) {
  setInvocationDeadline(context);
  const call = { now: new Date(), endsAt: Date.now() + workTime(context.getRemainingTimeInMillis()) };
  try {
    if (briefEvent.parse(event ?? {}).send === "brief") return await sendDailyBrief(deps, call);
    await remindOfNotices(deps, call);
    return undefined;
  } finally {
    flushMetrics(deps.stage);
  }
}

const wired = lazy(() => briefDeps(readEnvironment(sendBriefEnv, process.env), documentClient()));
export const handler = (event: unknown, context: Context) => sendBrief(event, context, wired());

/** Longest time for a message and its note. */
const MESSAGE_MS = 30_000;

/** Stores and clients of the brief, made of the function's environment. */
export function briefDeps(
  environment: z.infer<ReturnType<typeof sendBriefEnv>>,
  database: DynamoDBDocumentClient,
) {
  const { CASES_TABLE: cases, TIME_ZONE: timeZone } = environment;
  const projectIds = environment.PROJECTS.map(({ id }) => id);
  const { alerts, publisher } = oncePublishing(environment, database);
  const runs = new ScanRunStore(database, environment.SCAN_RUNS_TABLE);
  return {
    stage: environment.STAGE,
    desk: environment.DESK_URL,
    timeZone,
    projectIds,
    servedIds: servedProjects(environment.PROJECTS),
    notifications: new NotificationQueries(database, environment.NOTIFICATIONS_TABLE, logUnreadable),
    runsOf: (projectId: number) => runs.ofProject(projectId),
    deadLetters: deadLettersOf(environment.WEBHOOK_DLQ_URL, environment.SCAN_DLQ_URL),
    cases: new CaseQueries(database, cases),
    casesTable: { client: database, table: cases },
    seals: new SealStore(database, cases),
    alerts,
    publisher: publisher(),
    topics: { alerts: environment.ALERTS_TOPIC_ARN, escalation: environment.ESCALATION_TOPIC_ARN },
    messageMs: scaled(MESSAGE_MS),
  };
}

function deadLettersOf(webhookUrl: string, scanUrl: string): BriefSources["deadLetters"] {
  const sqs = new SQSClient(clientConfig(BEHIND_QUEUE));
  const lettersIn = async (QueueUrl: string) => {
    const AttributeNames = [...MESSAGE_COUNTS];
    const { Attributes } = await sqs.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames }));
    return messagesIn(Attributes);
  };
  return async () => {
    const [webhook, scan] = await Promise.all([lettersIn(webhookUrl), lettersIn(scanUrl)]);
    return { webhook, scan };
  };
}
