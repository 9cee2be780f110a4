/** The brief of a morning: one message of all projects, also where nothing came, so that silence is never ambiguous. */

import type { EventSubject } from "../../alerts/event/event-schema.ts";
import { officersLook } from "../../alerts/messages/closing.ts";
import { type DeskUrl, inboxPage } from "../../alerts/messages/desk-links.ts";
import { eventAbout, MAX_LAWS } from "../../alerts/messages/event-fields.ts";
import { type AlertOrigin, lawCode } from "../../alerts/messages/facts.ts";
import type { AlertMessage } from "../../alerts/messages/message.ts";
import { BEFORE_ALL } from "../../cases/integrity/seal.ts";
import { BRIEF } from "../../i18n/catalogue/brief.ts";
import { COMMON } from "../../i18n/catalogue/common.ts";
import { maskPersonal } from "../../i18n/text/masking.ts";
import type { Translator } from "../../i18n/translator.ts";
import { totalsOf } from "../../screening/runs/run.ts";
import { type BriefFacts, type BriefUndecided, dueSoon, thresholdAlerts } from "./brief-facts.ts";
import { type BriefSection, engineersSections, officersSections } from "./brief-sections.ts";
import type { Durations } from "./received-cases.ts";

/** Origin of the brief, and its reader. */
type BriefOrigin = Pick<AlertOrigin, "stage" | "alertId" | "translator" | "desk">;

/** SNS's limit of a subject. */
const MAX_SUBJECT = 99;

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
  return {
    translator,
    subject: subjectIn(matters, day, translator),
    headline,
    blocks: [
      { kind: "lines", lines: spanIn(facts, translator) },
      ...officersSections(facts, translator),
      { kind: "look", look: officersLook(stage, alertId, inboxPage(desk)) },
      ...engineersSections(facts, translator),
      sealSection(facts, translator),
    ],
    threadId: `brief-${stage}`,
    event: eventAbout(stage, [facts], (brief) => briefSubject(brief, desk)),
    attributes: { kind: "daily-brief", projectId: projectIds[0] ?? 0, projectIds },
  };
}

/** The subject of a brief: as much of what matters as there is room for before the day. */
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
  const { received, undecided, quarantined } = facts;
  const { kinds } = received;
  const { pending, overdue } = undecided.notices;
  const isWhole = causesOf(facts).length === 0;
  const matters = [
    [undecided.sanctions, BRIEF.sanctions, undecided.isCut],
    [overdue, BRIEF.noticesOverdue, undecided.isCut],
    [undecided.overdue, BRIEF.overdue, undecided.isCut],
    [pending - overdue, BRIEF.noticesPending, undecided.isCut],
    [dueSoon(undecided), BRIEF.dueSoon, undecided.isCut],
    [undecided.revisedSince, BRIEF.revised, undecided.isCut],
    [kinds.flagged, BRIEF.illegal, received.isCut],
    [kinds.unreadable, BRIEF.unreadable, received.isCut],
    [undecided.count, BRIEF.undecided, undecided.isCut],
    [isWhole ? 0 : 1, BRIEF.incomplete, false],
    [thresholdAlerts(facts), BRIEF.thresholdAlerts, false],
    // A flag may be in what could not be read.
    [quarantined.count, BRIEF.notUnderstood, quarantined.isCut],
  ] as const;
  const counted = matters.filter(([number]) => number > 0);
  if (!isWhole && counted.length === 1) return [`${t(BRIEF.quietButIncomplete)}${causes}`];
  if (counted.length === 0) return [t(BRIEF.quiet)];
  return counted.map(([number, key, isCut]) => {
    const what = `${t(key, { count: number })}${key === BRIEF.incomplete ? causes : ""}`;
    return isCut ? t(COMMON.atLeast, { what }) : what;
  });
}

/** Causes for which the day is incomplete: each may hide a flag. */
function causesOf({ errors, deadLetters, scans }: BriefFacts) {
  const areScansFine = scans.every(({ kind }) => kind === "fine" || kind === "none");
  const wasScanned = scans.some(({ kind }) => kind !== "none");
  const causes = [
    [errors.count > 0, BRIEF.causeErrors],
    [deadLetters.webhook + deadLetters.scan > 0, BRIEF.causeLetters],
    [!(areScansFine && wasScanned), BRIEF.causeScan],
  ] as const;
  return causes.filter(([isCause]) => isCause).map(([, cause]) => cause);
}

function spanIn(
  { first, day, from, to, madeAt, projectIds }: BriefFacts,
  { t, moment }: Translator,
): string[] {
  const named = projectIds.slice(0, MOST_PROJECTS).join(", ");
  const span = t(BRIEF.span, {
    from: moment(from),
    to: moment(to),
    madeAt: moment(madeAt),
    projects: projectIds.length > MOST_PROJECTS ? `${named}, …` : named,
  });
  return first === day ? [span] : [span, t(BRIEF.severalDays)];
}

/** The last seal, where there is one, and what it covers. */
function sealSection({ seal }: BriefFacts, { t, language, inWords }: Translator): BriefSection {
  const day = language === "en" ? (iso: string) => iso : inWords;
  if (seal.kind === "corrupt")
    return { kind: "section", title: t(BRIEF.seal, { day: day(seal.day) }), lines: [t(BRIEF.sealCorrupt)] };
  const { digest, events: count, since, day: last } = seal.seal;
  const over =
    since === BEFORE_ALL ? t(BRIEF.sealFirst, { count }) : t(BRIEF.sealOver, { count, since: day(since) });
  return {
    kind: "section",
    title: t(BRIEF.seal, { day: day(last) }),
    lines: [(write) => write.id(digest), over],
  };
}

/** @param desk where the desk is; undefined where none is deployed */
function briefSubject(facts: BriefFacts, desk: DeskUrl): EventSubject {
  const { day, from, to, projectIds, received, scans, webhooks, quarantined, deadLetters } = facts;
  const { undecided, errors, revised, seal } = facts;
  const page = inboxPage(desk);
  return {
    type: "brief",
    key: day,
    from,
    to,
    projectIds: projectIds.map(String),
    flagged: received.kinds.flagged,
    revised: revised.count,
    revisedDecided: undecided.revisedSince,
    unreadable: received.kinds.unreadable,
    laws: received.laws.slice(0, MAX_LAWS).map(({ name, countryCode, count }) => ({
      name: maskPersonal(name, 200),
      countryCode: lawCode(countryCode),
      count,
    })),
    lawCount: received.laws.length,
    errors: errors.count,
    thresholdAlerts: thresholdAlerts(facts),
    toDecision: timesOf(received.toDecision),
    undecided: undecidedOf(undecided),
    atLeast: [received, undecided, errors, revised, quarantined].some(({ isCut }) => isCut),
    scans: scans.map((scan) => ({
      projectId: String(scan.projectId),
      state: scan.kind,
      coverage: scan.kind === "none" ? null : (scan.coverage ?? null),
      exceeded: scan.kind === "none" ? 0 : totalsOf(scan.run).exceeded,
    })),
    webhooks: webhooks.map((webhook) => ({
      projectId: String(webhook.projectId),
      state: webhook.kind,
      at: webhook.kind === "none" ? null : webhook.at,
    })),
    waiting: { quarantined: quarantined.count, ...deadLetters },
    seal: seal.kind === "kept" ? { day: seal.seal.day, digest: seal.seal.digest } : null,
    ...(page === undefined ? {} : { links: { desk: page } }),
  };
}

function undecidedOf(undecided: BriefUndecided) {
  const { count, oldest = null, sanctions, waiting: over48Hours, overdue, notices } = undecided;
  return { count, oldest, sanctions, over48Hours, overdue, dueWithinWeek: dueSoon(undecided), notices };
}

function timesOf({ count, medianMs, longestMs }: Durations) {
  const inSeconds = (ms: number | undefined) => (ms === undefined ? null : Math.ceil(ms / 1_000));
  return { count, medianSeconds: inSeconds(medianMs), longestSeconds: inSeconds(longestMs) };
}
