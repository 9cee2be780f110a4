/** The messages of a day about what is undecided: to the officers, and to those whom it is escalated to. */

import { type DeskUrl, inboxPage } from "../alerts/desk-links.ts";
import type { AlertMessage } from "../alerts/message.ts";
import { closingLines, nextSteps, vigia } from "../alerts/messages/closing.ts";
import { type AlertOrigin, timeIn } from "../alerts/messages/facts.ts";
import { MAX_LISTED_IN_SLACK } from "../alerts/publish.ts";
import { NOTHING_DUE } from "../cases/state.ts";
import { type CountedCases, countOfUndecided, type NamedCase, type Undecided } from "../cases/undecided.ts";
import { REMINDERS } from "../i18n/catalogue/reminders.ts";
import type { Translator } from "../i18n/translator.ts";
import { escapeForSlack } from "../text/slack.ts";
import { caseLines, caseSubject, slackCaseLine } from "./reminded-case.ts";

/** Origin of a message of the day. */
interface ReminderOrigin extends Pick<AlertOrigin, "stage" | "projectId" | "translator"> {
  desk?: DeskUrl;
  /** Of what waits for longer it speaks, and of what is due. */
  hours: number;
}

/** To the officers. */
export function undecidedReminder(found: Undecided, origin: ReminderOrigin): AlertMessage {
  return messageOf("reminder", found, origin);
}

/** Message to the people of `escalationEmails`, about cases that officers have not decided. */
export function escalation(found: Undecided, origin: ReminderOrigin): AlertMessage {
  return messageOf("escalation", found, origin);
}

function messageOf(kind: "reminder" | "escalation", found: Undecided, origin: ReminderOrigin): AlertMessage {
  const { stage, projectId, translator, desk, hours } = origin;
  const { t } = translator;
  const counted = {
    ...{ count: countOfUndecided(found), passed: found.passed.count },
    ...{ project: String(projectId), hours: String(hours) },
  };
  const isReminder = kind === "reminder";
  const headline = isReminder ? t(REMINDERS.headline, counted) : t(REMINDERS.escalationHeadline, counted);
  const sections = sectionsOf(found, origin);
  const more = [
    ...(found.taken > 0 ? [t(REMINDERS.taken, { count: found.taken })] : []),
    ...(found.whole ? [] : [t(REMINDERS.atLeast)]),
  ];
  const page = inboxPage(desk);
  const look = page === undefined ? { page, command: vigia(stage, "cases", "list") } : { page };
  const cases = sections.flatMap(({ named }) => named);
  return {
    subject: subjectOf(kind, found, counted, translator),
    email: [
      [headline, ...more].join(" "),
      ...sections.flatMap((section) => ["", ...emailLines(section, origin)]),
      ...closingLines(translator, look, t(REMINDERS.silence)),
    ].join("\n"),
    slack: {
      title: escapeForSlack(headline),
      description: [...more, ...slackLines(sections, origin)].join("\n"),
      nextSteps: nextSteps(translator, look, t(REMINDERS.silence)),
      threadId: `reminders-${projectId}`,
    },
    event: {
      stage,
      rehearsal: false,
      subjectCount: counted.count,
      subjects: () =>
        cases.map((one) => caseSubject(one, one.dueAt === NOTHING_DUE ? null : one.dueAt, desk)),
    },
    attributes: { kind, projectId },
  };
}

const SUBJECTS = {
  overdue: { reminder: REMINDERS.overdueSubject, escalation: REMINDERS.escalationOverdueSubject },
  undecided: { reminder: REMINDERS.subject, escalation: REMINDERS.escalationSubject },
};

/** A reminder contains the first of the cases due within 48 hours. A case that still owes a notice may be decided. */
function subjectOf(
  kind: "reminder" | "escalation",
  { due, passed }: Undecided,
  counted: { count: number; passed: number; project: string; hours: string },
  translator: Translator,
): string {
  const { t } = translator;
  const [first] = kind === "reminder" ? due.named : [];
  if (first !== undefined)
    return t(REMINDERS.dueSubject, { ...counted, time: timeIn(translator, first.dueAt) });
  const subjects = passed.count > 0 ? SUBJECTS.overdue : SUBJECTS.undecided;
  return t(subjects[kind], counted);
}

interface Section extends CountedCases {
  title: string;
  /** Deadline of a case in it, or the time since which the case waits. */
  when(one: NamedCase): string;
}

/** Groups with a case, the most urgent first. */
function sectionsOf({ due, passed, old }: Undecided, { translator, hours }: ReminderOrigin): Section[] {
  const { t } = translator;
  const at = (iso: string) => ({ time: timeIn(translator, iso) });
  const sections: Section[] = [
    {
      ...due,
      title: t(REMINDERS.due, { count: due.count }),
      when: ({ dueAt, passedAt }) =>
        [
          t(REMINDERS.isDue, at(dueAt)),
          ...(passedAt === undefined ? [] : [t(REMINDERS.wasDue, at(passedAt))]),
        ].join("; "),
    },
    {
      ...passed,
      title: t(REMINDERS.passed, { count: passed.count }),
      when: ({ dueAt }) => t(REMINDERS.wasDue, at(dueAt)),
    },
    {
      ...old,
      title: t(REMINDERS.old, { count: old.count, hours }),
      when: ({ receivedAt }) => t(REMINDERS.since, at(receivedAt)),
    },
  ];
  return sections.filter(({ count }) => count > 0);
}

function emailLines({ title, count, named, when }: Section, { translator, desk }: ReminderOrigin): string[] {
  return [
    title,
    ...named.flatMap((one) => caseLines(translator, one, when(one), desk)),
    ...othersLines(translator, count - named.length).map((line) => `  ${line}`),
  ];
}

/** As many as Slack shows, of the most urgent sections; of the others how many there are. */
function slackLines(sections: readonly Section[], { translator, desk }: ReminderOrigin): string[] {
  let room = MAX_LISTED_IN_SLACK;
  return sections.flatMap(({ title, count, named, when }) => {
    const listed = named.slice(0, room);
    room -= listed.length;
    return [
      `*${escapeForSlack(title)}*`,
      ...listed.map((one) => slackCaseLine(translator, one, when(one), desk)),
      ...(listed.length === 0 ? [] : othersLines(translator, count - listed.length)),
    ];
  });
}

function othersLines({ t }: Translator, count: number): string[] {
  return count > 0 ? [t(REMINDERS.others, { count })] : [];
}
