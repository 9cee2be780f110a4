/** Stores and clients of briefs, and the count of returns that only they ask for. */

import * as z from "zod/mini";
import type { AlertStore } from "../../alerts/alerts.ts";
import type { DeskUrl } from "../../alerts/messages/desk-links.ts";
import type { OncePublisher } from "../../alerts/publisher.ts";
import { CountLimit } from "../../aws/tables/count-limit.ts";
import { type CasesTable, eventItemsWithin } from "../../cases/case-index.ts";
import type { CaseQueries } from "../../cases/case-queries.ts";
import type { SealStore } from "../../cases/integrity/seals.ts";
import type { NotificationQueries } from "../../intake/notifications/notification-queries.ts";
import type { ScanRun } from "../../screening/runs/run.ts";

export interface BriefTools {
  stage: string;
  desk: DeskUrl;
  timeZone: string;
  /** Projects of the settings, also those that left. */
  projectIds: readonly number[];
  /** Those that have not left. */
  servedIds: readonly number[];
  notifications: NotificationQueries;
  /** The runs of a project, the newest first. */
  runsOf(projectId: number): AsyncIterable<ScanRun>;
  /** Number of dead-letter messages. */
  deadLetters(): Promise<{ webhook: number; scan: number }>;
  cases: Pick<CaseQueries, "list" | "openOrOwing" | "suspected">;
  seals: Pick<SealStore, "make">;
  revisions(projectIds: readonly number[], span: { from: string; to: string }): Promise<Revisions>;
  alerts: AlertStore;
  publisher: Pick<OncePublisher, "send">;
  topics: { alerts: string; escalation: string | undefined };
  /** Longest time for a message and its note, in milliseconds. */
  messageMs: number;
}

/** One that is corrupt must not end the count. */
const revised = z.object({
  event: z.object({ kind: z.literal("revised"), content: z.string(), receivedAt: z.string() }),
});

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
  for (const projectId of projectIds)
    for await (const item of limit.of(eventItemsWithin(table, projectId, { since: from }))) {
      const { data } = revised.safeParse(item);
      if (data !== undefined && data.event.receivedAt >= from && data.event.receivedAt < to)
        found.add(`${data.event.content} ${data.event.receivedAt}`);
    }
  return { count: found.size, isCut: limit.isReached };
}
