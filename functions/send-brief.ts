/** The clock, at eight in the morning, and `vigia brief send`: the brief of the day that ended, and what was missed before. */

import type { Context } from "aws-lambda";
import { documentClient } from "../lib/aws/document-client.ts";
import { boundCalls, workTime } from "../lib/aws/time-left.ts";
import { briefTools } from "../lib/brief/brief-tools.ts";
import { type SentBrief, sendBriefs } from "../lib/brief/send-briefs.ts";
import { sendBriefEnv } from "../lib/runtime/env.ts";
import { flushMetrics } from "../lib/runtime/observe.ts";
import { readEnvironment } from "../lib/runtime/read-environment.ts";
import { caseProjects } from "../lib/store/cases/case-projects.ts";

const environment = readEnvironment(sendBriefEnv, process.env);
const database = documentClient();
const tools = briefTools(environment, database);

/** With what names no project, and what is left of those that the stack served once. */
async function recordedIds(): Promise<readonly number[]> {
  const { CASES_TABLE: cases } = environment;
  return cases === undefined ? tools.recordedIds : caseProjects(database, cases, tools.projectIds);
}

interface BriefAnswer {
  /** What became of the brief of each day that was owed, for `vigia brief send`. */
  briefs: SentBrief[];
}

export const handler = async (_event: unknown, context: Context): Promise<BriefAnswer> => {
  boundCalls(context);
  const endsAt = Date.now() + workTime(context.getRemainingTimeInMillis());
  try {
    return {
      briefs: await sendBriefs({
        tools: { ...tools, recordedIds: await recordedIds() },
        now: new Date(),
        endsAt,
      }),
    };
  } finally {
    flushMetrics(environment.STAGE);
  }
};
