/** Stores and clients of briefs, and what these read and keep, made of their function's environment. */

import { GetQueueAttributesCommand, SQSClient } from "@aws-sdk/client-sqs";
import { type DynamoDBDocumentClient, GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import pMap from "p-map";
import * as z from "zod/mini";
import type { AlertStore } from "../alerts/alerts.ts";
import type { DeskUrl } from "../alerts/desk-links.ts";
import { type OncePublisher, oncePublishing } from "../alerts/publisher.ts";
import { type CasesTable, steppedItems } from "../cases/case-index.ts";
import { itemNow } from "../cases/case-reading.ts";
import { AnchorStore } from "../cases/integrity/anchors.ts";
import { UndecidedCases } from "../cases/undecided-cases.ts";
import { lazySchema } from "../contract/lazy-schema.ts";
import { contentPlace, DayContents } from "../daily-counts/day-contents.ts";
import { dayCount } from "../daily-counts/day-count.ts";
import { DayStore, logUnreadableDay, type StoredDay } from "../daily-counts/days.ts";
import { MESSAGE_COUNTS, messagesIn } from "../health/intake.ts";
import { type ZonedTimes, zonedTimes } from "../i18n/zoned-time.ts";
import { recordedProjects } from "../intake/recorded-projects.ts";
import { NotificationQueries } from "../notifications/notification-queries.ts";
import { logUnreadable } from "../notifications/notification-schema.ts";
import { BEHIND_QUEUE, clientConfig } from "../platform/clients.ts";
import { lazyRead } from "../platform/lazy.ts";
import type { ScanRun } from "../scans/runs/scan-run.ts";
import { runsOfProject } from "../scans/runs/scan-runs-of-project.ts";
import type { sendBriefEnv } from "../settings/env.ts";
import { ALERTS_KEY, CASES_KEY, EXPIRES_AT } from "../tables/keys.ts";
import { WalletStore } from "../wallets/wallets.ts";

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
  contents: Pick<DayContents, "page">;
  /** A day of a project as it was counted in the night, if it was; absent where no day is counted. */
  counted?: ((projectId: number, day: string) => AsyncIterable<StoredDay>) | undefined;
  /** Progress of days whose count does not fit into one call. */
  begun: Pick<BegunCounts, "find" | "put">;
  notifications: NotificationQueries;
  /** The runs of a project, the newest first. */
  runsOf(projectId: number): AsyncIterable<ScanRun>;
  /** Number of dead letters. */
  deadLetters(): Promise<{ webhook: number; scan: number }>;
  /** Absent where no desk is deployed. */
  cases:
    | {
        undecided: Pick<UndecidedCases, "receivedBefore" | "suspectedBefore">;
        anchors: Pick<AnchorStore, "make">;
        returns(projectIds: readonly number[], span: { from: string; to: string }): Promise<number>;
      }
    | undefined;
  alerts: AlertStore;
  publisher: Pick<OncePublisher, "send">;
  topicArn: string;
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
    counted:
      cases === undefined
        ? undefined
        : (projectId, day) => new DayStore(database, cases).of(projectId, { from: day, to: day }),
    contents: new DayContents(database, { notifications: environment.NOTIFICATIONS_TABLE, cases }),
    begun:
      cases === undefined
        ? new BegunCounts(database, environment.ALERTS_TABLE, ALERTS_KEY)
        : new BegunCounts(database, cases, CASES_KEY),
    notifications: new NotificationQueries(
      database,
      environment.NOTIFICATIONS_TABLE,
      new WalletStore(database, environment.WALLETS_TABLE),
      logUnreadable,
    ),
    runsOf: (projectId) => runsOfProject(projectId, database, environment.SCAN_RUNS_TABLE),
    deadLetters: deadLettersOf(environment.WEBHOOK_DLQ_URL, environment.SCAN_DLQ_URL),
    cases:
      cases === undefined
        ? undefined
        : {
            undecided: new UndecidedCases(database, cases),
            anchors: new AnchorStore(database, cases),
            returns: (projectIds, span) =>
              returnsWithin({ client: database, table: cases }, projectIds, span),
          },
    alerts,
    publisher: publisher(),
    topicArn: environment.ALERTS_TOPIC_ARN,
    messageMs: MESSAGE_MS / environment.TIME_SCALE,
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

const begunCount = z.object({
  /** ISO 8601 in UTC: of another time zone it is another day. */
  from: z.string(),
  to: z.string(),
  /** The projects that are counted whole. */
  done: z.array(z.number()),
  /** The one that is being counted, and where it goes on. */
  projectId: z.number(),
  place: contentPlace,
  /** Of those that are done. */
  count: dayCount,
  /** Counts of everything before `place`. */
  part: dayCount,
});
type BegunCount = z.infer<typeof begunCount>;

const PARTITION = "days#brief";

/** Days too old to be caught up need no progress. */
const KEPT_MS = 14 * 86_400_000;

export class BegunCounts {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;
  readonly #key: { partition: string; sort: string };

  /** @param key the names of the table's key */
  constructor(client: DynamoDBDocumentClient, table: string, key: { partition: string; sort: string }) {
    this.#client = client;
    this.#table = table;
    this.#key = key;
  }

  /** @param day `YYYY-MM-DD`. @returns undefined where it was not begun, or where what is there cannot be read */
  async find(day: string): Promise<BegunCount | undefined> {
    const { Item } = await this.#client.send(
      new GetCommand({ TableName: this.#table, Key: this.#keyOf(day), ConsistentRead: true }),
    );
    if (Item === undefined) return undefined;
    const { success, data } = z.safeParse(begunCount, Item["begun"]);
    if (!success) logUnreadableDay({ opened: day });
    return data;
  }

  async put(day: string, begun: BegunCount): Promise<void> {
    const expires = Math.floor((Date.parse(begun.to) + KEPT_MS) / 1_000);
    await this.#client.send(
      new PutCommand({
        TableName: this.#table,
        Item: { ...this.#keyOf(day), begun, [EXPIRES_AT]: expires },
      }),
    );
  }

  #keyOf(day: string): Record<string, string> {
    return { [this.#key.partition]: PARTITION, [this.#key.sort]: day };
  }
}

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
