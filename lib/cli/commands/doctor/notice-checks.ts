/** Notices of months that were recorded in part: an officer completes them at the desk. */

import { CaseQueries } from "../../../cases/case-queries.ts";
import { MonthStore } from "../../../cases/months.ts";
import { type IncompleteNotice, incompleteNotices } from "../../../cases/record-notice.ts";
import { addMonths } from "../../../i18n/time/calendar.ts";
import type { Finding } from "../../../reports/health/checks.ts";
import { documents } from "../../core/aws.ts";
import { type Check, type CheckContext, ok, warning } from "./checks.ts";

/** The current month, and those before it whose notices may still be recorded late. */
const MONTHS_LOOKED_AT = 3;

const ABOUT = "notices of months";

export const noticeChecks: readonly Check[] = [{ about: ABOUT, run: incompleteFindings }];

async function incompleteFindings({ target, now }: CheckContext): Promise<Finding[]> {
  const client = documents(target);
  // It appends nothing, and so keeps nothing for any time.
  const months = new MonthStore(client, target.tables.cases, 0);
  const cases = new CaseQueries(client, target.tables.cases);
  const current = new Date(now).toISOString().slice(0, "YYYY-MM".length);
  const looked = Array.from({ length: MONTHS_LOOKED_AT }, (_, index) => addMonths(current, -index));
  const incomplete = await Promise.all(
    target.projectIds.map((projectId) => incompleteNotices(months, cases, projectId, looked)),
  );
  const findings = incomplete.flat().map(findingOf);
  return findings.length === 0 ? [ok(ABOUT, "every ticked case is decided")] : findings;
}

function findingOf({ projectId, month, left }: IncompleteNotice): Finding {
  return warning(
    ABOUT,
    `recording a notice of ${month} of project ${projectId} stopped; ticked cases still open: ${left}`,
    "ask an officer to open the notice from its month at the desk, and to decide what is left",
  );
}
