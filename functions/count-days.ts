/** Schedule → the days of each project as numbers, in Cases; what there is no time for is its own next call's. */

import type { Context } from "aws-lambda";
import { caseProjects } from "../lib/cases/case-projects.ts";
import { type CountingTools, countDays, countEvent } from "../lib/daily-counts/count-days.ts";
import { DayContents } from "../lib/daily-counts/day-contents.ts";
import { DayStore } from "../lib/daily-counts/days.ts";
import { TouchedDays } from "../lib/daily-counts/touched-days.ts";
import { zonedTimes } from "../lib/i18n/zoned-time.ts";
import { documentClient } from "../lib/platform/document-client.ts";
import { logger } from "../lib/platform/observe.ts";
import { type AwsCaller, callLater } from "../lib/platform/signed-call.ts";
import { boundCalls, workTime } from "../lib/platform/time-left.ts";
import { countDaysEnv, readEnvironment } from "../lib/settings/env.ts";

const environment = readEnvironment(countDaysEnv, process.env);
const { CASES_TABLE: cases, NOTIFICATIONS_TABLE: notifications, TIME_ZONE: timeZone } = environment;
const served = environment.PROJECTS.map(({ id }) => id);
const database = documentClient();
const { region, credentials } = database.config;
/** As the SDK's own clients read it: the local stack sets it. */
const endpoint = process.env["AWS_ENDPOINT_URL_LAMBDA"] ?? process.env["AWS_ENDPOINT_URL"];
const aws: AwsCaller = { region, credentials, endpointOf: () => endpoint };
const tools: Omit<CountingTools, "projectIds"> = {
  days: new DayStore(database, cases),
  touched: new TouchedDays(database, cases),
  contents: new DayContents(database, { notifications, cases }),
  // Its language is nobody's: days are counted, and not said.
  zone: zonedTimes("en", timeZone),
  timeZone,
  retentionYears: environment.RETENTION_YEARS,
  now: Date.now,
};

export const handler = async (event: unknown, context: Context): Promise<void> => {
  boundCalls(context);
  // Then the page that was begun ends, and the next call is made.
  const until = Date.now() + workTime(context.getRemainingTimeInMillis());
  const projectIds = await caseProjects(database, cases, served);
  const next = await countDays(countEvent.parse(event), { ...tools, projectIds }, until);
  if (next !== undefined) await callLater(aws, context.invokedFunctionArn, next);
  logger.info(next === undefined ? "the days are counted" : "the days are counted on by another call");
};
