/** Forms of a case: one for each step that it allows. */

import { randomUUID } from "node:crypto";
import type { Child } from "hono/jsx";
import type { ListedCase, StoredCase } from "../../cases/case.ts";
import { noticeDeadline } from "../../cases/notices.ts";
import {
  FILING_KINDS,
  type Filing,
  MAX_NOTE,
  MAX_REFERENCE,
  OUTCOMES,
  type StepKind,
} from "../../cases/step.ts";
import { CASE, CASE_FORM } from "../../i18n/catalogue/desk/case.ts";
import { CASE_OUTCOMES, FILINGS } from "../../i18n/catalogue/desk/steps.ts";
import type { FormFields } from "../parameters.ts";
import { useTranslator } from "../translator.ts";

export interface StepFormsProps {
  of: StoredCase;
  /** The steps that the case allows. */
  allowed: readonly StepKind[];
  timeZone: string;
  /** Form that was sent and not recorded. */
  sent: FormFields;
}

export function StepForms(props: StepFormsProps) {
  const { t } = useTranslator();
  return (
    <section class="panel acts">
      <h2>{t(CASE.act)}</h2>
      <NoticeOwed cases={[props.of]} />
      <Form act="take" {...props} />
      <Form act="release" {...props} />
      <Form act="decide" {...props}>
        <OutcomeFields sent={sentTo("decide", props.sent)} />
      </Form>
      <Form act="suspect" {...props}>
        <label>
          {t(CASE_FORM.since, { zone: props.timeZone })}
          <input
            type="datetime-local"
            name="knownSince"
            value={sentTo("suspect", props.sent)["knownSince"]}
          />
        </label>
      </Form>
      <Form act="file" {...props}>
        <FilingFields kinds={FILING_KINDS} sent={sentTo("file", props.sent)} />
      </Form>
      <Form act="retract" {...props} />
      <Form act="note" {...props} />
      <Form act="reopen" {...props} />
    </section>
  );
}

/** Warning before a decision, for the first suspicion without a 24-hour notice: every other filing leaves it owed. */
export function NoticeOwed({ cases }: { cases: readonly ListedCase[] }) {
  const { t, moment } = useTranslator();
  const [first] = cases
    .flatMap(({ knownSince }) => (knownSince === undefined ? [] : [noticeDeadline(knownSince)]))
    .sort();
  if (first === undefined) return undefined;
  const said = first < new Date().toISOString() ? CASE_FORM.noticePassed : CASE_FORM.noticeRuns;
  return <p class="errors">{t(said, { due: moment(first) })}</p>;
}

/** A form is shown with what was sent by it, and by no other. */
function sentTo(act: StepKind, sent: FormFields): FormFields {
  return sent["act"] === act ? sent : {};
}

function Form({
  act,
  of: found,
  allowed,
  sent,
  children,
}: StepFormsProps & { act: StepKind; children?: Child }) {
  const { t } = useTranslator();
  if (!allowed.includes(act)) return undefined;
  const isBare = act === "take" || act === "release";
  const fields = (
    <form method="post" action="/case" aria-label={t(CASE_FORM[act])}>
      <input type="hidden" name="act" value={act} />
      <input type="hidden" name="step" value={randomUUID()} />
      <input type="hidden" name="after" value={String(found.stepCount ?? 0)} />
      <input type="hidden" name="crossed" value={found.lastCrossed ?? ""} />
      {children}
      {isBare ? undefined : <NoteField act={act} id={act} sent={sentTo(act, sent)} />}
      {/* Behind the note: without a session only the first bytes of a form are read. */}
      <input type="hidden" name="subject" value={found.subject} />
      <input type="hidden" name="opened" value={found.opened} />
      <button type="submit" {...(act === "decide" ? { class: "main" } : {})}>
        {t(CASE_FORM[act])}
      </button>
    </form>
  );
  if (isBare) return fields;
  // The one thing that a case waits for stands open.
  return (
    <details open={act === "decide" || sent["act"] === act}>
      <summary>{t(CASE_FORM[act])}</summary>
      {fields}
    </details>
  );
}

/** On what grounds. */
export function NoteField({ act, id, sent }: { act: StepKind; id: string; sent: FormFields }) {
  const { t } = useTranslator();
  const help = `help-${id}`;
  const isRequired = act === "decide" || act === "note" || act === "reopen" || act === "retract";
  return (
    <label>
      {t(CASE_FORM.noteText)}
      <textarea
        name="note"
        rows={4}
        maxlength={MAX_NOTE}
        required={isRequired}
        aria-describedby={help}
        dir="auto"
      >
        {sent["note"] ?? ""}
      </textarea>
      <small id={help}>{t(CASE_FORM.noteHelp)}</small>
    </label>
  );
}

/** Everything that a decision says. */
export function DecisionFields({ sent }: { sent: FormFields }) {
  return (
    <>
      <OutcomeFields sent={sent} />
      <NoteField act="decide" id="decide" sent={sent} />
    </>
  );
}

function OutcomeFields({ sent }: { sent: FormFields }) {
  const { t } = useTranslator();
  return (
    <>
      <OutcomeField sent={sent} />
      <FilingFields kinds={FILING_KINDS} sent={sent} />
      <p>{t(CASE_FORM.ofReported)}</p>
    </>
  );
}

function OutcomeField({ sent }: { sent: FormFields }) {
  const { t } = useTranslator();
  return (
    <label>
      {t(CASE_FORM.outcome)}
      <select name="outcome" required>
        <option value="">{t(CASE_FORM.choose)}</option>
        {OUTCOMES.map((outcome) => (
          <option value={outcome} selected={sent["outcome"] === outcome}>
            {t(CASE_OUTCOMES[outcome])}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Filing, of some kinds. */
export function FilingFields({ kinds, sent }: { kinds: readonly Filing["kind"][]; sent: FormFields }) {
  const { t } = useTranslator();
  return (
    <>
      <label>
        {t(CASE_FORM.filing)}
        <select name="filing">
          {kinds.map((kind) => (
            <option value={kind} selected={sent["filing"] === kind}>
              {t(FILINGS[kind])}
            </option>
          ))}
        </select>
      </label>
      <label>
        {t(CASE_FORM.reference)}
        <input name="reference" value={sent["reference"]} maxlength={MAX_REFERENCE} autocomplete="off" />
      </label>
      <label>
        {t(CASE_FORM.receivedOn)}
        <input type="date" name="receivedOn" value={sent["receivedOn"]} />
      </label>
    </>
  );
}
