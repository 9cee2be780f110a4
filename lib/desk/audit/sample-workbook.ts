/** A sample as a file of Excel, for the papers of an audit. */

import type { ListedCase } from "../../cases/case.ts";
import { stateWords } from "../../cases/evidence/step-words.ts";
import type { SampledCase } from "../../cases/integrity/checked-chains.ts";
import { AUDIT } from "../../i18n/catalogue/desk/audit.ts";
import { CASE } from "../../i18n/catalogue/desk/case.ts";
import { FACTS } from "../../i18n/catalogue/desk/facts.ts";
import { CASE_KINDS } from "../../i18n/catalogue/desk/inbox.ts";
import { WORKBOOK } from "../../i18n/catalogue/desk/workbook.ts";
import type { DeskContext } from "../frame/desk-context.ts";
import { say } from "../frame/translator.ts";
import { type CaseWords, caseColumns, textColumn } from "../kit/case-columns.ts";
import { type RowSources, rowFactsOf } from "../kit/row-facts.ts";
import type { SheetColumn } from "../kit/sheet.ts";
import { workbookReply } from "../kit/workbook.tsx";
import type { AuditOrder, DrawnSample } from "./drawn-sample.ts";

export async function sampleWorkbook(
  context: DeskContext,
  sources: RowSources,
  { since, until, seed }: AuditOrder,
  { cases, total }: Extract<DrawnSample, { kind: "drawn" }>,
) {
  const { translator, person } = context.var;
  const { count, inWords, moment, timeZone } = translator;
  const now = new Date().toISOString();
  const facts = await rowFactsOf(
    cases.flatMap((sampled) => caseOf(sampled) ?? []),
    sources,
  );
  const days = `${inWords(since)} – ${inWords(until)}`;
  const size = say(AUDIT.ofAll, { some: count(cases.length), all: count(total) });
  return workbookReply(context, say(WORKBOOK.sampleFile, { seed }), {
    name: say(AUDIT.drawn),
    columns: columnsOf({ translator, ...facts }),
    rows: cases,
    above: [
      say(WORKBOOK.title, {
        what: [say(AUDIT.drawn), days, size, say(AUDIT.seedFact, { seed })].join(" · "),
        madeAt: moment(now),
        who: person.name,
        zone: timeZone,
      }),
    ],
    about: [say(WORKBOOK.asText)],
    timeZone,
  });
}

/** Undefined of one that cannot be read. */
function caseOf({ listedCase }: SampledCase): ListedCase | undefined {
  return listedCase.kind === "unreadable" ? undefined : listedCase;
}

function columnsOf(words: CaseWords): SheetColumn<SampledCase>[] {
  const ofCase = caseColumns(words, caseOf);
  const number = ofCase.number;
  return [
    { ...number, cell: (sampled) => number.cell(sampled) ?? sampled.listedCase.subject },
    textColumn(say(CASE.state), 16, (sampled) => stateOf(sampled.listedCase)),
    textColumn(say(AUDIT.chain), 16, ({ checked }) => chainWords(checked)),
    textColumn(say(FACTS.kind), 20, (sampled) => {
      const listedCase = caseOf(sampled);
      return listedCase && say(CASE_KINDS[listedCase.kind]);
    }),
    ofCase.received,
    ofCase.happened,
    ofCase.laws,
    ...ofCase.money,
    ofCase.amount,
    ofCase.asset,
    ofCase.user,
    ofCase.address,
    ofCase.chain,
    textColumn(say(AUDIT.digest), 20, ({ digest }) => digest),
  ];
}

/** The decision of a case, as the page and the file say it. */
export function stateOf(sampled: SampledCase["listedCase"]): string {
  return sampled.kind === "unreadable" ? say(AUDIT.unreadable) : stateWords(sampled, say);
}

/** Words on whether the chain of a case holds. */
export function chainWords(checked: SampledCase["checked"]): string {
  if (checked === undefined) return say(AUDIT.expired);
  return checked.problems.length > 0 ? say(AUDIT.broken) : say(AUDIT.holds, { steps: checked.events });
}
