/** What an act on several cases decided, and what it left out. */

import type { BatchOutcome } from "../../cases/batch-decision.ts";
import type { ListedCase, StoredCase } from "../../cases/case.ts";
import { judge } from "../../cases/urgency.ts";
import { TOGETHER } from "../../i18n/catalogue/desk/batch.ts";
import { CASE, CASE_FORM } from "../../i18n/catalogue/desk/case.ts";
import { FACTS } from "../../i18n/catalogue/desk/facts.ts";
import { INBOX } from "../../i18n/catalogue/desk/inbox.ts";
import { REFUSALS } from "../../i18n/catalogue/desk/steps.ts";
import { compareTexts } from "../../i18n/text/compare-texts.ts";
import type { FormFields } from "../frame/parameters.ts";
import { say } from "../frame/translator.ts";
import { CaseNumber, USD, UsdCell, UserCell } from "../kit/case-cells.tsx";
import { DataTable } from "../kit/data-table.tsx";
import { StateBadge } from "../kit/due-badge.tsx";
import { WrittenNote } from "../kit/facts.tsx";
import { UnreadableCases } from "../kit/unreadable.tsx";
import { CaseLine } from "./case-line.tsx";
import { timelinessOf } from "./month-cases.ts";
import { StepList } from "./step-list.tsx";

interface BatchResultProps {
  of: BatchOutcome;
  sent: FormFields;
}

/** The cases that were decided, and those that were not: with the last change of each, and what was written, for a form of its own. */
export function BatchResult({ of: { decided, leftOut, refused, unreadable }, sent }: BatchResultProps) {
  return (
    <>
      <Decided of={decided} />
      {leftOut.length === 0 ? undefined : (
        <>
          <h3>{say(TOGETHER.leftOut, { count: leftOut.length })}</h3>
          <ul>
            {leftOut.map((storedCase) => (
              <li>
                <CaseLine of={storedCase} />
                <StepList steps={storedCase.steps.slice(-1)} />
              </li>
            ))}
          </ul>
        </>
      )}
      {refused.length === 0 ? undefined : (
        <>
          <h3>{say(TOGETHER.refused, { count: refused.length })}</h3>
          <ul>
            {refused.map(({ refusedCase, reason }) => (
              <li>
                <CaseLine of={refusedCase} />
                <p>{say(REFUSALS[reason])}</p>
              </li>
            ))}
          </ul>
        </>
      )}
      <UnreadableCases of={unreadable} />
      {leftOut.length + refused.length === 0 ? undefined : <WrittenNote of={sent} />}
    </>
  );
}

/** Cases in short rows, the last received first. */
export function ShortRows({ of: cases, caption }: { of: readonly ListedCase[]; caption: string }) {
  return (
    <DataTable
      caption={caption}
      rows={cases.toSorted((a, b) => compareTexts(b.order, a.order))}
      columns={[
        {
          name: say(INBOX.number),
          cell: (listedCase) => <CaseNumber of={listedCase} />,
        },
        { name: say(FACTS.user), cellClass: "c-user", cell: (listedCase) => <UserCell of={listedCase} /> },
        { name: USD, class: "n", cell: (listedCase) => <UsdCell of={listedCase} /> },
      ]}
    />
  );
}

/** Each with its outcome, whether that is late, and its receipt. */
function Decided({ of: decided }: { of: readonly StoredCase[] }) {
  const now = new Date().toISOString();
  if (decided.length === 0) return undefined;
  return (
    <DataTable
      caption={say(TOGETHER.decided, { count: decided.length })}
      rows={decided.map((storedCase) => ({ storedCase, judged: judge(storedCase, now) }))}
      columns={[
        {
          name: say(INBOX.number),
          cell: ({ storedCase }) => <CaseNumber of={storedCase} />,
        },
        {
          name: say(CASE_FORM.outcome),
          cell: ({ judged }) => (
            <>
              <StateBadge of={judged} now={now} />{" "}
              {timelinessOf(judged, now) === "late" ? <small class="bad">{say(CASE.late)}</small> : undefined}
            </>
          ),
        },
      ]}
    />
  );
}
