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
import { type NoticeOrder, recordNotice } from "../../cases/record-notice.ts";
import { refusalsOfNotice } from "../../cases/rules.ts";
import type { JudgedCase } from "../../cases/urgency.ts";
import { CASE } from "../../i18n/catalogue/desk/case.ts";
import { FRAME } from "../../i18n/catalogue/desk/frame.ts";
import { MONTH, NOTICE_SHEET } from "../../i18n/catalogue/desk/month.ts";
import type { Desk, DeskContext, DeskEnv } from "../frame/desk-context.ts";
import { forbidden, notFound } from "../frame/layout.tsx";
import { momentOf } from "../frame/moment.ts";
import {
  badRequest,
  choice,
  firstRow,
  formOf,
  parametersOf,
  projectFilter,
  valuesIn,
} from "../frame/parameters.ts";
import { say } from "../frame/translator.ts";
import { csvReply } from "../kit/csv.tsx";
import { noticeLink } from "../kit/links.ts";
import { rowFactsOf } from "../kit/row-facts.ts";
import { sheetCsv } from "../kit/sheet.ts";
import { shownIn } from "./case-address.ts";
import { MONTH_VIEWS } from "./month-cases.ts";
import type { SentFiling } from "./month-filing.tsx";
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
import { month, type NoticeForm, noticeFormIn, receiptTotalsIn } from "./step-form.ts";

const selection = () =>
  z.object({ month: z.optional(month()), project: projectFilter, view: choice(MONTH_VIEWS) });

/** With the number of the first row, and whether the notice is about to be recorded. */
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
    const fields = await formOf(context);
    const form = noticeFormIn(fields, timeZone);
    const ticked = shownIn(await valuesIn(context, "case"));
    const projectIds = await projectsIn(context, ticked);
    const { sees, actsIn } = context.var.access;
    if (form === undefined || ticked === undefined || projectIds.some((id) => !sees.includes(id)))
      return notFound(context, FRAME.badRequest);
    if (projectIds.length === 0 || projectIds.some((id) => !actsIn.includes(id)))
      return forbidden(context, CASE.notRecorded, MONTH.mayNotAct);
    const named = (await valuesIn(context, "project")).map(Number);
    const [project] = named.length === 1 ? named : [];
    const selected = selectionOf(context, desk, { month: form.month, project, isRecording: true });
    const refuse = (refusal: Pick<SentFiling, "why"> & Partial<SentFiling>) =>
      showMonth(context, desk, selected, { fields, ticked, early: [], ...refusal });
    const order = orderOf(context, form, { projectIds, ticked });
    const refusals = () => refusalsOfNotice(form, { month: form.month, notices: [] }, momentOf(context));
    if (await contradictsNothing(context, desk, form, projectIds)) {
      return refuse({ why: ["notNothing", ...refusals()] });
    }
    const { totals, why: noNumbers } = receiptTotalsIn(fields);
    const covered = await coveredTotals(desk, order, totals);
    const differences = covered === undefined ? [] : refusalsOfTotals(totals, covered);
    if (noNumbers.length + differences.length > 0)
      return refuse({ why: [...noNumbers, ...differences, ...refusals()], covered });
    const outcome = await recordNotice(desk, order);
    switch (outcome.kind) {
      case "refused":
        return refuse({ why: outcome.reasons, early: outcome.early });
      case "faster":
        return refuse({ why: ["faster"] });
      case "recorded":
        return context.redirect(noticeLink({ month: form.month, id: outcome.noticeId }), 303);
    }
  });
}

/** The projects that a form is about: those of what is ticked, or where nothing is ticked those that it names. */
async function projectsIn(context: DeskContext, ticked: readonly ShownCase[] = []): Promise<number[]> {
  const named = (await valuesIn(context, "project")).map(Number);
  const ofTicked = ticked.map((key) => projectOf(key) ?? -1);
  return [...new Set(ticked.length === 0 ? named : ofTicked)].filter((id) => Number.isSafeInteger(id));
}

/** Reports whether cases speak against a month without anything to report, which the officer did not confirm. */
async function contradictsNothing(
  context: DeskContext,
  desk: MonthDesk,
  { filing, month, isConfirmed }: NoticeForm,
  projectIds: readonly number[],
): Promise<boolean> {
  if (filing.kind !== "nothing-to-report" || isConfirmed) return false;
  const { projects } = await monthOfProjects(context, desk, { month, project: undefined });
  const { undecided, filed } = casesAgainstNothing(
    projects.filter(({ projectId }) => projectIds.includes(projectId)),
  );
  return undecided + filed > 0;
}

function orderOf(
  context: DeskContext,
  form: NoticeForm,
  { projectIds, ticked }: { projectIds: readonly number[]; ticked: readonly ShownCase[] },
): NoticeOrder {
  const { access, person, translator } = context.var;
  return {
    ...form,
    projectIds,
    // Of nothing to report no case is decided: an officer confirmed that none requires a notice.
    ticked: form.filing.kind === "nothing-to-report" ? [] : ticked,
    by: { subject: person.subject, name: person.name },
    at: momentOf(context),
    actsIn: access.actsIn,
    decisionNote: say(MONTH.inNotice, { month: translator.monthInWords(form.month) }),
  };
}

/** What a notice would cover, to be compared with its receipt; undefined where nothing of that was typed. */
async function coveredTotals(
  desk: MonthDesk,
  order: NoticeOrder,
  { operations, total }: ReceiptTotals,
): Promise<CoveredTotals | undefined> {
  if (operations === undefined && total === undefined) return undefined;
  const cases = await coveredWith(desk, order);
  const sum = filingSumOf(cases, await rowFactsOf(cases, desk));
  return { operations: sum.count, total: sum.local ?? sum.usd };
}

/** Rows that are read at a time for the list as CSV. */
const ROWS_AT_ONCE = 200;

async function* rowsInTurn(judged: readonly JudgedCase[], desk: MonthDesk) {
  for (let first = 0; first < judged.length; first += ROWS_AT_ONCE)
    yield* await sheetRowsOf(judged.slice(first, first + ROWS_AT_ONCE), desk);
}

function idsOf(projects: readonly ProjectMonth[]): number[] {
  return projects.map(({ projectId }) => projectId);
}
