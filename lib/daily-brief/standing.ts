/** State of everything when a brief is made: open work of every day. */

import { noticeDeadline } from "../cases/notices.ts";
import { type Due, duesAt } from "../cases/state.ts";
import type { SuspectedCase } from "../cases/undecided-cases.ts";
import { SOON_DAYS } from "../daily-counts/open-by-age.ts";
import { openQuarantine } from "../health/intake.ts";
import { lastScan } from "../health/last-scan.ts";
import { addDays } from "../time/calendar.ts";
import type { BriefFacts, BriefUndecided, ProjectScan } from "./brief-facts.ts";
import type { BriefTools } from "./brief-tools.ts";

/** Sorts behind every time. */
const EVER = "9";

/** So many notifications are looked through for those in quarantine at most. */
const MOST_READ = 100_000;

/** Facts that all briefs made at one time share. */
export type Standing = Pick<BriefFacts, "scans" | "quarantined" | "deadLetters"> & {
  undecided: BriefUndecided | undefined;
};

export async function standingNow(tools: BriefTools, now: Date): Promise<Standing> {
  const { projectIds, notifications, runsOf } = tools;
  const recorded = await tools.recordedIds();
  const time = now.getTime();
  const [scans, quarantined, deadLetters, undecided] = await Promise.all([
    Promise.all(
      projectIds.map(
        async (projectId): Promise<ProjectScan> => ({
          projectId,
          ...(await lastScan(runsOf(projectId), time)),
        }),
      ),
    ),
    openQuarantine(notifications, { recorded, projectIds }, time, MOST_READ),
    tools.deadLetters(),
    undecidedNow(tools, recorded, now),
  ]);
  const { open, readSoFar } = quarantined;
  return { scans, quarantined: { count: open, isCut: readSoFar !== undefined }, deadLetters, undecided };
}

/** Everything that is open, taken or not, and the 24-hour notices that are owed of what is decided too. */
async function undecidedNow(
  { cases, zone }: BriefTools,
  projectIds: readonly number[],
  now: Date,
): Promise<BriefUndecided | undefined> {
  if (cases === undefined) return undefined;
  const nowIso = now.toISOString();
  // By days, as Overview counts.
  const horizon = addDays(zone.day(nowIso) ?? nowIso, SOON_DAYS);
  const due = new Map<string, number>();
  let [count, overdue] = [0, 0];
  let oldest: string | undefined;
  const take = ({ receivedAt, ...one }: Due & { receivedAt: string }) => {
    count += 1;
    if (oldest === undefined || receivedAt < oldest) oldest = receivedAt;
    const { next, passed } = duesAt(one, nowIso);
    if (passed !== undefined) overdue += 1;
    const day = next === undefined ? undefined : zone.day(next);
    if (day === undefined || day > horizon) return;
    due.set(day, (due.get(day) ?? 0) + 1);
  };
  const notices = { owed: 0, overdue: 0 };
  const takeSuspected = ({ knownSince }: SuspectedCase) => {
    notices.owed += 1;
    if (noticeDeadline(knownSince) <= nowIso) notices.overdue += 1;
  };
  const until = Number.POSITIVE_INFINITY;
  await Promise.all(
    projectIds.flatMap((projectId) => [
      cases.undecided.receivedBefore(projectId, EVER, { take, until }),
      cases.undecided.suspectedBefore(projectId, EVER, { take: takeSuspected, until }),
    ]),
  );
  return { count, oldest, overdue, due, notices };
}
