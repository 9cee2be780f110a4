/** A month's cases in figures, which add up: when their notice is due, and how many are decided. */

import type { JudgedCase } from "../../cases/urgency.ts";
import { COMMON } from "../../i18n/catalogue/common.ts";
import { MONTH, NOTICE_STATES } from "../../i18n/catalogue/desk/month.ts";
import { CASE_OUTCOMES, FILINGS } from "../../i18n/catalogue/desk/steps.ts";
import { Icon, type IconName } from "../frame/icon.tsx";
import { say, useTranslator } from "../frame/translator.ts";
import { usdInShort } from "../kit/case-cells.tsx";
import { Badge } from "../kit/facts.tsx";
import { Strip, type StripFact, useBounded } from "../kit/panel.tsx";
import { countsOf, type MonthCounts } from "./month-cases.ts";
import { type FiledMonth, monthNotice, type NoticeState } from "./month-notice.ts";

const DAY_MS = 86_400_000;

interface MonthFiguresProps {
  filings: readonly FiledMonth[];
  /** When a notice of the month is due, the first first. ISO 8601. */
  dues: readonly string[];
  cases: readonly JudgedCase[];
  /** True if there are more cases: their numbers are lower bounds. */
  isCut: boolean;
  /** ISO 8601. */
  now: string;
}

export function MonthFigures({ filings, dues, cases, isCut, now }: MonthFiguresProps) {
  const count = useBounded(isCut);
  const counts = countsOf(cases, now);
  const { all, undecided, reported } = counts;
  const { notReportable, falsePositive, nothingFound } = counts;
  const usd = usdInShort(counts.usd);
  const sum = isCut ? say(COMMON.atLeast, { what: usd }) : usd;
  const dueAt = nextDue(dues, now);
  const toFact = useFiled(dues);
  const parts = (...texts: (string | undefined)[]) =>
    texts.filter((text) => text !== undefined).join(", ") || undefined;
  const part = (number: number, words: (count: string) => string) =>
    number === 0 ? undefined : words(count(number));
  const facts: StripFact[] = [
    ...filings.map(toFact),
    ...(dueAt === undefined ? [] : [useDue(dueAt, now)]),
    {
      name: say(MONTH.cases),
      value: count(all),
      more: counts.unknown === 0 ? sum : say(MONTH.sum, { usd: sum, unknown: count(counts.unknown) }),
    },
    {
      name: say(MONTH.undecided),
      value: count(undecided),
      more: parts(
        part(counts.late, (count) => say(MONTH.someOverdue, { count })),
        part(counts.clock, (count) => say(MONTH.someClock, { count })),
        part(counts.lateNotice, (count) => say(MONTH.someLateNotice, { count })),
      ),
    },
    {
      name: say(CASE_OUTCOMES.reported),
      value: count(reported),
      more:
        reported > 0 && counts.reportedInTime === reported && !isCut
          ? say(MONTH.allInTime)
          : parts(
              part(counts.reportedInTime, (count) => say(MONTH.someInTime, { count })),
              part(counts.reportedLate, (count) => say(MONTH.someLate, { count })),
              part(counts.reportedOpen, (count) => say(MONTH.someOpen, { count })),
              part(counts.reportedOther, (count) => say(MONTH.someOther, { count })),
            ),
    },
    { name: say(CASE_OUTCOMES["not-reportable"]), value: count(notReportable) },
    { name: say(CASE_OUTCOMES["false-positive"]), value: count(falsePositive) },
    ...(nothingFound === 0
      ? []
      : [{ name: say(CASE_OUTCOMES["nothing-found"]), value: count(nothingFound) }]),
  ];
  return (
    <>
      <Strip isBig facts={facts} />
      {all === 0 || isCut ? undefined : <Meter of={counts} />}
    </>
  );
}

/** The next deadline of a month's notice; where all have passed, the last. */
export function nextDue(dues: readonly string[], now: string): string | undefined {
  return dues.find((due) => due > now) ?? dues.at(-1);
}

/** Says of a project whether the notice of the month is recorded, with its receipt, and whether that was in time. */
function useFiled(dues: readonly string[]): (month: FiledMonth) => StripFact {
  const { short, shortDay } = useTranslator();
  return ({ projectId, stored }) => {
    const name = say(MONTH.noticeOf, { project: projectId });
    const { state, filing, others } = monthNotice(stored, dues);
    const value = <NoticeBadge state={state} />;
    if (filing === undefined) return { name, value };
    const { kind, reference, receivedAt, receivedTime } = filing;
    const received = receivedTime === undefined ? shortDay(receivedAt) : short(receivedAt);
    const receipt = say(MONTH.filedWith, {
      kind: say(FILINGS[kind]),
      reference,
      received: received ?? receivedAt,
    });
    const more = others === 0 ? receipt : `${receipt}, ${say(MONTH.moreFiled, { count: others })}`;
    return { name, more, value };
  };
}

function NoticeBadge({ state }: { state: NoticeState }) {
  switch (state) {
    case "in time":
      return <Badge as="good" text={say(NOTICE_STATES[state])} />;
    case "late":
      return <Badge as="late" text={say(NOTICE_STATES[state])} />;
    case "filed":
      return <Filed words={say(NOTICE_STATES[state])} icon="circleCheck" />;
    default:
      return <Filed words={say(NOTICE_STATES[state])} icon="circleDashed" />;
  }
}

function Filed({ words, icon }: { words: string; icon: IconName }) {
  return (
    <span class="badge">
      <Icon name={icon} /> {words}
    </span>
  );
}

function useDue(dueAt: string, now: string): StripFact {
  const { count, moment, short } = useTranslator();
  const days = Math.floor((Date.parse(dueAt) - Date.parse(now)) / DAY_MS);
  return {
    name: say(MONTH.dueIn),
    value: days < 0 ? say(MONTH.passed) : `${count(days)} d`,
    more: (
      <time datetime={dueAt} title={moment(dueAt)}>
        {short(dueAt)}
      </time>
    ),
  };
}

/** Shares of what was reported and what was decided otherwise: every number is text beside it. */
function Meter({ of: { all, undecided, reported } }: { of: MonthCounts }) {
  const { count } = useTranslator();
  const otherwise = all - undecided - reported;
  const texts = {
    all: count(all),
    reported: count(reported),
    otherwise: count(otherwise),
    undecided: count(undecided),
  };
  const share = (number: number) => `${((number / all) * 100).toFixed(2)}%`;
  return (
    <figure>
      <svg class="meter" role="img" aria-label={say(MONTH.meter, texts)}>
        <rect class="reported" width={share(reported)} height="10" />
        <rect class="otherwise" x={share(reported)} width={share(otherwise)} height="10" />
      </svg>
      <figcaption class="key">
        <span>
          <svg viewBox="0 0 10 10" aria-hidden="true">
            <circle class="reported" cx="5" cy="5" r="5" />
          </svg>
          {say(MONTH.keyReported, { count: texts.reported })}
        </span>
        <span>
          <svg viewBox="0 0 10 10" aria-hidden="true">
            <path class="otherwise" d="M5 0l5 5-5 5-5-5z" />
          </svg>
          {say(MONTH.keyOtherwise, { count: texts.otherwise })}
        </span>
        <span>
          <svg viewBox="0 0 10 10" aria-hidden="true">
            <rect class="undecided" x=".5" y=".5" width="9" height="9" />
          </svg>
          {say(MONTH.keyUndecided, { count: texts.undecided })}
        </span>
      </figcaption>
    </figure>
  );
}
