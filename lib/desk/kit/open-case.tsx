/** The form that opens a case about a notification that is not flagged, a wallet or a user. */

import { randomUUID } from "node:crypto";
import * as z from "zod/mini";
import { CASE_FORM } from "../../i18n/catalogue/desk/case.ts";
import { Icon } from "../frame/icon.tsx";
import { projectId } from "../frame/parameters.ts";
import { say, useTranslator } from "../frame/translator.ts";
import { Field } from "./field.tsx";

const id = () => z.string().check(z.minLength(1), z.maxLength(1_024));

/** What a case is to be about, as the form names it. */
export const caseAbout = z.discriminatedUnion("about", [
  z.object({ about: z.literal("notification"), project: projectId, name: id() }),
  z.object({ about: z.literal("wallet"), project: projectId, address: id(), chain: id() }),
  z.object({ about: z.literal("user"), project: projectId, user: id() }),
]);
export type CaseAbout = z.infer<typeof caseAbout>;

/** What was sent before; `shownAt` is when the form was shown: a case that was decided since is to be seen first. */
interface Sent {
  note?: string | undefined;
  knownSince?: string | undefined;
  shownAt?: string | undefined;
  /** What is wrong with a field. */
  problems?: { note?: string | undefined; knownSince?: string | undefined };
}

/** Folded. @param names whether it says in which project */
export function OpenCase({ of: about, names = false }: { of: CaseAbout; names?: boolean }) {
  return (
    <details class="fold acts">
      <summary>
        <Icon name="scale" />{" "}
        {names ? say(CASE_FORM.openCaseIn, { project: about.project }) : say(CASE_FORM.openOrSuspect)}
      </summary>
      <OpenCaseForm of={about} />
    </details>
  );
}

/** Opens a case, and by its second button records a suspicion there. */
export function OpenCaseForm({ of: about, sent = {} }: { of: CaseAbout; sent?: Sent }) {
  const { timeZone } = useTranslator();
  const { note = "", knownSince = "", shownAt = new Date().toISOString(), problems = {} } = sent;
  const id = `open-${Object.values(about).join("-")}`.replace(/[^\w-]/g, "_");
  return (
    <form method="post" action="/open-case" aria-label={say(CASE_FORM.openCase)} novalidate>
      {Object.entries({ ...about, shownAt, step: randomUUID() }).map(([name, value]) => (
        <input type="hidden" name={name} value={String(value)} />
      ))}
      <Field id={id} label={say(CASE_FORM.grounds)} help={say(CASE_FORM.noteHelp)} problem={problems.note}>
        {(attributes) => (
          <textarea name="note" rows={3} required dir="auto" {...attributes}>
            {note}
          </textarea>
        )}
      </Field>
      <button type="submit">{say(CASE_FORM.openCase)}</button>
      <Field
        id={`${id}-since`}
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
