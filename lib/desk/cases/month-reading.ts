/** What a month's page reads: the cases of each project, and what was filed about it. */

import { CountLimit } from "../../aws/tables/count-limit.ts";
import type { CaseQueries } from "../../cases/case-queries.ts";
import { isOpen } from "../../cases/case-state.ts";
import type { CaseStore } from "../../cases/cases.ts";
import type { MonthStore, StoredMonth } from "../../cases/months.ts";
import type { JudgedCase } from "../../cases/urgency.ts";
import { addMonths } from "../../i18n/time/calendar.ts";
import { NotificationQueries } from "../../intake/notifications/notification-queries.ts";
import { logUnreadable } from "../../intake/notifications/notification-schema.ts";
import type { DeadlineRule } from "../../law/deadline-setting.ts";
import { monthlyDeadlines } from "../../law/deadlines.ts";
import { seenOf } from "../frame/access.ts";
import type { Desk, DeskContext } from "../frame/desk-context.ts";
import { momentOf } from "../frame/moment.ts";
import { type RowSources, rowSources } from "../kit/row-facts.ts";
import { casesOfMonth, type MonthCases, type MonthView, openFirst } from "./month-cases.ts";
import { mexicanIn } from "./month-notice.ts";
import type { SheetSources } from "./sheet-columns.ts";

/** What the pages of a month work with. */
export interface MonthDesk extends RowSources, SheetSources {
  cases: CaseQueries;
  steps: CaseStore;
  months: MonthStore;
  /** All projects of the settings. */
  projectIds: readonly number[];
  timeZone: string;
  rules: readonly DeadlineRule[];
  /** The projects of the settings; of another a month is shown where there is anything of it. */
  served: ReadonlySet<number>;
  /** Those of Mexican reports: a month without operations is reported, too. */
  mexican: ReadonlySet<number>;
}

export function monthDesk(desk: Desk): MonthDesk {
  const { database, environment, stores } = desk;
  return {
    ...stores,
    ...rowSources(desk),
    // A row stands also where its notification cannot be read.
    notifications: new NotificationQueries(database, environment.NOTIFICATIONS_TABLE, logUnreadable),
    projectIds: environment.PROJECTS.map(({ id }) => id),
    timeZone: environment.TIME_ZONE,
    rules: environment.DEADLINES,
    served: new Set(environment.PROJECTS.map(({ id }) => id)),
    mexican: mexicanIn(environment.PROJECTS),
  };
}

/** Which part of which month a page shows. */
export interface MonthSelection {
  /** `YYYY-MM`. */
  month: string;
  project: number | undefined;
  view: MonthView;
  /** Number of the first row. */
  from: number;
  /** True where the form of the notice is shown. */
  isRecording: boolean;
}

/** @param asked what the address says; by default the month of which the next notice is due */
export function selectionOf(
  context: DeskContext,
  { rules }: MonthDesk,
  {
    month,
    view = "due",
    from = 1,
    project,
    isRecording = false,
  }: { [Part in keyof MonthSelection]?: MonthSelection[Part] | undefined },
): MonthSelection {
  const { today, now } = momentOf(context);
  const current = today.slice(0, "YYYY-MM".length);
  const last = addMonths(current, -1);
  const isLastDue = monthlyDeadlines(last, rules).some((due) => due > now);
  return { month: month ?? (isLastDue ? last : current), view, from, project, isRecording };
}

export interface ProjectMonth {
  projectId: number;
  /** Undefined where it is corrupt: the cases of the month are there all the same. */
  stored: StoredMonth | undefined;
  cases: MonthCases;
}

export interface MonthOfProjects {
  projects: ProjectMonth[];
  /** True if not all cases were read: numbers of them are lower bounds. */
  isCut: boolean;
}

/** The month of each project that is asked for, and has anything of it or is in the settings. */
export async function monthOfProjects(
  context: DeskContext,
  { cases, months, timeZone, served }: MonthDesk,
  { month, project }: Pick<MonthSelection, "month" | "project">,
): Promise<MonthOfProjects> {
  const { now } = momentOf(context);
  const limit = new CountLimit();
  const read = async (projectId: number): Promise<ProjectMonth> => {
    const [stored, ofMonth] = await Promise.all([
      months.readable(projectId, month),
      casesOfMonth(cases, projectId, { month, timeZone, now, limit }),
    ]);
    return { projectId, stored, cases: ofMonth };
  };
  const all = await Promise.all(seenOf(context.var.access, project).map(read));
  const projects = all.filter(
    ({ projectId, stored, cases: { due, other, undated, unreadable } }) =>
      served.has(projectId) ||
      stored?.steps.length !== 0 ||
      [due, other, undated, unreadable].some((listed) => listed.length > 0),
  );
  return { projects, isCut: limit.isReached };
}

/** The cases of several projects in their order. */
export function mergedCases(projects: readonly ProjectMonth[], view: MonthView): JudgedCase[] {
  return projects.flatMap(({ cases }) => cases[view]).sort(openFirst);
}

/** Cases that contradict a report of a month without notices, as the month's page counts them. */
export interface CasesAgainstNothing {
  projectIds: number[];
  /** Of those that the month's notice is about. */
  undecided: number;
  /** Of these, the ones that were decided with a notice. */
  filed: number;
  /** Undecided ones of the others. */
  others: number;
}

export function casesAgainstNothing(projects: readonly ProjectMonth[]): CasesAgainstNothing {
  const [due, other] = [mergedCases(projects, "due"), mergedCases(projects, "other")];
  const undecided = (cases: readonly JudgedCase[]) =>
    cases.filter(({ listedCase }) => isOpen(listedCase)).length;
  return {
    projectIds: projects.map(({ projectId }) => projectId),
    undecided: undecided(due),
    filed: due.filter(({ listedCase }) => listedCase.outcome === "reported").length,
    others: undecided(other),
  };
}
