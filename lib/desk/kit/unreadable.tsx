/** Message about a corrupt record: its name, and the person to ask. */

import { type CaseKey, isMonth, projectOf } from "../../cases/case-keys.ts";
import { CASE } from "../../i18n/catalogue/desk/case.ts";
import { EVIDENCE } from "../../i18n/catalogue/desk/evidence.ts";
import { INBOX } from "../../i18n/catalogue/desk/inbox.ts";
import { maySee } from "../frame/access.ts";
import type { DeskContext } from "../frame/desk-context.ts";
import { notFound, page } from "../frame/layout.tsx";
import { formOf } from "../frame/parameters.ts";
import { say } from "../frame/translator.ts";
import { WrittenNote } from "./facts.tsx";
import { evidenceLink } from "./links.ts";

/** All of them may be corrupt. */
const MOST_NAMED = 20;

/** In a sentence. */
export function Unreadable({ of: key }: { of: CaseKey }) {
  return (
    <p role="alert" dir="auto">
      {say(CASE.unreadable, { name: key.subject })}
    </p>
  );
}

/** Number and names of the records that a list lacks: empty if it is complete. */
export function UnreadableCases({ of: keys }: { of: readonly CaseKey[] }) {
  if (keys.length === 0) return undefined;
  return (
    <div role="alert">
      <p>{say(INBOX.unreadable, { count: keys.length })}</p>
      <ul>
        {keys.slice(0, MOST_NAMED).map(({ subject }) => (
          <li>
            <bdi>{subject}</bdi>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The page of one, with what was written to it: by its key it is known who may see it. */
export async function unreadablePage(context: DeskContext, key: CaseKey) {
  const { access } = context.var;
  if (!maySee(access, projectOf(key))) return notFound(context, CASE.notFound);
  const written = await formOf(context);
  context.status(409);
  return page(context, {
    title: say(CASE.unreadableTitle),
    children: (
      <>
        <Unreadable of={key} />
        <WrittenNote of={written} />
        {isMonth(key) ? undefined : (
          <p>
            <a href={evidenceLink(key)}>{say(EVIDENCE.take)}</a>
          </p>
        )}
      </>
    ),
  });
}
