/** Reminders of the 24 hours that the law leaves from a suspicion on: at 12 and at 20 of them, each at once. */

import type { OnceAlert } from "../alerts/once-publisher.ts";
import { type Undecided, UndecidedCount } from "../cases/undecided.ts";
import type { SuspectedCase } from "../cases/undecided-cases.ts";
import { suspectedBefore, suspicionReminderId } from "./moments.ts";
import { subjectsOf } from "./reminder-subjects.ts";
import { type ReminderHour, type ReminderTools, unsentOf } from "./reminder-tools.ts";
import { undecidedReminder } from "./undecided-reminder.ts";

/** Those that are owed now, the most urgent first: each is a message as that of a day, of one case. */
export async function suspicionReminders(
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
    compose: (_, speaker) =>
      undecidedReminder(undecided(one, now.toISOString()), { stage, projectId, speaker, desk, hours }),
  }));
}

function undecided(one: SuspectedCase, now: string): Undecided {
  const count = new UndecidedCount(now);
  count.add(one);
  return count.end(true);
}
