/** Facts in a brief: counts and times alone. It names no user and no decision about one. */

import pMap from "p-map";
import * as z from "zod/mini";
import { CountLimit, MOST_COUNTED } from "../../aws/tables/count-limit.ts";
import { type CasesTable, eventItemsWithin } from "../../cases/case-index.ts";
import { caseOfEvent } from "../../cases/case-keys.ts";
import type { CaseQueries } from "../../cases/case-queries.ts";
import { isOpen } from "../../cases/case-state.ts";
import { pendingNotice } from "../../cases/due.ts";
import type { SealOutcome, SealStore } from "../../cases/integrity/seal-store.ts";
import { judge } from "../../cases/urgency.ts";
import { addDays } from "../../i18n/time/calendar.ts";
import { zonedTimes } from "../../i18n/zoned-time.ts";
import type { NotificationQueries } from "../../intake/notifications/notification-queries.ts";
import { type ScanRun, totalsOf } from "../../screening/runs/run.ts";
import { type LastWebhook, lastWebhook, openQuarantine, serviceErrors } from "../health/intake.ts";
import { type LastScan, lastScan } from "../health/last-scan.ts";
import type { BriefDays } from "./brief-days.ts";
import { type ReceivedCases, receivedIn } from "./received-cases.ts";

/** Undecided cases, when the brief was made. */
export interface BriefUndecided {
  count: number;
  /** Receipt of the oldest one, ISO 8601; undefined if there are no cases. */
  oldest: string | undefined;
  /** Number of cases of lists of sanctioned persons. */
  sanctions: number;
  /** Number of cases that were received more than 48 hours before. */
  waiting: number;
  /** Number of cases past a deadline. */
  overdue: number;
  /** Number of cases whose next deadline is today or in the next seven days, by the officers' day, `YYYY-MM-DD`. */
  due: ReadonlyMap<string, number>;
  /** Cases of which a 24-hour notice is pending, and how many of them are past the 24 hours. */
  notices: { pending: number; overdue: number };
  /** Decided cases that the service revised since, until an officer confirms the decision or reopens the case. */
  revisedSince: number;
  /** True if not all were read: the numbers are lower bounds. */
  isCut: boolean;
}

/** State of a project's last scan, and receipt of its last webhook. */
export type ProjectScan = { projectId: number } & LastScan;
export type ProjectWebhook = { projectId: number } & LastWebhook;

/** A number, and whether it is a lower bound. */
interface BoundedCount {
  count: number;
  isCut: boolean;
}

export interface BriefFacts extends Pick<BriefDays, "first" | "day" | "from" | "to"> {
  /** Time of making the brief, ISO 8601. */
  madeAt: string;
  projectIds: readonly number[];
  /** Cases received on these days, of all projects. */
  received: ReceivedCases;
  /** Cases that the service revised on these days. */
  revised: BoundedCount;
  /** Errors that the service reported on these days, and the texts of the newest ones, each once and unchanged. */
  errors: BoundedCount & { texts: readonly string[] };
  scans: readonly ProjectScan[];
  webhooks: readonly ProjectWebhook[];
  /** Bodies that were not understood and not replayed. */
  quarantined: BoundedCount;
  deadLetters: { webhook: number; scan: number };
  undecided: BriefUndecided;
  /** The last seal, which officers keep outside the account. */
  seal: SealOutcome;
}

/** Number of cases due within seven days. */
export function dueSoon({ due }: BriefUndecided): number {
  return [...due.values()].reduce((sum, count) => sum + count, 0);
}

/** Reports whether officers have missed a deadline. */
export function isOverdue({ overdue, notices }: BriefUndecided): boolean {
  return overdue + notices.overdue > 0;
}

/** Threshold alerts of each project's last scan. */
export function thresholdAlerts({ scans }: Pick<BriefFacts, "scans">): number {
  return scans.reduce((sum, scan) => sum + (scan.kind === "none" ? 0 : totalsOf(scan.run).exceeded), 0);
}

/** The stores from which the facts are read. */
export interface BriefSources {
  timeZone: string;
  /** Projects of the settings, also those that left. */
  projectIds: readonly number[];
  /** Those that have not left. */
  servedIds: readonly number[];
  notifications: NotificationQueries;
  /** The runs of a project, the newest first. */
  runsOf(projectId: number): AsyncIterable<ScanRun>;
  /** Number of dead-letter messages. */
  deadLetters(): Promise<BriefFacts["deadLetters"]>;
  cases: Pick<CaseQueries, "list" | "allOpen">;
  casesTable: CasesTable;
  seals: Pick<SealStore, "make">;
}

/** Reads what happened on some days, and what is undecided or waits now; makes the seal that is due. */
export async function briefFacts(
  sources: BriefSources,
  { first, day, from, to }: BriefDays,
  now: Date,
): Promise<BriefFacts> {
  const { projectIds, servedIds, notifications, runsOf } = sources;
  const [time, span] = [now.getTime(), { projectIds, since: from, until: to }];
  const limit = new CountLimit();
  const [received, revised, errors, scans, webhooks, quarantined, deadLetters, undecided, seal] =
    await Promise.all([
      receivedIn(limit.of(sources.cases.list(span))),
      revisedIn(sources, { from, to }),
      serviceErrors(notifications, span),
      pMap(servedIds, async (projectId) => ({ projectId, ...(await lastScan(runsOf(projectId), time)) })),
      pMap(servedIds, async (projectId) => ({
        projectId,
        ...(await lastWebhook(notifications, projectId, time)),
      })),
      openQuarantine(notifications, projectIds, time, MOST_COUNTED),
      sources.deadLetters(),
      undecidedNow(sources, now),
      sources.seals.make(projectIds, now),
    ]);
  return {
    first,
    day,
    from,
    to,
    madeAt: now.toISOString(),
    projectIds,
    revised,
    scans,
    webhooks,
    deadLetters,
    undecided,
    seal,
    received: { ...received, isCut: limit.isReached },
    errors: { count: errors.count, texts: errors.texts, isCut: errors.readSoFar !== undefined },
    quarantined: { count: quarantined.open, isCut: quarantined.readSoFar !== undefined },
  };
}

/** One that is corrupt must not end the count. */
const revision = z.object({
  subject: z.string(),
  opened: z.string(),
  event: z.object({ kind: z.literal("revised"), at: z.string() }),
});

async function revisedIn(
  { casesTable, projectIds }: BriefSources,
  { from, to }: Pick<BriefDays, "from" | "to">,
): Promise<BoundedCount> {
  const limit = new CountLimit();
  const revisedCases = new Set<string>();
  for (const projectId of projectIds)
    for await (const item of limit.of(eventItemsWithin(casesTable, projectId, { since: from, until: to }))) {
      const { data } = revision.safeParse(item);
      const key = data && caseOfEvent(data);
      if (key !== undefined && data !== undefined && data.event.at < to)
        revisedCases.add(`${key.subject} ${key.opened}`);
    }
  return { count: revisedCases.size, isCut: limit.isReached };
}

/** Days after today that count as soon. */
const SOON_DAYS = 7;

/** A case that is undecided for longer has waited. */
const WAITING_MS = 48 * 3_600_000;

/** Everything that is open, taken or not, and what was decided and revised since. */
async function undecidedNow(
  { cases, timeZone, projectIds }: BriefSources,
  now: Date,
): Promise<BriefUndecided> {
  const nowIso = now.toISOString();
  const waitingBefore = new Date(now.getTime() - WAITING_MS).toISOString();
  const zone = zonedTimes("en", timeZone);
  const horizon = addDays(zone.day(nowIso) ?? nowIso, SOON_DAYS);
  const limit = new CountLimit();
  const due = new Map<string, number>();
  const notices = { pending: 0, overdue: 0 };
  const counts = { count: 0, sanctions: 0, waiting: 0, overdue: 0, revisedSince: 0 };
  let oldest: string | undefined;
  for (const projectId of projectIds)
    for await (const listedCase of limit.of(cases.allOpen([projectId]))) {
      const { receivedAt } = listedCase;
      if (!isOpen(listedCase)) {
        counts.revisedSince += 1;
        continue;
      }
      const notice = pendingNotice(listedCase);
      if (notice !== undefined) notices.pending += 1;
      if (notice !== undefined && notice.at <= nowIso) notices.overdue += 1;
      const { next, passed, isListed } = judge(listedCase, nowIso);
      counts.count += 1;
      if (isListed) counts.sanctions += 1;
      if (receivedAt < waitingBefore) counts.waiting += 1;
      if (passed !== undefined) counts.overdue += 1;
      if (oldest === undefined || receivedAt < oldest) oldest = receivedAt;
      const day = next === undefined ? undefined : zone.day(next);
      if (day !== undefined && day <= horizon) due.set(day, (due.get(day) ?? 0) + 1);
    }
  return { ...counts, oldest, due, notices, isCut: limit.isReached };
}
