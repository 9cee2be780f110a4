/** Badges of a case: its deadline by urgency, and its laws. */

import type { ListedCase } from "../../cases/case.ts";
import { nothingDueWords } from "../../cases/evidence/step-words.ts";
import type { JudgedCase } from "../../cases/urgency.ts";
import { CASE } from "../../i18n/catalogue/desk/case.ts";
import { CASE_OUTCOMES } from "../../i18n/catalogue/desk/steps.ts";
import { isSanctionsList, listsFirst } from "../../law/sanctions-lists.ts";
import { Countdown } from "../frame/countdown.tsx";
import { Icon } from "../frame/icon.tsx";
import { capitalized, say, useTranslator } from "../frame/translator.ts";
import { Day } from "./facts.tsx";

/** Deadlines of a case: what has passed, a 24-hour clock that runs, and what is due beside them. @param now ISO 8601 */
export function DueBadge({ of: judged, now }: { of: JudgedCase; now: string }) {
  const { passed, next, notice, isClockRunning, isDueInWeek } = judged;
  const isShown = passed !== undefined || isClockRunning;
  return (
    <>
      {passed === undefined ? undefined : <Late at={passed} now={now} isNotice={passed === notice} />}
      {isClockRunning && notice !== undefined ? <Left at={notice} now={now} kind="clock" /> : undefined}
      {next === undefined || next === notice || (isShown && !isDueInWeek) ? undefined : (
        <Left at={next} now={now} kind={isDueInWeek ? "soon" : "date"} />
      )}
      {next === undefined && !isShown ? <NothingDue of={judged.listedCase} /> : undefined}
    </>
  );
}

function Late({ at, now, isNotice }: { at: string; now: string; isNotice: boolean }) {
  const { moment } = useTranslator();
  return (
    <span class="badge late" title={say(CASE.passed, { due: moment(at) })}>
      <Icon name={isNotice ? "timerOff" : "octagonAlert"} />{" "}
      <Countdown at={at} now={now} kind={isNotice ? "clock" : "soon"} />
    </span>
  );
}

const LEFT_ICONS = { clock: "timer", soon: "clock", date: "calendarDays" } as const;

function Left({ at, now, kind }: { at: string; now: string; kind: keyof typeof LEFT_ICONS }) {
  const { moment } = useTranslator();
  return (
    <span class={`badge ${kind}`} title={moment(at)}>
      <Icon name={LEFT_ICONS[kind]} /> <Countdown at={at} now={now} kind={kind} />
    </span>
  );
}

const OUTCOME_ICONS = {
  reported: "circleCheck",
  "not-reportable": "circleSlash",
  "false-positive": "circleX",
  "nothing-found": "circleSlash",
} as const;

/** State of a case: its outcome, what is urgent, or that it is open. @param now ISO 8601 */
export function StateBadge({ of: judged, now }: { of: JudgedCase; now: string }) {
  const { outcome } = judged.listedCase;
  if (outcome !== undefined)
    return (
      <>
        <span class={outcome === "reported" ? "badge good" : "badge shut"}>
          <Icon name={OUTCOME_ICONS[outcome]} /> <span class="capital">{say(CASE_OUTCOMES[outcome])}</span>
        </span>{" "}
        {judged.listedCase.isRevisedSince ? <RevisedBadge /> : undefined}
      </>
    );
  if (judged.passed !== undefined || judged.isClockRunning || judged.isDueInWeek)
    return <DueBadge of={judged} now={now} />;
  return (
    <span class="badge">
      <Icon name="circleDashed" /> <span class="capital">{say(CASE.open)}</span>
    </span>
  );
}

/** The badge of a decided case that the service revised since, until an officer confirms the decision or reopens the case. */
export function RevisedBadge() {
  return (
    <span class="badge soon">
      <Icon name="triangleAlert" /> {say(CASE.revisedSince)}
    </span>
  );
}

interface DeadlineBadgeProps {
  /** ISO 8601, as `now` is. */
  at: string;
  now: string;
  /** True of the 24 hours from a suspicion. */
  isNotice?: boolean;
}

const WEEK_MS = 7 * 24 * 60 * 60_000;

/** Badge of a deadline of a case that is not met. */
export function DeadlineBadge({ at, now, isNotice = false }: DeadlineBadgeProps) {
  if (at <= now) return <Late at={at} now={now} isNotice={isNotice} />;
  const isSoon = Date.parse(at) - Date.parse(now) <= WEEK_MS;
  return <Left at={at} now={now} kind={isNotice ? "clock" : isSoon ? "soon" : "date"} />;
}

/** The day of the deadline that lists show, or the reason why they show no day. */
export function ShownDue({ of: { due, listedCase } }: { of: JudgedCase }) {
  return due === undefined ? <span class="wraps">{nothingDueWords(listedCase, say)}</span> : <Day at={due} />;
}

/** In place of a deadline: why nothing is pending. */
export function NothingDue({ of: listedCase }: { of: Pick<ListedCase, "dues"> }) {
  return (
    <span class="badge none">
      <Icon name="circleDashed" /> {capitalized(nothingDueWords(listedCase, say))}
    </span>
  );
}

/** Laws in a badge's title. */
const MOST_TITLED = 20;

interface LawBadgeProps {
  laws: readonly { name: string; countryCode: string }[];
  /** Number of all laws, if more than these. */
  count: number | undefined;
}

/** The most severe law, a sanctions list before others, and the number of the rest, which the title names. */
export function LawBadge({ laws: all, count = all.length }: LawBadgeProps) {
  const laws = listsFirst(all);
  const [mostSevere] = laws;
  if (mostSevere === undefined) return undefined;
  const { name, countryCode } = mostSevere;
  const isList = isSanctionsList(name);
  const title = laws
    .slice(0, MOST_TITLED)
    .map((law) => `${law.name} (${law.countryCode})`)
    .join(", ");
  return (
    <span class={isList ? "badge list" : "badge"} title={title}>
      <Icon name={isList ? "octagonX" : "scale"} /> <bdi>{name}</bdi>
      {countryCode === "MX" || isList ? undefined : <bdi>({countryCode})</bdi>}
      {count > 1 ? <small>{`+${count - 1}`}</small> : undefined}
    </span>
  );
}
