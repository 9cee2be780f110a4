/** Returns of transactions that the service had withdrawn: each is a step of the transaction's cases. */

import pMap from "p-map";
import * as z from "zod/mini";
import { lazySchema } from "../contract/lazy-schema.ts";
import { type CasesTable, steppedItems } from "./case-index.ts";
import { itemNow } from "./case-reading.ts";

const READ_CONCURRENTLY = 10;

const keyed = lazySchema(() => z.object({ subject: z.string(), opened: z.string() }));

/** One that is corrupt must not end the count. */
const stepped = lazySchema(() => z.object({ steps: z.array(z.unknown()) }));
const returned = lazySchema(() =>
  z.object({ kind: z.literal("return"), content: z.string(), receivedAt: z.string() }),
);

/** Number of returns received in a span: one that several cases have counts once. @param span ISO 8601, the end not included */
export async function returnsWithin(
  table: CasesTable,
  projectIds: readonly number[],
  { from, to }: { from: string; to: string },
): Promise<number> {
  const found = new Set<string>();
  for (const projectId of projectIds) {
    const keys = await Array.fromAsync(steppedItems(table, projectId, from), (item) => keyed.parse(item));
    await pMap(
      keys,
      async (key) => {
        const { data } = stepped.safeParse(await itemNow(table.client, table.table, key));
        for (const step of data?.steps ?? []) {
          const { data: one } = returned.safeParse(step);
          if (one !== undefined && one.receivedAt >= from && one.receivedAt < to)
            found.add(`${one.content} ${one.receivedAt}`);
        }
      },
      { concurrency: READ_CONCURRENTLY },
    );
  }
  return found.size;
}
