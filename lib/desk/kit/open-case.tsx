/** The form that opens a case about a notification that is not flagged, a wallet or a user, or records a suspicion. */

import { randomUUID } from "node:crypto";
import type { Child } from "hono/jsx";
import * as z from "zod/mini";
import type { ListedCase } from "../../cases/case.ts";
import { pendingNotice } from "../../cases/due.ts";
import { CASE_FORM } from "../../i18n/catalogue/desk/case.ts";
import { cleanText } from "../../i18n/text/cleaning.ts";
import { looksPersonal } from "../../i18n/text/masking.ts";
import { numberIn } from "../../intake/notifications/notification-keys.ts";
import { isUsableUser } from "../../screening/wallets/wallet-keys.ts";
import { Icon } from "../frame/icon.tsx";
import { projectId } from "../frame/parameters.ts";
import { say, useTranslator } from "../frame/translator.ts";
import { Field } from "./field.tsx";
import { numberOf } from "./links.ts";

const id = () => z.string().check(z.minLength(1), z.maxLength(1_024));

/** What a case is to be about, as the form names it. */
export const caseAbout = z.discriminatedUnion("about", [
  z.object({ about: z.literal("notification"), project: projectId, name: id() }),
  z.object({ about: z.literal("wallet"), project: projectId, address: id(), chain: id() }),
  z.object({ about: z.literal("user"), project: projectId, user: id() }),
]);
export type CaseAbout = z.infer<typeof caseAbout>;

/** The form as it was sent before. `shownAt` is when it was shown: a case that was decided since then is to be seen first. */
interface Sent {
  note?: string | undefined;
  knownSince?: string | undefined;
  shownAt?: string | undefined;
  /** Names of the notifications that were ticked. */
  operations?: readonly string[];
  /** The problem of each field. */
  problems?: { note?: string | undefined; knownSince?: string | undefined };
}

interface OpenCaseProps {
  subject: CaseAbout;
  /** The open case of the subject: a suspicion is recorded there. */
  open?: ListedCase | undefined;
}

/** A part of what a case is about, of which the officer chooses one in place of the one that is named. */
interface Choice {
  name: "project" | "chain";
  label: string;
  options: readonly { value: string; text: string }[];
}

/**
 * Reports whether a text can be the id of a user of whom no message told, as an officer types it: without what no one sees, and without
 * what looks like an RFC, a CURP or an e-mail address.
 */
export function mayBeUser(text: string): boolean {
  return isUsableUser(text) && cleanText(text, text.length) === text && !looksPersonal(text);
}

/** Folded. @param names whether it says in which project @param takesTicked whether what is ticked on the page goes along */
export function OpenCase({
  names = false,
  takesTicked = false,
  ...props
}: OpenCaseProps & { choice?: Choice; names?: boolean; takesTicked?: boolean }) {
  const { subject, open } = props;
  return (
    <details class="fold acts" id={openCaseFoldId(subject)}>
      <summary>
        <Icon name={open === undefined ? "scale" : "flag"} /> {summaryOf(props, names)}
      </summary>
      <OpenCaseForm {...props}>
        {takesTicked ? (
          <p class="fine">
            {say(CASE_FORM.takesAlong)} {names ? undefined : <span data-selected={say(CASE_FORM.ticked)} />}
          </p>
        ) : undefined}
      </OpenCaseForm>
    </details>
  );
}

function summaryOf({ subject: { project }, open }: OpenCaseProps, names: boolean): string {
  if (open !== undefined) return say(CASE_FORM.suspectIn, { number: numberOf(open) });
  return names ? say(CASE_FORM.openCaseIn, { project }) : say(CASE_FORM.openOrSuspect);
}

/** The id of a form, by which the boxes of a table belong to it. */
export function openCaseFormId(about: CaseAbout): string {
  return `open-${Object.values(about).join("-")}`.replace(/[^\w-]/g, "_");
}

/** The id of the folded form, for links to it. */
export function openCaseFoldId(about: CaseAbout): string {
  return `${openCaseFormId(about)}-fold`;
}

export function OpenCaseForm({
  subject,
  open,
  sent = {},
  choice,
  children,
}: OpenCaseProps & { sent?: Sent; choice?: Choice; children?: Child }) {
  const { timeZone } = useTranslator();
  const { note = "", knownSince = "", shownAt = new Date().toISOString(), operations = [] } = sent;
  const { problems = {} } = sent;
  const formId = openCaseFormId(subject);
  const hidden = {
    ...subject,
    shownAt,
    step: randomUUID(),
    ...(open === undefined ? {} : { after: open.stepCount }),
  };
  const chosen = choice !== undefined && choice.options.length > 1 ? choice : undefined;
  return (
    <form
      id={formId}
      method="post"
      action="/open-case"
      aria-label={summaryOf({ subject, open }, true)}
      novalidate
    >
      {Object.entries(hidden)
        .filter(([name]) => name !== chosen?.name)
        .map(([name, value]) => (
          <input type="hidden" name={name} value={String(value)} />
        ))}
      {chosen === undefined ? undefined : (
        <Field id={`${formId}-${chosen.name}`} label={chosen.label} problem={undefined}>
          {(attributes) => (
            <select name={chosen.name} {...attributes}>
              {chosen.options.map(({ value, text }) => (
                <option value={value}>{text}</option>
              ))}
            </select>
          )}
        </Field>
      )}
      {children}
      <Alongside of={operations} />
      {open === undefined ? undefined : <Running of={open} />}
      <Field
        id={`${formId}-note`}
        label={say(CASE_FORM.grounds)}
        help={say(CASE_FORM.noteHelp)}
        problem={problems.note}
      >
        {(attributes) => (
          <textarea name="note" rows={3} required dir="auto" {...attributes}>
            {note}
          </textarea>
        )}
      </Field>
      {open === undefined ? <button type="submit">{say(CASE_FORM.openCase)}</button> : undefined}
      <Field
        id={`${formId}-since`}
        label={say(CASE_FORM.since, { zone: timeZone })}
        help={say(CASE_FORM.hoursBegin)}
        problem={problems.knownSince}
      >
        {(attributes) => <input type="datetime-local" name="knownSince" value={knownSince} {...attributes} />}
      </Field>
      <button type="submit" name="act" value="suspect">
        <Icon name="flag" /> {say(CASE_FORM.suspect)}
      </button>
    </form>
  );
}

/** The operations that were ticked, where the form is shown again without its table. */
function Alongside({ of: operations }: { of: readonly string[] }) {
  if (operations.length === 0) return undefined;
  return (
    <fieldset class="field">
      <legend>{say(CASE_FORM.alongside)}</legend>
      {operations.map((name) => (
        <label>
          <input type="checkbox" name="operation" value={name} checked /> <bdi>{numberIn(name)}</bdi>
        </label>
      ))}
    </fieldset>
  );
}

/** Says that the 24 hours of a suspicion run already. */
function Running({ of: open }: { of: ListedCase }) {
  const { short } = useTranslator();
  const due = pendingNotice(open)?.at;
  return due === undefined ? undefined : (
    <p class="warns">{say(CASE_FORM.suspicionRuns, { due: short(due) ?? due })}</p>
  );
}
