/**
 * The clock: each morning the brief of the day that ended, and those that were missed; each hour the messages about running
 * 24-hour notices.
 */

import type { Context } from "aws-lambda";
import * as z from "zod/mini";
import { documentClient } from "../lib/aws/document-client.ts";
import { flushMetrics } from "../lib/aws/observe.ts";
import { setInvocationDeadline, workTime } from "../lib/aws/time-left.ts";
import { briefTools } from "../lib/reports/brief/brief-tools.ts";
import { remindOfNotices } from "../lib/reports/brief/remind.ts";
import { type SentBrief, sendBriefs } from "../lib/reports/brief/send-briefs.ts";
import { readEnvironment, sendBriefEnv } from "../lib/settings/env.ts";

const environment = readEnvironment(sendBriefEnv, process.env);
const tools = briefTools(environment, documentClient());

/** Input of the function. */
const briefEvent = z.object({ send: z._default(z.enum(["brief", "reminders"]), "brief") });

interface BriefAnswer {
  /** Outcome for the brief of each day that was due. */
  briefs: SentBrief[];
}

export const handler = async (event: unknown, context: Context): Promise<BriefAnswer> => {
  setInvocationDeadline(context);
  const call = { now: new Date(), endsAt: Date.now() + workTime(context.getRemainingTimeInMillis()) };
  try {
    if (briefEvent.parse(event ?? {}).send === "brief")
      return { briefs: await sendBriefs({ tools, ...call }) };
    await remindOfNotices({ ...tools, topicArn: tools.topics.alerts }, await tools.recordedIds(), call);
    return { briefs: [] };
  } finally {
    flushMetrics(environment.STAGE);
  }
};
