/** Sends the briefs that are owed: that of the day that ended, and of the days before that did not go out. */

import pMap from "p-map";
import { onceAlertId } from "../../alerts/alerts.ts";
import type { OnceOutcome } from "../../alerts/publisher.ts";
import { errorOrigin } from "../../aws/error-name.ts";
import { count, logger } from "../../aws/observe.ts";
import { CountLimit } from "../../aws/tables/count-limit.ts";
import { judge } from "../../cases/urgency.ts";
import { owedNotice } from "../../cases/view.ts";
import { addDays, instantOf } from "../../i18n/time/calendar.ts";
import { zonedTimes } from "../../i18n/zoned-time.ts";
import { totalsOf } from "../../screening/runs/run.ts";
import { openQuarantine, serviceErrors } from "../health/intake.ts";
import { lastScan } from "../health/last-scan.ts";
import { type BriefFacts, type BriefUndecided, isOverdue, type ProjectScan } from "./brief-facts.ts";
import type { BriefTools } from "./brief-tools.ts";
import { dailyBrief } from "./daily-brief.ts";
import { receivedIn } from "./received-cases.ts";

const READ_CONCURRENTLY = 10;

/** Days after today that count as soon. */
const SOON_DAYS = 7;

/** A brief was not sent; called again, the function sends what is still owed. */
export class BriefError extends Error {
  override name = "BriefError";
  constructor(days: readonly string[]) {
    super(`The briefs of ${days.join(", ")} could not be sent, or are being sent by another call.`);
  }
}

/** Outcome for the brief of a day. */
export interface SentBrief {
  day: string;
  alertId: string;
  /** `never`: too many days ago to be caught up. */
  outcome: OnceOutcome | "failed" | "never";
}

/** Tools for all briefs of a call; it must be over at `endsAt`, in milliseconds since 1970. */
interface BriefCall {
  tools: BriefTools;
  now: Date;
  endsAt: number;
}

/**
 * @returns what became of each that was owed; of the last one where none was
 * @throws {BriefError} where a brief was not sent, after all others were
 */
export async function sendBriefs(call: BriefCall): Promise<SentBrief[]> {
  const { tools, now } = call;
  const days = lastDays(now, tools.timeZone);
  const states = await statesOf(days, tools);
  // After days without any it has to be known whether there were briefs before.
  const before = states[0] === undefined ? daysBefore(now, tools.timeZone) : [];
  const lastBegun = (await statesOf(before, tools)).findLastIndex(isBegun);
  const isBegunBefore = lastBegun !== -1;
  const never = isBegunBefore ? before.slice(lastBegun + 1) : [];
  if (never.length > 0)
    logger.warn("briefs of days that are too long ago are never sent", { days: never.map(({ day }) => day) });
  const owed = owedDays(days, states, isBegunBefore);
  const last = days.at(-1);
  const found =
    owed.length === 0 && last !== undefined
      ? [{ day: last.day, alertId: last.id, outcome: "sent before" as const }]
      : await sendEach(owed, call);
  const unsent = found.filter(({ outcome }) => outcome === "failed" || outcome === "claimed-elsewhere");
  if (!unsent.some(({ day }) => day === last?.day)) count("BriefSent");
  if (unsent.length > 0) throw new BriefError(unsent.map(({ day }) => day));
  return [...never.map(({ day, id }) => ({ day, alertId: id, outcome: "never" as const })), ...found];
}

/** State of each day's record, or of its escalation where that is still to be sent; undefined for a brief that was not begun. */
function statesOf(days: readonly BriefDay[], { alerts }: BriefTools): Promise<(string | undefined)[]> {
  return pMap(
    days,
    async ({ id, escalationId }) => {
      const [brief, escalation] = await Promise.all([alerts.standing(id), alerts.standing(escalationId)]);
      return brief?.state === "sent" ? (escalation?.state ?? "sent") : brief?.state;
    },
    { concurrency: READ_CONCURRENTLY },
  );
}

function isBegun(state: string | undefined): boolean {
  return state !== undefined;
}

/** The newest day first: what officers need this morning waits for no day of last week, and one that fails holds up none. */
async function sendEach(owed: readonly BriefDay[], call: BriefCall): Promise<SentBrief[]> {
  const standing = await standingNow(call.tools, call.now);
  const found: SentBrief[] = [];
  for (const day of owed.toReversed()) {
    const outcome = await sendBrief(day, standing, call).catch((error: unknown) => {
      logger.error("the brief of a day could not be sent", { day: day.day, ...errorOrigin(error) });
      return "failed" as const;
    });
    logger.info("the brief of a day was looked after", { day: day.day, alert: day.id, outcome });
    found.push({ day: day.day, alertId: day.id, outcome });
  }
  return found;
}

async function sendBrief(
  { day, from, to, id, escalationId }: BriefDay,
  standing: Standing,
  { tools, now, endsAt }: BriefCall,
): Promise<OnceOutcome> {
  const { stage, desk, projectIds, topics, publisher } = tools;
  const span = { projectIds, since: from, until: to };
  const limit = new CountLimit();
  const received = await receivedIn(limit.of(tools.cases.list(span)));
  const { readSoFar, ...errors } = await serviceErrors(tools.notifications, span);
  const facts: BriefFacts = {
    ...{ day, from, to, made: now.toISOString(), projectIds, ...standing },
    received: { ...received, isCut: limit.isReached },
    crossed: await crossedWithin({ from, to }, tools),
    revised: await tools.revisions(projectIds, { from, to }),
    errors: { ...errors, isCut: readSoFar !== undefined },
  };
  const send = (messageId: string, topicArn: string) =>
    publisher.send(
      {
        ...{ id: messageId, projectId: "all", topicArn, subjects: [] },
        compose: (alertId, translator) => dailyBrief(facts, { stage, alertId, translator, desk }),
      },
      Math.min(endsAt, Date.now() + tools.messageMs),
    );
  const outcome = await send(id, topics.alerts);
  if (topics.escalation === undefined || !isOverdue(facts.undecided)) return outcome;
  const escalated = await send(escalationId, topics.escalation);
  return escalated === "claimed-elsewhere" ? escalated : outcome;
}

/** Number of wallets that exceeded in the scans of a day, of all projects: one may do so in each of several. */
async function crossedWithin(
  { from, to }: Pick<BriefDay, "from" | "to">,
  { projectIds, runsOf }: BriefTools,
): Promise<number> {
  let crossed = 0;
  for (const projectId of projectIds)
    for await (const run of runsOf(projectId)) {
      if (run.startedAt < from) break;
      if (run.startedAt < to) crossed += totalsOf(run).exceeded;
    }
  return crossed;
}

/** Time at which the brief of a day is due: on the next day, by the officers' clock. */
const BRIEF_CLOCK = "08:00";

/** Most days that are caught up. */
const MOST_DAYS = 7;

/** Days to look back for a brief that went out: after more days without one there have been none. */
const LOOKED_BACK = 60;

/**
 * A day is over for its brief this long after it ended: clocks of functions differ, and an index is a little behind its
 * table. At eight o'clock it is over by far.
 */
const SETTLED_MS = 15 * 60_000;

/** A day where the officers are. */
interface BriefDay {
  /** `YYYY-MM-DD`. */
  day: string;
  /** Beginning and end, ISO 8601 in UTC. */
  from: string;
  to: string;
  /** Key of its brief's record. */
  id: string;
  /** Key of the record of the same brief to the people of `escalationEmails`. */
  escalationId: string;
}

/** The last days that are over, the oldest first: those whose briefs are caught up. */
export function lastDays(now: Date, timeZone: string): BriefDay[] {
  return daysBack(now, timeZone, { most: MOST_DAYS, least: 1 });
}

/** Earlier days, whose briefs are not sent any more. */
function daysBefore(now: Date, timeZone: string): BriefDay[] {
  return daysBack(now, timeZone, { most: MOST_DAYS + LOOKED_BACK, least: MOST_DAYS + 1 });
}

/** @param range how many days ago the first and the last one was */
function daysBack(now: Date, timeZone: string, { most, least }: { most: number; least: number }): BriefDay[] {
  const zone = zonedTimes("en", timeZone);
  const settled = new Date(now.getTime() - SETTLED_MS).toISOString();
  const today = zone.day(settled) ?? settled.slice(0, "YYYY-MM-DD".length);
  return Array.from({ length: most - least + 1 }, (_, index) => {
    const [day, next] = [addDays(today, index - most), addDays(today, index - most + 1)];
    const to = zone.startOf(next);
    const due = instantOf(`${next}T${BRIEF_CLOCK}`, timeZone) ?? to;
    return {
      ...{ day, from: zone.startOf(day), to },
      id: onceAlertId("all", due, `brief#${day}`),
      escalationId: onceAlertId("all", due, `escalation#${day}`),
    };
  });
}

/**
 * The days whose brief is owed, the oldest first: those that did not go out since the first brief, and the last one.
 * Days before the first brief that was begun have none.
 * @param states state of each day's brief; undefined if none was begun
 * @param isBegunBefore whether one was begun before all of these days
 */
export function owedDays<Day>(
  days: readonly Day[],
  states: readonly (string | undefined)[],
  isBegunBefore: boolean,
): Day[] {
  const first = isBegunBefore ? 0 : states.findIndex((state) => state !== undefined);
  const since = first === -1 ? days.length - 1 : first;
  return days.filter((_, index) => index >= since && states[index] !== "sent");
}

/** So many notifications are looked through for those in quarantine at most. */
const MOST_READ = 100_000;

/** Facts that all briefs made at one time share. */
type Standing = Pick<BriefFacts, "scans" | "quarantined" | "deadLetters" | "undecided" | "seal">;

export async function standingNow(tools: BriefTools, now: Date): Promise<Standing> {
  const { projectIds, servedIds, notifications, runsOf } = tools;
  const time = now.getTime();
  const [scans, quarantined, deadLetters, undecided, seal] = await Promise.all([
    Promise.all(
      servedIds.map(
        async (projectId): Promise<ProjectScan> => ({
          projectId,
          ...(await lastScan(runsOf(projectId), time)),
        }),
      ),
    ),
    openQuarantine(notifications, projectIds, time, MOST_READ),
    tools.deadLetters(),
    undecidedNow(tools, now),
    tools.seals.make(projectIds, now),
  ]);
  const { open, readSoFar } = quarantined;
  return {
    scans,
    quarantined: { count: open, isCut: readSoFar !== undefined },
    deadLetters,
    undecided,
    seal,
  };
}

/** Everything that is open, taken or not, and the 24-hour notices that are owed of what is decided too. */
async function undecidedNow({ cases, timeZone, projectIds }: BriefTools, now: Date): Promise<BriefUndecided> {
  const nowIso = now.toISOString();
  const zone = zonedTimes("en", timeZone);
  const horizon = addDays(zone.day(nowIso) ?? nowIso, SOON_DAYS);
  const limit = new CountLimit();
  const due = new Map<string, number>();
  const notices = { owed: 0, overdue: 0 };
  let [count, overdue] = [0, 0];
  let oldest: string | undefined;
  for (const projectId of projectIds)
    for await (const one of limit.of(cases.openOrOwing(projectId))) {
      const { outcome, receivedAt } = one;
      const owed = owedNotice(one);
      if (owed !== undefined) notices.owed += 1;
      if (owed !== undefined && owed.at <= nowIso) notices.overdue += 1;
      if (outcome !== undefined) continue;
      count += 1;
      if (oldest === undefined || receivedAt < oldest) oldest = receivedAt;
      const { next, passed } = judge(one, nowIso);
      if (passed !== undefined) overdue += 1;
      const day = next === undefined ? undefined : zone.day(next);
      if (day !== undefined && day <= horizon) due.set(day, (due.get(day) ?? 0) + 1);
    }
  return { count, oldest, overdue, due, notices, isCut: limit.isReached };
}
