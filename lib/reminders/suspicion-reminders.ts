/** Reminders of the 24 hours that the law leaves from a suspicion on: at 12 and at 20 of them, each at once. */

import type { OnceAlert } from "../alert/once-publisher.ts";
import { suspicionReminder } from "../alert/reminder/suspicion-reminder.ts";
import type { SuspectedCase } from "../store/cases/undecided-cases.ts";
import { suspectedBefore, suspicionMoment } from "./moments.ts";
import { subjectsOf } from "./reminder-subjects.ts";
import { type ReminderHour, type ReminderTools, unsentOf } from "./reminder-tools.ts";

/** Those that are owed now, the most urgent first. */
export async function suspicionReminders(
  tools: ReminderTools,
  { projectId, now, endsAt }: ReminderHour,
): Promise<OnceAlert[]> {
  const suspected: SuspectedCase[] = [];
  await tools.cases.suspectedBefore(projectId, suspectedBefore(now), {
    take: (one) => suspected.push(one),
    until: endsAt,
  });
  const moments = suspected
    .toSorted((a, b) => (a.knownSince < b.knownSince ? -1 : 1))
    .flatMap((one) => {
      const moment = suspicionMoment(one, now);
      return moment === undefined ? [] : [{ ...moment, one }];
    });
  const { stage, desk, topics } = tools;
  return (await unsentOf(moments, tools)).map(({ id, dueAt, one }) => ({
    ...{ id, projectId, topicArn: topics.alerts, subjects: subjectsOf([one]) },
    compose: (_, speaker) =>
      suspicionReminder(one, { dueAt, now: now.toISOString() }, { stage, projectId, speaker, desk }),
  }));
}
