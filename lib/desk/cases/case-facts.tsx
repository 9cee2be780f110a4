/** Deadlines of a case, and its 24-hour notices. */

import type { ListedCase, StoredCase } from "../../cases/case.ts";
import { noticeWords } from "../../cases/evidence/step-words.ts";
import { deadlinesFor, missedNoticeOf, type Notice, stateOf } from "../../cases/state.ts";
import { CASE } from "../../i18n/catalogue/desk/case.ts";
import type { DeadlineRule } from "../../law/deadline-setting.ts";
import { lawsWithoutRule, noticeDeadline, rulesFor } from "../../law/deadlines.ts";
import { Icon } from "../frame/icon.tsx";
import { useTranslator } from "../frame/translator.ts";
import { DeadlineBadge, NoDeadline } from "../kit/due-badge.tsx";
import { Moment, When } from "../kit/facts.tsx";
import { Panel } from "../kit/panel.tsx";

/** All deadlines of a case, running ones first. */
export function Due({ of: one }: { of: ListedCase }) {
  const { t } = useTranslator();
  const now = new Date().toISOString();
  const dues = deadlinesFor(one);
  if (dues.length === 0) return <span>{t(CASE.noDeadline)}</span>;
  const inOrder = [...dues.filter((due) => due >= now), ...dues.filter((due) => due < now)];
  const notice = one.knownSince === undefined ? undefined : noticeDeadline(one.knownSince);
  const missed = missedNoticeOf(one);
  return (
    <>
      {inOrder.map((dueAt, index) => (
        <>
          {index === 0 ? "" : "; "}
          <OneDue dueAt={dueAt} isOfLaw={dueAt !== notice && dueAt !== missed} of={one} now={now} />
          {dueAt === notice ? ` (${t(CASE.fromSuspicion)})` : ""}
          {dueAt === missed ? ` (${t(CASE.missed)})` : ""}
        </>
      ))}
    </>
  );
}

interface OneDueProps {
  dueAt: string;
  /** Otherwise it is the 24 hours of a suspicion, which never count as passed before the receipt. */
  isOfLaw: boolean;
  of: ListedCase;
  now: string;
}

/** Deadline in words: also that it had passed before the receipt. */
function OneDue({ dueAt, isOfLaw, of: { receivedAt, outcome }, now }: OneDueProps) {
  const { t, moment } = useTranslator();
  const due = moment(dueAt);
  if (isOfLaw && dueAt <= receivedAt) return <strong>{t(CASE.passedBefore, { due })}</strong>;
  const isPassed = outcome === undefined && dueAt < now;
  return isPassed ? <strong>{t(CASE.passed, { due })}</strong> : <Moment at={dueAt} />;
}

interface DeadlinesProps {
  of: StoredCase;
  /** Rules of the settings. */
  added: readonly DeadlineRule[];
  /** ISO 8601. */
  now: string;
}

/** Everything that is or was due about it, and the source of each: no legal advice. */
export function Deadlines({ of: one, added, now }: DeadlinesProps) {
  const { t, short } = useTranslator();
  const said = (iso: string) => short(iso) ?? iso;
  const { laws = [] } = one;
  const rules = rulesFor(laws, added);
  const unknown = lawsWithoutRule(laws, added);
  const { knownSince, notices } = stateOf(one);
  const isNothing = one.deadlines.length + notices.length === 0;
  return (
    <Panel title={t(CASE.deadlines)}>
      <ul class="plain">
        {one.deadlines.map(({ dueAt, law, countryCode }) => (
          <li>
            <DeadlineBadge at={dueAt} now={now} isOver={one.outcome !== undefined} />
            <bdi>{`${law} (${countryCode})`}</bdi>
            <span class="muted end">
              {dueAt <= one.receivedAt ? t(CASE.passedBefore, { due: said(dueAt) }) : <When at={dueAt} />}
            </span>
          </li>
        ))}
        {notices.map((notice) => (
          <li>
            <NoticeBadge of={notice} now={now} />
            <span>{noticeWords(notice, t, said)}</span>
          </li>
        ))}
        {isNothing ? (
          <li>
            <NoDeadline />
          </li>
        ) : undefined}
      </ul>
      {knownSince === undefined ? undefined : (
        <p class="fine">{t(CASE.knownSince, { since: said(knownSince) })}</p>
      )}
      {rules.map((rule) => (
        <p class="fine" dir="auto">
          <RuleWords of={rule} />
        </p>
      ))}
      {unknown.map(({ name: law, countryCode: country }) => (
        <p class="fine" dir="auto">
          {t(CASE.noRule, { law, country })}
        </p>
      ))}
    </Panel>
  );
}

function NoticeBadge({ of: { dueAt, filedAt, withdrawnAt, isLate }, now }: { of: Notice; now: string }) {
  const { t } = useTranslator();
  if (filedAt === undefined && withdrawnAt === undefined)
    return <DeadlineBadge at={dueAt} now={now} isOver={false} isNotice />;
  return (
    <span class={isLate ? "badge late" : "badge good"}>
      <Icon name={isLate ? "timerOff" : "circleCheck"} /> {t(isLate ? CASE.late : CASE.inTime)}
    </span>
  );
}

function RuleWords({ of: { law, countryCode: country, within, source, readOn } }: { of: DeadlineRule }) {
  const { t } = useTranslator();
  const demand =
    "hours" in within
      ? t(CASE.hours, { law, country, hours: within.hours })
      : t(CASE.dayOfNextMonth, { law, country, day: within.dayOfNextMonth, zone: within.timeZone });
  return (
    <>
      {demand} {t(CASE.ruleSource, { source, readOn })}
    </>
  );
}
