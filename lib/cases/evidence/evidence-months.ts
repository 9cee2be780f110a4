/**
 * The months whose notices the cases of a pack name. A pack has the events of these notices whole, and of every other event of the month
 * its digest alone: so the chain can be checked, and nothing of another notice is told. The lists of ticked cases are in no pack.
 */

import type { RawCase, StoredCase } from "../case.ts";
import { type CaseKey, monthKey } from "../case-keys.ts";
import type { CaseQueries } from "../case-queries.ts";
import { eventsIn } from "../case-reading.ts";
import { digestOf } from "../chain.ts";
import { withReceipts } from "../law-due.ts";
import { type Notice, noticesOf, receiptIn } from "../notices.ts";
import { type CaseEvent, type NoticeName, namedNotices } from "../step.ts";
import { type EvidenceFile, jsonFile } from "./evidence-messages.ts";
import type { Gap } from "./gap.ts";

/** A month in a pack, as the manifest names it. */
export interface PackedMonth extends CaseKey {
  path: string;
  /** Number of its events, those of which the pack has more than the digest, and the digest of the last one. */
  events: number;
  whole: number[];
  last?: string | undefined;
}

/** A notice of a month that an event of a case names, or one that amends such a notice. */
export interface CaseNotice {
  /** `YYYY-MM`. */
  month: string;
  notice: Notice;
}

/** A case by the receipts of its notices. */
interface CompletedCase {
  storedCase: StoredCase;
  /** The first one first. */
  notices: CaseNotice[];
  gaps: Gap[];
}

interface ReadMonth {
  raw: RawCase;
  events: CaseEvent[];
  notices: Notice[];
  /** Ids of the notices that cases of the pack name, and of those that amend them. */
  ownIds: Set<string>;
}

/** The months of a pack that is being made. */
export class EvidenceMonths {
  readonly #cases: Pick<CaseQueries, "raw">;
  readonly #months = new Map<string, ReadMonth>();

  constructor(cases: Pick<CaseQueries, "raw">) {
    this.#cases = cases;
  }

  /** A case with the receipts of the notices that its events name, whose months the pack has from then on. */
  async complete(storedCase: StoredCase): Promise<CompletedCase> {
    const names = namedNotices(storedCase.steps);
    const notices: CaseNotice[] = [];
    const gaps: Gap[] = [];
    for (const [month, ids] of idsByMonth(names)) {
      const read = await this.#read(monthKey(storedCase.projectId, month), ids);
      if (read === undefined) {
        gaps.push({ kind: "month unreadable", month });
        continue;
      }
      const noticeIds = withAmendments(read.events, ids);
      for (const id of noticeIds) read.ownIds.add(id);
      const own = read.notices.filter(({ recorded }) => noticeIds.has(recorded.id));
      notices.push(...own.map((notice) => ({ month, notice })));
      if (!hasAll(read, ids)) gaps.push({ kind: "notice differs", month });
    }
    const receiptOf = ({ id }: NoticeName) => {
      const stated = notices.find(({ notice }) => notice.recorded.id === id)?.notice;
      return stated && receiptIn(stated);
    };
    const standing = storedCase.notices.map(({ month, id }) => ({
      month,
      id,
      ...receiptOf({ month, id }),
    }));
    return { storedCase: withReceipts(storedCase, standing), notices, gaps };
  }

  /** What the manifest says of each month, and its file. */
  packed(): { packed: PackedMonth; file: EvidenceFile }[] {
    return [...this.#months.values()].map(packedMonth);
  }

  /** A month is read once, and again where it got a notice since. */
  async #read(key: CaseKey, ids: ReadonlySet<string>): Promise<ReadMonth | undefined> {
    const month = this.#months.get(key.subject);
    if (month !== undefined && hasAll(month, ids)) return month;
    const raw = await this.#cases.raw(key);
    const events = raw && eventsIn(raw.items);
    if (raw === undefined || events === undefined || events.length === 0) return undefined;
    const read = { raw, events, notices: noticesOf(events), ownIds: month?.ownIds ?? new Set<string>() };
    this.#months.set(key.subject, read);
    return read;
  }
}

function idsByMonth(names: readonly NoticeName[]): Map<string, Set<string>> {
  const months = Map.groupBy(names, ({ month }) => month);
  return new Map([...months].map(([month, ofMonth]) => [month, new Set(ofMonth.map(({ id }) => id))]));
}

function hasAll({ notices }: Pick<ReadMonth, "notices">, ids: ReadonlySet<string>): boolean {
  const noticeIds = new Set(notices.map(({ recorded }) => recorded.id));
  return [...ids].every((id) => noticeIds.has(id));
}

/** The events that amend a notice come after it. */
function withAmendments(events: readonly CaseEvent[], ids: ReadonlySet<string>): Set<string> {
  const noticeIds = new Set(ids);
  for (const event of events)
    if (event.kind === "notice" && event.amends !== undefined && noticeIds.has(event.amends))
      noticeIds.add(event.id);
  return noticeIds;
}

/** The notice that an event of a month is about. */
function noticeIdOf(event: CaseEvent): string | undefined {
  switch (event.kind) {
    case "notice":
      return event.id;
    case "add":
      return event.notice;
    case "correct":
      return event.corrects;
    default:
      return undefined;
  }
}

function packedMonth({ raw: { subject, opened, head, items }, events, ownIds }: ReadMonth): {
  packed: PackedMonth;
  file: EvidenceFile;
} {
  const path = `months/${subject.split("#").slice(1).join("-")}.json`;
  const entries = events.map((event, index) => {
    // Its digest is over what is stored, not over what is read of it.
    const stored = Object(items[index]?.["event"]);
    const isOwn = ownIds.has(noticeIdOf(event) ?? "");
    return { number: event.number, sha256: digestOf(stored), event: isOwn ? stored : undefined };
  });
  const file = jsonFile(path, { subject, opened, events: entries, head: head ?? null });
  return {
    packed: {
      subject,
      opened,
      path,
      events: entries.length,
      whole: entries.filter(({ event }) => event !== undefined).map(({ number }) => number),
      last: typeof head?.["last"] === "string" ? head["last"] : undefined,
    },
    file,
  };
}
