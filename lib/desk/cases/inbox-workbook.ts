/** The inbox as a file of Excel: the cases that its page lists, in their order. */

import { stateWords } from "../../cases/evidence/step-words.ts";
import type { JudgedCase } from "../../cases/urgency.ts";
import { CASE } from "../../i18n/catalogue/desk/case.ts";
import { FACTS } from "../../i18n/catalogue/desk/facts.ts";
import { FRAME } from "../../i18n/catalogue/desk/frame.ts";
import { CASE_KINDS, INBOX, INBOX_VIEWS } from "../../i18n/catalogue/desk/inbox.ts";
import { WORKBOOK } from "../../i18n/catalogue/desk/workbook.ts";
import type { DeskContext } from "../frame/desk-context.ts";
import { MOST_OPEN } from "../frame/open-count.ts";
import { say } from "../frame/translator.ts";
import { type CaseWords, caseColumns, momentColumn, numberColumn, textColumn } from "../kit/case-columns.ts";
import { type RowSources, rowFactsOf } from "../kit/row-facts.ts";
import type { SheetColumn } from "../kit/sheet.ts";
import { workbookReply } from "../kit/workbook.tsx";
import type { InboxFilters } from "./inbox-address.ts";
import type { InboxCases } from "./inbox-reading.ts";

export async function inboxWorkbook(
  context: DeskContext,
  sources: RowSources,
  { view = "all", law, kind, project, user }: InboxFilters,
  { open, unreadable, selection: { rows }, now }: InboxCases,
) {
  const { translator, person } = context.var;
  const { moment, timeZone } = translator;
  const facts = await rowFactsOf(
    rows.map(({ listedCase }) => listedCase),
    sources,
  );
  const filters = [
    say(INBOX_VIEWS[view]),
    ...(law === undefined ? [] : [`${say(FACTS.law)}: ${law}`]),
    ...(kind === undefined ? [] : [say(CASE_KINDS[kind])]),
    ...(project === undefined ? [] : [`${say(FACTS.projectColumn)}: ${project}`]),
    ...(user === undefined ? [] : [`${say(FACTS.user)}: ${user}`]),
  ];
  return workbookReply(context, say(WORKBOOK.inboxFile, { day: translator.day(now) ?? now.slice(0, 10) }), {
    name: say(FRAME.inbox),
    columns: columnsOf({ translator, ...facts }),
    rows,
    above: [
      say(WORKBOOK.title, {
        what: [say(FRAME.inbox), ...filters].join(" · "),
        madeAt: moment(now),
        who: person.name,
        zone: timeZone,
      }),
      ...(open.moreDue || open.moreOthers ? [say(INBOX.more, { count: MOST_OPEN })] : []),
      ...(unreadable.length > 0 ? [say(INBOX.unreadable, { count: unreadable.length })] : []),
    ],
    about: [say(WORKBOOK.asText)],
    timeZone,
  });
}

function columnsOf(words: CaseWords): SheetColumn<JudgedCase>[] {
  const ofCase = caseColumns<JudgedCase>(words, ({ listedCase }) => listedCase);
  return [
    ofCase.number,
    momentColumn(say(CASE.due), words.translator, ({ due }) => due),
    textColumn(say(CASE.state), 16, ({ listedCase }) => stateWords(listedCase, say)),
    textColumn(say(FACTS.kind), 20, ({ listedCase }) => say(CASE_KINDS[listedCase.kind])),
    ofCase.laws,
    ...ofCase.money,
    ofCase.amount,
    ofCase.asset,
    ofCase.user,
    ofCase.address,
    ofCase.chain,
    numberColumn(say(FACTS.score), ({ listedCase }) => listedCase.score?.toString()),
    textColumn(say(INBOX.owner), 16, ({ owner }) => owner?.name),
    ofCase.happened,
    ofCase.received,
  ];
}
