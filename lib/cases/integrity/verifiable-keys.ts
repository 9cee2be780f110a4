/** Keys of items that have a chain of steps, or may get one, as the indexes find them. */

import * as z from "zod/mini";
import { type CasesTable, steppedItems, type TimeSpan } from "../case-index.ts";
import type { CaseKey } from "../case-keys.ts";
import { CaseQueries } from "../case-queries.ts";
import { isMonth } from "../months.ts";

const keyed = z.object({ subject: z.string(), opened: z.string() });

/** Each case and month of a project that has steps: all of them, or whose last was made at or after a time, ISO 8601. */
export async function* steppedKeys(
  table: CasesTable,
  projectId: number,
  since?: string,
): AsyncGenerator<CaseKey> {
  for await (const item of steppedItems(table, projectId, since)) yield keyed.parse(item);
}

/** The cases that were received in a span, and the months of it. */
export async function* verifiableKeys(
  table: CasesTable,
  projectIds: readonly number[],
  span: TimeSpan,
): AsyncGenerator<CaseKey> {
  yield* new CaseQueries(table.client, table.table).keys({ projectIds, closed: true, ...span });
  for (const projectId of projectIds)
    for await (const key of steppedKeys(table, projectId)) if (isMonth(key) && isWithin(key, span)) yield key;
}

const MONTH_LENGTH = "YYYY-MM".length;

/** The subject of a month ends with it. */
function isWithin({ subject }: CaseKey, { since, until }: TimeSpan): boolean {
  const month = subject.slice(-MONTH_LENGTH);
  const isAfter = since === undefined || month >= since.slice(0, MONTH_LENGTH);
  return isAfter && (until === undefined || month <= until.slice(0, MONTH_LENGTH));
}
