/** A month's cases in figures, which add up: when their notice is due, and how many are decided. */

import type { JudgedCase } from "../../cases/urgency.ts";
import { COMMON } from "../../i18n/catalogue/common.ts";
import { MONTH, NOTICE_STATES } from "../../i18n/catalogue/desk/month.ts";
import { CASE_OUTCOMES } from "../../i18n/catalogue/desk/steps.ts";
import { type DeskTranslator, say, useTranslator } from "../frame/translator.ts";
import { usdInShort } from "../kit/case-cells.tsx";
import { Strip, type StripFact, useCountText } from "../kit/panel.tsx";
import { countsOf } from "./month-cases.ts";
import type { NoticeState } from "./month-notice.ts";

const DAY_MS = 86_400_000;

interface MonthFiguresProps {
  /** When a notice of the month is due, the first first. ISO 8601. */
  dues: readonly string[];
  /** What became of the notices that projects owe. */
  notices: readonly NoticeState[];
  cases: readonly JudgedCase[];
  /** True if there are more cases: their numbers are lower bounds. */
  isCut: boolean;
  /** ISO 8601. */
  now: string;
}

export function MonthFigures({ dues, notices, cases, isCut, now }: MonthFiguresProps) {
  const translator = useTranslator();
  const count = useCountText({ isAtLeast: isCut });
  const counts = countsOf(cases, now);
  const { all, undecided, reported } = counts;
  const { notReportable, falsePositive, nothingFound } = counts;
  const usd = usdInShort(counts.usd);
  const sum = isCut ? say(COMMON.atLeast, { what: usd }) : usd;
  const dueAt = nextDue(dues, now);
  const parts = (...texts: (string | undefined)[]) =>
    texts.filter((text) => text !== undefined).join(", ") || undefined;
  const part = (number: number, words: (count: string) => string) =>
    number === 0 ? undefined : words(count(number));
  const facts: StripFact[] = [
    ...(dueAt === undefined ? [] : [dueFact(dueAt, notices, now, translator)]),
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
        part(counts.filedUrgently, (count) => say(MONTH.someUrgent, { count })),
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
  return <Strip isBig facts={facts} />;
}

/** The next deadline of a month's notice; where all have passed, the last. */
export function nextDue(dues: readonly string[], now: string): string | undefined {
  return dues.find((due) => due > now) ?? dues.at(-1);
}

/** The states of notices that a deadline is said by once it has passed, the worst first. */
const WORST_FIRST = ["unreadable", "missing", "late", "filed", "in time"] as const;

/** The time that is left; once the day has passed, the day and what became of the notices. */
function dueFact(
  dueAt: string,
  notices: readonly NoticeState[],
  now: string,
  { count, moment, short, shortDay }: DeskTranslator,
): StripFact {
  const days = Math.floor((Date.parse(dueAt) - Date.parse(now)) / DAY_MS);
  const timeAs = (shown: string | undefined) => (
    <time datetime={dueAt} title={moment(dueAt)}>
      {shown}
    </time>
  );
  return days < 0
    ? { name: say(MONTH.dueIn), value: timeAs(shortDay(dueAt)), more: <PassedDue notices={notices} /> }
    : { name: say(MONTH.dueIn), value: `${count(days)} d`, more: timeAs(short(dueAt)) };
}

function PassedDue({ notices }: { notices: readonly NoticeState[] }) {
  const worst = WORST_FIRST.find((state) => notices.includes(state));
  if (worst === undefined) return <span>{say(MONTH.passed)}</span>;
  const isGood = worst === "in time" || worst === "filed";
  return <span class={isGood ? undefined : "bad"}>{say(NOTICE_STATES[worst])}</span>;
}
