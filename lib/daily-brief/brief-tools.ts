/** Stores and clients of briefs, made of their function's environment. */

import { GetQueueAttributesCommand, SQSClient } from "@aws-sdk/client-sqs";
import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type * as z from "zod/mini";
import type { AlertStore } from "../alerts/alerts.ts";
import type { DeskUrl } from "../alerts/messages/desk-pages.ts";
import { type OncePublisher, oncePublishing } from "../alerts/publisher.ts";
import { AnchorStore } from "../cases/integrity/anchors.ts";
import { returnsWithin } from "../cases/returns.ts";
import { UndecidedCases } from "../cases/undecided-cases.ts";
import { DayContents } from "../daily-counts/day-contents.ts";
import { DayStore, type StoredDay } from "../daily-counts/days.ts";
import { MESSAGE_COUNTS, messagesIn } from "../health/intake.ts";
import { type ZonedTimes, zonedTimes } from "../i18n/zoned-time.ts";
import { recordedProjects } from "../intake/recorded-projects.ts";
import { NotificationQueries } from "../notifications/notification-queries.ts";
import { logUnreadable } from "../notifications/notification-reading.ts";
import { BEHIND_QUEUE, clientConfig } from "../platform/clients.ts";
import { lazyRead } from "../platform/lazy.ts";
import type { ScanRun } from "../scans/runs/scan-run.ts";
import { runsOfProject } from "../scans/runs/scan-runs-of-project.ts";
import type { sendBriefEnv } from "../settings/env.ts";
import { ALERTS_KEY, CASES_KEY } from "../tables/keys.ts";
import { WalletStore } from "../wallets/wallets.ts";
import { BegunCounts } from "./begun-counts.ts";

const MESSAGE_MS = 30_000;

export interface BriefTools {
  stage: string;
  desk: DeskUrl;
  timeZone: string;
  zone: ZonedTimes;
  retentionYears: number;
  projectIds: readonly number[];
  /** With those that the stack served once, and the one under which that is kept which names none. */
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
