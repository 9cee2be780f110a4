/** The clock, at eight in the morning, and `vigia brief send`: the brief of the day that ended, and what was missed before. */

import type { Context } from "aws-lambda";
import { documentClient } from "../lib/aws/document-client.ts";
import { boundCalls, workTime } from "../lib/aws/time-left.ts";
import { briefTools } from "../lib/brief/brief-tools.ts";
import { type SentBrief, sendBriefs } from "../lib/brief/send-briefs.ts";
import { sendBriefEnv } from "../lib/runtime/env.ts";
import { flushMetrics } from "../lib/runtime/observe.ts";
import { readEnvironment } from "../lib/runtime/read-environment.ts";

const environment = readEnvironment(sendBriefEnv, process.env);
const tools = briefTools(environment, documentClient());

interface BriefAnswer {
  /** What became of the brief of each day that was owed, for `vigia brief send`. */
  briefs: SentBrief[];
}

export const handler = async (_event: unknown, context: Context): Promise<BriefAnswer> => {
  boundCalls(context);
  const endsAt = Date.now() + workTime(context.getRemainingTimeInMillis());
  try {
    return { briefs: await sendBriefs({ tools, now: new Date(), endsAt }) };
  } finally {
    flushMetrics(environment.STAGE);
  }
};
