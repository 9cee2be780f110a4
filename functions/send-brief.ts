/** Sends the brief of the day that ended, and those that were missed: at eight in the morning, and for `vigia brief send`. */

import type { Context } from "aws-lambda";
import { briefTools } from "../lib/daily-brief/brief-tools.ts";
import { type SentBrief, sendBriefs } from "../lib/daily-brief/send-briefs.ts";
import { documentClient } from "../lib/platform/document-client.ts";
import { flushMetrics } from "../lib/platform/observe.ts";
import { setInvocationDeadline, workTime } from "../lib/platform/time-left.ts";
import { readEnvironment, sendBriefEnv } from "../lib/settings/env.ts";

const environment = readEnvironment(sendBriefEnv, process.env);
const tools = briefTools(environment, documentClient());

interface BriefAnswer {
  /** Outcome for the brief of each day that was due, for `vigia brief send`. */
  briefs: SentBrief[];
}

export const handler = async (_event: unknown, context: Context): Promise<BriefAnswer> => {
  setInvocationDeadline(context);
  const endsAt = Date.now() + workTime(context.getRemainingTimeInMillis());
  try {
    return { briefs: await sendBriefs({ tools, now: new Date(), endsAt }) };
  } finally {
    flushMetrics(environment.STAGE);
  }
};
