/** The brief of a day: one message of all projects, also where nothing came, so that silence is never ambiguous. */

import { type DeskUrl, inboxPage } from "../alerts/desk-links.ts";
import type { EventSubject } from "../alerts/event/event-schema.ts";
import type { AlertMessage } from "../alerts/message.ts";
import { lookLines, lookSteps, officersLook } from "../alerts/messages/closing.ts";
import { eventAbout, MAX_LAWS } from "../alerts/messages/event-fields.ts";
import { type AlertOrigin, lawCode } from "../alerts/messages/facts.ts";
import { worstFirst } from "../daily-counts/day-count.ts";
import { countOfDurations, type Durations, medianMs } from "../daily-counts/durations.ts";
import { BRIEF } from "../i18n/catalogue/brief.ts";
import { COMMON } from "../i18n/catalogue/common.ts";
import type { Translator } from "../i18n/translator.ts";
import { newlyCrossed } from "../scans/runs/totals.ts";
import { maskPersonal } from "../text/masking.ts";
import { escapeForSlack, slackCode } from "../text/slack.ts";
import { type BriefAnchor, type BriefFacts, dueSoon } from "./brief-facts.ts";
import { type BriefLine, type BriefSection, engineersSections, officersSections } from "./brief-sections.ts";

/** Origin of the brief, and its reader. */
type BriefOrigin = Pick<AlertOrigin, "stage" | "alertId" | "translator" | "desk">;

/** SNS's limit of a subject. */
const MAX_SUBJECT = 99;

/** Lines of each part that Slack has room for. */
const MOST_IN_SLACK = 8;

/** Most projects that are named. */
const MOST_PROJECTS = 20;

export function dailyBrief(facts: BriefFacts, origin: BriefOrigin): AlertMessage {
  const { stage, alertId, translator, desk } = origin;
  const { t, language, inWords } = translator;
  const { day, projectIds } = facts;
  const matters = mattersOf(facts, translator);
  const shownDay = language === "en" ? day : inWords(day);
  const causes = causesOf(facts).map((cause) => t(cause));
  const what = mattersOf(facts, translator, ` (${causes.join(", ")})`).join(", ");
  const headline = t(BRIEF.headline, { day: shownDay, what });
  const span = spanIn(facts, translator);
  const sections = officersSections(facts, translator);
  const engineers = engineersSections(facts, translator);
  const seal = sealSection(facts, shownDay, translator);
  const look = officersLook(stage, alertId, inboxPage(desk));
  return {
    subject: subjectIn(matters, day, translator),
    email: [
      headline,
      span,
      ...sections.flatMap(emailSection),
      ...lookLines(translator, look).slice(0, -1),
      ...[...engineers, ...seal].flatMap(emailSection),
      "",
    ].join("\n"),
    slack: {
      title: escapeForSlack(headline),
      description: [
        escapeForSlack(span),
        ...[...sections, ...engineers].flatMap((section) => slackSection(section, translator)),
        ...seal.flatMap(({ title, lines: [first] }) => [
          `*${escapeForSlack(title)}*`,
          slackCode(first?.text ?? ""),
        ]),
      ].join("\n"),
      nextSteps: lookSteps(translator, look),
      threadId: `brief-${stage}`,
    },
    event: eventAbout({ stage }, [facts], (one) => briefSubject(one, desk)),
    attributes: { kind: "daily-brief", projectId: projectIds[0] ?? 0, projectIds },
  };
}

/** As much of what matters as there is room for before the day. */
function subjectIn(matters: readonly string[], day: string, translator: Translator): string {
  const subject = translator.t(BRIEF.subject, { what: matters.join(", "), day });
  return subject.length <= MAX_SUBJECT || matters.length < 2
    ? subject
    : subjectIn(matters.slice(0, -1), day, translator);
}

/**
 * Headline for officers, the most important fact first; a quiet day says that it was quiet.
 * @param causes text after an incomplete day; a subject has no room for it
 */
function mattersOf(facts: BriefFacts, { t }: Translator, causes = ""): string[] {
  const { count, crossed, cases, quarantined } = facts;
  const isWhole = causesOf(facts).length === 0;
  const undecided = cases?.undecided;
  const { owed, overdue } = undecided?.notices ?? { owed: 0, overdue: 0 };
  const matters = [
    [overdue, BRIEF.noticesOverdue],
    [undecided?.overdue ?? 0, BRIEF.overdue],
    [owed - overdue, BRIEF.noticesOwed],
    [undecided === undefined ? 0 : dueSoon(undecided), BRIEF.dueSoon],
    [count.notifications.illegal, BRIEF.illegal],
    // Apart: what changed may be a transaction that is counted already.
    [count.changes.illegal, BRIEF.changedIllegal],
    [count.quarantined.illegal, BRIEF.unreadableIllegal],
    [undecided?.count ?? 0, BRIEF.undecided],
    [isWhole ? 0 : 1, BRIEF.incomplete],
    [crossed, BRIEF.crossed],
    // A flag may be in what could not be read.
    [quarantined.count, BRIEF.notUnderstood],
  ] as const;
  const found = matters.filter(([number]) => number > 0);
  if (!isWhole && found.length === 1) return [`${t(BRIEF.quietButIncomplete)}${causes}`];
  if (found.length === 0) return [t(cases === undefined ? BRIEF.quietWithoutCases : BRIEF.quiet)];
  return found.map(
    ([number, key]) => `${t(key, { count: number })}${key === BRIEF.incomplete ? causes : ""}`,
  );
}

/** Causes for which the day is incomplete: each may hide a flag. */
function causesOf({ count, deadLetters, scans }: BriefFacts) {
  const areScansFine = scans.every(({ kind }) => kind === "fine" || kind === "slow" || kind === "none");
  const wasScanned = scans.some(({ kind }) => kind !== "none");
  const causes = [
    [count.errors > 0, BRIEF.causeErrors],
    [deadLetters.webhook + deadLetters.scan > 0, BRIEF.causeLetters],
    [!(areScansFine && wasScanned), BRIEF.causeScan],
  ] as const;
  return causes.filter(([isCause]) => isCause).map(([, cause]) => cause);
}

function spanIn({ from, to, made, projectIds }: BriefFacts, { t, moment }: Translator): string {
  const named = projectIds.slice(0, MOST_PROJECTS).join(", ");
  return t(BRIEF.span, {
    from: moment(from),
    to: moment(to),
    made: moment(made),
    projects: projectIds.length > MOST_PROJECTS ? `${named}, …` : named,
  });
}

/** The day's anchor, which officers know as its seal. */
function sealSection({ cases }: BriefFacts, shownDay: string, translator: Translator): BriefSection[] {
  if (cases === undefined) return [];
  // A mail without the digest proves nothing.
  const text = cases.anchor.kind === "later" ? BRIEF.anchorElsewhere : BRIEF.anchor;
  const title = translator.t(text, { day: shownDay });
  return [{ title, lines: anchorTexts(cases.anchor, translator).map((text) => ({ text })) }];
}

/** The digest, where there is one, and what it covers. */
function anchorTexts(anchor: BriefAnchor, { t, moment }: Translator): string[] {
  if (anchor.kind === "later") return [t(BRIEF.anchorLater)];
  if (anchor.kind === "corrupt") return [t(BRIEF.anchorCorrupt)];
  const { digest, steps: count, since } = anchor;
  const over =
    since === undefined
      ? t(BRIEF.anchorFirst, { count })
      : t(BRIEF.anchorOver, { count, since: moment(since) });
  return [digest, over];
}

function emailSection({ title, lines }: BriefSection): string[] {
  const shown = ({ count, text }: BriefLine) =>
    count === undefined ? `  ${text}` : `${count.padStart(9)}  ${text}`;
  return ["", title, ...lines.map(shown)];
}

function slackSection({ title, lines }: BriefSection, { t }: Translator): string[] {
  const shown = ({ count, text }: BriefLine) =>
    escapeForSlack(count === undefined ? text : `${count} ${text}`);
  const left = lines.length - MOST_IN_SLACK;
  return [
    `*${escapeForSlack(title)}*`,
    ...lines.slice(0, MOST_IN_SLACK).map(shown),
    ...(left > 0 ? [t(COMMON.more, { count: left })] : []),
  ];
}

/** @param desk where the desk is; undefined where none is deployed */
function briefSubject(facts: BriefFacts, desk: DeskUrl): EventSubject {
  const { day, from, to, projectIds, count, crossed, scans, quarantined, deadLetters, cases } = facts;
  const { notifications, changes, errors, laws, toAlert, unalerted, toDecision } = count;
  const page = inboxPage(desk);
  return {
    type: "brief",
    key: day,
    from,
    to,
    projectIds: projectIds.map(String),
    notifications,
    changes,
    quarantined: count.quarantined,
    errors,
    laws: worstFirst(laws)
      .slice(0, MAX_LAWS)
      .map(({ name, countryCode, ...counts }) => ({
        name: maskPersonal(name, 200),
        countryCode: lawCode(countryCode),
        ...counts,
      })),
    lawCount: laws.length,
    toAlert: timesOf(toAlert),
    unalerted,
    crossings: crossed,
    toDecision: cases === undefined ? null : timesOf(toDecision),
    undecided: cases === undefined ? null : undecidedOf(cases.undecided),
    scans: scans.map((scan) => ({
      projectId: String(scan.projectId),
      state: scan.kind,
      coverage: scan.kind === "none" ? null : (scan.coverage ?? null),
      newlyCrossed: scan.kind === "none" ? 0 : newlyCrossed(scan.run),
    })),
    waiting: { quarantined: quarantined.count, ...deadLetters },
    anchor: cases?.anchor.kind === "kept" ? cases.anchor.digest : null,
    ...(page === undefined ? {} : { links: { desk: page } }),
  };
}

function undecidedOf(undecided: NonNullable<BriefFacts["cases"]>["undecided"]) {
  const { count, oldest = null, overdue, notices } = undecided;
  return { count, oldest, overdue, dueWithinWeek: dueSoon(undecided), notices };
}

function timesOf(all: Durations) {
  const [median, longest] = [medianMs(all), all.longestMs];
  const inSeconds = (ms: number | undefined) => (ms === undefined ? null : Math.ceil(ms / 1_000));
  return {
    count: countOfDurations(all),
    medianSeconds: inSeconds(median),
    longestSeconds: inSeconds(longest),
  };
}
