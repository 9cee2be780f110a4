/** Schedule → the days of each project as numbers, in Cases; the next call goes on where the time ends. */

import { InvokeCommand, LambdaClient } from "@aws-sdk/client-lambda";
import type { Context } from "aws-lambda";
import { caseProjects } from "../lib/cases/case-projects.ts";
import { type CountingTools, countDays, countEvent } from "../lib/daily-counts/count-days.ts";
import { DayContents } from "../lib/daily-counts/day-contents.ts";
import { DayStore } from "../lib/daily-counts/days.ts";
import { TouchedDays } from "../lib/daily-counts/touched-days.ts";
import { zonedTimes } from "../lib/i18n/zoned-time.ts";
import { BEHIND_QUEUE, clientConfig } from "../lib/platform/clients.ts";
import { documentClient } from "../lib/platform/document-client.ts";
import { logger } from "../lib/platform/observe.ts";
import { setInvocationDeadline, workTime } from "../lib/platform/time-left.ts";
import { countDaysEnv, readEnvironment } from "../lib/settings/env.ts";

const environment = readEnvironment(countDaysEnv, process.env);
const { CASES_TABLE: cases, NOTIFICATIONS_TABLE: notifications, TIME_ZONE: timeZone } = environment;
const served = environment.PROJECTS.map(({ id }) => id);
const database = documentClient();
const lambda = new LambdaClient(clientConfig(BEHIND_QUEUE));
const tools: Omit<CountingTools, "projectIds"> = {
  days: new DayStore(database, cases),
  touched: new TouchedDays(database, cases),
  contents: new DayContents(database, { notifications, cases }),
  // Days are counted and not told, so the language does not matter.
  zone: zonedTimes("en", timeZone),
  timeZone,
  retentionYears: environment.RETENTION_YEARS,
  now: Date.now,
};

export const handler = async (event: unknown, context: Context): Promise<void> => {
  setInvocationDeadline(context);
  // Then the page that was begun ends, and the next call is made.
  const until = Date.now() + workTime(context.getRemainingTimeInMillis());
  const projectIds = await caseProjects(database, cases, served);
  const next = await countDays(countEvent.parse(event), { ...tools, projectIds }, until);
  if (next !== undefined) {
    const call = { FunctionName: context.invokedFunctionArn, InvocationType: "Event" } as const;
    await lambda.send(new InvokeCommand({ ...call, Payload: JSON.stringify(next) }));
  }
  logger.info(next === undefined ? "the days are counted" : "the days are counted on by another call");
};
