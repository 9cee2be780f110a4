/** The form that opens a case about a notification that is not flagged, a wallet or a user. */

import * as z from "zod/mini";
import { CASE_FORM } from "../../i18n/catalogue/desk/case.ts";
import { Icon } from "../frame/icon.tsx";
import { projectId } from "../frame/parameters.ts";
import { say } from "../frame/translator.ts";
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
  shownAt?: string | undefined;
  problem?: string | undefined;
}

/** Folded. @param names whether it says in which project */
export function OpenCase({ of: about, names = false }: { of: CaseAbout; names?: boolean }) {
  return (
    <details class="fold acts">
      <summary>
        <Icon name="scale" />{" "}
        {names ? say(CASE_FORM.openCaseIn, { project: about.project }) : say(CASE_FORM.openCase)}
      </summary>
      <OpenCaseForm of={about} />
    </details>
  );
}

export function OpenCaseForm({ of: about, sent = {} }: { of: CaseAbout; sent?: Sent }) {
  const { note = "", shownAt = new Date().toISOString(), problem } = sent;
  return (
    <form method="post" action="/open-case" aria-label={say(CASE_FORM.openCase)} novalidate>
      {Object.entries({ ...about, shownAt }).map(([name, value]) => (
        <input type="hidden" name={name} value={String(value)} />
      ))}
      <Field
        id={`open-${about.about}-${about.project}`}
        label={say(CASE_FORM.grounds)}
        help={say(CASE_FORM.noteHelp)}
        problem={problem}
      >
        {(attributes) => (
          <textarea name="note" rows={3} required dir="auto" {...attributes}>
            {note}
          </textarea>
        )}
      </Field>
      <button type="submit">{say(CASE_FORM.openCase)}</button>
    </form>
  );
}
