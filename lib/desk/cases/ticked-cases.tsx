/** The boxes of cases in a list, and what can be done with those that are ticked: the form is sent to `/selected`. */

import type { ListedCase } from "../../cases/case.ts";
import { isOpen } from "../../cases/case-state.ts";
import type { JudgedCase } from "../../cases/urgency.ts";
import { TOGETHER } from "../../i18n/catalogue/desk/batch.ts";
import { CASE_FORM } from "../../i18n/catalogue/desk/case.ts";
import { INBOX } from "../../i18n/catalogue/desk/inbox.ts";
import { say } from "../frame/translator.ts";
import type { ListNumber } from "../kit/links.ts";
import { nameOfCase } from "./case-address.ts";

/**
 * Reports whether an officer can tick a case, or take it. One that was decided and revised since has nothing to be decided: its page
 * confirms the decision, or reopens it.
 */
export function canTickOrTake({ listedCase }: JudgedCase, projectIds: readonly number[]): boolean {
  return isOpen(listedCase) && projectIds.includes(listedCase.projectId);
}

/** A number in the name of what acts on its case. */
export function spoken({ number, network }: ListNumber): string {
  return network === undefined ? number : `${number} ${network}`;
}

/** Ticks all cases of a page. */
export function AllCasesBox() {
  return <input type="checkbox" data-tick-all aria-label={say(INBOX.tickAll)} hidden />;
}

interface CaseBoxProps {
  of: ListedCase;
  number: ListNumber;
  isTicked?: boolean;
}

export function CaseBox({ of: listedCase, number, isTicked = false }: CaseBoxProps) {
  return (
    <input
      type="checkbox"
      name="case"
      value={nameOfCase(listedCase)}
      checked={isTicked}
      aria-label={say(INBOX.tick, { number: spoken(number) })}
    />
  );
}

/** What can be done with the ticked cases. */
export function ActsOnTicked({ areAllMine }: { areAllMine: boolean }) {
  return (
    <p class="chosen">
      <span data-selected={say(INBOX.ticked)} />
      <button type="submit" class="btn main" name="act" value="decide" data-decide>
        {say(INBOX.together)}
      </button>
      <button type="submit" class="btn" name="act" value={areAllMine ? "release" : "take"}>
        {areAllMine ? say(CASE_FORM.release) : say(TOGETHER.take)}
      </button>
      <button
        type="submit"
        class="btn"
        name="act"
        value="assign"
        aria-label={say(CASE_FORM.assignTo)}
        title={say(CASE_FORM.assignTo)}
      >
        {say(CASE_FORM.assign)}
      </button>
    </p>
  );
}
