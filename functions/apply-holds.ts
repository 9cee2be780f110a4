/** Schedule, `vigia hold`: keep what is held from expiring, and let go what no hold is on any more. */

import type { Context } from "aws-lambda";
import { type ApplyAnswer, applyHolds } from "../lib/holds/apply.ts";
import { holdTools } from "../lib/holds/tools.ts";
import { documentClient } from "../lib/platform/document-client.ts";
import { setInvocationDeadline } from "../lib/platform/time-left.ts";
import { applyHoldsEnv, readEnvironment } from "../lib/settings/env.ts";

const environment = readEnvironment(applyHoldsEnv, process.env);
const database = documentClient();

export const handler = async (event: unknown, context: Context): Promise<ApplyAnswer> => {
  setInvocationDeadline(context);
  const tools = await holdTools(environment, database);
  return applyHolds(event, context.getRemainingTimeInMillis(), tools);
};
