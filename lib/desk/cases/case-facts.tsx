/** Facts of a case: its subject, its state, and its deadlines. */

import { caseLink, linkTo } from "../../alerts/desk-links.ts";
import type { ListedCase, StoredCase } from "../../cases/case.ts";
import { lawsWithoutRule, rulesFor } from "../../cases/deadlines.ts";
import { noticeDeadline } from "../../cases/notices.ts";
import {
  deadlinesFor,
  isCountedWithoutZone,
  lawsEver,
  lawsSaidLast,
  missedNoticeOf,
  stateOf,
} from "../../cases/state.ts";
import { noticeWords } from "../../evidence/step-words.ts";
import { CASE } from "../../i18n/catalogue/desk/case.ts";
import { FACTS } from "../../i18n/catalogue/desk/facts.ts";
import { CASE_KINDS } from "../../i18n/catalogue/desk/inbox.ts";
import { CASE_OUTCOMES, CROSSINGS } from "../../i18n/catalogue/desk/steps.ts";
import type { DeadlineRule } from "../../settings/deadline-rule.ts";
import { Amount, Facts, Laws, Moment } from "../components/facts.tsx";
import { subjectLink } from "../components/links.ts";
import { useTranslator } from "../translator.ts";

export function CaseFacts({ of: one }: { of: StoredCase }) {
  const { t } = useTranslator();
  const { laws = [], lawCount, amount, token, userId, address } = one;
  const lawsNow = lawsSaidLast(one);
  return (
    <Facts
      facts={[
        [t(CASE.state), <State of={one} />],
        [
          t(CASE.due),
          <>
            <Due of={one} />
            {isCountedWithoutZone(one) ? <p>{t(CASE.noZone)}</p> : undefined}
          </>,
        ],
        [t(CASE.notices), stateOf(one).notices.length === 0 ? undefined : <Notices of={one} />],
        [t(CASE.about), <a href={subjectLink(one)}>{t(CASE_KINDS[one.kind])}</a>],
        [t(FACTS.projectColumn), String(one.projectId)],
        [t(FACTS.received), <Moment at={one.receivedAt} />],
        [t(FACTS.laws), laws.length === 0 ? undefined : <Laws laws={laws} count={lawCount} />],
        [t(CASE.lawsNow), lawsNow && <Laws laws={lawsNow.laws ?? []} count={lawsNow.lawCount} />],
        [t(FACTS.amount), amount === undefined ? undefined : <Amount amount={amount} token={token} />],
        [t(FACTS.score), one.score === undefined ? undefined : String(one.score)],
        [t(FACTS.why), one.crossings?.map((crossing) => t(CROSSINGS[crossing])).join(", ")],
        [
          t(FACTS.user),
          userId && (
            <a href={linkTo("/notifications", { user: userId })}>
              <bdi>{userId}</bdi>
            </a>
          ),
        ],
        [t(FACTS.wallet), address && <bdi class="address">{address}</bdi>],
      ]}
    />
  );
}

function State({ of: one }: { of: StoredCase }) {
  const { t, moment } = useTranslator();
  const { decision, owner } = stateOf(one);
  if (decision !== undefined) return <strong>{t(CASE_OUTCOMES[decision.outcome])}</strong>;
  if (owner === undefined) return <span>{t(CASE.open)}</span>;
  const { name, until } = owner;
  const isOwned = new Date().toISOString() < until;
  return <bdi>{t(isOwned ? CASE.ownedUntil : CASE.lapsed, { who: name, until: moment(until) })}</bdi>;
}

/** The 24-hour notices that were due about it, and when each was recorded. */
export function Notices({ of: one }: { of: StoredCase }) {
  const { t, moment } = useTranslator();
  return (
    <>
      {stateOf(one).notices.map((notice) => (
        <p>
          {notice.isLate ? <strong>{noticeWords(notice, t, moment)}</strong> : noticeWords(notice, t, moment)}
        </p>
      ))}
    </>
  );
}

/** Everything that is due about it, what still runs first. */
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
  /** Else of a suspicion: known before the receipt, it was not too late for anything. */
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

/** Source of the deadline, and the note that it is not legal advice. */
export function Deadlines({ of: one, added }: { of: StoredCase; added: readonly DeadlineRule[] }) {
  const { t, moment } = useTranslator();
  const laws = lawsEver(one);
  const rules = rulesFor(laws, added);
  const unknown = lawsWithoutRule(laws, added);
  const { knownSince } = stateOf(one);
  if (rules.length + unknown.length === 0 && knownSince === undefined) return undefined;
  return (
    <section class="panel">
      <h2>{t(CASE.deadlines)}</h2>
      {knownSince === undefined ? undefined : <p>{t(CASE.knownSince, { since: moment(knownSince) })}</p>}
      {rules.map((rule) => (
        <p dir="auto">
          <RuleWords of={rule} />
        </p>
      ))}
      {unknown.map(({ name: law, countryCode: country }) => (
        <p dir="auto">{t(CASE.noRule, { law, country })}</p>
      ))}
    </section>
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

/** Cases by what they are about, and how they ended. */
export function OtherCases({ cases }: { cases: readonly ListedCase[] }) {
  const { t } = useTranslator();
  return (
    <section class="panel">
      <h2>{t(CASE.earlier)}</h2>
      {cases.length === 0 ? (
        <p>{t(CASE.noEarlier)}</p>
      ) : (
        <ul>
          {cases.map((one) => (
            <li>
              <a href={caseLink(one)}>{t(CASE_KINDS[one.kind])}</a>, <Moment at={one.receivedAt} />:{" "}
              {t(one.outcome === undefined ? CASE.open : CASE_OUTCOMES[one.outcome])}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
