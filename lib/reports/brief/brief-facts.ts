/** Facts in the brief of a day: counts and times alone. It names no user and no decision about one. */

import type { SealOutcome } from "../../cases/integrity/seals.ts";
import type { LastScan } from "../health/last-scan.ts";
import type { ReceivedCases } from "./received-cases.ts";

/** Undecided cases, when the brief was made. */
export interface BriefUndecided {
  count: number;
  /** Receipt of the oldest one, ISO 8601; undefined if there are no cases. */
  oldest: string | undefined;
  /** Number of cases past a deadline. */
  overdue: number;
  /** Number of cases whose next deadline is today or in the next seven days, by the officers' day, `YYYY-MM-DD`. */
  due: ReadonlyMap<string, number>;
  /** Cases of which a 24-hour notice is owed, also of those that are decided, and how many of them are past the 24 hours. */
  notices: { owed: number; overdue: number };
  /** True if not all were read: the numbers are lower bounds. */
  isCut: boolean;
}

/** State of a project's last scan. */
export type ProjectScan = { projectId: number } & LastScan;

/** A number, and whether it is a lower bound. */
interface BoundedCount {
  count: number;
  isCut: boolean;
}

export interface BriefFacts {
  /** The day that ended, `YYYY-MM-DD`; from and to ISO 8601 in UTC, the end not included. */
  day: string;
  from: string;
  to: string;
  /** Time of making the brief, ISO 8601. */
  made: string;
  projectIds: readonly number[];
  /** Cases received on the day, of all projects. */
  received: ReceivedCases;
  /** Number of alerts about wallets by scans begun on the day; a wallet may have a crossing in each of several. */
  crossed: number;
  /** Contents, received on the day, that changed the laws of a flagged notification. */
  revised: BoundedCount;
  /** Errors that the service reported on the day, and the texts of the newest ones, each once and unchanged. */
  errors: BoundedCount & { texts: readonly string[] };
  scans: readonly ProjectScan[];
  /** Bodies that were not understood and not replayed. */
  quarantined: BoundedCount;
  deadLetters: { webhook: number; scan: number };
  undecided: BriefUndecided;
  /** The last seal, which officers keep outside the account. */
  seal: SealOutcome;
}

/** Number of cases due within seven days. */
export function dueSoon({ due }: BriefUndecided): number {
  return [...due.values()].reduce((sum, count) => sum + count, 0);
}

/** Reports whether officers have missed a deadline. */
export function isOverdue({ overdue, notices }: BriefUndecided): boolean {
  return overdue + notices.overdue > 0;
}
