/** A month: its cases on a page and in files, and the form that records its notice. */

import type { Hono } from "hono";
import * as z from "zod/mini";
import { reachIn } from "../../cases/accumulation.ts";
import { projectOf, type ShownCase } from "../../cases/case-keys.ts";
import {
  type CoveredTotals,
  coveredWith,
  type ReceiptTotals,
  refusalsOfTotals,
} from "../../cases/receipt-totals.ts";
import { type NoticeOrder, type NoticeOutcome, recordNotice } from "../../cases/record-notice.ts";
import { refusalsOfNotice } from "../../cases/rules.ts";
import type { JudgedCase } from "../../cases/urgency.ts";
import { CASE } from "../../i18n/catalogue/desk/case.ts";
import { MONTH, NOTICE_SHEET } from "../../i18n/catalogue/desk/month.ts";
import type { Desk, DeskContext, DeskEnv } from "../frame/desk-context.ts";
import { forbidden } from "../frame/layout.tsx";
import { momentOf } from "../frame/moment.ts";
import {
  badRequest,
  choice,
  type FormFields,
  firstRow,
  formOf,
  parametersOf,
  projectFilter,
  projectId,
  valuesIn,
} from "../frame/parameters.ts";
import { addressAfter } from "../frame/recorded-act.ts";
import { say } from "../frame/translator.ts";
import { csvReply } from "../kit/csv.tsx";
import { noticeLink } from "../kit/links.ts";
import { rowFactsOf } from "../kit/row-facts.ts";
import { sheetCsv } from "../kit/sheet.ts";
import { parseShownCases } from "./case-address.ts";
import { MONTH_VIEWS } from "./month-cases.ts";
import type { NoticeRefusal } from "./month-filing.tsx";
import {
  casesAgainstNothing,
  type MonthDesk,
  mergedCases,
  monthDesk,
  monthOfProjects,
  type ProjectMonth,
  selectionOf,
} from "./month-reading.ts";
import { filingSumOf } from "./month-ticks.tsx";
import { showMonth } from "./month-view.tsx";
import { noticeSheet } from "./notice-sheet.ts";
import { sheetColumns, sheetRowsOf } from "./sheet-columns.ts";
import { month, type NoticeForm, parseNoticeForm, parseReceiptTotals } from "./step-form.ts";

/** Parameters of the page and of its files. */
const selection = () =>
  z.object({ month: z.optional(month()), project: projectFilter, view: choice(MONTH_VIEWS) });

/** Parameters of the page: also the number of the first row, and whether it shows the form of the notice. */
const parameters = z.extend(selection(), { record: choice(["notice"]), from: firstRow(99_999) });

export function addMonth(app: Hono<DeskEnv>, options: Desk): void {
  const desk = monthDesk(options);
  const { timeZone } = desk;

  app.get("/month", async (context) => {
    const query = parametersOf(context, parameters);
    if (query === undefined) return badRequest(context);
    const isRecording = query.record !== undefined;
    return showMonth(context, desk, selectionOf(context, desk, { ...query, isRecording }));
  });

  app.get("/month.csv", async (context) => {
    const query = parametersOf(context, selection());
    if (query === undefined) return badRequest(context);
    const selected = selectionOf(context, desk, query);
    const { projects } = await monthOfProjects(context, desk, selected);
    const judged = mergedCases(projects, selected.view);
    const cases = judged.map(({ listedCase }) => listedCase);
    const [facts, reachOf] = await Promise.all([
      rowFactsOf(cases, desk),
      reachIn(desk, cases, context.var.access.sees),
    ]);
    const { now } = momentOf(context);
    const columns = sheetColumns({ translator: context.var.translator, ...facts, reachOf, now });
    const file = say(NOTICE_SHEET.list, { month: selected.month });
    return csvReply(context, file, sheetCsv(columns), rowsInTurn(judged, desk));
  });

  app.get("/month.xlsx", async (context) => {
    const query = parametersOf(context, selection());
    if (query === undefined) return badRequest(context);
    const selected = selectionOf(context, desk, query);
    const { projects, isCut } = await monthOfProjects(context, desk, selected);
    return noticeSheet(context, desk, {
      month: selected.month,
      projectIds: idsOf(projects),
      isCut,
      due: mergedCases(projects, "due"),
      undated: projects.flatMap(({ cases }) => cases.undated).length,
      unreadable: projects.flatMap(({ cases }) => cases.unreadable).length,
    });
  });

  app.post("/month", async (context) => {
    const post = await readNoticePost(context, timeZone);
    if (post instanceof Response) return post;
    const order = noticeOrderFrom(context, post);
    const refusal = await reasonsAgainst(context, desk, { post, order });
    if (refusal !== undefined) return showRefusal(context, desk, { post, refusal });
    const outcome = await recordNotice(desk, order);
    switch (outcome.kind) {
      case "refused": {
        const { reasons: why, receiptTooEarlyFor } = outcome;
        return showRefusal(context, desk, { post, refusal: { why, receiptTooEarlyFor } });
      }
      case "changed-meanwhile":
        return showRefusal(context, desk, { post, refusal: { why: ["changedMeanwhile"] } });
      case "recorded":
        return context.redirect(recordedAddress(order, outcome), 303);
    }
  });
}

/** A form for the notice of a month, from an officer who acts in all of its projects. */
interface NoticePost {
  fields: FormFields;
  form: NoticeForm;
  ticked: readonly ShownCase[];
  /** The projects that the notice is over. */
  projectIds: readonly number[];
  /** The project of the page with the form; undefined where that page is of several projects. */
  pageProject: number | undefined;
}

/** The ids of projects in a form. */
const formProjects = z.array(projectId);
/** The project of the page that a form stood on. */
const formPage = z.object({ page: projectFilter });

/** Reads the form for a notice. @returns a page that refuses it, where no form of the desk says this or the officer may not act */
async function readNoticePost(context: DeskContext, timeZone: string): Promise<NoticePost | Response> {
  const fields = await formOf(context);
  const form = parseNoticeForm(fields, timeZone);
  const ticked = parseShownCases(await valuesIn(context, "case"));
  const namedProjects = formProjects.safeParse(await valuesIn(context, "project")).data;
  if (form === undefined || ticked === undefined || namedProjects === undefined) return badRequest(context);
  const coversNone = ticked.length === 0 || form.filing.kind === "nothing-to-report";
  const projectIds = coversNone ? namedProjects : projectsOf(ticked);
  const { sees, actsIn } = context.var.access;
  if (projectIds === undefined || projectIds.some((id) => !sees.includes(id))) return badRequest(context);
  if (projectIds.length === 0 || projectIds.some((id) => !actsIn.includes(id)))
    return forbidden(context, CASE.notRecorded, MONTH.mayNotAct);
  const pageProject = formPage.safeParse(fields).data?.page;
  return { fields, form, ticked, projectIds: [...new Set(projectIds)], pageProject };
}

/** The project of each case that a form ticked; undefined where a key names no project. */
function projectsOf(ticked: readonly ShownCase[]): number[] | undefined {
  const projectIds = ticked.map(projectOf).filter((id) => id !== undefined);
  return projectIds.length < ticked.length ? undefined : projectIds;
}

/** Shows the form again, as the officer filled it in, with the reasons why it was not recorded. */
function showRefusal(
  context: DeskContext,
  desk: MonthDesk,
  { post, refusal }: { post: NoticePost; refusal: NoticeRefusal },
) {
  const { fields, form, ticked, pageProject: project } = post;
  const selected = selectionOf(context, desk, { month: form.month, project, isRecording: true });
  return showMonth(context, desk, selected, { fields, ticked, ...refusal });
}

/** Reasons that speak against an order before it is tried; undefined where there are none. */
async function reasonsAgainst(
  context: DeskContext,
  desk: MonthDesk,
  { post, order }: { post: NoticePost; order: NoticeOrder },
): Promise<NoticeRefusal | undefined> {
  // Recording refuses for these as well: an officer reads them together with the others.
  const ownReasons = refusalsOfNotice(order, { month: order.month, notices: [], neighbours: [] }, order.at);
  const unconfirmed = await unconfirmedIn(context, desk, post);
  if (unconfirmed !== undefined) return { why: [unconfirmed, ...ownReasons] };
  const { totals, why: notNumbers } = parseReceiptTotals(post.fields);
  const covered = await coveredTotals(desk, order, totals);
  const differences = covered === undefined ? [] : refusalsOfTotals(totals, covered);
  if (notNumbers.length + differences.length === 0) return undefined;
  return { why: [...notNumbers, ...differences, ...ownReasons], covered };
}

/**
 * What a form says in spite of the month's cases, and does not confirm: that there is nothing to report, or a notice that covers none
 * of the undecided ones.
 */
async function unconfirmedIn(
  context: DeskContext,
  desk: MonthDesk,
  { form: { filing, month, isConfirmed }, projectIds, ticked }: NoticePost,
): Promise<"notNothing" | "coversNothing" | undefined> {
  const isReport = filing.kind === "nothing-to-report";
  if (isConfirmed || (!isReport && ticked.length > 0)) return undefined;
  const { projects } = await monthOfProjects(context, desk, { month, project: undefined });
  const { undecided, filed, others } = casesAgainstNothing(
    projects.filter(({ projectId }) => projectIds.includes(projectId)),
  );
  if (isReport) return undecided + filed + others > 0 ? "notNothing" : undefined;
  return undecided > 0 ? "coversNothing" : undefined;
}

function noticeOrderFrom(context: DeskContext, { form, projectIds, ticked }: NoticePost): NoticeOrder {
  const { access, person, translator } = context.var;
  return {
    ...form,
    projectIds,
    // A report of nothing decides no case: an officer confirmed that none requires a notice.
    ticked: form.filing.kind === "nothing-to-report" ? [] : ticked,
    by: { subject: person.subject, name: person.name },
    at: momentOf(context),
    actsIn: access.actsIn,
    decisionNote: say(MONTH.inNotice, { month: translator.monthInWords(form.month) }),
  };
}

/** The notice's page, which says of the cases that the form decided what was recorded. */
function recordedAddress(
  { month, formId }: NoticeOrder,
  { noticeId, outcome }: Extract<NoticeOutcome, { kind: "recorded" }>,
): string {
  return addressAfter(noticeLink({ month, id: noticeId }), formId, outcome.decided);
}

/** Totals of what a notice would cover, to be compared with those of its receipt; undefined where the officer typed none. */
async function coveredTotals(
  desk: MonthDesk,
  order: NoticeOrder,
  { operations, total }: ReceiptTotals,
): Promise<CoveredTotals | undefined> {
  if (operations === undefined && total === undefined) return undefined;
  const cases = await coveredWith(desk, order);
  const sum = filingSumOf(cases, await rowFactsOf(cases, desk));
  return { operations: sum.count, total: sum.local ?? sum.usd, isBound: sum.lacking > 0 };
}

/** Rows of the CSV file that are read at a time. */
const ROWS_AT_ONCE = 200;

async function* rowsInTurn(judged: readonly JudgedCase[], desk: MonthDesk) {
  for (let first = 0; first < judged.length; first += ROWS_AT_ONCE)
    yield* await sheetRowsOf(judged.slice(first, first + ROWS_AT_ONCE), desk);
}

function idsOf(projects: readonly ProjectMonth[]): number[] {
  return projects.map(({ projectId }) => projectId);
}
