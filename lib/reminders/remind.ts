/** An hour's reminders: each goes out once, and what could not be sent is owed to the next hour. */

import type { OnceAlert } from "../alerts/publisher.ts";
import { type Undecided, UndecidedCount } from "../cases/undecided.ts";
import type { SuspectedCase } from "../cases/undecided-cases.ts";
import { errorOrigin } from "../platform/error-name.ts";
import { logger } from "../platform/observe.ts";
import { dayReminders } from "./day-reminders.ts";
import { suspectedBefore, suspicionReminderId } from "./moments.ts";
import { subjectsOf } from "./reminded-case.ts";
import { type ReminderHour, type ReminderTools, unsentOf } from "./reminder-tools.ts";
import { undecidedReminder } from "./undecided-reminder.ts";

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
    compose: (_, translator) =>
      undecidedReminder(undecided(one, now.toISOString()), { stage, projectId, translator, desk, hours }),
  }));
}

function undecided(one: SuspectedCase, now: string): Undecided {
  const count = new UndecidedCount(now);
  count.add(one);
  return count.end(true);
}
