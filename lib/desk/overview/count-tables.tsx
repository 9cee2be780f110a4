/** A span as it was counted: by risk, by law, how long it took, and what became of the cases. */

import { OUTCOMES } from "../../cases/step.ts";
import { type DayCount, worstFirst } from "../../daily-counts/day-count.ts";
import { countOfDurations, type Durations, medianMs } from "../../daily-counts/durations.ts";
import { FACTS } from "../../i18n/catalogue/desk/facts.ts";
import { OVERVIEW } from "../../i18n/catalogue/desk/overview.ts";
import { CASE_OUTCOMES } from "../../i18n/catalogue/desk/steps.ts";
import { shownDuration } from "../../time/durations.ts";
import { Facts, Risk, Table } from "../components/facts.tsx";
import { useTranslator } from "../translator.ts";

/** As many laws as a page shows; the CSV has more. */
const MOST_LAWS = 20;

const RISKS = ["illegal", "warn", "none"] as const;
const KINDS = ["notifications", "changes", "quarantined"] as const;

export function CountTables({ of: sum }: { of: DayCount }) {
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
  const { t, count } = useTranslator();
  return (
    <>
      <Table caption={t(OVERVIEW.byRisk)}>
        <thead>
          <tr>
            <th scope="col">{t(FACTS.risk)}</th>
            {KINDS.map((kind) => (
              <th scope="col" class="n">
                {t(OVERVIEW[kind])}
              </th>
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
                <td class="n">{count(sum[kind][risk])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
      {sum.errors === 0 ? undefined : <p>{t(OVERVIEW.errors, { count: count(sum.errors) })}</p>}
    </>
  );
}

function ByLaw({ of: { laws, otherLaws } }: { of: DayCount }) {
  const { t, count } = useTranslator();
  if (laws.length === 0 && otherLaws === 0) return <p>{t(OVERVIEW.noLaw)}</p>;
  const ranked = worstFirst(laws);
  const shown = ranked.slice(0, MOST_LAWS);
  const further = ranked.slice(MOST_LAWS).reduce((sum, { illegal, warn }) => sum + illegal + warn, otherLaws);
  return (
    <>
      <Table caption={t(OVERVIEW.byLaw)}>
        <thead>
          <tr>
            <th scope="col">{t(FACTS.law)}</th>
            <th scope="col" class="n">
              {t(FACTS.illegal)}
            </th>
            <th scope="col" class="n">
              {t(FACTS.warn)}
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ countryCode, name, illegal, warn }) => (
            <tr>
              <th scope="row">
                <bdi>{name}</bdi> (<bdi>{countryCode}</bdi>)
              </th>
              <td class="n">{count(illegal)}</td>
              <td class="n">{count(warn)}</td>
            </tr>
          ))}
        </tbody>
      </Table>
      {further === 0 ? undefined : <p>{t(OVERVIEW.otherLaws, { count: count(further) })}</p>}
    </>
  );
}

function Times({ of: { toAlert, toDecision, unalerted } }: { of: DayCount }) {
  const { t, count } = useTranslator();
  const rows: [string, Durations][] = [
    [t(OVERVIEW.toAlert), toAlert],
    [t(OVERVIEW.toDecision), toDecision],
  ];
  const words = (ms: number | undefined) => (ms === undefined ? "" : shownDuration(ms));
  return (
    <>
      <Table caption={t(OVERVIEW.times)}>
        <thead>
          <tr>
            <th scope="col">{t(OVERVIEW.what)}</th>
            <th scope="col" class="n">
              {t(OVERVIEW.howMany)}
            </th>
            <th scope="col" class="n">
              {t(OVERVIEW.half)}
            </th>
            <th scope="col" class="n">
              {t(OVERVIEW.longest)}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, times]) => (
            <tr>
              <th scope="row">{name}</th>
              <td class="n">{count(countOfDurations(times))}</td>
              <td class="n">{words(medianMs(times))}</td>
              <td class="n">{words(times.longestMs)}</td>
            </tr>
          ))}
        </tbody>
      </Table>
      {unalerted === 0 ? undefined : <p>{t(OVERVIEW.unalerted, { count: count(unalerted) })}</p>}
    </>
  );
}

function Cases({ of: { cases, outcomes, open, decidedInTime, decidedLate } }: { of: DayCount }) {
  const { t, count } = useTranslator();
  const opened = cases.notification + cases.change + cases.quarantine + cases.wallet;
  return (
    <>
      <h3>{t(OVERVIEW.cases)}</h3>
      <Facts
        facts={[
          [t(OVERVIEW.opened), count(opened)],
          [t(OVERVIEW.crossings), count(cases.wallet)],
          ...OUTCOMES.map((outcome) => [t(CASE_OUTCOMES[outcome]), count(outcomes[outcome])] as const),
          [t(OVERVIEW.undecided), count(open)],
          [t(OVERVIEW.inTime), count(decidedInTime)],
          [t(OVERVIEW.late), count(decidedLate)],
        ]}
      />
    </>
  );
}
