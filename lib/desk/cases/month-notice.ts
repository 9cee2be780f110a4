/** Whether the notice of a month, or that there is nothing to report, is recorded, and whether that was in time. */

import type { StoredMonth } from "../../cases/months.ts";
import { compareTexts } from "../../i18n/text/compare-texts.ts";

/** A project's month, and what was filed about it; undefined where that is corrupt. */
export interface FiledMonth {
  projectId: number;
  stored: StoredMonth | undefined;
}

/** `filed`: neither in time nor late, since no day is known, or it is between those of several laws. */
export const NOTICE_STATE_NAMES = ["in time", "late", "filed", "none", "unreadable"] as const;
export type NoticeState = (typeof NOTICE_STATE_NAMES)[number];

/** By the first receipt. @param dues when a notice of the month is due, the first first. ISO 8601 */
export function noticeState(
  stored: Pick<StoredMonth, "notices"> | undefined,
  dues: readonly string[],
): NoticeState {
  if (stored === undefined) return "unreadable";
  const filings = stored.notices.map(({ filing }) => filing);
  // An amendment is no notice of its own, and a further notice makes none late.
  const notices = filings.filter(({ kind }) => kind !== "amendment");
  const filing = notices.toSorted((a, b) => compareTexts(a.receivedAt, b.receivedAt))[0] ?? filings.at(-1);
  if (filing === undefined) return "none";
  const [first, last] = [dues[0], dues.at(-1)];
  // A receipt between the days of several laws is neither in time nor late.
  if (first !== undefined && filing.receivedAt <= first) return "in time";
  return last !== undefined && filing.receivedAt > last ? "late" : "filed";
}

/** The projects of Mexican reports: a month without operations is reported, too. */
export function mexicanIn(projects: readonly { id: number; mexico?: unknown }[]): ReadonlySet<number> {
  return new Set(projects.flatMap(({ id, mexico }) => (mexico ? [id] : [])));
}

/** Reports whether a page says of a project's month whether its notice is recorded. */
export function saysNotice(
  { projectId, stored }: FiledMonth,
  { mexican, hasDue }: { mexican: ReadonlySet<number>; hasDue: boolean },
): boolean {
  return mexican.has(projectId) || hasDue || stored?.steps.length !== 0;
}
