/** The parts of a brief, each a title and lines. */

import { moreLines } from "../../alerts/messages/closing.ts";
import { lawCode } from "../../alerts/messages/facts.ts";
import type { Block, Counted } from "../../alerts/messages/message.ts";
import { marksIn } from "../../alerts/messages/shown-id.ts";
import { BRIEF } from "../../i18n/catalogue/brief.ts";
import { COMMON } from "../../i18n/catalogue/common.ts";
import { named, quoted } from "../../i18n/text/quoting.ts";
import { shownDuration } from "../../i18n/time/durations.ts";
import type { Translator } from "../../i18n/translator.ts";
import { totalsOf } from "../../screening/runs/run.ts";
import {
  type BriefFacts,
  type BriefUndecided,
  type ProjectScan,
  type ProjectWebhook,
  thresholdAlerts,
} from "./brief-facts.ts";
import type { Durations, ReceivedCases } from "./received-cases.ts";

type BriefLine = string | Counted;

export type BriefSection = Extract<Block, { kind: "section" }>;

/** More laws or projects than this would drown the rest. */
const MAX_LISTED = 20;

/** Most characters of an error's text that are quoted. */
const MAX_ERROR = 300;

/** Sections for officers. */
export function officersSections(facts: BriefFacts, translator: Translator): BriefSection[] {
  const { t } = translator;
  const { received, undecided } = facts;
  return withLines([
    [t(BRIEF.sanctionsLists), sanctionsLines(undecided, translator)],
    [t(BRIEF.notices), noticeLines(undecided, translator)],
    [t(BRIEF.cases), undecidedLines(undecided, translator)],
    [t(BRIEF.revisedCases), revisedLines(undecided, translator)],
    [t(BRIEF.decided), decidedTexts(received, translator)],
    [t(BRIEF.came), cameLines(facts, translator)],
    [t(BRIEF.laws), lawLines(received, translator)],
  ]);
}

/** Sections for the people who run Vigía. */
export function engineersSections(facts: BriefFacts, translator: Translator): BriefSection[] {
  const { t } = translator;
  const marks = marksIn(translator);
  return withLines([
    [t(BRIEF.waiting), waitingLines(facts, translator)],
    [t(BRIEF.errorTexts), facts.errors.texts.map((text) => quoted(text, MAX_ERROR, marks))],
    [t(BRIEF.webhooks), projectLines(facts.webhooks, "recent", webhookLine, translator)],
    [t(BRIEF.scans), projectLines(facts.scans, "fine", scanLine, translator)],
  ]);
}

function withLines(sections: readonly [title: string, lines: BriefLine[]][]): BriefSection[] {
  return sections.flatMap(([title, lines]) =>
    lines.length === 0 ? [] : [{ kind: "section", title, lines }],
  );
}

/** A number as it is shown, which may be a lower bound. */
function shownBy({ t, count }: Translator, isCut: boolean) {
  return (number: number) => (isCut ? t(COMMON.atLeast, { what: count(number) }) : count(number));
}

/** Lines of numbers, each with its text. @param isCut whether the numbers are lower bounds */
function counted(translator: Translator, isCut: boolean, lines: readonly [number, string][]): Counted[] {
  const shown = shownBy(translator, isCut);
  return lines.map(([number, text]) => ({ count: shown(number), text }));
}

/** The same without those of nothing. */
function countedIfAny(translator: Translator, isCut: boolean, lines: readonly [number, string][]): Counted[] {
  return counted(
    translator,
    isCut,
    lines.filter(([number]) => number > 0),
  );
}

function cameLines(facts: BriefFacts, translator: Translator): BriefLine[] {
  const { t } = translator;
  const { received, revised, errors } = facts;
  const { flagged, unreadable, wallet, other } = received.kinds;
  const alerts = thresholdAlerts(facts);
  return [
    ...counted(translator, received.isCut, [[flagged, t(BRIEF.lineIllegal, { count: flagged })]]),
    ...countedIfAny(translator, revised.isCut, [
      [revised.count, t(BRIEF.lineRevised, { count: revised.count })],
    ]),
    ...countedIfAny(translator, received.isCut, [
      [unreadable, t(BRIEF.lineUnreadable, { count: unreadable })],
      [wallet, t(BRIEF.lineWallets, { count: wallet })],
      [other, t(BRIEF.lineOthers, { count: other })],
    ]),
    ...countedIfAny(translator, errors.isCut, [[errors.count, t(BRIEF.lineErrors, { count: errors.count })]]),
    ...counted(translator, false, [[alerts, t(BRIEF.lineThresholdAlerts, { count: alerts })]]),
  ];
}

function lawLines({ laws, otherLaws, isCut }: ReceivedCases, translator: Translator): BriefLine[] {
  const { t } = translator;
  const shown = shownBy(translator, isCut);
  return [
    ...laws.slice(0, MAX_LISTED).map(({ name, countryCode, count }) =>
      t(BRIEF.law, {
        law: `${named(name, 80, marksIn(translator))} (${lawCode(countryCode)})`,
        shown: shown(count),
        count,
      }),
    ),
    ...moreLines(translator, laws.length - MAX_LISTED),
    ...(otherLaws === 0 ? [] : [t(BRIEF.otherLaws, { count: shown(otherLaws) })]),
  ];
}

function sanctionsLines({ sanctions, isCut }: BriefUndecided, translator: Translator): BriefLine[] {
  const text = translator.t(BRIEF.lineSanctions, { count: sanctions });
  return countedIfAny(translator, isCut, [[sanctions, text]]);
}

function undecidedLines(
  { count, oldest, waiting, overdue, due, isCut }: BriefUndecided,
  translator: Translator,
): BriefLine[] {
  const { t, moment, inWords, language } = translator;
  if (oldest === undefined) return [t(BRIEF.nothingUndecided)];
  return countedIfAny(translator, isCut, [
    [count, t(BRIEF.lineUndecided, { count, oldest: moment(oldest) })],
    [waiting, t(BRIEF.lineWaiting)],
    [overdue, t(BRIEF.lineOverdue)],
    ...[...due].toSorted().map(([day, number]): [number, string] => {
      return [number, t(BRIEF.lineDue, { day: language === "en" ? day : inWords(day) })];
    }),
  ]);
}

function revisedLines({ revisedSince, isCut }: BriefUndecided, translator: Translator): BriefLine[] {
  const text = translator.t(BRIEF.lineRevisedSince, { count: revisedSince });
  return countedIfAny(translator, isCut, [[revisedSince, text]]);
}

function noticeLines({ notices, isCut }: BriefUndecided, translator: Translator): BriefLine[] {
  const { t } = translator;
  return countedIfAny(translator, isCut, [
    [notices.pending, t(BRIEF.lineNotices, { count: notices.pending })],
    [notices.overdue, t(BRIEF.lineNoticesOverdue)],
  ]);
}

/** Nothing where not all cases were read: the times of a part say nothing of the day. */
function decidedTexts({ kinds, toDecision, isCut }: ReceivedCases, translator: Translator): string[] {
  if (isCut) return [];
  const { t, count } = translator;
  const all = Object.values(kinds).reduce((sum, number) => sum + number, 0);
  if (all === 0) return [t(BRIEF.noCases)];
  const times = timesIn(toDecision, translator);
  return [
    times === undefined
      ? t(BRIEF.noneDecided, { all })
      : t(BRIEF.decidedOf, { count: count(toDecision.count), all, times }),
  ];
}

/** Undefined where there was nothing. */
function timesIn({ count, medianMs, longestMs }: Durations, { t }: Translator): string | undefined {
  if (medianMs === undefined || longestMs === undefined) return undefined;
  if (count === 1) return t(BRIEF.timeOfOne, { time: shownDuration(longestMs) });
  return t(BRIEF.times, { median: shownDuration(medianMs), longest: shownDuration(longestMs) });
}

/** A line for each project, those with a problem first. */
function projectLines<One extends { kind: string }>(
  all: readonly One[],
  fine: One["kind"],
  lineOf: (item: One, translator: Translator) => string,
  translator: Translator,
): BriefLine[] {
  const amissFirst = all.toSorted((a, b) => Number(a.kind === fine) - Number(b.kind === fine));
  return [
    ...amissFirst.slice(0, MAX_LISTED).map((item) => lineOf(item, translator)),
    ...moreLines(translator, all.length - MAX_LISTED),
  ];
}

function webhookLine(webhook: ProjectWebhook, { t, moment }: Translator): string {
  const project = String(webhook.projectId);
  if (webhook.kind === "none") return t(BRIEF.noWebhook, { project });
  const time = moment(webhook.at);
  return t(webhook.kind === "quiet" ? BRIEF.webhookQuiet : BRIEF.webhook, { project, time });
}

const STATES = {
  fine: BRIEF.scanFine,
  poor: BRIEF.scanPoor,
  unfinished: BRIEF.scanUnfinished,
  old: BRIEF.scanOld,
  late: BRIEF.scanLate,
} as const;

function scanLine(scan: ProjectScan, { t, moment }: Translator): string {
  const project = String(scan.projectId);
  if (scan.kind === "none") return t(BRIEF.noScan, { project });
  const { run, coverage } = scan;
  const { known, exceeded } = totalsOf(run);
  const covered =
    coverage === undefined
      ? t(BRIEF.scanNoWallet)
      : t(BRIEF.scanCovered, { percent: String(coverage), known });
  const time = moment(run.endedAt ?? run.startedAt);
  return t(BRIEF.scan, { project, state: t(STATES[scan.kind]), time, covered, alerts: exceeded });
}

function waitingLines({ quarantined, deadLetters }: BriefFacts, translator: Translator): BriefLine[] {
  const { t } = translator;
  const { webhook, scan } = deadLetters;
  const unreadable = t(BRIEF.lineQuarantine, { count: quarantined.count });
  return [
    ...counted(translator, quarantined.isCut, [[quarantined.count, unreadable]]),
    ...counted(translator, false, [
      [webhook, t(BRIEF.lineWebhookLetters, { count: webhook })],
      [scan, t(BRIEF.lineScanLetters, { count: scan })],
    ]),
  ];
}
