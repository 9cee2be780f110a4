/** Verifies stored cases and months: the chain of their steps, and every attribute beside it. */

import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import pMap, { pMapIterable, pMapSkip } from "p-map";
import { scanItems } from "../../aws/tables/query.ts";
import { issuesOf } from "../../contract/issues.ts";
import {
  chainedCase,
  type ListedCase,
  type RawCase,
  rawCase,
  storedCase,
  type UnreadableCase,
} from "../case.ts";
import type { CaseKey } from "../case-keys.ts";
import type { CaseQueries } from "../case-queries.ts";
import { problemsOfChain } from "../chain.ts";
import { isMonth, storedMonth } from "../months.ts";
import { isAnchor } from "./anchors.ts";
import { type CaseProblem, differencesOfCase, differencesOfMonth, problemsOfTimes } from "./record-check.ts";
import type { Drawn } from "./sample.ts";

const READ_CONCURRENTLY = 10;

export interface CheckedChain {
  one: CaseKey;
  steps: number;
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
  one: ListedCase | UnreadableCase;
  /** Undefined of a case that has expired between the list and the look. */
  checked: CheckedChain | undefined;
}

/** Checks what was drawn, in its order. */
export function checkedSample(
  queries: Pick<CaseQueries, "raw">,
  drawn: readonly Drawn<SampledCase["one"]>[],
): Promise<SampledCase[]> {
  return pMap(drawn, async (one) => ({ ...one, checked: await checkedChain(queries, one.one) }), {
    concurrency: READ_CONCURRENTLY,
  });
}

/** Checks one as it was read. */
export function checkedItem(item: RawCase, now = new Date()): CheckedChain {
  const { subject, opened } = item;
  const steps = Array.isArray(item["steps"]) ? item["steps"].length : 0;
  return {
    one: { subject, opened },
    steps,
    problems: [...chainProblems(item, now), ...recordProblems(item)],
  };
}

/** Nothing of what is no chain at all: the record says so. */
function chainProblems(item: RawCase, now: Date): CaseProblem[] {
  const chained = chainedCase.safeParse(item);
  if (!chained.success) return [];
  const { steps = [], beginning } = chained.data;
  const receivedAt = beginning?.["receivedAt"];
  return [...problemsOfChain(chained.data), ...problemsOfTimes(steps, { receivedAt, now })];
}

function recordProblems(item: RawCase): CaseProblem[] {
  if (isMonth(item)) {
    const month = storedMonth.safeParse(item);
    return month.success ? differencesOfMonth(item, month.data.steps ?? []) : [corrupt(month.error)];
  }
  const stored = storedCase.safeParse(item);
  if (!stored.success) return [corrupt(stored.error)];
  return differencesOfCase(item, stored.data);
}

function corrupt(error: Parameters<typeof issuesOf>[0]): CaseProblem {
  return { kind: "corrupt", paths: [...new Set(issuesOf(error).map(({ path }) => path))] };
}

/** Every item but those beside cases and months: an unknown item is found, too. */
export async function* verifiableItems(
  client: DynamoDBDocumentClient,
  table: string,
): AsyncGenerator<RawCase> {
  for await (const item of scanItems(client, { TableName: table, ConsistentRead: true })) {
    const found = rawCase.parse(item);
    if (!isAnchor(found)) yield found;
  }
}
