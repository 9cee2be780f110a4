/** The clock, every hour: reminds officers of what is undecided, and tells others of what stays so. */

import type { Context } from "aws-lambda";
import { flushMetrics } from "../lib/platform/observe.ts";
import { boundCalls, workTime } from "../lib/platform/time-left.ts";
import { remind } from "../lib/reminders/remind.ts";
import { projectIdsOf } from "../lib/reminders/reminder-event.ts";
import { reminderTools } from "../lib/reminders/reminder-tools.ts";
import { sendRemindersEnv } from "../lib/settings/env.ts";
import { readEnvironment } from "../lib/settings/read-environment.ts";

const environment = readEnvironment(sendRemindersEnv, process.env);
const tools = reminderTools(environment);

export const handler = async (event: unknown, context: Context): Promise<void> => {
  boundCalls(context);
  const endsAt = Date.now() + workTime(context.getRemainingTimeInMillis());
  try {
    await remind(tools, projectIdsOf(event, await tools.projects()), { now: new Date(), endsAt });
  } finally {
    flushMetrics(environment.STAGE);
  }
};
