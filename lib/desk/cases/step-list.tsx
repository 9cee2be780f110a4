/** The steps of a case as people read them. */

import type { Filing, Step } from "../../cases/step.ts";
import { CASE, CASE_OUTCOMES, FILINGS, STEPS } from "../../language/catalogue/desk/case.ts";
import { TOGETHER } from "../../language/catalogue/desk/together.ts";
import { Moment } from "../parts/facts.tsx";
import { useSpeaker } from "../speaker.ts";

export function StepList({ steps }: { steps: readonly Step[] }) {
  const { say } = useSpeaker();
  if (steps.length === 0) return <p>{say(CASE.noSteps)}</p>;
  return (
    <ol class="steps">
      {steps.map((step) => (
        <li value={step.number}>
          <Moment at={step.at} />: <Words of={step} />
          {"batch" in step && step.batch !== undefined ? (
            <span> ({say(TOGETHER.withOthers, { count: step.batch.size - 1 })})</span>
          ) : undefined}
          <FilingLine of={"filing" in step ? step.filing : undefined} />
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

/** What was filed, in a sentence. */
export function FilingLine({ of: filing }: { of: Filing | undefined }) {
  const { say, inWords } = useSpeaker();
  if (filing === undefined) return undefined;
  const { kind, reference, receivedOn } = filing;
  return (
    <p dir="auto">
      {say(STEPS.filing, { kind: say(FILINGS[kind]), reference, receivedOn: inWords(receivedOn) })}
    </p>
  );
}

/** What somebody did, in a sentence. */
function Words({ of: step }: { of: Step }) {
  const { say, time } = useSpeaker();
  const who = step.by.name;
  switch (step.kind) {
    case "suspect":
      return <bdi>{say(STEPS.suspect, { who, since: time(step.knownSince) ?? step.knownSince })}</bdi>;
    case "decide":
      return <bdi>{say(STEPS.decide, { who, outcome: say(CASE_OUTCOMES[step.outcome]) })}</bdi>;
    default:
      return <bdi>{say(STEPS[step.kind], { who })}</bdi>;
  }
}
