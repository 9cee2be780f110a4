/** The sheet of a 24-hour notice, for Excel and as CSV: a row for each operation that the suspicion takes along. */

import type { Hono } from "hono";
import type { StoredCase } from "../../cases/case.ts";
import type { SuspicionGroup } from "../../cases/suspicions.ts";
import { judge } from "../../cases/urgency.ts";
import { CASE, SUSPICION } from "../../i18n/catalogue/desk/case.ts";
import { NOTICE_SHEET } from "../../i18n/catalogue/desk/month.ts";
import { WORKBOOK } from "../../i18n/catalogue/desk/workbook.ts";
import { maySee } from "../frame/access.ts";
import type { Desk, DeskContext, DeskEnv } from "../frame/desk-context.ts";
import { notFound } from "../frame/layout.tsx";
import { badRequest, parametersOf } from "../frame/parameters.ts";
import { type DeskTranslator, say } from "../frame/translator.ts";
import { csvReply } from "../kit/csv.tsx";
import { numberOf } from "../kit/links.ts";
import { type RowFacts, rowFactsOf } from "../kit/row-facts.ts";
import { sheetCsv } from "../kit/sheet.ts";
import { workbookReply } from "../kit/workbook.tsx";
import { caseAddress } from "./case-address.ts";
import { type MonthDesk, monthDesk } from "./month-reading.ts";
import { ratesWords } from "./notice-sheet.ts";
import { operationColumns, receiptColumns, type SheetRow, sheetRowsOf, sheetSums } from "./sheet-columns.ts";
import { filedSuspicion, operationRows } from "./suspected-operations.tsx";

/** Rows of a sheet: more would take longer than API Gateway waits. */
const MOST_ROWS = 2_000;

/** What a sheet is made of. */
interface SuspicionSheet {
  storedCase: StoredCase;
  suspicion: SuspicionGroup;
  rows: SheetRow[];
  facts: RowFacts;
  /** Number of operations that have no row. */
  lacks: number;
}

export function addSuspicionSheet(app: Hono<DeskEnv>, options: Desk): void {
  const desk = monthDesk(options);

  app.get("/suspicion.xlsx", async (context) => {
    const sheet = await sheetOf(context, desk);
    return sheet instanceof Response ? sheet : workbookOf(context, desk, sheet);
  });

  app.get("/suspicion.csv", async (context) => {
    const sheet = await sheetOf(context, desk);
    if (sheet instanceof Response) return sheet;
    const { suspicion, rows, facts } = sheet;
    const { translator } = context.var;
    return csvReply(context, fileOf(suspicion, translator), sheetCsv(columnsOf(facts, translator)), rows);
  });
}

/** The last suspicion of the case that an address names; a page of its own where no suspicion is to be filed. */
async function sheetOf(context: DeskContext, desk: MonthDesk): Promise<SuspicionSheet | Response> {
  const key = parametersOf(context, caseAddress);
  if (key === undefined) return badRequest(context);
  const storedCase = await desk.steps.read(key);
  if (storedCase === undefined || !maySee(context.var.access, storedCase.projectId))
    return notFound(context, CASE.notFound);
  const suspicion = filedSuspicion(storedCase);
  if (suspicion === undefined) return notFound(context, SUSPICION.noSheet);
  const operations = suspicion.operations.slice(0, MOST_ROWS);
  const rows = await operationRows(operations, desk);
  const now = new Date().toISOString();
  const judged = rows.flatMap(({ listedCase }) => (listedCase === undefined ? [] : [judge(listedCase, now)]));
  const facts = await rowFactsOf(
    judged.map(({ listedCase }) => listedCase),
    desk,
  );
  const receipts = storedCase.filings.filter(({ receivedAt }) => receivedAt === suspicion.deadline.metAt);
  const sheetRows = (await sheetRowsOf(judged, desk)).map((row) => ({ ...row, receipts }));
  const lacks = suspicion.operations.length - sheetRows.length;
  return { storedCase, suspicion, rows: sheetRows, facts, lacks };
}

function columnsOf(facts: RowFacts, translator: DeskTranslator) {
  return [...operationColumns({ translator, ...facts }), ...receiptColumns("24-hour")];
}

/** The name of a file: by the day of the deadline, since logs have it, and no user's id. */
function fileOf({ deadline }: SuspicionGroup, { day }: DeskTranslator): string {
  return say(SUSPICION.file, { day: day(deadline.at) ?? deadline.at });
}

function workbookOf(
  context: DeskContext,
  { timeZone }: MonthDesk,
  { storedCase, suspicion, rows, facts, lacks }: SuspicionSheet,
) {
  const { translator, person } = context.var;
  const { deadline } = suspicion;
  const { moment } = translator;
  const columns = columnsOf(facts, translator);
  const file = fileOf(suspicion, translator);
  return workbookReply(context, lacks > 0 ? say(WORKBOOK.cutFile, { file, count: rows.length }) : file, {
    name: say(SUSPICION.tab),
    columns,
    rows,
    below: [sheetSums(say(NOTICE_SHEET.rows, { count: rows.length }), columns, rows, facts)],
    timeZone,
    above: [
      say(SUSPICION.title, {
        number: numberOf(storedCase),
        madeAt: moment(new Date().toISOString()),
        who: person.name,
        zone: timeZone,
      }),
      say(SUSPICION.since, { since: moment(deadline.since), due: moment(deadline.at) }),
      ...(lacks > 0 ? [say(SUSPICION.lacks, { count: lacks })] : []),
    ],
    about: [
      say(NOTICE_SHEET.rfc),
      ...ratesWords(
        rows.map(({ judged }) => judged),
        facts,
        translator,
      ),
      say(WORKBOOK.asText),
    ],
  });
}
