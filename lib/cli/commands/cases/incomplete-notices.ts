/** Names notices of months that were recorded in part: an officer completes them at the desk. */

import { CaseQueries } from "../../../cases/case-queries.ts";
import { MonthStore } from "../../../cases/months.ts";
import { incompleteNotices } from "../../../cases/record-notice.ts";
import { addMonths } from "../../../i18n/time/calendar.ts";
import { documents } from "../../core/aws.ts";
import type { CommandContext } from "../../core/command.ts";
import type { Target } from "../../core/target.ts";

/** The current month, and those before it whose notices may still be recorded late. */
const MONTHS_LOOKED_AT = 3;

export async function nameIncompleteNotices(context: CommandContext, target: Target): Promise<void> {
  const client = documents(target);
  // It appends nothing, and so keeps nothing for any time.
  const months = new MonthStore(client, target.tables.cases, 0);
  const cases = new CaseQueries(client, target.tables.cases);
  const current = new Date(context.now()).toISOString().slice(0, "YYYY-MM".length);
  const looked = Array.from({ length: MONTHS_LOOKED_AT }, (_, index) => addMonths(current, -index));
  for (const projectId of target.projectIds)
    for (const { month, undecided } of await incompleteNotices(months, cases, projectId, looked))
      await context.note(
        `Recording a notice of ${month} of project ${projectId} stopped; ticked cases still open: ${undecided}. Ask an officer to open the notice from its month at the desk, and to decide what is left.`,
      );
}
