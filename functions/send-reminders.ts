/** The clock, every hour: reminds officers of what is undecided, and tells others of what stays so. */

import type { Context } from "aws-lambda";
import * as z from "zod/mini";
import { flushMetrics } from "../lib/platform/observe.ts";
import { setInvocationDeadline, workTime } from "../lib/platform/time-left.ts";
import { remind } from "../lib/reminders/remind.ts";
import { reminderTools } from "../lib/reminders/reminder-tools.ts";
import { readEnvironment, sendRemindersEnv } from "../lib/settings/env.ts";

/** Input of the function: from the schedule for all projects, by hand for some. */
const reminderEvent = z.object({ projectIds: z.optional(z.array(z.int())) });

/** The projects that a call is about: those of the known ones that it names, all where it names none. */
function projectIdsOf(event: unknown, known: readonly number[]): readonly number[] {
  const { projectIds } = reminderEvent.parse(event ?? {});
  return projectIds === undefined ? known : known.filter((id) => projectIds.includes(id));
}

const environment = readEnvironment(sendRemindersEnv, process.env);
const tools = reminderTools(environment);

export const handler = async (event: unknown, context: Context): Promise<void> => {
  setInvocationDeadline(context);
  const endsAt = Date.now() + workTime(context.getRemainingTimeInMillis());
  try {
    await remind(tools, projectIdsOf(event, await tools.projects()), { now: new Date(), endsAt });
  } finally {
    flushMetrics(environment.STAGE);
  }
};
