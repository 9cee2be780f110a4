/** The index of a pack: its cases in a page that leads to each, and in a file for spreadsheets. */

import { html } from "hono/html";
import { CASE } from "../../i18n/catalogue/desk/case.ts";
import { EVIDENCE } from "../../i18n/catalogue/desk/evidence.ts";
import { FACTS } from "../../i18n/catalogue/desk/facts.ts";
import { INBOX } from "../../i18n/catalogue/desk/inbox.ts";
import { BYTE_ORDER_MARK, csvLine } from "../../i18n/text/csv.ts";
import type { Translator } from "../../i18n/translator.ts";
import type { StoredCase } from "../case.ts";
import { type CaseKey, caseNumber } from "../case-keys.ts";
import { shownDue } from "../due.ts";
import { type EvidenceFile, textFile } from "./evidence-messages.ts";
import { evidenceDocument, verifyWords } from "./evidence-page.ts";
import { kindWords, lawWords, nothingDueWords, stateWords } from "./step-words.ts";

/** A case in the index, in its reader's words. */
export interface IndexedCase {
  number: string;
  about: string;
  user: string;
  laws: string;
  state: string;
  /** Its next deadline, or the first that was met by a filing, or why nothing is due: in the officers' time zone, and in ISO 8601. */
  due: string;
  dueUtc: string;
  folder: string;
  /** The file to open. */
  page: string;
}

export function indexed(storedCase: StoredCase, folder: string, { t, moment }: Translator): IndexedCase {
  const due = shownDue(storedCase);
  return {
    number: caseNumber(storedCase),
    about: kindWords(storedCase, t),
    user: storedCase.userId ?? "",
    laws: storedCase.laws === undefined ? "" : lawWords(storedCase, t),
    state: stateWords(storedCase, t),
    due: due === undefined ? nothingDueWords(storedCase, t) : moment(due),
    dueUtc: due ?? "",
    folder,
    page: `${folder}/page.html`,
  };
}

/** A case that is corrupt has no page: what is stored of it is in its folder. */
export function unreadableIndexed(key: CaseKey, folder: string, { t }: Translator): IndexedCase {
  const nothing = { about: "", user: "", laws: "", due: "", dueUtc: "" };
  const state = t(EVIDENCE.caseUnreadable);
  return { ...nothing, number: caseNumber(key), state, folder, page: `${folder}/case.json` };
}

export async function indexFiles(
  cases: readonly IndexedCase[],
  { t, language }: Translator,
): Promise<EvidenceFile[]> {
  const facts = [t(EVIDENCE.case), t(INBOX.what), t(FACTS.user), t(FACTS.laws), t(CASE.state)];
  const names = [...facts, t(CASE.due), t(EVIDENCE.folder)];
  const body = html`<p>${verifyWords(t, "verify.html")}</p>
<section class="wide" tabindex="0" aria-label="${t(EVIDENCE.index)}">
<table>
<thead><tr>${names.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${cases.map(rowOf)}</tbody>
</table>
</section>`;
  const lines = cases.map(({ number, about, user, laws, state, due, dueUtc, folder }) =>
    csvLine([number, about, user, laws, state, due, dueUtc, folder]),
  );
  return [
    textFile("index.html", await evidenceDocument(t(EVIDENCE.index), language, body)),
    textFile(
      "index.csv",
      [
        BYTE_ORDER_MARK,
        csvLine([...facts, t(CASE.due), t(EVIDENCE.dueUtc), t(EVIDENCE.folder)]),
        ...lines,
      ].join(""),
    ),
  ];
}

function rowOf({ page, number, about, user, laws, state, due, folder }: IndexedCase) {
  return html`<tr><td><a href="${page}">${number}</a></td><td>${about}</td><td><bdi>${user}</bdi></td>
<td><bdi>${laws}</bdi></td><td>${state}</td><td>${due}</td><td class="code">${folder}</td></tr>
`;
}
