/** What the brief of a day tells: counts and times alone. Nobody, and nothing that was decided about anybody, is in it. */

import type { DayCount } from "../daily-counts/day-count.ts";
import type { LastScan } from "../health/last-scan.ts";

/** The cases that nobody has decided, when the brief was made. */
export interface BriefUndecided {
  count: number;
  /** When the oldest one was received, ISO 8601; undefined where there is none. */
  oldest: string | undefined;
  /** How many are past a deadline. */
  overdue: number;
  /** How many are due next today or within the seven days behind it, also of those that are past another deadline, by the day where the officers are, `YYYY-MM-DD`. */
  due: ReadonlyMap<string, number>;
  /** Cases of which a 24-hour notice is owed, also of those that are decided, and how many of them are past the 24 hours. */
  notices: { owed: number; overdue: number };
}

/** How the last scan of a project stands. */
export type ProjectScan = { projectId: number } & LastScan;

/** A digest that officers keep outside the account; or why the day has none of its own. */
export type BriefAnchor =
  | {
      kind: "kept";
      digest: string;
      /** How many openings and steps it covers beside the anchor before. */
      steps: number;
      /** When the day of the anchor before ended, ISO 8601; undefined where there is none. */
      since: string | undefined;
    }
  /** The anchor of a later day covers its openings and steps. */
  | { kind: "later" }
  /** Somebody put something else in its place. */
  | { kind: "corrupt" };

export interface BriefFacts {
  /** The day that ended, `YYYY-MM-DD`; from and to ISO 8601 in UTC, the end not included. */
  day: string;
  from: string;
  to: string;
  /** When the brief was made, ISO 8601. */
  made: string;
  projectIds: readonly number[];
  /** What came on the day, of all projects. */
  count: DayCount;
  /** How many wallets crossed the line in scans that began on the day; one that has an open case too. */
  crossed: number;
  /** How many notifications of the day cannot be read, and are not counted. */
  unreadable: number;
  /** What the service said in the newest errors that it reported on the day, as it said it, each text once. */
  errorTexts: readonly string[];
  scans: readonly ProjectScan[];
  /** Bodies that were not understood and not replayed; `isCut`: at least so many. */
  quarantined: { count: number; isCut: boolean };
  deadLetters: { webhook: number; scan: number };
  /** What only cases know; absent where no desk is deployed. */
  cases?:
    | {
        undecided: BriefUndecided;
        anchor: BriefAnchor;
        /** What the service had withdrawn and called illegal again on the day, also by sending again what was known. */
        returned: number;
      }
    | undefined;
}

/** What came that somebody called illegal, whatever it was. */
export function illegalOf({ notifications, changes, quarantined }: DayCount): number {
  return notifications.illegal + changes.illegal + quarantined.illegal;
}

/** How many are due within seven days. */
export function dueSoon({ due }: BriefUndecided): number {
  return [...due.values()].reduce((sum, count) => sum + count, 0);
}
