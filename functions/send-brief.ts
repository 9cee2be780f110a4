/**
 * The clock: each morning the brief of the day that ended, and those that were missed; each hour the messages about running
 * 24-hour notices.
 */

import type { Context } from "aws-lambda";
import * as z from "zod/mini";
import { briefTools } from "../lib/daily-brief/brief-tools.ts";
import { type SentBrief, sendBriefs } from "../lib/daily-brief/send-briefs.ts";
import { documentClient } from "../lib/platform/document-client.ts";
import { flushMetrics } from "../lib/platform/observe.ts";
import { setInvocationDeadline, workTime } from "../lib/platform/time-left.ts";
import { remindOfNotices } from "../lib/reminders/remind.ts";
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
