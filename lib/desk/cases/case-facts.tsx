/** What a case is about, where it stands, and until when something is due. */

import { caseLink, linkTo } from "../../alerts/desk-links.ts";
import type { ListedCase, StoredCase } from "../../cases/case.ts";
import { lawsWithoutRule, rulesFor } from "../../cases/deadlines.ts";
import { noticeDueAt } from "../../cases/notices.ts";
import { duesOf, isCountedWithoutZone, lawsSaidLast, missedNoticeOf, stateOf } from "../../cases/state.ts";
import { noticeWords } from "../../evidence/step-words.ts";
import { CASE } from "../../i18n/catalogue/desk/case.ts";
import { FACTS } from "../../i18n/catalogue/desk/facts.ts";
import { CASE_KINDS } from "../../i18n/catalogue/desk/inbox.ts";
import { CASE_OUTCOMES, CROSSINGS } from "../../i18n/catalogue/desk/steps.ts";
import type { DeadlineRule } from "../../settings/deadline-rule.ts";
import { Amount, Facts, Laws, Moment } from "../components/facts.tsx";
import { subjectLink } from "../components/links.ts";
import { useSpeaker } from "../speaker.ts";

export function CaseFacts({ of: one }: { of: StoredCase }) {
  const { say } = useSpeaker();
  const { laws = [], lawCount, amount, token, userId, address } = one;
  const lawsNow = lawsSaidLast(one);
  return (
    <Facts
      facts={[
        [say(CASE.state), <State of={one} />],
        [
          say(CASE.due),
          <>
            <Due of={one} />
            {isCountedWithoutZone(one) ? <p>{say(CASE.noZone)}</p> : undefined}
          </>,
        ],
        [say(CASE.notices), stateOf(one).notices.length === 0 ? undefined : <Notices of={one} />],
        [say(CASE.about), <a href={subjectLink(one)}>{say(CASE_KINDS[one.kind])}</a>],
        [say(FACTS.projectColumn), String(one.projectId)],
        [say(FACTS.received), <Moment at={one.receivedAt} />],
        [say(FACTS.laws), laws.length === 0 ? undefined : <Laws laws={laws} count={lawCount} />],
        [say(CASE.lawsNow), lawsNow && <Laws laws={lawsNow.laws ?? []} count={lawsNow.lawCount} />],
        [say(FACTS.amount), amount === undefined ? undefined : <Amount amount={amount} token={token} />],
        [say(FACTS.score), one.score === undefined ? undefined : String(one.score)],
        [say(FACTS.why), one.crossings?.map((crossing) => say(CROSSINGS[crossing])).join(", ")],
        [
          say(FACTS.user),
          userId && (
            <a href={linkTo("/notifications", { user: userId })}>
              <bdi>{userId}</bdi>
            </a>
          ),
        ],
        [say(FACTS.wallet), address && <bdi class="address">{address}</bdi>],
      ]}
    />
  );
}

function State({ of: one }: { of: StoredCase }) {
  const { say, moment } = useSpeaker();
  const { decision, acknowledged } = stateOf(one);
  if (decision !== undefined) return <strong>{say(CASE_OUTCOMES[decision.outcome])}</strong>;
  if (acknowledged === undefined) return <span>{say(CASE.open)}</span>;
  const { step, until } = acknowledged;
  const isHeld = new Date().toISOString() < until;
  const said = isHeld ? CASE.acknowledgedUntil : CASE.lapsed;
  return <bdi>{say(said, { who: step.by.name, until: moment(until) })}</bdi>;
}

/** The 24-hour notices that were due about it, and when each was recorded. */
export function Notices({ of: one }: { of: StoredCase }) {
  const { say, moment } = useSpeaker();
  return (
    <>
      {stateOf(one).notices.map((notice) => (
        <p>
          {notice.isLate ? (
            <strong>{noticeWords(notice, say, moment)}</strong>
          ) : (
            noticeWords(notice, say, moment)
          )}
        </p>
      ))}
    </>
  );
}

/** Everything that is due about it, what still runs first. */
export function Due({ of: one }: { of: ListedCase }) {
  const { say } = useSpeaker();
  const now = new Date().toISOString();
  const dues = duesOf(one);
  if (dues.length === 0) return <span>{say(CASE.noDeadline)}</span>;
  const inOrder = [...dues.filter((due) => due >= now), ...dues.filter((due) => due < now)];
  const notice = one.knownSince === undefined ? undefined : noticeDueAt(one.knownSince);
  const missed = missedNoticeOf(one);
  return (
    <>
      {inOrder.map((dueAt, index) => (
        <>
          {index === 0 ? "" : "; "}
          <OneDue dueAt={dueAt} isOfLaw={dueAt !== notice && dueAt !== missed} of={one} now={now} />
          {dueAt === notice ? ` (${say(CASE.fromSuspicion)})` : ""}
          {dueAt === missed ? ` (${say(CASE.missed)})` : ""}
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

/** When it is due, in words: also that it was due before anybody could know. */
function OneDue({ dueAt, isOfLaw, of: { receivedAt, outcome }, now }: OneDueProps) {
  const { say, moment } = useSpeaker();
  const due = moment(dueAt);
  if (isOfLaw && dueAt <= receivedAt) return <strong>{say(CASE.passedBefore, { due })}</strong>;
  const isPassed = outcome === undefined && dueAt < now;
  return isPassed ? <strong>{say(CASE.passed, { due })}</strong> : <Moment at={dueAt} />;
}

/** What the deadline comes from, and that nobody should take it for advice. */
export function Deadlines({ of: one, added }: { of: StoredCase; added: readonly DeadlineRule[] }) {
  const { say, moment } = useSpeaker();
  const { laws = [] } = one;
  const rules = rulesFor(laws, added);
  const unknown = lawsWithoutRule(laws, added);
  const { knownSince } = stateOf(one);
  if (rules.length + unknown.length === 0 && knownSince === undefined) return undefined;
  return (
    <section>
      <h2>{say(CASE.deadlines)}</h2>
      {knownSince === undefined ? undefined : <p>{say(CASE.knownSince, { since: moment(knownSince) })}</p>}
      {rules.map((rule) => (
        <p dir="auto">
          <RuleWords of={rule} />
        </p>
      ))}
      {unknown.map(({ name: law, countryCode: country }) => (
        <p dir="auto">{say(CASE.noRule, { law, country })}</p>
      ))}
    </section>
  );
}

function RuleWords({ of: { law, countryCode: country, within, source, readOn } }: { of: DeadlineRule }) {
  const { say } = useSpeaker();
  const demand =
    "hours" in within
      ? say(CASE.hours, { law, country, hours: within.hours })
      : say(CASE.dayOfNextMonth, { law, country, day: within.dayOfNextMonth, zone: within.timeZone });
  return (
    <>
      {demand} {say(CASE.ruleSource, { source, readOn })}
    </>
  );
}

/** Cases by what they are about, and how they ended. */
export function OtherCases({ cases }: { cases: readonly ListedCase[] }) {
  const { say } = useSpeaker();
  return (
    <section>
      <h2>{say(CASE.earlier)}</h2>
      {cases.length === 0 ? (
        <p>{say(CASE.noEarlier)}</p>
      ) : (
        <ul>
          {cases.map((one) => (
            <li>
              <a href={caseLink(one)}>{say(CASE_KINDS[one.kind])}</a>, <Moment at={one.receivedAt} />:{" "}
              {say(one.outcome === undefined ? CASE.open : CASE_OUTCOMES[one.outcome])}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
