/** A case in a line of a list. */

import type { ListedCase } from "../../cases/case.ts";
import { isOpen } from "../../cases/case-state.ts";
import { kindWords, stateWords } from "../../cases/evidence/step-words.ts";
import { CASE } from "../../i18n/catalogue/desk/case.ts";
import { say } from "../frame/translator.ts";
import { When } from "../kit/facts.tsx";
import { numberOf, useCaseLink } from "../kit/links.ts";
import { Due } from "./case-facts.tsx";

/** Receipt, number, kind and user of a case. */
export function CaseLine({ of: listedCase }: { of: ListedCase }) {
  const caseLink = useCaseLink();
  const whose = listedCase.userId ?? listedCase.address;
  return (
    <>
      <When at={listedCase.receivedAt} />,{" "}
      <a href={caseLink(listedCase)}>
        <bdi>{numberOf(listedCase)}</bdi> {kindWords(listedCase, say)}
      </a>
      {whose === undefined ? undefined : (
        <>
          {" "}
          <bdi>{whose}</bdi>
        </>
      )}
    </>
  );
}

/** Cases with until when something about each is due. */
export function CaseLines({ cases }: { cases: readonly ListedCase[] }) {
  return (
    <ul>
      {cases.map((listedCase) => (
        <li>
          <CaseLine of={listedCase} />, {say(CASE.due)}: <Due of={listedCase} />
          {isOpen(listedCase) ? undefined : `, ${stateWords(listedCase, say)}`}
        </li>
      ))}
    </ul>
  );
}
