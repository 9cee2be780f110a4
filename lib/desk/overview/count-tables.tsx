/** A span as it was counted: by risk, by law, how long it took, and what became of the cases. */

import { OUTCOMES } from "../../cases/step.ts";
import { addDays, type DayCount } from "../../daily-counts/day-count.ts";
import { countOfDurations, type Durations, medianMs } from "../../daily-counts/durations.ts";
import { worstFirst } from "../../daily-counts/law-counts.ts";
import { FACTS } from "../../i18n/catalogue/desk/facts.ts";
import { OVERVIEW } from "../../i18n/catalogue/desk/overview.ts";
import { CASE_OUTCOMES } from "../../i18n/catalogue/desk/steps.ts";
import { shownDuration } from "../../time/durations.ts";
import { Bar, Facts, Risk, Table } from "../components/facts.tsx";
import { useSpeaker } from "../speaker.ts";

/** As many laws as a page shows; the CSV has more. */
const MOST_LAWS = 20;

const RISKS = ["illegal", "warn", "none"] as const;
const KINDS = ["notifications", "changes", "quarantined"] as const;

export function CountTables({ of: days }: { of: readonly DayCount[] }) {
  const sum = addDays(days);
  return (
    <>
      <ByRisk of={sum} />
      <ByLaw of={sum} />
      <Times of={sum} />
      <Cases of={sum} />
    </>
  );
}

function ByRisk({ of: sum }: { of: DayCount }) {
  const { say, count } = useSpeaker();
  const highest = Math.max(...RISKS.map((risk) => sum.notifications[risk]));
  return (
    <>
      <Table caption={say(OVERVIEW.byRisk)}>
        <thead>
          <tr>
            <th scope="col">{say(FACTS.risk)}</th>
            {KINDS.map((kind) => (
              <th scope="col">{say(OVERVIEW[kind])}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {RISKS.map((risk) => (
            <tr>
              <th scope="row">
                <Risk of={risk} />
              </th>
              {KINDS.map((kind) => (
                <td>
                  {count(sum[kind][risk])}
                  {kind === "notifications" ? (
                    <Bar count={sum[kind][risk]} of={highest} {...(risk === "none" ? {} : { kind: risk })} />
                  ) : undefined}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
      {sum.errors === 0 ? undefined : <p>{say(OVERVIEW.errors, { count: count(sum.errors) })}</p>}
    </>
  );
}

function ByLaw({ of: { laws, otherLaws } }: { of: DayCount }) {
  const { say, count } = useSpeaker();
  if (laws.length === 0 && otherLaws === 0) return <p>{say(OVERVIEW.noLaw)}</p>;
  const ranked = worstFirst(laws);
  const shown = ranked.slice(0, MOST_LAWS);
  const further = ranked.slice(MOST_LAWS).reduce((sum, { illegal, warn }) => sum + illegal + warn, otherLaws);
  const highest = Math.max(...laws.map(({ illegal, warn }) => Math.max(illegal, warn)));
  return (
    <>
      <Table caption={say(OVERVIEW.byLaw)}>
        <thead>
          <tr>
            <th scope="col">{say(FACTS.law)}</th>
            <th scope="col">{say(FACTS.illegal)}</th>
            <th scope="col">{say(FACTS.warn)}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ countryCode, name, illegal, warn }) => (
            <tr>
              <th scope="row">
                <bdi>{name}</bdi> (<bdi>{countryCode}</bdi>)
              </th>
              <td>
                {count(illegal)}
                <Bar count={illegal} of={highest} kind="illegal" />
              </td>
              <td>
                {count(warn)}
                <Bar count={warn} of={highest} kind="warn" />
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
      {further === 0 ? undefined : <p>{say(OVERVIEW.otherLaws, { count: count(further) })}</p>}
    </>
  );
}

function Times({ of: { toAlert, toDecision, unalerted } }: { of: DayCount }) {
  const { say, count } = useSpeaker();
  const rows: [string, Durations][] = [
    [say(OVERVIEW.toAlert), toAlert],
    [say(OVERVIEW.toDecision), toDecision],
  ];
  const words = (ms: number | undefined) => (ms === undefined ? "" : shownDuration(ms));
  return (
    <>
      <Table caption={say(OVERVIEW.times)}>
        <thead>
          <tr>
            <th scope="col">{say(OVERVIEW.what)}</th>
            <th scope="col">{say(OVERVIEW.howMany)}</th>
            <th scope="col">{say(OVERVIEW.half)}</th>
            <th scope="col">{say(OVERVIEW.longest)}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, times]) => (
            <tr>
              <th scope="row">{name}</th>
              <td>{count(countOfDurations(times))}</td>
              <td>{words(medianMs(times))}</td>
              <td>{words(times.longestMs)}</td>
            </tr>
          ))}
        </tbody>
      </Table>
      {unalerted === 0 ? undefined : <p>{say(OVERVIEW.unalerted, { count: count(unalerted) })}</p>}
    </>
  );
}

function Cases({ of: { cases, outcomes, open, decidedInTime, decidedLate } }: { of: DayCount }) {
  const { say, count } = useSpeaker();
  const opened = cases.notification + cases.change + cases.quarantine + cases.wallet;
  return (
    <>
      <h3>{say(OVERVIEW.cases)}</h3>
      <Facts
        facts={[
          [say(OVERVIEW.opened), count(opened)],
          [say(OVERVIEW.crossings), count(cases.wallet)],
          ...OUTCOMES.map((outcome) => [say(CASE_OUTCOMES[outcome]), count(outcomes[outcome])] as const),
          [say(OVERVIEW.undecided), count(open)],
          [say(OVERVIEW.inTime), count(decidedInTime)],
          [say(OVERVIEW.late), count(decidedLate)],
        ]}
      />
    </>
  );
}
