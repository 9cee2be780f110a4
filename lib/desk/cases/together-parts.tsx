/** The parts of the page on which several cases are decided in one act. */

import type { TogetherOutcome } from "../../cases/deciding-together.ts";
import { FACTS } from "../../i18n/catalogue/desk/facts.ts";
import { TOGETHER } from "../../i18n/catalogue/desk/together.ts";
import type { FormFields } from "../parameters.ts";
import { useSpeaker } from "../speaker.ts";
import { CaseLines } from "./case-line.tsx";
import { type FoundCases, MOST_READ, type OpenFilter, shownCase } from "./found-cases.ts";
import { DecisionFields, NoticeOwed } from "./step-forms.tsx";
import { UnreadableCases } from "./unreadable.tsx";

export function TogetherFilter({ filter: { user, wallet, law } }: { filter: OpenFilter }) {
  const { say } = useSpeaker();
  return (
    <form class="filters" method="get" action="/together">
      <label>
        {say(FACTS.user)} <input name="user" value={user} />
      </label>
      <label>
        {say(FACTS.wallet)} <input name="wallet" value={wallet} />
      </label>
      <label>
        {say(FACTS.law)} <input name="law" value={law} />
      </label>
      <button type="submit">{say(TOGETHER.find)}</button>
    </form>
  );
}

export interface TogetherFormProps extends FoundCases {
  filter: OpenFilter;
  batchId: string;
  shownAt: string;
  /** What was sent and not recorded. */
  sent: FormFields;
}

export function TogetherForm({ filter, found, more, isCut, batchId, shownAt, sent }: TogetherFormProps) {
  const { say } = useSpeaker();
  const count = found.length;
  const cut = isCut ? <p>{say(TOGETHER.cut, { most: MOST_READ })}</p> : undefined;
  if (count === 0) return cut ?? <p>{say(TOGETHER.none)}</p>;
  return (
    <>
      {cut}
      <NoticeOwed cases={found} />
      {more ? <p>{say(TOGETHER.tooMany, { most: count })}</p> : undefined}
      <form method="post" action="/together" aria-label={say(TOGETHER.decide)} class="acts">
        {Object.entries(filter).map(([name, value]) =>
          value === undefined ? undefined : <input type="hidden" name={name} value={value} />,
        )}
        <input type="hidden" name="step" value={batchId} />
        <input type="hidden" name="shownAt" value={shownAt} />
        <DecisionFields sent={sent} />
        {/* Behind the note: without a session only the first bytes of a form are read. */}
        <input type="hidden" name="cases" value={JSON.stringify(found.map(shownCase))} />
        <label>
          {say(TOGETHER.count, { count })}
          <input name="count" inputmode="numeric" autocomplete="off" required />
        </label>
        <button type="submit">{say(TOGETHER.decide)}</button>
      </form>
      <h2>{say(TOGETHER.found, { count })}</h2>
      <CaseLines cases={found} />
    </>
  );
}

export function TogetherResult({ of: { decided, leftOut, unfit, unreadable } }: { of: TogetherOutcome }) {
  const { say } = useSpeaker();
  return (
    <>
      <h2>{say(TOGETHER.decided, { count: decided.length })}</h2>
      <CaseLines cases={decided} />
      <h2>{say(TOGETHER.leftOut, { count: leftOut.length })}</h2>
      <CaseLines cases={leftOut} />
      {unfit.length > 0 ? (
        <>
          <h2>{say(TOGETHER.tooEarly, { count: unfit.length })}</h2>
          <CaseLines cases={unfit} />
        </>
      ) : undefined}
      <UnreadableCases of={unreadable} />
    </>
  );
}
