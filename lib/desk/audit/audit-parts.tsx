/** The parts of the page for audits. */

import { caseLink } from "../../alerts/desk-links.ts";
import type { CheckedChain, SampledCase } from "../../cases/integrity/checked-chains.ts";
import type { Population } from "../../cases/integrity/sample.ts";
import { AUDIT, AUDIT_RISKS } from "../../i18n/catalogue/desk/audit.ts";
import { CASE } from "../../i18n/catalogue/desk/case.ts";
import { FACTS } from "../../i18n/catalogue/desk/facts.ts";
import { CASE_KINDS } from "../../i18n/catalogue/desk/inbox.ts";
import { CASE_OUTCOMES } from "../../i18n/catalogue/desk/steps.ts";
import type { Text } from "../../i18n/texts.ts";
import { Moment, Table } from "../components/facts.tsx";
import { useSpeaker } from "../speaker.ts";
import { type CheckedPeriod, MOST_CHECKED } from "./drawn-sample.ts";

const KINDS_AND_SPOILT = { ...CASE_KINDS, unreadable: AUDIT.unreadable };

export function PopulationTables({ of: { total, kinds, risks, outcomes } }: { of: Population }) {
  const { say } = useSpeaker();
  return (
    <section>
      <h2>{say(AUDIT.population, { count: total })}</h2>
      <Counts
        title={AUDIT.byKind}
        counts={kinds}
        names={kinds["unreadable"] ? KINDS_AND_SPOILT : CASE_KINDS}
      />
      <Counts title={AUDIT.byRisk} counts={risks} names={AUDIT_RISKS} />
      <Counts title={AUDIT.byOutcome} counts={outcomes} names={{ open: CASE.open, ...CASE_OUTCOMES }} />
    </section>
  );
}

interface CountsProps {
  title: Text;
  counts: Readonly<Record<string, number>>;
  names: Readonly<Record<string, Text>>;
}

/** Every name, also where nothing has it. */
function Counts({ title, counts, names }: CountsProps) {
  const { say } = useSpeaker();
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{say(title)}</th>
          <th scope="col">{say(AUDIT.count)}</th>
        </tr>
      </thead>
      <tbody>
        {Object.entries(names).map(([name, text]) => (
          <tr>
            <td>{say(text)}</td>
            <td>{String(counts[name] ?? 0)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** @param caption what it is a sample of */
export function SampleTable({ caption, cases }: { caption: string; cases: readonly SampledCase[] }) {
  const { say } = useSpeaker();
  return (
    <Table caption={caption}>
      <thead>
        <tr>
          <th scope="col">{say(AUDIT.case)}</th>
          <th scope="col">{say(FACTS.received)}</th>
          <th scope="col">{say(CASE.state)}</th>
          <th scope="col">{say(AUDIT.chain)}</th>
          <th scope="col">{say(AUDIT.digest)}</th>
        </tr>
      </thead>
      <tbody>
        {cases.map(({ digest, one, checked }) => (
          <tr>
            <td>
              <a href={caseLink(one)}>
                {say(KINDS_AND_SPOILT[one.kind])} <bdi>{one.subject}</bdi>
              </a>
            </td>
            <td>{one.kind === "unreadable" ? undefined : <Moment at={one.receivedAt} />}</td>
            <td>{say(stateOf(one))}</td>
            <td>
              <Chain of={checked} />
            </td>
            <td>
              <code>{digest.slice(0, 12)}</code>
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function stateOf(one: SampledCase["one"]): Text {
  if (one.kind === "unreadable") return AUDIT.unreadable;
  return one.outcome === undefined ? CASE.open : CASE_OUTCOMES[one.outcome];
}

function Chain({ of: checked }: { of: CheckedChain | undefined }) {
  const { say } = useSpeaker();
  if (checked === undefined) return <span>{say(AUDIT.expired)}</span>;
  if (checked.problems.length > 0) return <strong>{say(AUDIT.broken)}</strong>;
  return <span>{say(AUDIT.holds, { steps: checked.steps })}</span>;
}

/** Whether the chains of the whole period hold. */
export function PeriodCheck({ of: { count, broken, more } }: { of: CheckedPeriod }) {
  const { say } = useSpeaker();
  return (
    <>
      <p role="status">{say(broken.length === 0 ? AUDIT.allHold : AUDIT.someBroken, { count })}</p>
      <ul>
        {broken.map(({ one }) => (
          <li>
            <a href={caseLink(one)}>
              <bdi>{one.subject}</bdi>
            </a>
          </li>
        ))}
      </ul>
      {more ? <p>{say(AUDIT.checkedSome, { count: MOST_CHECKED })}</p> : undefined}
    </>
  );
}
