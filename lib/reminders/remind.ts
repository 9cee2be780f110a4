/** An hour's reminders: each goes out once, and what could not be sent is owed to the next hour. */

import type { OnceAlert } from "../alerts/publisher.ts";
import { noticeDeadline } from "../cases/state.ts";
import {
  countOfUndecided,
  DUE_WITHIN_MS,
  namedIn,
  type Undecided,
  UndecidedCount,
} from "../cases/undecided.ts";
import type { SuspectedCase } from "../cases/undecided-cases.ts";
import { errorOrigin } from "../platform/error-name.ts";
import { logger } from "../platform/observe.ts";
import { dayReminderId, reminderDay, suspectedBefore, suspicionReminderId } from "./moments.ts";
import { subjectsOf } from "./reminded-case.ts";
import { type ReminderHour, type ReminderTools, unsentOf } from "./reminder-tools.ts";
import { escalation, undecidedReminder } from "./undecided-reminder.ts";

/** Something is owed that could not be sent; said again, the call sends that alone. */
export class ReminderError extends Error {
  override name = "ReminderError";
  constructor(count: number) {
    super(`${count} reminders could not be sent, or are being sent by another call: they are tried again.`);
  }
}

/**
 * Sends what is owed at a time.
 * @throws {ReminderError} where something of it was not sent, after all else was
 */
export async function remind(
  tools: ReminderTools,
  projectIds: readonly number[],
  { now, endsAt }: Omit<ReminderHour, "projectId">,
): Promise<void> {
  let unsent = 0;
  for (const projectId of projectIds) {
    for (const remindersOf of [suspicionReminders, dayReminders]) {
      try {
        const owed = await remindersOf(tools, { projectId, now, endsAt });
        unsent += await send(owed, tools, endsAt);
      } catch (error) {
        unsent += 1;
        logger.error("what is undecided could not be read", { project: projectId, ...errorOrigin(error) });
      }
    }
  }
  if (unsent > 0) throw new ReminderError(unsent);
}

/** @returns how many were not sent */
async function send(owed: readonly OnceAlert[], tools: ReminderTools, endsAt: number): Promise<number> {
  let unsent = 0;
  for (const one of owed) {
    try {
      const outcome = await tools.publisher().send(one, Math.min(endsAt, Date.now() + tools.messageMs));
      if (outcome === "claimed-elsewhere") unsent += 1;
      logger.info("a reminder was looked after", { alert: one.id, outcome });
    } catch (error) {
      unsent += 1;
      logger.error("a reminder could not be sent; it is tried again", {
        alert: one.id,
        ...errorOrigin(error),
      });
    }
  }
  return unsent;
}

/** Messages that are due now, the most urgent first: each is like that of a day, of one case. */
async function suspicionReminders(
  tools: ReminderTools,
  { projectId, now, endsAt }: ReminderHour,
): Promise<OnceAlert[]> {
  const { stage, desk, topics, timeZone, afterHours: hours } = tools;
  const suspected: SuspectedCase[] = [];
  await tools.cases.suspectedBefore(projectId, suspectedBefore(now), {
    take: (one) => suspected.push(one),
    until: endsAt,
  });
  const owed = suspected
    .toSorted((a, b) => (a.knownSince < b.knownSince ? -1 : 1))
    .flatMap((one) => {
      const id = suspicionReminderId(one, now, timeZone);
      return id === undefined ? [] : [{ id, one }];
    });
  return (await unsentOf(owed, tools)).map(({ id, one }) => ({
    ...{ id, projectId, topicArn: topics.alerts, subjects: subjectsOf([one]) },
    compose: (_, translator) => {
      const count = new UndecidedCount(now.toISOString());
      count.add(one);
      return undecidedReminder(count.end(true), { stage, projectId, translator, desk, hours });
    },
  }));
}

const HOUR_MS = 3_600_000;

/** Hours until a case is escalated. */
const ESCALATED_AFTER_HOURS = 48;

/** Share of the time that counting may take; the message has the count until then. */
const COUNTING_SHARE_OF_TIME = 1 / 2;

const KINDS = {
  reminder: undecidedReminder,
  escalation,
};

/** Messages that are due now; empty if nothing is undecided. */
async function dayReminders(tools: ReminderTools, hour: ReminderHour): Promise<OnceAlert[]> {
  const { projectId, now } = hour;
  const { stage, desk, timeZone, afterHours, topics } = tools;
  const day = reminderDay(now, timeZone);
  const messages = [
    { kind: "reminder" as const, topicArn: topics.alerts, hours: afterHours },
    ...(topics.escalation === undefined
      ? []
      : [{ kind: "escalation" as const, topicArn: topics.escalation, hours: ESCALATED_AFTER_HOURS }]),
  ].map((one) => ({ ...one, id: dayReminderId(projectId, one.kind, day) }));
  const owed = (await unsentOf(messages, tools)).filter(({ isBegun }) => isBegun || !day.isOver);
  if (owed.length === 0) return [];
  const found = await undecided(tools, hour);
  return owed
    .filter(({ kind }) => countOfUndecided(found[kind]) > 0)
    .map(({ id, kind, hours, topicArn }) => ({
      ...{ id, projectId, topicArn, subjects: subjectsOf(namedIn(found[kind])) },
      compose: (_, translator) => KINDS[kind](found[kind], { stage, projectId, translator, desk, hours }),
    }));
}

/** Time that the law leaves from a suspicion on. */
const NOTICE_HOURS = 24;

/** Reads what has waited for long, of the rest what is due, and the missed 24-hour notices of what is decided. */
async function undecided(
  { cases, afterHours }: ReminderTools,
  { projectId, now, endsAt }: ReminderHour,
): Promise<Record<keyof typeof KINDS, Undecided>> {
  const at = (hours: number) => new Date(now.getTime() + hours * HOUR_MS).toISOString();
  const [old, escalated] = [at(-afterHours), at(-ESCALATED_AFTER_HOURS)];
  const reminder = new UndecidedCount(now.toISOString());
  const escalation = new UndecidedCount(now.toISOString());
  const openOwing = new Set<string>();
  const until = Date.now() + (endsAt - Date.now()) * COUNTING_SHARE_OF_TIME;
  const [isOldWhole, isDueWhole] = await Promise.all([
    cases.receivedBefore(projectId, old, {
      take: (one) => {
        reminder.add(one);
        if (one.receivedAt < escalated) escalation.add(one);
      },
      until,
    }),
    cases.dueBefore(projectId, at(DUE_WITHIN_MS / HOUR_MS), {
      take: (one) => {
        if (one.knownSince !== undefined) openOwing.add(`${one.subject} ${one.opened}`);
        if (one.receivedAt >= old) reminder.add(one);
      },
      until,
    }),
  ]);
  // An open case whose notice was missed is among those that are due: all of them have to be known.
  const areNoticesWhole =
    isDueWhole &&
    (await cases.suspectedBefore(projectId, at(-NOTICE_HOURS), {
      take: (one) => {
        if (openOwing.has(`${one.subject} ${one.opened}`)) return;
        // Nothing else is owed of it: it is decided, or goes on as another.
        const missed = { ...one, dueAt: noticeDeadline(one.knownSince), deadlines: [] };
        reminder.add(missed);
        if (one.receivedAt < escalated) escalation.add(missed);
      },
      until,
    }));
  return {
    reminder: reminder.end(isOldWhole && areNoticesWhole),
    escalation: escalation.end(isOldWhole && areNoticesWhole),
  };
}
