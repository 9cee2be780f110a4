/** The parts of a brief, each a title and lines, in no form's syntax yet. */

import { moreLines } from "../alerts/messages/closing.ts";
import { lawCode } from "../alerts/messages/facts.ts";
import { marksIn } from "../alerts/messages/shown-id.ts";
import { worstFirst } from "../daily-counts/day-count.ts";
import { countOfDurations, type Durations, medianMs } from "../daily-counts/durations.ts";
import { BRIEF } from "../i18n/catalogue/brief.ts";
import type { Translator } from "../i18n/translator.ts";
import { newlyCrossed, totals } from "../scans/runs/totals.ts";
import { named, quoted } from "../text/quoting.ts";
import { shownDuration } from "../time/durations.ts";
import type { BriefFacts, BriefUndecided, ProjectScan } from "./brief-facts.ts";

/** A line, with a number in a column of its own where it counts something. */
export interface BriefLine {
  count?: string;
  text: string;
}

export interface BriefSection {
  title: string;
  lines: BriefLine[];
}

/** More laws or projects than this would drown the rest. */
const MAX_LISTED = 20;

/** Most characters of an error's text that are quoted. */
const MAX_ERROR = 300;

/** Sections for officers. */
export function officersSections(facts: BriefFacts, translator: Translator): BriefSection[] {
  const { t } = translator;
  const { count, cases } = facts;
  return [
    ...(cases === undefined
      ? []
      : [
          { title: t(BRIEF.notices), lines: noticeLines(cases.undecided, translator) },
          { title: t(BRIEF.cases), lines: undecidedLines(cases.undecided, translator) },
          { title: t(BRIEF.decided), lines: [{ text: decidedLine(count, translator) }] },
        ]),
    { title: t(BRIEF.came), lines: cameLines(facts, translator) },
    { title: t(BRIEF.laws), lines: lawLines(facts, translator) },
    { title: t(BRIEF.alerts), lines: alertLines(facts, translator) },
  ].filter(({ lines }) => lines.length > 0);
}

/** Sections for the people who run Vigía. */
export function engineersSections(facts: BriefFacts, translator: Translator): BriefSection[] {
  const { t } = translator;
  return [
    { title: t(BRIEF.waiting), lines: waitingLines(facts, translator) },
    {
      title: t(BRIEF.errorTexts),
      lines: asLines(facts.errorTexts.map((text) => quoted(text, MAX_ERROR, marksIn(translator)))),
    },
    { title: t(BRIEF.scans), lines: scanLines(facts.scans, translator) },
  ].filter(({ lines }) => lines.length > 0);
}

function cameLines(
  { count: day, crossed, unreadable, cases }: BriefFacts,
  { t, count }: Translator,
): BriefLine[] {
  const { notifications, changes, quarantined, errors } = day;
  const all = (risks: typeof changes) => risks.illegal + risks.warn + risks.none;
  const ifAny = (number: number, textOf: (number: number) => string) =>
    number === 0 ? [] : [{ count: count(number), text: textOf(number) }];
  return [
    { count: count(notifications.illegal), text: t(BRIEF.lineIllegal, { count: notifications.illegal }) },
    { count: count(notifications.warn), text: t(BRIEF.lineWarn) },
    { count: count(notifications.none), text: t(BRIEF.lineNone) },
    ...ifAny(all(changes), (number) =>
      t(BRIEF.lineChanges, { count: number, illegal: count(changes.illegal) }),
    ),
    ...ifAny(cases?.returned ?? 0, (number) => t(BRIEF.lineReturned, { count: number })),
    ...ifAny(all(quarantined), (number) =>
      t(BRIEF.lineQuarantined, { count: number, illegal: count(quarantined.illegal) }),
    ),
    ...ifAny(errors, (number) => t(BRIEF.lineErrors, { count: number })),
    ...ifAny(unreadable, (number) => t(BRIEF.lineUnreadable, { count: number })),
    { count: count(crossed), text: t(BRIEF.lineCrossed, { count: crossed }) },
  ];
}

function lawLines({ count: { laws, otherLaws } }: BriefFacts, translator: Translator): BriefLine[] {
  const { t } = translator;
  return [
    ...worstFirst(laws)
      .slice(0, MAX_LISTED)
      .map(({ name, countryCode, illegal, warn }) => ({
        text: t(BRIEF.law, {
          law: `${named(name, 80, marksIn(translator))} (${lawCode(countryCode)})`,
          illegal,
          warn,
        }),
      })),
    ...asLines(moreLines(translator, laws.length - MAX_LISTED)),
    ...(otherLaws === 0 ? [] : [{ text: t(BRIEF.otherLaws, { count: otherLaws }) }]),
  ];
}

function alertLines({ count: { toAlert, unalerted } }: BriefFacts, translator: Translator): BriefLine[] {
  const { t } = translator;
  const times = timesIn(toAlert, translator);
  const waiting = unalerted === 0 ? [] : [{ text: t(BRIEF.unalerted, { count: unalerted }) }];
  if (times !== undefined)
    return [{ text: t(BRIEF.alerted, { count: countOfDurations(toAlert), times }) }, ...waiting];
  return waiting.length > 0 ? waiting : [{ text: t(BRIEF.nothingAlerted) }];
}

function undecidedLines(
  { count: all, oldest, overdue, due }: BriefUndecided,
  translator: Translator,
): BriefLine[] {
  const { t, count, moment, inWords, language } = translator;
  if (oldest === undefined) return [{ text: t(BRIEF.nothingUndecided) }];
  return [
    { count: count(all), text: t(BRIEF.lineUndecided, { count: all, oldest: moment(oldest) }) },
    ...(overdue === 0 ? [] : [{ count: count(overdue), text: t(BRIEF.lineOverdue) }]),
    ...[...due].toSorted().map(([day, number]) => ({
      count: count(number),
      text: t(BRIEF.lineDue, { day: language === "en" ? day : inWords(day) }),
    })),
  ];
}

function noticeLines({ notices: { owed, overdue } }: BriefUndecided, { t, count }: Translator): BriefLine[] {
  return [
    ...(owed === 0 ? [] : [{ count: count(owed), text: t(BRIEF.lineNotices, { count: owed }) }]),
    ...(overdue === 0 ? [] : [{ count: count(overdue), text: t(BRIEF.lineNoticesOverdue) }]),
  ];
}

function decidedLine({ cases, toDecision }: BriefFacts["count"], translator: Translator): string {
  const { t, count } = translator;
  const all = Object.values(cases).reduce((sum, number) => sum + number, 0);
  if (all === 0) return t(BRIEF.noCases);
  const times = timesIn(toDecision, translator);
  return times === undefined
    ? t(BRIEF.noneDecided, { all })
    : t(BRIEF.decidedOf, { count: count(countOfDurations(toDecision)), all, times });
}

/** Undefined without lines. */
function timesIn(all: Durations, { t }: Translator): string | undefined {
  const median = medianMs(all);
  if (median === undefined || all.longestMs === undefined) return undefined;
  if (countOfDurations(all) === 1) return t(BRIEF.timeOfOne, { time: shownDuration(all.longestMs) });
  return t(BRIEF.times, { median: shownDuration(median), longest: shownDuration(all.longestMs) });
}

const STATES = {
  fine: BRIEF.scanFine,
  poor: BRIEF.scanPoor,
  unfinished: BRIEF.scanUnfinished,
  old: BRIEF.scanOld,
  slow: BRIEF.scanSlow,
  stuck: BRIEF.scanStuck,
} as const;

function scanLines(scans: readonly ProjectScan[], translator: Translator): BriefLine[] {
  // Projects with a problem come before the others.
  const amissFirst = scans.toSorted((a, b) => Number(a.kind === "fine") - Number(b.kind === "fine"));
  return [
    ...amissFirst.slice(0, MAX_LISTED).map((scan) => ({ text: scanLine(scan, translator) })),
    ...asLines(moreLines(translator, scans.length - MAX_LISTED)),
  ];
}

function scanLine(scan: ProjectScan, { t, moment }: Translator): string {
  const project = String(scan.projectId);
  if (scan.kind === "none") return t(BRIEF.noScan, { project });
  const { run, nights } = scan;
  const at = scan.kind === "stuck" ? scan.stuck.since : (run.endedAt ?? run.startedAt);
  const text = t(BRIEF.scan, {
    project,
    state: t(STATES[scan.kind]),
    time: moment(at),
    covered: coveredBy(scan, t),
    crossed: newlyCrossed(run),
  });
  return nights === undefined ? text : `${text}; ${t(BRIEF.scanNights, { count: nights })}`;
}

function coveredBy({ run, coverage }: Exclude<ProjectScan, { kind: "none" }>, t: Translator["t"]): string {
  const { known } = totals(run);
  if (coverage !== undefined) return t(BRIEF.scanCovered, { percent: String(coverage), known });
  if (run.status === "completed") return t(BRIEF.scanNoWallet);
  return run.status === "running"
    ? t(BRIEF.scanSoFar, { count: known })
    : t(BRIEF.scanReached, { count: known });
}

function waitingLines({ quarantined, deadLetters }: BriefFacts, { t, count }: Translator): BriefLine[] {
  const found = count(quarantined.count);
  return [
    {
      count: quarantined.isCut ? t(BRIEF.orMore, { count: found }) : found,
      text: t(BRIEF.lineQuarantine, { count: quarantined.count }),
    },
    {
      count: count(deadLetters.webhook),
      text: t(BRIEF.lineWebhookLetters, { count: deadLetters.webhook }),
    },
    { count: count(deadLetters.scan), text: t(BRIEF.lineScanLetters, { count: deadLetters.scan }) },
  ];
}

function asLines(texts: readonly string[]): BriefLine[] {
  return texts.map((text) => ({ text }));
}
