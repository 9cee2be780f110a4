/** Deadlines of a case, and its 24-hour notices. */

import type { ListedCase, StoredCase } from "../../cases/case.ts";
import {
  type Due as DueOf,
  filedUrgently,
  filingDues,
  isLate,
  pendingNotice,
  pendingOf,
} from "../../cases/due.ts";
import { metWords, nothingDueWords, noticeWords } from "../../cases/evidence/step-words.ts";
import { CASE } from "../../i18n/catalogue/desk/case.ts";
import type { DeadlineRule } from "../../law/deadline-setting.ts";
import { lawsWithoutRule, thresholdOf } from "../../law/deadlines.ts";
import { Icon } from "../frame/icon.tsx";
import { say, useTranslator } from "../frame/translator.ts";
import { DeadlineBadge, NothingDue } from "../kit/due-badge.tsx";
import { When } from "../kit/facts.tsx";
import { Panel } from "../kit/panel.tsx";
import { ThresholdRule } from "../kit/reach.tsx";

/** The deadlines of notices that are filed or to be filed, those that are not met first. */
export function Due({ of: listedCase }: { of: ListedCase }) {
  const { short } = useTranslator();
  const now = new Date().toISOString();
  const dues = filingDues(listedCase);
  if (dues.length === 0) return <span>{nothingDueWords(listedCase, say)}</span>;
  const inOrder = [...pendingOf(listedCase), ...dues.filter(({ metBy }) => metBy !== undefined)];
  return (
    <>
      {inOrder.map((due, index) => (
        <>
          {index === 0 ? "" : "; "}
          {due.metBy === undefined && due.at <= now ? (
            <strong>{say(passedText(due, listedCase), { due: short(due.at) ?? due.at })}</strong>
          ) : (
            <When at={due.at} />
          )}
          {due.kind === "suspicion" ? ` (${say(isLate(due, now) ? CASE.missed : CASE.fromSuspicion)})` : ""}
        </>
      ))}
    </>
  );
}

/** A law's deadline that had passed before the receipt is no officer's. */
function passedText({ kind, at }: DueOf, { receivedAt }: ListedCase) {
  return kind === "law" && at <= receivedAt ? CASE.passedBefore : CASE.passed;
}

interface DeadlinesProps {
  of: StoredCase;
  /** Rules of the settings. */
  added: readonly DeadlineRule[];
  /** ISO 8601. */
  now: string;
}

/** Everything that is or was due about it, and the source of each: no legal advice. */
export function Deadlines({ of: storedCase, added, now }: DeadlinesProps) {
  const { short, shortDay } = useTranslator();
  const moment = (iso: string) => short(iso) ?? iso;
  const { laws = [], rules } = storedCase;
  const unknown = lawsWithoutRule(laws, added);
  const notice = pendingNotice(storedCase);
  const threshold = thresholdOf(storedCase.deadlines);
  return (
    <Panel title={say(CASE.deadlines)}>
      <ul class="plain">
        {[...(notice === undefined ? [] : [notice]), ...storedCase.dues.filter((due) => due !== notice)].map(
          (due) => (
            <li>
              <OneDue of={due} now={now} />
              {due.kind === "suspicion" ? (
                <span>{noticeWords(due, say, moment, (iso) => shortDay(iso) ?? iso)}</span>
              ) : (
                <>
                  <bdi>{`${due.law} (${due.countryCode})`}</bdi>
                  <span class="muted end">
                    {due.at <= storedCase.receivedAt ? (
                      say(CASE.passedBefore, { due: moment(due.at) })
                    ) : (
                      <When at={due.at} />
                    )}
                  </span>
                </>
              )}
            </li>
          ),
        )}
        {storedCase.dues.length === 0 ? (
          <li>
            <NothingDue of={storedCase} />
          </li>
        ) : undefined}
      </ul>
      {notice === undefined ? undefined : (
        <p class="fine">{say(CASE.knownSince, { since: moment(notice.since) })}</p>
      )}
      {filedUrgently(storedCase).length > 0 && pendingOf(storedCase).some(({ kind }) => kind === "law") ? (
        <p class="fine">{say(CASE.bothNotices)}</p>
      ) : undefined}
      {rules.map((rule) => (
        <p class="fine" dir="auto">
          <RuleWords of={rule} />
        </p>
      ))}
      {threshold === undefined ? undefined : (
        <p class="fine">
          <ThresholdRule of={threshold} />
        </p>
      )}
      {unknown.map(({ name: law, countryCode: country }) => (
        <p class="fine" dir="auto">
          {say(CASE.noRule, { law, country })}
        </p>
      ))}
    </Panel>
  );
}

/** A deadline with the time left, or with whether it was met in time. */
function OneDue({ of: due, now }: { of: DueOf; now: string }) {
  if (due.metBy === undefined)
    return <DeadlineBadge at={due.at} now={now} isNotice={due.kind === "suspicion"} />;
  const isMissed = isLate(due, now);
  const [look, icon] = isMissed
    ? (["late", "timerOff"] as const)
    : due.metBy === "filing"
      ? (["good", "circleCheck"] as const)
      : (["shut", "circleSlash"] as const);
  return (
    <span class={`badge ${look}`}>
      <Icon name={icon} /> {metWords(due, say)}
    </span>
  );
}

function RuleWords({ of: rule }: { of: DeadlineRule }) {
  const { source, readOn } = rule;
  const { inWords } = useTranslator();
  return (
    <>
      {demandOf(rule)} {say(CASE.ruleSource, { source, readOn: inWords(readOn) })}
    </>
  );
}

function demandOf({ law, countryCode: country, within }: DeadlineRule): string {
  switch (within.kind) {
    case "hours":
      return say(CASE.hours, { law, country, hours: within.hours });
    case "day-of-next-month":
      return say(CASE.dayOfNextMonth, { law, country, day: within.day, zone: within.timeZone });
  }
}
