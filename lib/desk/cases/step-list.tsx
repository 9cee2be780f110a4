/** The steps of a case as people read them. */

import { filingWords, stepWords } from "../../cases/evidence/step-words.ts";
import type { ReadNotice } from "../../cases/law-due.ts";
import type { Filing, NoticeName, Step } from "../../cases/step.ts";
import { TOGETHER } from "../../i18n/catalogue/desk/batch.ts";
import { CASE } from "../../i18n/catalogue/desk/case.ts";
import { STEPS } from "../../i18n/catalogue/desk/steps.ts";
import { say, useTranslator } from "../frame/translator.ts";
import { When } from "../kit/facts.tsx";
import { batchLink, noticeLink } from "../kit/links.ts";

/** The title has the id that the issuer gives a person for good: a name is an address, which changes. */
export function StepList({ steps }: { steps: readonly Step[] }) {
  const { short } = useTranslator();
  const time = (iso: string) => short(iso) ?? iso;
  if (steps.length === 0) return <p>{say(CASE.noSteps)}</p>;
  return (
    <ol class="steps">
      {steps.map((step) => (
        <li value={step.number}>
          <When at={step.at} />:{" "}
          <bdi title={"by" in step ? `${step.by.name} (${step.by.subject})` : undefined}>
            {stepWords(step, say, time)}
          </bdi>
          {"batch" in step && step.batch !== undefined ? (
            <span>
              {" "}
              (
              <a href={batchLink({ id: step.batch.id, at: step.at })}>
                {say(TOGETHER.withOthers, { count: step.batch.size - 1 })}
              </a>
              )
            </span>
          ) : undefined}
          <FilingLine of={"filing" in step ? step.filing : undefined} />
          {step.kind === "decide" ? <NoticeLine of={step.notice} /> : undefined}
          {"note" in step && step.note !== undefined ? (
            <p class="note" dir="auto">
              {step.note}
            </p>
          ) : undefined}
        </li>
      ))}
    </ol>
  );
}

interface NoticeLineProps {
  of: NoticeName | undefined;
  /** The notices that stand for the case, with their receipts. */
  read?: readonly ReadNotice[];
}

/** Leads to the notice that covers a case. */
export function NoticeLine({ of: notice, read = [] }: NoticeLineProps) {
  const { inWords, monthInWords, short } = useTranslator();
  if (notice === undefined) return undefined;
  const { filing, correctedAt } = read.find(({ id }) => id === notice.id) ?? {};
  return (
    <p>
      <a href={noticeLink(notice)}>{say(STEPS.inNotice, { month: monthInWords(notice.month) })}</a>
      {filing === undefined ? undefined : <span dir="auto">: {filingWords(filing, say, inWords)}</span>}
      {correctedAt === undefined
        ? undefined
        : ` (${say(STEPS.correctedOn, { time: short(correctedAt) ?? correctedAt })})`}
    </p>
  );
}

/** Filing in a sentence. */
export function FilingLine({ of: filing }: { of: Filing | undefined }) {
  const { inWords } = useTranslator();
  if (filing === undefined) return undefined;
  return <p dir="auto">{filingWords(filing, say, inWords)}</p>;
}
