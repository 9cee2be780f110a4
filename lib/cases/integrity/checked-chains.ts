/** Verifies stored cases and months: the chain of their events, and every attribute beside it. */

import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import pMap, { pMapIterable, pMapSkip } from "p-map";
import { scanItems } from "../../aws/tables/query.ts";
import { isObject } from "../../contract/exact-json.ts";
import type { ListedCase, RawCase, UnreadableCase } from "../case.ts";
import { type CasesTable, eventItemsWithin, type TimeSpan } from "../case-index.ts";
import {
  type CaseKey,
  caseOfEvent,
  isMonth,
  monthIn,
  monthKey,
  OPENED_ONCE,
  projectOf,
} from "../case-keys.ts";
import type { CaseFilter, CaseQueries } from "../case-queries.ts";
import { eventsIn, keyIn } from "../case-reading.ts";
import { problemsOfChain } from "../chain.ts";
import { tickedEventOf } from "../months.ts";
import { namedNotices } from "../step.ts";
import { type CaseProblem, problemsOfItems, problemsOfTimes } from "./item-check.ts";
import type { Drawn } from "./sample.ts";
import { isSeal } from "./seal-store.ts";

const READ_CONCURRENTLY = 10;

export interface CheckedChain {
  caseKey: CaseKey;
  events: number;
  problems: CaseProblem[];
}

/** Checks one as it is now; undefined of what has expired meanwhile, and of a month of which nothing was filed. */
async function checkedChain(
  queries: Pick<CaseQueries, "raw">,
  key: CaseKey,
): Promise<CheckedChain | undefined> {
  const item = await queries.raw(key);
  return item && checkedItem(item);
}

/** Checks them, in their order and no further than they are consumed, without what is not there. */
export function checkedChains(
  queries: Pick<CaseQueries, "raw">,
  keys: Iterable<CaseKey> | AsyncIterable<CaseKey>,
): AsyncIterable<CheckedChain> {
  return pMapIterable(keys, async (key) => (await checkedChain(queries, key)) ?? pMapSkip, {
    concurrency: READ_CONCURRENTLY,
  });
}

/** A case of a sample. */
export interface SampledCase {
  digest: string;
  listedCase: ListedCase | UnreadableCase;
  /** Undefined of a case that has expired between the list and the look. */
  checked: CheckedChain | undefined;
}

/** Checks what was drawn, in its order. */
export function checkedSample(
  queries: Pick<CaseQueries, "raw">,
  drawn: readonly Drawn<SampledCase["listedCase"]>[],
): Promise<SampledCase[]> {
  return pMap(
    drawn,
    async ({ digest, item }) => ({ digest, listedCase: item, checked: await checkedChain(queries, item) }),
    { concurrency: READ_CONCURRENTLY },
  );
}

/** Checks one as it was read. */
export function checkedItem(rawCase: RawCase, now = new Date()): CheckedChain {
  const { subject, opened, head, items } = rawCase;
  const events = items.map(({ event }) => (isObject(event) ? event : {}));
  const facts = events[0]?.["facts"];
  return {
    caseKey: { subject, opened },
    events: items.length,
    problems: [
      ...problemsOfChain({ subject, opened, events, lastDigest: head?.["last"] }),
      ...problemsOfTimes(events, { receivedAt: isObject(facts) ? facts["receivedAt"] : undefined, now }),
      ...problemsOfItems(rawCase, now),
    ],
  };
}

/**
 * Every case and month of the table, and what is neither and no seal, which is named as a case. DynamoDB returns the items of a subject
 * together, in the order of their sort keys.
 */
export async function* verifiableCases(
  client: DynamoDBDocumentClient,
  table: string,
): AsyncGenerator<RawCase> {
  let subject: string | undefined;
  let gathered = new Map<string, Gathered>();
  for await (const item of scanItems(client, { TableName: table, ConsistentRead: true })) {
    const key = keyIn(item);
    if (isSeal(key)) continue;
    if (key.subject !== subject) {
      yield* gathered.values();
      [subject, gathered] = [key.subject, new Map()];
    }
    const isTicked = isMonth(key) && tickedEventOf(key) !== undefined;
    const ofCase = isTicked ? { ...key, opened: OPENED_ONCE } : caseOfEvent(key);
    const gatheredCase = gathered.get((ofCase ?? key).opened) ?? {
      ...(ofCase ?? key),
      head: undefined,
      items: [],
      ticked: [],
    };
    gathered.set(gatheredCase.opened, gatheredCase);
    if (ofCase === undefined) gatheredCase.head = item;
    else (isTicked ? gatheredCase.ticked : gatheredCase.items).push(item);
  }
  yield* gathered.values();
}

/** The notices of months that cases name, beside those that months have: of a month that was removed nothing else tells. */
export class NamedNotices {
  readonly #naming = new Map<string, CaseKey[]>();
  readonly #recorded = new Set<string>();

  /** Leaves out events that cannot be read: a check of its own names them. */
  add({ subject, opened, items }: RawCase): void {
    const events = eventsIn(items) ?? [];
    const projectId = projectOf({ subject }) ?? -1;
    for (const { month, id } of namedNotices(events)) {
      const name = noticeKey(monthKey(projectId, month), id);
      this.#naming.set(name, [...(this.#naming.get(name) ?? []), { subject, opened }]);
    }
    for (const event of events)
      if (event.kind === "notice") this.#recorded.add(noticeKey({ subject }, event.id));
  }

  /** The cases that name a notice which no month has, each once. */
  missing(): CaseKey[] {
    const keys = [...this.#naming].flatMap(([name, naming]) => (this.#recorded.has(name) ? [] : naming));
    return [...new Map(keys.map((key) => [`${key.subject} ${key.opened}`, key])).values()];
  }
}

function noticeKey({ subject }: Pick<CaseKey, "subject">, id: string): string {
  return `${subject} ${id}`;
}

/** A case whose items are read one after the other. */
type Gathered = RawCase & { items: Record<string, unknown>[]; ticked: Record<string, unknown>[] };

/** The cases that were received in a span, and the months of it. */
export async function* keysWithin(
  queries: Pick<CaseQueries, "keys">,
  table: CasesTable,
  { projectIds, since, until }: CaseFilter,
): AsyncGenerator<CaseKey> {
  yield* queries.keys({ projectIds, since, until });
  for (const projectId of projectIds) {
    const months = new Map<string, CaseKey>();
    for await (const item of eventItemsWithin(table, projectId, {})) {
      const key = caseOfEvent(keyIn(item));
      const month = key && monthIn(key)?.month;
      if (key !== undefined && month !== undefined && isWithin(month, { since, until }))
        months.set(key.subject, key);
    }
    yield* months.values();
  }
}

const MONTH_LENGTH = "YYYY-MM".length;

function isWithin(month: string, { since, until }: TimeSpan): boolean {
  const isAfter = since === undefined || month >= since.slice(0, MONTH_LENGTH);
  return isAfter && (until === undefined || month <= until.slice(0, MONTH_LENGTH));
}
