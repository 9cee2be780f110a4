/** A month as its page shows it. */

import type { ListedCase, StoredCase } from "../../cases/case.ts";
import type { StoredMonth } from "../../cases/months.ts";
import { stateOf } from "../../cases/state.ts";
import { MONTH as SAID } from "../../i18n/catalogue/desk/month.ts";
import { CASE_OUTCOMES } from "../../i18n/catalogue/desk/steps.ts";
import { useSpeaker } from "../speaker.ts";
import { Notices } from "./case-facts.tsx";
import { CaseLine, CaseLines } from "./case-line.tsx";
import { MOST_COUNTED, MOST_SHOWN, type MonthCases } from "./month-cases.ts";
import { FilingLine, StepList } from "./step-list.tsx";
import { UnreadableCases } from "./unreadable.tsx";

/** What was filed about it. */
export function Filed({ of: { steps = [] } }: { of: StoredMonth }) {
  const { say } = useSpeaker();
  return (
    <>
      <h3>{say(SAID.filed)}</h3>
      {steps.length === 0 ? <p>{say(SAID.nothingFiled)}</p> : <StepList steps={steps} />}
    </>
  );
}

/** How its cases ended. */
export function CasesOfMonth({
  of: { undecided, dueWith, reported, filed, filedCount, counts, more, unreadable },
}: {
  of: MonthCases;
}) {
  const { say } = useSpeaker();
  return (
    <>
      <UnreadableCases of={unreadable} />
      {more ? <p>{say(SAID.more, { count: MOST_COUNTED })}</p> : undefined}
      <h3>{say(SAID.undecided, { count: undecided.length })}</h3>
      <CaseLines cases={undecided.slice(0, MOST_SHOWN)} />
      {undecided.length > MOST_SHOWN ? <p>{say(SAID.shown, { count: MOST_SHOWN })}</p> : undefined}
      {dueWith.length > 0 ? (
        <>
          <h3>
            {say(dueWith.length > MOST_SHOWN ? SAID.manyDueWith : SAID.dueWith, {
              count: Math.min(dueWith.length, MOST_SHOWN),
            })}
          </h3>
          <CaseLines cases={dueWith.slice(0, MOST_SHOWN)} />
        </>
      ) : undefined}
      <h3>{say(SAID.reported, { count: counts.reported })}</h3>
      <FiledCases of={reported} />
      {counts.reported > reported.length ? <p>{say(SAID.shown, { count: MOST_SHOWN })}</p> : undefined}
      <p>{say(SAID.others, counts)}</p>
      {filedCount > 0 ? (
        <>
          <h3>{say(SAID.filedOtherwise, { count: filedCount })}</h3>
          <FiledCases of={filed} />
          {filedCount > filed.length ? <p>{say(SAID.shown, { count: MOST_SHOWN })}</p> : undefined}
        </>
      ) : undefined}
    </>
  );
}

/** Cases with everything that was filed about each; of one that is not reported, what it is now. */
function FiledCases({ of: cases }: { of: readonly StoredCase[] }) {
  return (
    <ul>
      {cases.map((one) => (
        <li>
          <CaseLine of={one} />
          {one.outcome === "reported" ? undefined : <OutcomeNow of={one} />}
          {stateOf(one).filings.map((filing) => (
            <FilingLine of={filing} />
          ))}
          <Notices of={one} />
        </li>
      ))}
    </ul>
  );
}

function OutcomeNow({ of: { outcome } }: { of: ListedCase }) {
  const { say } = useSpeaker();
  return <>, {outcome === undefined ? say(SAID.isUndecided) : say(CASE_OUTCOMES[outcome])}</>;
}
