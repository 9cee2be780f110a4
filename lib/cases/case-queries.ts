/** Finding cases again: by project and time, a page at a time. */

import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import pMap from "p-map";
import * as z from "zod/mini";
import { CountLimit } from "../aws/tables/count-limit.ts";
import { CASES_BY_TIME, CASES_BY_USER, CASES_OPEN } from "../aws/tables/keys.ts";
import { firstOf, mergeSorted } from "../aws/tables/query.ts";
import { compareTexts } from "../i18n/text/compare-texts.ts";
import { projectPartition, userPartition } from "../intake/notifications/notification-keys.ts";
import { NOTHING_DUE } from "../law/deadlines.ts";
import {
  type ListedCase,
  listedCase,
  type RawCase,
  type StoredCase,
  type UnreadableCase,
  unreadableCase,
} from "./case.ts";
import { eventItems } from "./case-events.ts";
import {
  type CasesTable,
  countOpen,
  eventItemsWithin,
  itemsWithin,
  lastEventAt,
  newestEvents,
  type TimeSpan,
} from "./case-index.ts";
import { type CaseKey, caseOfEvent, isMonth, type ShownCase } from "./case-keys.ts";
import { caseIn, itemNow, logUnreadable, newestOf, type OnUnreadable, readableIn } from "./case-reading.ts";
import { pendingNotice, type SuspicionNotice } from "./due.ts";
import { comparableFolio } from "./folio.ts";
import { NoticeBook } from "./notices.ts";
import { OUTCOMES, type Person, person } from "./step.ts";

/** A case with a pending 24-hour notice. */
export interface SuspectedCase {
  listedCase: ListedCase;
  notice: SuspicionNotice;
}

/** Open cases by deadline. */
export interface OpenCases {
  cases: ListedCase[];
  /** True if there are more with a later deadline, or more without one. */
  moreDue: boolean;
  moreOthers: boolean;
}

/** Selection of a list's cases; an absent field does not restrict. */
export interface CaseFilter extends TimeSpan {
  projectIds: readonly number[];
}

/** Cases that are read at once. */
const READ_CONCURRENTLY = 20;

/** Every decision of an act has its time, or that of a case's last event where another clock is ahead. */
const ACT_MS = 10 * 60_000;

const decidedInAct = z.object({
  subject: z.string(),
  opened: z.string(),
  event: z.object({
    kind: z.literal("decide"),
    number: z.number(),
    batch: z.object({ id: z.string() }),
  }),
});

/** What was filed under a reference: a case of its own filing, or the month of a notice, with its id. */
interface FiledUnder {
  key: CaseKey;
  noticeId?: string;
}

/** Newest events in which an officer's own decisions are found, and how many different ones are. */
const MOST_RECENT = 200;
const MOST_DECISIONS = 3;

/** How an officer decided, and on what grounds. */
export interface OwnDecision {
  outcome: (typeof OUTCOMES)[number];
  note: string;
}

const ownDecision = z.object({
  event: z.object({
    kind: z.literal("decide"),
    by: person,
    outcome: z.enum(OUTCOMES),
    note: z.string(),
    filing: z.optional(z.undefined()),
    notice: z.optional(z.undefined()),
  }),
});

/** Newest events in which officers and filings are found. */
const MOST_LOOKED_AT = 5_000;

const acted = z.object({ event: z.object({ by: z.optional(person), to: z.optional(person) }) });

const filed = z.object({
  subject: z.string(),
  opened: z.string(),
  event: z.object({
    id: z.string(),
    corrects: z.optional(z.string()),
    filing: z.object({ reference: z.string() }),
  }),
});

/** Key of an item in an index by receipt, and its place there. */
const placed = z.object({ subject: z.string(), opened: z.string(), order: z.string() });
type PlacedKey = z.infer<typeof placed>;

/** Lists leave out what is corrupt, so that one item does not keep all others from being found. */
export class CaseQueries {
  readonly #table: CasesTable;
  readonly #onUnreadable: OnUnreadable;

  constructor(client: DynamoDBDocumentClient, table: string, onUnreadable: OnUnreadable = logUnreadable) {
    this.#table = { client, table };
    this.#onUnreadable = onUnreadable;
  }

  /** A case with all of its events; undefined if it is corrupt or does not exist. */
  async readable(
    { subject, opened }: CaseKey,
    onUnreadable = this.#onUnreadable,
  ): Promise<StoredCase | undefined> {
    const key = { subject, opened };
    const items = await eventItems(this.#table, key);
    const storedCase = caseIn(key, items);
    if (storedCase === undefined && items.length > 0) onUnreadable(key);
    return storedCase && new NoticeBook(this.#table).complete(storedCase);
  }

  /** A case as lists have it, read at this very moment; undefined if it is corrupt or does not exist. */
  async listed(key: CaseKey): Promise<ListedCase | undefined> {
    return (await this.listedAll([key]))[0];
  }

  /** The same of several cases, in the order of their keys, without those that are corrupt or do not exist. */
  async listedAll(keys: readonly CaseKey[], onUnreadable = this.#onUnreadable): Promise<ListedCase[]> {
    const book = new NoticeBook(this.#table);
    const read = async (key: CaseKey) => {
      const head = await itemNow(this.#table, key);
      const [current] = readableIn(listedCase, head === undefined ? [] : [head], onUnreadable);
      return current === undefined ? [] : [await book.complete(current)];
    };
    return (await pMap(keys, read, { concurrency: READ_CONCURRENTLY })).flat();
  }

  /** A case or month as the table holds it at this very moment, valid or not; undefined if it does not exist. */
  async raw({ subject, opened }: CaseKey): Promise<RawCase | undefined> {
    const key = { subject, opened };
    const [head, items] = await Promise.all([itemNow(this.#table, key), eventItems(this.#table, key)]);
    return head === undefined && items.length === 0 ? undefined : { ...key, head, items };
  }

  /** The cases of a wallet or user, the newest first. @param subject as `walletSubject` or `userSubject` makes it */
  async ofSubject(subject: string): Promise<ListedCase[]> {
    const book = new NoticeBook(this.#table);
    const newest = await newestOf(this.#table, subject, this.#onUnreadable);
    return Promise.all(newest.map((listed) => book.complete(listed)));
  }

  /** The case of some projects that was received last, in any state. */
  async newest(projectIds: readonly number[]): Promise<ListedCase | undefined> {
    const [newest] = await firstOf(this.list({ projectIds }), 1);
    return newest;
  }

  /** The cases that fit, the newest first, read as far as they are consumed. */
  list(filter: CaseFilter, onUnreadable = this.#onUnreadable): AsyncGenerator<ListedCase> {
    return this.#completed(this.#received(listedCase, filter, onUnreadable));
  }

  /**
   * The cases of a user in some projects, decided ones too, the newest first, read as far as they are consumed.
   * @param until only those with an `order` before it
   */
  async *ofUser(
    projectIds: readonly number[],
    userId: string,
    until?: string,
    onUnreadable = this.#onUnreadable,
  ): AsyncGenerator<ListedCase> {
    const streams = projectIds.map((projectId) =>
      readableOf(
        listedCase,
        itemsWithin(
          { ...this.#table, index: CASES_BY_USER, part: userPartition(projectId, userId) },
          { until },
        ),
        onUnreadable,
      ),
    );
    for await (const listedCase of this.#completed(mergeSorted(streams, (a, b) => a.order > b.order)))
      if (until === undefined || listedCase.order < until) yield listedCase;
  }

  /** The same with those that are corrupt, each of which is named to `onUnreadable`. */
  async *all(
    filter: CaseFilter,
    onUnreadable = this.#onUnreadable,
  ): AsyncGenerator<ListedCase | UnreadableCase> {
    const either = z.union([listedCase, unreadableCase]);
    const book = new NoticeBook(this.#table);
    for await (const listedCase of this.#received(either, filter, onUnreadable)) {
      if (listedCase.kind === "unreadable") onUnreadable(listedCase);
      yield listedCase.kind === "unreadable" ? listedCase : await book.complete(listedCase);
    }
  }

  /** The keys of the same, with those that are corrupt. */
  keys(filter: CaseFilter): AsyncGenerator<CaseKey> {
    return this.#received(placed, filter, this.#onUnreadable);
  }

  /**
   * The cases of some projects that are open, and those that were decided and revised since: the first deadline first, read as far as
   * they are consumed.
   */
  allOpen(projectIds: readonly number[], onUnreadable = this.#onUnreadable): AsyncGenerator<ListedCase> {
    return this.#open(projectIds, { until: NOTHING_DUE }, onUnreadable);
  }

  /** The cases of a project with a pending 24-hour notice: the first deadline first. */
  async *suspected(projectId: number): AsyncGenerator<SuspectedCase> {
    for await (const listedCase of this.#open([projectId], {}, this.#onUnreadable)) {
      const notice = pendingNotice(listedCase);
      if (notice !== undefined) yield { listedCase, notice };
    }
  }

  /**
   * Those of {@link allOpen}: those with a deadline, the first deadline first, and those without one; so many of each at most, and
   * whether there are more.
   */
  async open(
    projectIds: readonly number[],
    most: number,
    onUnreadable = this.#onUnreadable,
  ): Promise<OpenCases> {
    const read = (span: TimeSpan) => firstOf(this.#open(projectIds, span, onUnreadable), most);
    const [due, others] = await Promise.all([read({}), read({ since: NOTHING_DUE, until: NOTHING_DUE })]);
    return {
      cases: [...due.slice(0, most), ...others.slice(0, most)],
      moreDue: due.length > most,
      moreOthers: others.length > most,
    };
  }

  /** Number of those of {@link allOpen}, counted up to `most`; corrupt ones too. */
  countOpen(projectIds: readonly number[], most: number): Promise<number> {
    return countOpen(this.#table, projectIds.map(projectPartition), most);
  }

  /** The officers of a project who made one of its newest events, or to whom a case was assigned, by their names. */
  async officers(projectId: number): Promise<Person[]> {
    const people = new Map<string, Person>();
    for await (const item of new CountLimit(MOST_LOOKED_AT).of(newestEvents(this.#table, projectId))) {
      const { by, to } = acted.safeParse(item).data?.event ?? {};
      for (const person of [by, to])
        if (person !== undefined && !people.has(person.subject)) people.set(person.subject, person);
    }
    return [...people.values()].sort((a, b) => compareTexts(a.name, b.name));
  }

  /**
   * The last different decisions of an officer among the newest 200 events of a project, the newest first, without those that a notice
   * belongs to.
   * @param subject the issuer's id of the officer
   */
  async ownDecisions(projectId: number, subject: string): Promise<OwnDecision[]> {
    const decisions = new Map<string, OwnDecision>();
    const newest = newestEvents(this.#table, projectId, MOST_RECENT);
    for await (const item of new CountLimit(MOST_RECENT).of(newest)) {
      const { by, outcome, note } = ownDecision.safeParse(item).data?.event ?? {};
      if (by?.subject !== subject || outcome === undefined || note === undefined) continue;
      decisions.set(`${outcome} ${note}`, { outcome, note });
      if (decisions.size === MOST_DECISIONS) break;
    }
    return [...decisions.values()];
  }

  /**
   * The cases and the notices of months with this reference, in capitals or not, among the newest 5,000 events of some projects: also one
   * that was corrected since.
   * @param most so many are found at most
   * @returns of a notice with its id; `isCut` where there are older events
   */
  async withReference(
    projectIds: readonly number[],
    reference: string,
    most: number,
  ): Promise<{ places: FiledUnder[]; isCut: boolean }> {
    const folio = comparableFolio(reference);
    const filedUnder = new Map<string, FiledUnder>();
    const limit = new CountLimit(MOST_LOOKED_AT);
    const streams = projectIds.map((projectId) => newestEvents(this.#table, projectId));
    const newestFirst = mergeSorted(streams, (a, b) => String(a["at"]) > String(b["at"]));
    for await (const item of limit.of(newestFirst)) {
      const event = filed.safeParse(item).data;
      if (event === undefined || comparableFolio(event.event.filing.reference) !== folio) continue;
      const key = caseOfEvent(event);
      if (key === undefined) continue;
      const { id, corrects = id } = event.event;
      // A notice over several projects is one, in the month of each.
      if (isMonth(key)) filedUnder.set(corrects, { key, noticeId: corrects });
      else filedUnder.set(`${key.subject}#${key.opened}`, { key });
      if (filedUnder.size >= most) break;
    }
    return { places: [...filedUnder.values()], isCut: limit.isReached };
  }

  /**
   * The cases that an act decided, each as the decision left it, among the events of the ten minutes before and after one of its decisions.
   * @param at of its decisions, ISO 8601
   */
  async decidedTogether(
    projectIds: readonly number[],
    { id, at }: { id: string; at: string },
  ): Promise<ShownCase[]> {
    const [since, until] = [-ACT_MS, ACT_MS].map((ms) => new Date(Date.parse(at) + ms).toISOString());
    const limit = new CountLimit(MOST_LOOKED_AT);
    const ofProject = async (projectId: number) => {
      const keys: ShownCase[] = [];
      for await (const item of limit.of(eventItemsWithin(this.#table, projectId, { since, until }))) {
        const decided = decidedInAct.safeParse(item).data;
        const key = decided?.event.batch.id === id ? caseOfEvent(decided) : undefined;
        if (key !== undefined) keys.push({ ...key, stepCount: decided?.event.number ?? 0 });
      }
      return keys;
    };
    return (await Promise.all(projectIds.map(ofProject))).flat();
  }

  /** When the last event of some projects was recorded: ISO 8601, undefined before the first. */
  async lastEventAt(projectIds: readonly number[]): Promise<string | undefined> {
    const times = await Promise.all(projectIds.map((projectId) => lastEventAt(this.#table, projectId)));
    return times
      .filter((time) => time !== undefined)
      .sort()
      .at(-1);
  }

  async *#received<T extends PlacedKey>(
    schema: z.ZodMiniType<T>,
    filter: CaseFilter,
    onUnreadable: OnUnreadable,
  ): AsyncGenerator<T> {
    const { projectIds, since, until } = filter;
    // DynamoDB refuses a range that ends before it begins.
    if (since !== undefined && until !== undefined && since > until) return;
    const streams = projectIds.map((projectId) =>
      readableOf(
        schema,
        itemsWithin({ ...this.#table, index: CASES_BY_TIME, part: projectPartition(projectId) }, filter),
        onUnreadable,
      ),
    );
    yield* mergeSorted(streams, (a, b) => a.order > b.order);
  }

  #open(
    projectIds: readonly number[],
    span: TimeSpan,
    onUnreadable: OnUnreadable,
  ): AsyncGenerator<ListedCase> {
    const streams = projectIds.map((projectId) => {
      const part = projectPartition(projectId);
      const items = itemsWithin({ ...this.#table, index: CASES_OPEN, part }, span);
      return readableOf(listedCase, items, onUnreadable);
    });
    return this.#completed(mergeSorted(streams, (a, b) => a.dueAt < b.dueAt));
  }

  /** Cases with the receipts of the notices that they name: each month is read once. */
  async *#completed(cases: AsyncIterable<ListedCase>): AsyncGenerator<ListedCase> {
    const book = new NoticeBook(this.#table);
    for await (const listed of cases) yield await book.complete(listed);
  }
}

async function* readableOf<T>(
  schema: z.ZodMiniType<T>,
  items: AsyncIterable<Record<string, unknown>>,
  onUnreadable: OnUnreadable,
): AsyncGenerator<T> {
  for await (const item of items) yield* readableIn(schema, [item], onUnreadable);
}
