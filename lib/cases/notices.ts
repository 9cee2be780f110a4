/**
 * Notices of months: each is one thing with one folio, which the cases that it covers name. What its receipt says, and every correction
 * of that, is in the events of the month alone.
 */

import pMap from "p-map";
import type { ListedCase, StoredCase } from "./case.ts";
import { eventItems } from "./case-events.ts";
import type { CasesTable } from "./case-index.ts";
import { monthKey } from "./case-keys.ts";
import { eventsIn } from "./case-reading.ts";
import { type ReadNotice, withReceipts } from "./law-due.ts";
import type { CaseEvent, CoveredCases, Filing, NoticeName, Step } from "./step.ts";

type Recorded = Extract<Step, { kind: "notice" }>;
type Correction = Extract<Step, { kind: "correct" }>;
type Addition = Extract<Step, { kind: "add" }>;

/** A notice of a month, as it stands. */
export interface Notice {
  /** Its receipt, with every correction. */
  filing: Filing;
  recorded: Recorded;
  /** The first one first. */
  corrections: Correction[];
  additions: Addition[];
  /** Ids of the notices that amend it. */
  amendedBy: string[];
}

/** The notices of a month, the first one first. @param events of the month */
export function noticesOf(events: readonly CaseEvent[]): Notice[] {
  const recorded = events.filter((event) => event.kind === "notice");
  return recorded.map((notice) => {
    const corrections = events
      .filter((event) => event.kind === "correct")
      .filter(({ corrects }) => corrects === notice.id);
    return {
      filing: corrections.at(-1)?.filing ?? notice.filing,
      recorded: notice,
      corrections,
      additions: events.filter((event) => event.kind === "add").filter((event) => event.notice === notice.id),
      amendedBy: recorded.filter(({ amends }) => amends === notice.id).map(({ id }) => id),
    };
  });
}

/** The receipt of a notice as it stands, and when it was corrected. */
export type Receipt = Pick<ReadNotice, "filing" | "correctedAt">;

export function receiptIn({ filing, corrections }: Notice): Receipt {
  const correction = corrections.at(-1);
  return correction === undefined ? { filing } : { filing, correctedAt: correction.at };
}

/** What a notice covers, by its own event and by those that added to it. */
export function coveredBy({ recorded, additions }: Pick<Notice, "recorded" | "additions">): CoveredCases[] {
  return [recorded.covers, ...additions.map(({ covers }) => covers)].filter((covers) => covers !== undefined);
}

/** Months that are read at once. */
const READ_CONCURRENTLY = 10;

/** Receipts of the notices that cases name: each month is read once, as it is at this very moment. */
export class NoticeBook {
  readonly #table: CasesTable;
  readonly #months = new Map<string, Promise<ReadonlyMap<string, Receipt> | undefined>>();

  constructor(table: CasesTable) {
    this.#table = table;
  }

  /** A case with the receipts of the notices that it names. One whose month cannot be read has no receipt. */
  async complete<T extends ListedCase | StoredCase>(storedCase: T): Promise<T> {
    const { projectId, notices } = storedCase;
    if (notices.length === 0) return storedCase;
    const months = [...new Set(notices.map(({ month }) => month))];
    const receipts = await pMap(months, (month) => this.#month(projectId, month), {
      concurrency: READ_CONCURRENTLY,
    });
    const receiptOf = ({ month, id }: NoticeName) => receipts[months.indexOf(month)]?.get(id);
    return withReceipts(
      storedCase,
      notices.map(({ month, id }) => ({ month, id, ...receiptOf({ month, id }) })),
    );
  }

  #month(projectId: number, month: string): Promise<ReadonlyMap<string, Receipt> | undefined> {
    const { subject } = monthKey(projectId, month);
    const folios = this.#months.get(subject);
    if (folios !== undefined) return folios;
    const read = this.#read(projectId, month);
    this.#months.set(subject, read);
    return read;
  }

  async #read(projectId: number, month: string): Promise<ReadonlyMap<string, Receipt> | undefined> {
    const events = eventsIn(await eventItems(this.#table, monthKey(projectId, month)));
    return events && new Map(noticesOf(events).map((notice) => [notice.recorded.id, receiptIn(notice)]));
  }
}
