/** Forms of a case: one for each step that it allows. */

import { randomUUID } from "node:crypto";
import type { Child } from "hono/jsx";
import { caseLink } from "../../alerts/messages/desk-links.ts";
import type { ListedCase, StoredCase } from "../../cases/case.ts";
import type { OwnDecision } from "../../cases/case-queries.ts";
import { isOpen } from "../../cases/case-state.ts";
import { pendingNotice } from "../../cases/due.ts";
import { type CaseAct, FILING_KINDS, type Filing, outcomesOf, type StepKind } from "../../cases/step.ts";
import type { OwnFiling } from "../../cases/view.ts";
import { CASE, CASE_FORM } from "../../i18n/catalogue/desk/case.ts";
import { CASE_OUTCOMES, FILINGS } from "../../i18n/catalogue/desk/steps.ts";
import { Icon } from "../frame/icon.tsx";
import { capitalized, say, useTranslator } from "../frame/translator.ts";
import { valueOfDecision } from "../kit/earlier-decision.ts";
import { WrittenNote } from "../kit/facts.tsx";
import { Field, FieldGroup } from "../kit/field.tsx";
import { numberOf } from "../kit/links.ts";
import type { ListPlace } from "./came-from.ts";
import { nameOfCase } from "./case-address.ts";
import { fieldId, NOTHING_SENT, problemOf, type SentForm, Trouble } from "./trouble.tsx";

interface CaseFormsProps {
  of: StoredCase;
  /** The steps that the case allows. */
  allowed: readonly StepKind[];
  /** The officer's own last decisions, which can be chosen again. */
  earlier: readonly OwnDecision[];
  timeZone: string;
  sent: SentForm;
  /** The list that the officer came from, as in the address of the case. */
  list: string | undefined;
  place: ListPlace;
  /** The form that the address asks for: it is unfolded, and its note has the focus. */
  unfoldedForm?: (typeof UNDOING)[number] | undefined;
}

/** Steps that take another one back, each by a form of its own. */
export const UNDOING = ["reopen", "retract", "correct"] as const;

/** Buttons that take and release a case. */
export function Ownership(props: CaseFormsProps) {
  return (
    <>
      <Owning act="take" {...props} />
      <Owning act="release" {...props} />
    </>
  );
}

function Owning({ act, ...props }: CaseFormsProps & { act: "take" | "release" }) {
  if (!props.allowed.includes(act)) return undefined;
  return (
    <CaseForm act={act} {...props}>
      <button type="submit" class="take" data-take={act === "take" ? true : undefined}>
        {act === "take" ? <Icon name="hand" /> : undefined} {say(CASE_FORM[act])}
      </button>
    </CaseForm>
  );
}

/** The step that a case waits for; undefined where it waits for none. */
export function awaitedStep(allowed: readonly StepKind[]): "decide" | "file" | "confirm" | undefined {
  if (allowed.includes("decide")) return "decide";
  // A suspicion is withdrawn only while its notice is pending.
  if (allowed.includes("retract")) return "file";
  return allowed.includes("confirm") ? "confirm" : undefined;
}

/** The step that the case waits for, and below it every other one, folded. @param isLate a deadline has passed */
export function StepForms(props: CaseFormsProps & { isLate: boolean }) {
  const { of: storedCase, allowed, timeZone, sent, place, isLate } = props;
  const act = sent.fields["act"];
  const awaited = awaitedStep(allowed);
  const decides = awaited === "decide";
  const filing = (
    <Folded act="file" isAwaited={awaited === "file"} {...props}>
      <FilingFields form="file" kinds={kindsOf(storedCase)} sent={sentTo("file", sent)} />
    </Folded>
  );
  return (
    <section class="panel acts" id="decide" tabindex={-1}>
      <header>
        <h2>{say(decides ? CASE_FORM.decide : CASE.act)}</h2>
        {decides && isLate ? <small class="bad end">{say(CASE.willBeLate)}</small> : undefined}
      </header>
      <Trouble why={sent.why} />
      <WrittenNote of={allowed.some((kind) => kind === act) ? {} : sent.fields} isKept />
      {awaited === "file" ? (
        <>
          <NoticePending of={storedCase} />
          {filing}
          <Folded act="retract" {...props} />
        </>
      ) : undefined}
      {awaited === "confirm" ? (
        <>
          <p class="warns">{say(CASE_FORM.revisedAfter)}</p>
          <Folded act="confirm" isAwaited {...props} />
          <Folded act="reopen" {...props} />
        </>
      ) : undefined}
      {decides ? (
        <CaseForm act="decide" {...props}>
          <DecisionFields
            form="decide"
            outcomes={outcomesOf(storedCase.kind)}
            earlier={props.earlier}
            sent={sentTo("decide", sent)}
          />
          <div class="pair">
            <button type="submit" class="main" name="go" value="next">
              {say(place.inbox === undefined ? CASE_FORM.recordBack : CASE_FORM.recordNext)}
            </button>
            <button type="submit">{say(CASE_FORM.record)}</button>
          </div>
        </CaseForm>
      ) : undefined}
      <Folded act="suspect" {...props}>
        <KnownSince timeZone={timeZone} sent={sentTo("suspect", sent)} />
      </Folded>
      {awaited === "file" ? undefined : filing}
      <Folded act="correct" {...props}>
        <CorrectsField filings={storedCase.filings} sent={sentTo("correct", sent)} />
        <ReceiptFields form="correct" sent={correctionOf(storedCase.filings, sentTo("correct", sent))} />
      </Folded>
      <Folded act="note" {...props} />
      <Assigning {...props} />
      {awaited === "confirm" ? undefined : <Folded act="reopen" {...props} />}
    </section>
  );
}

/** Before the decision only the 24-hour notice is filed: the decision names every other filing. */
function kindsOf(listedCase: ListedCase): readonly Filing["kind"][] {
  return isOpen(listedCase) ? ["24-hour"] : FILING_KINDS;
}

/** Says what has to come before the decision of a case: its 24-hour notice. */
function NoticePending({ of: listedCase }: { of: ListedCase }) {
  const { short } = useTranslator();
  const dueAt = pendingNotice(listedCase)?.at;
  if (dueAt === undefined) return undefined;
  const hasPassed = dueAt < new Date().toISOString();
  const due = short(dueAt) ?? dueAt;
  return <p class="warns">{say(hasPassed ? CASE_FORM.noticePassed : CASE_FORM.noticeRuns, { due })}</p>;
}

/** Counts the cases that have a pending 24-hour notice, and says the first deadline. */
export function NoticesPending({ cases, children }: { cases: readonly ListedCase[]; children?: Child }) {
  const { short } = useTranslator();
  const dues = cases.flatMap((listedCase) => pendingNotice(listedCase)?.at ?? []).sort();
  const [first] = dues;
  if (first === undefined) return undefined;
  const text = first < new Date().toISOString() ? CASE_FORM.noticesPassed : CASE_FORM.noticesRun;
  return (
    <p class="warns">
      {say(text, { due: short(first) ?? first, count: String(dues.length) })}
      {children}
    </p>
  );
}

/** Most cases that are named where they are left out. */
const MOST_NAMED = 10;

/** Names the cases that no decision of several takes along, since a 24-hour notice is pending. */
export function LeftOutByNotice({ cases }: { cases: readonly ListedCase[] }) {
  const { count } = useTranslator();
  const named = cases.slice(0, MOST_NAMED);
  return (
    <NoticesPending cases={cases}>
      {" "}
      {say(CASE_FORM.noticesLeaveOut)}{" "}
      {named.map((listedCase, index) => (
        <>
          {index === 0 ? "" : ", "}
          {/* In a tab of its own: the page may answer a form, which a browser does not go back to. */}
          <a href={caseLink(listedCase)} target="_blank" rel="noopener">
            <bdi>{numberOf(listedCase)}</bdi>
          </a>
        </>
      ))}
      {cases.length > named.length ? ` … (${count(cases.length - named.length)})` : ""}
    </NoticesPending>
  );
}

/** The input that this form sent, to be shown again; the input of another form is left out. */
function sentTo(act: StepKind, sent: SentForm): SentForm {
  return sent.fields["act"] === act ? sent : NOTHING_SENT;
}

const ICONS = {
  suspect: "flag",
  file: "fileCheck",
  note: "messageSquare",
  retract: "undo",
  confirm: "check",
  reopen: "undo",
  correct: "fileCheck",
} as const;

/** Leads to the choice of a colleague. */
function Assigning({ of: storedCase }: CaseFormsProps) {
  if (!isOpen(storedCase)) return undefined;
  return (
    <form class="fold" method="post" action="/selected" aria-label={say(CASE_FORM.assignTo)}>
      <input type="hidden" name="step" value={randomUUID()} />
      <input type="hidden" name="case" value={nameOfCase(storedCase)} />
      <button type="submit" class="quiet leads" name="act" value="assign">
        <Icon name="hand" /> {say(CASE_FORM.assignTo)} <Icon name="chevronRight" />
      </button>
    </form>
  );
}

type FoldedProps = CaseFormsProps & { act: keyof typeof ICONS; isAwaited?: boolean; children?: Child };

function Folded({ act, unfoldedForm, isAwaited = false, children, ...props }: FoldedProps) {
  const { allowed, sent } = props;
  if (!allowed.includes(act)) return undefined;
  const openForm = sent.fields["act"] ?? unfoldedForm;
  return (
    <details class="fold" open={openForm === undefined ? isAwaited : openForm === act}>
      <summary>
        <Icon name={ICONS[act]} /> {say(CASE_FORM[act])}
      </summary>
      <CaseForm act={act} {...props}>
        {children}
        <NoteField
          form={act}
          isRequired={NEEDS_NOTE.has(act)}
          isAsked={unfoldedForm === act}
          sent={sentTo(act, sent)}
        />
        <button type="submit" class={isAwaited ? "main" : undefined}>
          {say(CASE_FORM.record)}
        </button>
      </CaseForm>
    </details>
  );
}

function CaseForm({
  act,
  of: storedCase,
  list,
  children,
}: Pick<CaseFormsProps, "of" | "list"> & { act: CaseAct; children: Child }) {
  return (
    <form method="post" action="/case" aria-label={say(CASE_FORM[act])} novalidate data-step>
      <input type="hidden" name="act" value={act} />
      <input type="hidden" name="step" value={randomUUID()} />
      <input type="hidden" name="after" value={String(storedCase.stepCount)} />
      {children}
      {/* Behind the note: without a session only the first bytes of a form are read. */}
      <input type="hidden" name="subject" value={storedCase.subject} />
      <input type="hidden" name="opened" value={storedCase.opened} />
      {list === undefined ? undefined : <input type="hidden" name="list" value={list} />}
    </form>
  );
}

const NEEDS_NOTE: ReadonlySet<StepKind> = new Set(["note", "reopen", "confirm", "retract", "correct"]);

interface FieldsProps {
  /** Tells the forms of a page apart. */
  form: string;
  sent: SentForm;
}

interface NoteFieldProps extends FieldsProps {
  isRequired: boolean;
  /** True where the page was asked for to write it: it gets the focus. */
  isAsked?: boolean;
}

/** A decision has its grounds, what undoes another step its reason; a note for its own sake is neither. */
function noteLabelOf(form: string, isRequired: boolean) {
  if (form === "note" || !isRequired) return CASE_FORM.noteText;
  return UNDOING.some((act) => act === form) ? CASE_FORM.reason : CASE_FORM.grounds;
}

/** Field of the note with the grounds. */
export function NoteField({ form, isRequired, isAsked = false, sent }: NoteFieldProps) {
  return (
    <Field
      id={fieldId(form, "note")}
      label={say(noteLabelOf(form, isRequired))}
      help={say(CASE_FORM.noteHelp)}
      problem={problemOf(sent, "note")}
    >
      {(attributes) => (
        <textarea
          name="note"
          rows={3}
          required={isRequired}
          dir="auto"
          {...attributes}
          autofocus={isAsked ? true : attributes.autofocus}
        >
          {sent.fields["note"] ?? ""}
        </textarea>
      )}
    </Field>
  );
}

function KnownSince({ timeZone, sent }: { timeZone: string; sent: SentForm }) {
  return (
    <Field
      id={fieldId("suspect", "knownSince")}
      label={say(CASE_FORM.since, { zone: timeZone })}
      problem={problemOf(sent, "knownSince")}
    >
      {(attributes) => (
        <input type="datetime-local" name="knownSince" value={sent.fields["knownSince"]} {...attributes} />
      )}
    </Field>
  );
}

interface DecisionFieldsProps extends FieldsProps {
  outcomes: ReturnType<typeof outcomesOf>;
  earlier: readonly OwnDecision[];
}

/** Everything that a decision says. */
export function DecisionFields(props: DecisionFieldsProps) {
  return (
    <>
      <OutcomeFields {...props} />
      <NoteField isRequired {...props} />
    </>
  );
}

/** The outcome, and below *reported* the filing, which the other outcomes have none of. */
function OutcomeFields({ form, outcomes, earlier, sent }: DecisionFieldsProps) {
  const id = fieldId(form, "outcome");
  const problem = problemOf(sent, "outcome");
  return (
    <FieldGroup id={id} label={say(CASE_FORM.outcome)} problem={problem}>
      <div class="choice">
        {outcomes.map((outcome, index) => (
          <>
            <label>
              <input
                type="radio"
                name="outcome"
                value={outcome}
                checked={sent.fields["outcome"] === outcome}
                {...(index === 0 ? { id, autofocus: problem !== undefined } : {})}
              />{" "}
              {capitalized(say(CASE_OUTCOMES[outcome]))}
            </label>
            {outcome === "reported" ? (
              <div class="inner">
                <FilingFields form={form} kinds={FILING_KINDS} sent={sent} />
                <p class="fine">{say(CASE_FORM.ofReported)}</p>
              </div>
            ) : undefined}
          </>
        ))}
        {earlier
          .filter(({ outcome }) => outcomes.includes(outcome))
          .map((decision) => (
            <label class="again">
              <input type="radio" name="outcome" value={valueOfDecision(decision)} />
              <span>
                {say(CASE_FORM.again, { outcome: capitalized(say(CASE_OUTCOMES[decision.outcome])) })}{" "}
                <small dir="auto">{decision.note}</small>
              </span>
            </label>
          ))}
      </div>
    </FieldGroup>
  );
}

/** The form of a correction. Before it was sent it has what the only filing says; of several, none is chosen yet. */
function correctionOf([filing, ...others]: readonly OwnFiling[], sent: SentForm): SentForm {
  if (sent !== NOTHING_SENT || filing === undefined || others.length > 0) return sent;
  return typedReceipt(filing);
}

/** A receipt in the fields of a form that corrects it. */
export function typedReceipt({ reference, receivedOn, receivedTime = "" }: Filing): SentForm {
  return { fields: { reference, receivedOn, receivedTime }, why: [] };
}

/** The field for the filing, of those of the case itself, that is corrected. */
function CorrectsField({ filings, sent }: { filings: readonly OwnFiling[]; sent: SentForm }) {
  return (
    <Field id="correct-corrects" label={say(CASE_FORM.corrects)} problem={undefined}>
      {(attributes) => (
        <select name="corrects" {...attributes}>
          {filings.map(({ id, kind, reference }) => (
            <option value={id} selected={sent.fields["corrects"] === id}>
              {`${capitalized(say(FILINGS[kind]))}, ${reference}`}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** Filing, of some kinds. */
export function FilingFields({ form, kinds, sent }: FieldsProps & { kinds: readonly Filing["kind"][] }) {
  const { filing } = sent.fields;
  return (
    <>
      <Field id={fieldId(form, "filing")} label={say(CASE_FORM.filing)} problem={problemOf(sent, "filing")}>
        {(attributes) => (
          <select name="filing" {...attributes}>
            {kinds.map((kind) => (
              <option value={kind} selected={filing === kind}>
                {capitalized(say(FILINGS[kind]))}
              </option>
            ))}
          </select>
        )}
      </Field>
      <ReceiptFields form={form} sent={sent} />
    </>
  );
}

/** What a receipt says. */
export function ReceiptFields({ form, sent }: FieldsProps) {
  const { timeZone } = useTranslator();
  const { reference, receivedOn, receivedTime } = sent.fields;
  return (
    <div class="pair">
      <Field
        id={fieldId(form, "reference")}
        label={say(CASE_FORM.reference)}
        problem={problemOf(sent, "reference")}
      >
        {(attributes) => <input name="reference" value={reference} autocomplete="off" {...attributes} />}
      </Field>
      <Field
        id={fieldId(form, "receivedOn")}
        label={say(CASE_FORM.receivedOn)}
        problem={problemOf(sent, "receivedOn")}
      >
        {(attributes) => <input type="date" name="receivedOn" value={receivedOn} {...attributes} />}
      </Field>
      <Field
        id={`${form}-receivedTime`}
        label={say(CASE_FORM.receivedTime, { zone: timeZone })}
        problem={undefined}
      >
        {(attributes) => <input type="time" name="receivedTime" value={receivedTime} {...attributes} />}
      </Field>
    </div>
  );
}
