/** Stores and clients of briefs, and the count of returns that only they ask for. */

import pMap from "p-map";
import * as z from "zod/mini";
import type { AlertStore } from "../../alerts/alerts.ts";
import type { DeskUrl } from "../../alerts/messages/desk-links.ts";
import type { OncePublisher } from "../../alerts/publisher.ts";
import { CountLimit } from "../../aws/tables/count-limit.ts";
import { type CasesTable, steppedItems } from "../../cases/case-index.ts";
import type { CaseQueries } from "../../cases/case-queries.ts";
import { itemNow } from "../../cases/case-reading.ts";
import type { AnchorStore } from "../../cases/integrity/anchors.ts";
import type { UndecidedCases } from "../../cases/undecided-cases.ts";
import type { NotificationQueries } from "../../intake/notifications/notification-queries.ts";
import type { ScanRun } from "../../screening/runs/run.ts";

export interface BriefTools {
  stage: string;
  desk: DeskUrl;
  timeZone: string;
  retentionYears: number;
  /** Projects of the settings, also those that left. */
  projectIds: readonly number[];
  /** Those that have not left. */
  servedIds: readonly number[];
  notifications: NotificationQueries;
  /** The runs of a project, the newest first. */
  runsOf(projectId: number): AsyncIterable<ScanRun>;
  /** Number of dead-letter messages. */
  deadLetters(): Promise<{ webhook: number; scan: number }>;
  cases: Pick<CaseQueries, "list">;
  undecided: Pick<UndecidedCases, "open" | "suspected">;
  anchors: Pick<AnchorStore, "make">;
  revisions(projectIds: readonly number[], span: { from: string; to: string }): Promise<Revisions>;
  alerts: AlertStore;
  publisher: Pick<OncePublisher, "send">;
  topics: { alerts: string; escalation: string | undefined };
  /** Longest time for a message and its note, in milliseconds. */
  messageMs: number;
}

const READ_CONCURRENTLY = 10;

const keyed = z.object({ subject: z.string(), opened: z.string() });

/** One that is corrupt must not end the count. */
const stepped = z.object({ steps: z.array(z.unknown()) });
const revised = z.object({ kind: z.literal("revised"), content: z.string(), receivedAt: z.string() });

/** Revisions of a span; `isCut`: there may be more. */
interface Revisions {
  count: number;
  isCut: boolean;
}

/** Revisions of cases that were received in a span. @param span ISO 8601, the end not included */
export async function revisionsWithin(
  table: CasesTable,
  projectIds: readonly number[],
  { from, to }: { from: string; to: string },
): Promise<Revisions> {
  const limit = new CountLimit();
  const found = new Set<string>();
  for (const projectId of projectIds) {
    const keys = await Array.fromAsync(limit.of(steppedItems(table, projectId, from)), (item) =>
      keyed.parse(item),
    );
    await pMap(
      keys,
      async (key) => {
        const { data } = stepped.safeParse(await itemNow(table.client, table.table, key));
        for (const step of data?.steps ?? []) {
          const { data: one } = revised.safeParse(step);
          if (one !== undefined && one.receivedAt >= from && one.receivedAt < to)
            found.add(`${one.content} ${one.receivedAt}`);
        }
      },
      { concurrency: READ_CONCURRENTLY },
    );
  }
  return { count: found.size, isCut: limit.isReached };
}
