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

/** A number as it is shown, which may be a lower bound. */
type Shown = (count: number) => string;

/** @param isCut whether the numbers are lower bounds */
function shownBy({ t, count }: Translator, isCut: boolean): Shown {
  return (number) => (isCut ? t(COMMON.atLeast, { what: count(number) }) : count(number));
}

/** Sections for officers. */
export function officersSections(facts: BriefFacts, translator: Translator): BriefSection[] {
  const { t } = translator;
  const { received, undecided } = facts;
  return [
    {
      kind: "section" as const,
      title: t(BRIEF.sanctionsLists),
      lines: sanctionsLines(undecided, translator),
    },
    { kind: "section" as const, title: t(BRIEF.notices), lines: noticeLines(undecided, translator) },
    { kind: "section" as const, title: t(BRIEF.cases), lines: undecidedLines(undecided, translator) },
    { kind: "section" as const, title: t(BRIEF.decided), lines: decidedTexts(received, translator) },
    { kind: "section" as const, title: t(BRIEF.came), lines: cameLines(facts, translator) },
    { kind: "section" as const, title: t(BRIEF.laws), lines: lawLines(received, translator) },
  ].filter(({ lines }) => lines.length > 0);
}

/** Sections for the people who run Vigía. */
export function engineersSections(facts: BriefFacts, translator: Translator): BriefSection[] {
  const { t } = translator;
  return [
    { kind: "section" as const, title: t(BRIEF.waiting), lines: waitingLines(facts, translator) },
    {
      kind: "section" as const,
      title: t(BRIEF.errorTexts),
      lines: facts.errors.texts.map((text) => quoted(text, MAX_ERROR, marksIn(translator))),
    },
    { kind: "section" as const, title: t(BRIEF.webhooks), lines: webhookLines(facts.webhooks, translator) },
    { kind: "section" as const, title: t(BRIEF.scans), lines: scanLines(facts.scans, translator) },
  ].filter(({ lines }) => lines.length > 0);
}

function cameLines(facts: BriefFacts, translator: Translator): BriefLine[] {
  const { t, count } = translator;
  const { kinds, isCut } = facts.received;
  const { revised, errors } = facts;
  const alerts = thresholdAlerts(facts);
  const ofCases = shownBy(translator, isCut);
  const ifAny = (number: number, textOf: (number: number) => string, shown: Shown) =>
    number === 0 ? [] : [{ count: shown(number), text: textOf(number) }];
  return [
    {
      count: ofCases(kinds.notification),
      text: t(BRIEF.lineIllegal, { count: kinds.notification }),
    },
    ...ifAny(
      revised.count,
      (number) => t(BRIEF.lineRevised, { count: number }),
      shownBy(translator, revised.isCut),
    ),
    ...ifAny(
      revised.decided,
      (number) => t(BRIEF.lineRevisedDecided, { count: number }),
      shownBy(translator, revised.isCut),
    ),
    ...ifAny(kinds.quarantine, (number) => t(BRIEF.lineUnreadable, { count: number }), ofCases),
    ...ifAny(kinds.wallet, (number) => t(BRIEF.lineWallets, { count: number }), ofCases),
    ...ifAny(
      errors.count,
      (number) => t(BRIEF.lineErrors, { count: number }),
      shownBy(translator, errors.isCut),
    ),
    { count: count(alerts), text: t(BRIEF.lineThresholdAlerts, { count: alerts }) },
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
  if (sanctions === 0) return [];
  const text = translator.t(BRIEF.lineSanctions, { count: sanctions });
  return [{ count: shownBy(translator, isCut)(sanctions), text }];
}

function undecidedLines(
  { count: all, oldest, waiting, overdue, due, isCut }: BriefUndecided,
  translator: Translator,
): BriefLine[] {
  const { t, moment, inWords, language } = translator;
  const count = shownBy(translator, isCut);
  if (oldest === undefined) return [t(BRIEF.nothingUndecided)];
  return [
    { count: count(all), text: t(BRIEF.lineUndecided, { count: all, oldest: moment(oldest) }) },
    ...(waiting === 0 ? [] : [{ count: count(waiting), text: t(BRIEF.lineWaiting) }]),
    ...(overdue === 0 ? [] : [{ count: count(overdue), text: t(BRIEF.lineOverdue) }]),
    ...[...due].toSorted().map(([day, number]) => ({
      count: count(number),
      text: t(BRIEF.lineDue, { day: language === "en" ? day : inWords(day) }),
    })),
  ];
}

function noticeLines(
  { notices: { owed, overdue }, isCut }: BriefUndecided,
  translator: Translator,
): BriefLine[] {
  const { t } = translator;
  const count = shownBy(translator, isCut);
  return [
    ...(owed === 0 ? [] : [{ count: count(owed), text: t(BRIEF.lineNotices, { count: owed }) }]),
    ...(overdue === 0 ? [] : [{ count: count(overdue), text: t(BRIEF.lineNoticesOverdue) }]),
  ];
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

function webhookLines(webhooks: readonly ProjectWebhook[], translator: Translator): BriefLine[] {
  const { t, moment } = translator;
  const amissFirst = webhooks.toSorted((a, b) => Number(a.kind === "recent") - Number(b.kind === "recent"));
  return [
    ...amissFirst.slice(0, MAX_LISTED).map((webhook) => {
      const project = String(webhook.projectId);
      if (webhook.kind === "none") return t(BRIEF.noWebhook, { project });
      const time = moment(webhook.at);
      return t(webhook.kind === "quiet" ? BRIEF.webhookQuiet : BRIEF.webhook, { project, time });
    }),
    ...moreLines(translator, webhooks.length - MAX_LISTED),
  ];
}

const STATES = {
  fine: BRIEF.scanFine,
  poor: BRIEF.scanPoor,
  unfinished: BRIEF.scanUnfinished,
  old: BRIEF.scanOld,
  late: BRIEF.scanLate,
} as const;

function scanLines(scans: readonly ProjectScan[], translator: Translator): BriefLine[] {
  // Projects with a problem come before the others.
  const amissFirst = scans.toSorted((a, b) => Number(a.kind === "fine") - Number(b.kind === "fine"));
  return [
    ...amissFirst.slice(0, MAX_LISTED).map((scan) => scanLine(scan, translator)),
    ...moreLines(translator, scans.length - MAX_LISTED),
  ];
}

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
  const { t, count } = translator;
  return [
    {
      count: shownBy(translator, quarantined.isCut)(quarantined.count),
      text: t(BRIEF.lineQuarantine, { count: quarantined.count }),
    },
    {
      count: count(deadLetters.webhook),
      text: t(BRIEF.lineWebhookLetters, { count: deadLetters.webhook }),
    },
    { count: count(deadLetters.scan), text: t(BRIEF.lineScanLetters, { count: deadLetters.scan }) },
  ];
}
