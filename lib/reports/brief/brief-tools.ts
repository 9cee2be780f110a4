/** Stores and clients of briefs, and what these read and keep, made of their function's environment. */

import { GetQueueAttributesCommand, SQSClient } from "@aws-sdk/client-sqs";
import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import pMap from "p-map";
import * as z from "zod/mini";
import type { AlertStore } from "../../alerts/alerts.ts";
import type { DeskUrl } from "../../alerts/messages/desk-links.ts";
import { type OncePublisher, oncePublishing } from "../../alerts/publisher.ts";
import { type CasesTable, steppedItems } from "../../cases/case-index.ts";
import { CaseQueries } from "../../cases/case-queries.ts";
import { itemNow } from "../../cases/case-reading.ts";
import { AnchorStore } from "../../cases/integrity/anchors.ts";
import { UndecidedCases } from "../../cases/undecided-cases.ts";
import { lazySchema } from "../../contract/lazy-schema.ts";
import { MESSAGE_COUNTS, messagesIn } from "../health/intake.ts";
import { type ZonedTimes, zonedTimes } from "../../i18n/zoned-time.ts";
import { recordedProjects } from "../recorded-projects.ts";
import { NotificationQueries } from "../../intake/notifications/notification-queries.ts";
import { logUnreadable } from "../../intake/notifications/notification-schema.ts";
import { BEHIND_QUEUE, clientConfig } from "../../aws/clients.ts";
import { lazyRead } from "../../aws/lazy.ts";
import { scaled } from "../../aws/scaled.ts";
import type { ScanRun } from "../../screening/scans/runs/scan-run.ts";
import { runsOfProject } from "../../screening/scans/runs/scan-runs-of-project.ts";
import type { sendBriefEnv } from "../../settings/env.ts";
import { CountLimit } from "../../aws/tables/count-limit.ts";
import { WalletStore } from "../../screening/wallets/wallets.ts";

const MESSAGE_MS = 30_000;

export interface BriefTools {
  stage: string;
  desk: DeskUrl;
  timeZone: string;
  zone: ZonedTimes;
  retentionYears: number;
  projectIds: readonly number[];
  /** Projects of the settings, those of earlier settings, and project 0 for records that name no project. */
  recordedIds(): Promise<readonly number[]>;
  notifications: NotificationQueries;
  /** The runs of a project, the newest first. */
  runsOf(projectId: number): AsyncIterable<ScanRun>;
  /** Number of dead-letter messages. */
  deadLetters(): Promise<{ webhook: number; scan: number }>;
  cases: Pick<CaseQueries, "list">;
  undecided: Pick<UndecidedCases, "open" | "suspected">;
  anchors: Pick<AnchorStore, "make">;
  returns(projectIds: readonly number[], span: { from: string; to: string }): Promise<Returns>;
  alerts: AlertStore;
  publisher: Pick<OncePublisher, "send">;
  topics: { alerts: string; escalation: string | undefined };
  /** Longest time for a message and its note, in milliseconds. */
  messageMs: number;
}

export function briefTools(
  environment: z.infer<ReturnType<typeof sendBriefEnv>>,
  database: DynamoDBDocumentClient,
): BriefTools {
  const { CASES_TABLE: cases, TIME_ZONE: timeZone, RETENTION_YEARS: retentionYears } = environment;
  const projectIds = environment.PROJECTS.map(({ id }) => id);
  const { alerts, publisher } = oncePublishing(environment, database);
  return {
    ...{ stage: environment.STAGE, desk: environment.DESK_URL },
    ...{ timeZone, zone: zonedTimes("en", timeZone), retentionYears, projectIds },
    recordedIds: lazyRead(() =>
      recordedProjects(database, { scanRuns: environment.SCAN_RUNS_TABLE, cases }, projectIds),
    ),
    notifications: new NotificationQueries(
      database,
      environment.NOTIFICATIONS_TABLE,
      new WalletStore(database, environment.WALLETS_TABLE),
      logUnreadable,
    ),
    runsOf: (projectId) => runsOfProject(projectId, database, environment.SCAN_RUNS_TABLE),
    deadLetters: deadLettersOf(environment.WEBHOOK_DLQ_URL, environment.SCAN_DLQ_URL),
    cases: new CaseQueries(database, cases),
    undecided: new UndecidedCases(database, cases),
    anchors: new AnchorStore(database, cases),
    returns: (projectIds, span) => returnsWithin({ client: database, table: cases }, projectIds, span),
    alerts,
    publisher: publisher(),
    topics: { alerts: environment.ALERTS_TOPIC_ARN, escalation: environment.ESCALATION_TOPIC_ARN },
    messageMs: scaled(MESSAGE_MS),
  };
}

function deadLettersOf(webhookUrl: string, scanUrl: string): BriefTools["deadLetters"] {
  const sqs = new SQSClient(clientConfig(BEHIND_QUEUE));
  const lettersIn = async (QueueUrl: string) => {
    const AttributeNames = [...MESSAGE_COUNTS];
    const { Attributes } = await sqs.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames }));
    return messagesIn(Attributes);
  };
  return async () => {
    const [webhook, scan] = await Promise.all([lettersIn(webhookUrl), lettersIn(scanUrl)]);
    return { webhook, scan };
  };
}

const READ_CONCURRENTLY = 10;

const keyed = lazySchema(() => z.object({ subject: z.string(), opened: z.string() }));

/** One that is corrupt must not end the count. */
const stepped = lazySchema(() => z.object({ steps: z.array(z.unknown()) }));
const returned = lazySchema(() =>
  z.object({ kind: z.literal("return"), content: z.string(), receivedAt: z.string() }),
);

/** Returns of a span; `isCut`: there may be more. */
interface Returns {
  count: number;
  isCut: boolean;
}

/** Returns received in a span: one that several cases have counts once. @param span ISO 8601, the end not included */
export async function returnsWithin(
  table: CasesTable,
  projectIds: readonly number[],
  { from, to }: { from: string; to: string },
): Promise<Returns> {
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
          const { data: one } = returned.safeParse(step);
          if (one !== undefined && one.receivedAt >= from && one.receivedAt < to)
            found.add(`${one.content} ${one.receivedAt}`);
        }
      },
      { concurrency: READ_CONCURRENTLY },
    );
  }
  return { count: found.size, isCut: limit.isReached };
}
