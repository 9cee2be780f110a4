/** The brief of a day: one message of all projects, also where nothing came, so that silence is never ambiguous. */

import type { AlertMessage } from "../alerts/message.ts";
import { lookLines, lookSteps } from "../alerts/messages/closing.ts";
import { showAlert, vigia } from "../alerts/messages/commands.ts";
import { inboxPage } from "../alerts/messages/desk-pages.ts";
import { eventAbout } from "../alerts/messages/event-fields.ts";
import type { AlertOrigin } from "../alerts/messages/facts.ts";
import { BRIEF } from "../i18n/catalogue/brief.ts";
import { COMMON } from "../i18n/catalogue/common.ts";
import type { Speaker } from "../i18n/speaker.ts";
import { escapeForSlack, slackCode } from "../text/slack.ts";
import { type BriefAnchor, type BriefFacts, dueSoon, illegalOf } from "./brief-facts.ts";
import { type BriefLine, type BriefSection, briefSections } from "./brief-sections.ts";
import { briefSubject } from "./brief-subject.ts";

/** Where the brief comes from, and who reads it. */
export type BriefOrigin = Pick<AlertOrigin, "stage" | "alertId" | "speaker" | "desk">;

/** What SNS takes of a subject. */
const MAX_SUBJECT = 99;

/** How many lines of each part Slack has room for. */
const MOST_IN_SLACK = 8;

/** How many projects are named. */
const MOST_PROJECTS = 20;

export function dailyBrief(facts: BriefFacts, origin: BriefOrigin): AlertMessage {
  const { stage, alertId, speaker, desk } = origin;
  const { say, language, inWords } = speaker;
  const { day, projectIds } = facts;
  const matters = mattersOf(facts, speaker);
  const shownDay = language === "en" ? day : inWords(day);
  const headline = say(BRIEF.headline, { day: shownDay, what: matters.join(", ") });
  const span = spanIn(facts, speaker);
  const sections = briefSections(facts, speaker);
  const anchor = anchorSection(facts, shownDay, origin);
  const look = { command: showAlert(stage, alertId), page: inboxPage(desk) };
  return {
    subject: subjectIn(matters, day, speaker),
    email: [
      headline,
      span,
      ...[...sections, ...anchor].flatMap(emailSection),
      ...lookLines(speaker, look),
    ].join("\n"),
    slack: {
      title: escapeForSlack(headline),
      description: [
        escapeForSlack(span),
        ...sections.flatMap((section) => slackSection(section, speaker)),
        ...anchor.flatMap(({ title, lines: [first] }) => [
          `*${escapeForSlack(title)}*`,
          slackCode(first?.text ?? ""),
        ]),
      ].join("\n"),
      nextSteps: lookSteps(speaker, look),
      threadId: `brief-${stage}`,
    },
    event: eventAbout({ stage }, [facts], (one) => briefSubject(one, desk)),
    attributes: { kind: "daily-brief", projectId: projectIds[0] ?? 0, projectIds },
  };
}

/** As much of what matters as there is room for before the day. */
function subjectIn(matters: readonly string[], day: string, speaker: Speaker): string {
  const subject = speaker.say(BRIEF.subject, { what: matters.join(", "), day });
  return subject.length <= MAX_SUBJECT || matters.length < 2
    ? subject
    : subjectIn(matters.slice(0, -1), day, speaker);
}

/** What matters, the most important first; that nothing does where nothing does. */
function mattersOf(
  { count, crossed, cases, deadLetters, quarantined, scans }: BriefFacts,
  { say }: Speaker,
): string[] {
  const undecided = cases?.undecided;
  const { owed, overdue } = undecided?.notices ?? { owed: 0, overdue: 0 };
  const amiss = scans.filter(({ kind }) => kind !== "fine" && kind !== "slow" && kind !== "none").length;
  const isWithoutScan = scans.every(({ kind }) => kind === "none");
  const matters = [
    [overdue, BRIEF.noticesOverdue],
    [undecided?.overdue ?? 0, BRIEF.overdue],
    [owed - overdue, BRIEF.noticesOwed],
    [deadLetters.webhook + deadLetters.scan, BRIEF.letters],
    [undecided === undefined ? 0 : dueSoon(undecided), BRIEF.dueSoon],
    [illegalOf(count), BRIEF.illegal],
    [undecided?.count ?? 0, BRIEF.undecided],
    [crossed, BRIEF.crossed],
    // Nobody knows what they say.
    [quarantined.count, BRIEF.notUnderstood],
    [count.errors, BRIEF.errors],
    [amiss, BRIEF.scansAmiss],
    [isWithoutScan ? 1 : 0, BRIEF.withoutScan],
  ] as const;
  const found = matters.filter(([number]) => number > 0).map(([number, key]) => say(key, { count: number }));
  if (found.length > 0) return found;
  return [say(cases === undefined ? BRIEF.quietWithoutCases : BRIEF.quiet)];
}

function spanIn({ from, to, made, projectIds }: BriefFacts, { say, moment }: Speaker): string {
  const named = projectIds.slice(0, MOST_PROJECTS).join(", ");
  return say(BRIEF.span, {
    from: moment(from),
    to: moment(to),
    made: moment(made),
    projects: projectIds.length > MOST_PROJECTS ? `${named}, …` : named,
  });
}

function anchorSection({ cases, day }: BriefFacts, shownDay: string, origin: BriefOrigin): BriefSection[] {
  if (cases === undefined) return [];
  const { stage, speaker } = origin;
  const title = speaker.say(BRIEF.anchor, { day: shownDay });
  const { anchor } = cases;
  const command = vigia(
    stage,
    "cases",
    "verify",
    ...(anchor.kind === "kept" ? ["--anchor", `${day}=${anchor.digest}`] : []),
  );
  const texts = [...anchorTexts(anchor, speaker), ...(anchor.kind === "later" ? [] : [command])];
  return [{ title, lines: texts.map((text) => ({ text })) }];
}

/** The digest, where there is one, and what it is over. */
function anchorTexts(anchor: BriefAnchor, { say, moment }: Speaker): string[] {
  if (anchor.kind === "later") return [say(BRIEF.anchorLater)];
  if (anchor.kind === "spoilt") return [say(BRIEF.anchorSpoilt)];
  const { digest, steps: count, since } = anchor;
  const over =
    since === undefined
      ? say(BRIEF.anchorFirst, { count })
      : say(BRIEF.anchorOver, { count, since: moment(since) });
  return [digest, over];
}

function emailSection({ title, lines }: BriefSection): string[] {
  const shown = ({ count, text }: BriefLine) =>
    count === undefined ? `  ${text}` : `${count.padStart(9)}  ${text}`;
  return ["", title, ...lines.map(shown)];
}

function slackSection({ title, lines }: BriefSection, { say }: Speaker): string[] {
  const shown = ({ count, text }: BriefLine) =>
    escapeForSlack(count === undefined ? text : `${count} ${text}`);
  const left = lines.length - MOST_IN_SLACK;
  return [
    `*${escapeForSlack(title)}*`,
    ...lines.slice(0, MOST_IN_SLACK).map(shown),
    ...(left > 0 ? [say(COMMON.more, { count: left })] : []),
  ];
}
