/** What an act on several cases decided, and what it left out. */

import type { BatchOutcome } from "../../cases/batch-decision.ts";
import { TOGETHER } from "../../i18n/catalogue/desk/batch.ts";
import type { FormFields } from "../frame/parameters.ts";
import { say } from "../frame/translator.ts";
import { WrittenNote } from "../kit/facts.tsx";
import { UnreadableCases } from "../kit/unreadable.tsx";
import { CaseLine, CaseLines } from "./case-line.tsx";
import { StepList } from "./step-list.tsx";

interface BatchResultProps {
  of: BatchOutcome;
  sent: FormFields;
}

/** What was decided, and what was not: what changed a case last, and what was written, for a form of its own. */
export function BatchResult({ of: { decided, leftOut, unfit, unreadable }, sent }: BatchResultProps) {
  return (
    <>
      <h2>{say(TOGETHER.decided, { count: decided.length })}</h2>
      <CaseLines cases={decided} />
      <h2>{say(TOGETHER.leftOut, { count: leftOut.length })}</h2>
      <ul>
        {leftOut.map((one) => (
          <li>
            <CaseLine of={one} />
            <StepList steps={one.steps.slice(-1)} />
          </li>
        ))}
      </ul>
      {unfit.length > 0 ? (
        <>
          <h2>{say(TOGETHER.unfit, { count: unfit.length })}</h2>
          <CaseLines cases={unfit} />
        </>
      ) : undefined}
      <UnreadableCases of={unreadable} />
      {leftOut.length + unfit.length === 0 ? undefined : <WrittenNote of={sent} />}
    </>
  );
}
