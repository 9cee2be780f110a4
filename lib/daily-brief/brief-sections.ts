/** The parts of a brief, each a title and lines, in no form's syntax yet. */

import { moreLines } from "../alerts/messages/closing.ts";
import { lawCode } from "../alerts/messages/facts.ts";
import { marksIn } from "../alerts/messages/shown-id.ts";
import { countOfDurations, type Durations, medianMs } from "../daily-counts/durations.ts";
import { worstFirst } from "../daily-counts/law-counts.ts";
import { BRIEF } from "../i18n/catalogue/brief.ts";
import type { Speaker } from "../i18n/speaker.ts";
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

/** How much of an error's text is quoted. */
const MAX_ERROR = 300;

/** What officers decide by. */
export function officersSections(facts: BriefFacts, speaker: Speaker): BriefSection[] {
  const { say } = speaker;
  const { count, cases } = facts;
  return [
    ...(cases === undefined
      ? []
      : [
          { title: say(BRIEF.notices), lines: noticeLines(cases.undecided, speaker) },
          { title: say(BRIEF.cases), lines: undecidedLines(cases.undecided, speaker) },
          { title: say(BRIEF.decided), lines: [{ text: decidedLine(count, speaker) }] },
        ]),
    { title: say(BRIEF.came), lines: cameLines(facts, speaker) },
    { title: say(BRIEF.laws), lines: lawLines(facts, speaker) },
    { title: say(BRIEF.alerts), lines: alertLines(facts, speaker) },
  ].filter(({ lines }) => lines.length > 0);
}

/** What those who run Vigía look after. */
export function engineersSections(facts: BriefFacts, speaker: Speaker): BriefSection[] {
  const { say } = speaker;
  return [
    { title: say(BRIEF.waiting), lines: waitingLines(facts, speaker) },
    {
      title: say(BRIEF.errorTexts),
      lines: asLines(facts.errorTexts.map((text) => quoted(text, MAX_ERROR, marksIn(speaker)))),
    },
    { title: say(BRIEF.scans), lines: scanLines(facts.scans, speaker) },
  ].filter(({ lines }) => lines.length > 0);
}

function cameLines(
  { count: day, crossed, unreadable, cases }: BriefFacts,
  { say, count }: Speaker,
): BriefLine[] {
  const { notifications, changes, quarantined, errors } = day;
  const all = (risks: typeof changes) => risks.illegal + risks.warn + risks.none;
  const ifAny = (number: number, textOf: (number: number) => string) =>
    number === 0 ? [] : [{ count: count(number), text: textOf(number) }];
  return [
    { count: count(notifications.illegal), text: say(BRIEF.lineIllegal, { count: notifications.illegal }) },
    { count: count(notifications.warn), text: say(BRIEF.lineWarn) },
    { count: count(notifications.none), text: say(BRIEF.lineNone) },
    ...ifAny(all(changes), (number) =>
      say(BRIEF.lineChanges, { count: number, illegal: count(changes.illegal) }),
    ),
    ...ifAny(cases?.returned ?? 0, (number) => say(BRIEF.lineReturned, { count: number })),
    ...ifAny(all(quarantined), (number) =>
      say(BRIEF.lineQuarantined, { count: number, illegal: count(quarantined.illegal) }),
    ),
    ...ifAny(errors, (number) => say(BRIEF.lineErrors, { count: number })),
    ...ifAny(unreadable, (number) => say(BRIEF.lineUnreadable, { count: number })),
    { count: count(crossed), text: say(BRIEF.lineCrossed, { count: crossed }) },
  ];
}

function lawLines({ count: { laws, otherLaws } }: BriefFacts, speaker: Speaker): BriefLine[] {
  const { say } = speaker;
  return [
    ...worstFirst(laws)
      .slice(0, MAX_LISTED)
      .map(({ name, countryCode, illegal, warn }) => ({
        text: say(BRIEF.law, {
          law: `${named(name, 80, marksIn(speaker))} (${lawCode(countryCode)})`,
          illegal,
          warn,
        }),
      })),
    ...asLines(moreLines(speaker, laws.length - MAX_LISTED)),
    ...(otherLaws === 0 ? [] : [{ text: say(BRIEF.otherLaws, { count: otherLaws }) }]),
  ];
}

function alertLines({ count: { toAlert, unalerted } }: BriefFacts, speaker: Speaker): BriefLine[] {
  const { say } = speaker;
  const times = timesIn(toAlert, speaker);
  const waiting = unalerted === 0 ? [] : [{ text: say(BRIEF.unalerted, { count: unalerted }) }];
  if (times !== undefined)
    return [{ text: say(BRIEF.alerted, { count: countOfDurations(toAlert), times }) }, ...waiting];
  return waiting.length > 0 ? waiting : [{ text: say(BRIEF.nothingAlerted) }];
}

function undecidedLines({ count: all, oldest, overdue, due }: BriefUndecided, speaker: Speaker): BriefLine[] {
  const { say, count, moment, inWords, language } = speaker;
  if (oldest === undefined) return [{ text: say(BRIEF.nothingUndecided) }];
  return [
    { count: count(all), text: say(BRIEF.lineUndecided, { count: all, oldest: moment(oldest) }) },
    ...(overdue === 0 ? [] : [{ count: count(overdue), text: say(BRIEF.lineOverdue) }]),
    ...[...due].toSorted().map(([day, number]) => ({
      count: count(number),
      text: say(BRIEF.lineDue, { day: language === "en" ? day : inWords(day) }),
    })),
  ];
}

function noticeLines({ notices: { owed, overdue } }: BriefUndecided, { say, count }: Speaker): BriefLine[] {
  return [
    ...(owed === 0 ? [] : [{ count: count(owed), text: say(BRIEF.lineNotices, { count: owed }) }]),
    ...(overdue === 0 ? [] : [{ count: count(overdue), text: say(BRIEF.lineNoticesOverdue) }]),
  ];
}

function decidedLine({ cases, toDecision }: BriefFacts["count"], speaker: Speaker): string {
  const { say, count } = speaker;
  const all = Object.values(cases).reduce((sum, number) => sum + number, 0);
  if (all === 0) return say(BRIEF.noCases);
  const times = timesIn(toDecision, speaker);
  return times === undefined
    ? say(BRIEF.noneDecided, { all })
    : say(BRIEF.decidedOf, { count: count(countOfDurations(toDecision)), all, times });
}

/** Undefined where there are none. */
function timesIn(all: Durations, { say }: Speaker): string | undefined {
  const median = medianMs(all);
  if (median === undefined || all.longestMs === undefined) return undefined;
  if (countOfDurations(all) === 1) return say(BRIEF.timeOfOne, { time: shownDuration(all.longestMs) });
  return say(BRIEF.times, { median: shownDuration(median), longest: shownDuration(all.longestMs) });
}

const STATES = {
  fine: BRIEF.scanFine,
  poor: BRIEF.scanPoor,
  unfinished: BRIEF.scanUnfinished,
  old: BRIEF.scanOld,
  slow: BRIEF.scanSlow,
  stuck: BRIEF.scanStuck,
} as const;

function scanLines(scans: readonly ProjectScan[], speaker: Speaker): BriefLine[] {
  // Where one is amiss it is listed before those that are not.
  const amissFirst = scans.toSorted((a, b) => Number(a.kind === "fine") - Number(b.kind === "fine"));
  return [
    ...amissFirst.slice(0, MAX_LISTED).map((scan) => ({ text: scanLine(scan, speaker) })),
    ...asLines(moreLines(speaker, scans.length - MAX_LISTED)),
  ];
}

function scanLine(scan: ProjectScan, { say, moment }: Speaker): string {
  const project = String(scan.projectId);
  if (scan.kind === "none") return say(BRIEF.noScan, { project });
  const { run, nights } = scan;
  const at = scan.kind === "stuck" ? scan.stuck.since : (run.endedAt ?? run.startedAt);
  const text = say(BRIEF.scan, {
    project,
    state: say(STATES[scan.kind]),
    time: moment(at),
    covered: coveredBy(scan, say),
    crossed: newlyCrossed(run),
  });
  return nights === undefined ? text : `${text}; ${say(BRIEF.scanNights, { count: nights })}`;
}

function coveredBy({ run, coverage }: Exclude<ProjectScan, { kind: "none" }>, say: Speaker["say"]): string {
  const { known } = totals(run);
  if (coverage !== undefined) return say(BRIEF.scanCovered, { percent: String(coverage), known });
  if (run.status === "completed") return say(BRIEF.scanNoWallet);
  return run.status === "running"
    ? say(BRIEF.scanSoFar, { count: known })
    : say(BRIEF.scanReached, { count: known });
}

function waitingLines({ quarantined, deadLetters }: BriefFacts, { say, count }: Speaker): BriefLine[] {
  const found = count(quarantined.count);
  return [
    {
      count: quarantined.isCut ? say(BRIEF.orMore, { count: found }) : found,
      text: say(BRIEF.lineQuarantine, { count: quarantined.count }),
    },
    {
      count: count(deadLetters.webhook),
      text: say(BRIEF.lineWebhookLetters, { count: deadLetters.webhook }),
    },
    { count: count(deadLetters.scan), text: say(BRIEF.lineScanLetters, { count: deadLetters.scan }) },
  ];
}

function asLines(texts: readonly string[]): BriefLine[] {
  return texts.map((text) => ({ text }));
}
