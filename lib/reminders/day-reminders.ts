/** The messages of a day: one to the officers, and one to those whom it is escalated to, of what is undecided. */

import type { OnceAlert } from "../alerts/publisher.ts";
import { noticeDeadline } from "../cases/notices.ts";
import {
  countOfUndecided,
  DUE_WITHIN_MS,
  namedIn,
  type Undecided,
  UndecidedCount,
} from "../cases/undecided.ts";
import { dayReminderId, reminderDay } from "./moments.ts";
import { subjectsOf } from "./reminded-case.ts";
import { type ReminderHour, type ReminderTools, unsentOf } from "./reminder-tools.ts";
import { escalation, undecidedReminder } from "./undecided-reminder.ts";

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
export async function dayReminders(tools: ReminderTools, hour: ReminderHour): Promise<OnceAlert[]> {
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
