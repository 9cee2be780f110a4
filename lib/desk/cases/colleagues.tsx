/** To whom an officer can hand cases over. */

import type { CaseQueries } from "../../cases/case-queries.ts";
import type { Person } from "../../cases/step.ts";
import { CASE_FORM } from "../../i18n/catalogue/desk/case.ts";
import type { DeskContext } from "../frame/desk-context.ts";
import { useTranslator } from "../frame/translator.ts";
import { shortName } from "../frame/who.tsx";

/** Officers who did something in these projects of late, without the one who asks. */
export async function colleaguesOf(
  { var: { person } }: DeskContext,
  cases: CaseQueries,
  projectIds: readonly number[],
): Promise<Person[]> {
  const officers = await cases.officers(projectIds);
  return officers.filter(({ subject }) => subject !== person.subject);
}

/** One of the colleagues, by the first part of their address. */
export function ColleagueChoice({ of: colleagues }: { of: readonly Person[] }) {
  const { t } = useTranslator();
  return (
    <select name="to" aria-label={t(CASE_FORM.assignTo)}>
      <option value="">{t(CASE_FORM.assignTo)}</option>
      {colleagues.map(({ subject, name }) => (
        <option value={subject}>{shortName(name)}</option>
      ))}
    </select>
  );
}
