/** Alerts and the page about corrupt cases and months: which they are, and the person to ask. */

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

/** At most so many are named: every case of a list may be corrupt. */
const MOST_NAMED = 20;

/** Alert that one case or month cannot be read. */
export function Unreadable({ of: key }: { of: CaseKey }) {
  return (
    <p role="alert" dir="auto">
      {say(CASE.unreadable, { name: key.subject })}
    </p>
  );
}

/** Alert that a list lacks cases, with their number and names; nothing if the list is complete. */
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

/** The page of a corrupt case or month, with the note that the officer had written. Its key alone says who may see it. */
export async function unreadablePage(context: DeskContext, key: CaseKey) {
  const { access } = context.var;
  if (!maySee(access, projectOf(key))) return notFound(context, CASE.notFound);
  const written = await formOf(context);
  // Not 503, with which a page asks to try again: the record stays corrupt until someone mends it.
  context.status(409);
  return page(context, {
    title: say(CASE.unreadableTitle),
    children: (
      <>
        <Unreadable of={key} />
        <WrittenNote of={written} />
        {/* A month has no pack of its own: its events are in the packs of the cases that its notices cover. */}
        {isMonth(key) ? undefined : (
          <p>
            <a href={evidenceLink(key)}>{say(EVIDENCE.take)}</a>
          </p>
        )}
      </>
    ),
  });
}
