/** What an act on several cases decided, and what it left out. */

import type { BatchOutcome } from "../../cases/batch-decision.ts";
import { TOGETHER } from "../../i18n/catalogue/desk/batch.ts";
import { useTranslator } from "../frame/translator.ts";
import { UnreadableCases } from "../kit/unreadable.tsx";
import { CaseLines } from "./case-line.tsx";

export function BatchResult({ of: { decided, leftOut, unfit, unreadable } }: { of: BatchOutcome }) {
  const { t } = useTranslator();
  return (
    <>
      <h2>{t(TOGETHER.decided, { count: decided.length })}</h2>
      <CaseLines cases={decided} />
      <h2>{t(TOGETHER.leftOut, { count: leftOut.length })}</h2>
      <CaseLines cases={leftOut} />
      {unfit.length > 0 ? (
        <>
          <h2>{t(TOGETHER.unfit, { count: unfit.length })}</h2>
          <CaseLines cases={unfit} />
        </>
      ) : undefined}
      <UnreadableCases of={unreadable} />
    </>
  );
}
