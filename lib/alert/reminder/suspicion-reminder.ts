/** The message that one case is undecided whose 24 hours run. That they run from a suspicion it does not say. */

import type { RemindedCase } from "../../cases/undecided.ts";
import { escapeForSlack } from "../../text/slack.ts";
import { closingLines, nextSteps } from "../closing.ts";
import { vigia } from "../commands.ts";
import { eventAbout } from "../event/event-about.ts";
import { timeIn } from "../facts.ts";
import type { AlertMessage } from "../publish.ts";
import { caseLines, caseSubject, pageOf, slackCaseLine } from "./reminded-case.ts";
import type { ReminderOrigin } from "./undecided-reminder.ts";

const HOUR_MS = 3_600_000;

/** @param dueAt when the 24 hours end, @param now ISO 8601 both */
export function suspicionReminder(
  one: RemindedCase,
  { dueAt, now }: { dueAt: string; now: string },
  { stage, projectId, speaker, desk }: Omit<ReminderOrigin, "hours">,
): AlertMessage {
  const { say } = speaker;
  const project = String(projectId);
  const hours = Math.ceil((Date.parse(dueAt) - Date.parse(now)) / HOUR_MS);
  const time = timeIn(speaker, dueAt);
  const headline =
    hours > 0
      ? say("reminder.suspicionHeadline", { project, hours })
      : say("reminder.suspicionPassed", { project });
  const when = say(hours > 0 ? "reminder.isDue" : "reminder.wasDue", { time });
  const look = { command: vigia(stage, "cases", "list"), page: pageOf(one, desk) };
  return {
    subject: say("reminder.suspicionSubject", { project, time }),
    email: [
      headline,
      "",
      ...caseLines(speaker, one, when, undefined),
      ...closingLines(speaker, look, say("reminder.silence")),
    ].join("\n"),
    slack: {
      title: escapeForSlack(headline),
      description: slackCaseLine(speaker, one, when, undefined),
      nextSteps: nextSteps(speaker, look, say("reminder.silence")),
      threadId: `reminders-${projectId}`,
    },
    event: eventAbout({ stage }, [one], () => caseSubject(one, dueAt, desk)),
    attributes: { kind: "reminder", projectId },
  };
}
