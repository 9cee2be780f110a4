/** Who owes the notice of a month, or the report that there is nothing to report, and whether it is recorded, and in time. */

import type { ListedCase } from "../../cases/case.ts";
import type { StoredMonth } from "../../cases/months.ts";
import { compareTexts } from "../../i18n/text/compare-texts.ts";
import { monthOfNotice } from "../../law/deadlines.ts";

/** `missing`: none is recorded, and its day has passed. `filed`: neither in time nor late, since no day is known, or it is between those of several laws. */
export const NOTICE_STATE_NAMES = ["in time", "late", "missing", "filed", "none", "unreadable"] as const;
export type NoticeState = (typeof NOTICE_STATE_NAMES)[number];

/** The state of a month's notice, by its first receipt. @param dues when it is due, the first first. ISO 8601, as `now` is */
export function noticeState(
  stored: Pick<StoredMonth, "notices"> | undefined,
  { dues, now }: { dues: readonly string[]; now: string },
): NoticeState {
  if (stored === undefined) return "unreadable";
  const filings = stored.notices.map(({ filing }) => filing);
  // An amendment is no notice of its own, and a further notice makes none late.
  const notices = filings.filter(({ kind }) => kind !== "amendment");
  const filing = notices.toSorted((a, b) => compareTexts(a.receivedAt, b.receivedAt))[0] ?? filings.at(-1);
  const [first, last] = [dues[0], dues.at(-1)];
  if (filing === undefined) return last !== undefined && last <= now ? "missing" : "none";
  // A receipt between the days of several laws is neither in time nor late.
  if (first !== undefined && filing.receivedAt <= first) return "in time";
  return last !== undefined && filing.receivedAt > last ? "late" : "filed";
}

/** The projects of Mexican reports: a month without operations is reported, too. */
export function mexicanIn(projects: readonly { id: number; mexico?: unknown }[]): ReadonlySet<number> {
  return new Set(projects.flatMap(({ id, mexico }) => (mexico ? [id] : [])));
}

/**
 * Reports whether a project owes the notice of a month, or the report that there is nothing: it is of Mexican reports, or the law of one of
 * its cases demands the month's notice. What was recorded of a project that owes none is shown, and counted nowhere.
 * @param due its cases that the month's notice is about
 */
export function owesNotice(
  { projectId, due }: { projectId: number; due: readonly { listedCase: ListedCase }[] },
  { month, mexican }: { month: string; mexican: ReadonlySet<number> },
): boolean {
  return mexican.has(projectId) || due.some(({ listedCase }) => isDueIn(month, listedCase));
}

/** Reports whether a law demands the notice of a month about a case. @param month `YYYY-MM` */
export function isDueIn(month: string, { deadlines }: Pick<ListedCase, "deadlines">): boolean {
  return deadlines.some((deadline) => monthOfNotice(deadline) === month);
}
