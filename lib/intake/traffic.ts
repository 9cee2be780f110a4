/**
 * Traffic of projects, counted a day in items of the ScanRuns table, and judged once an hour: metrics and alarms of each
 * project would cost more than its webhooks.
 */

import { type DynamoDBDocumentClient, QueryCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import pMap from "p-map";
import * as z from "zod/mini";
import { errorOrigin } from "../aws/error-name.ts";
import { count, logger } from "../aws/observe.ts";
import { EXPIRES_AT, SCAN_RUNS_KEY } from "../aws/tables/keys.ts";
import { TRAFFIC_LIMITS } from "../settings/limits.ts";

/** Records of one project. What is of the test project does not count. */
interface Traffic {
  webhooks: number;
  /** Of the bodies. */
  bytes: number;
  newWallets: number;
}

/** By project. */
export type TrafficByProject = Map<number, Traffic>;

const NOTHING: Traffic = { webhooks: 0, bytes: 0, newWallets: 0 };

export function addTraffic(all: TrafficByProject, projectId: number, more: Partial<Traffic>): void {
  const { webhooks, bytes, newWallets } = all.get(projectId) ?? NOTHING;
  all.set(projectId, {
    webhooks: webhooks + (more.webhooks ?? 0),
    bytes: bytes + (more.bytes ?? 0),
    newWallets: newWallets + (more.newWallets ?? 0),
  });
}

/** One day of one project in UTC. */
const trafficDay = z.object({
  runId: z.iso.date(),
  webhooks: z.number(),
  bytes: z.number(),
  newWallets: z.number(),
  /** Time of the last webhook. */
  lastAt: z.iso.datetime(),
});
type TrafficDay = z.infer<typeof trafficDay>;

/** Longer than any silence that is waited for, in seconds. */
const KEPT_S = 30 * 86_400;

export class TrafficStore {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;

  /** @param table the ScanRuns table */
  constructor(client: DynamoDBDocumentClient, table: string) {
    this.#client = client;
    this.#table = table;
  }

  /** Adds to the counts of a day, in one write. */
  async add(projectId: number, { webhooks, bytes, newWallets }: Traffic, now: Date): Promise<void> {
    // A wallet may be new on a retry, which shows nothing that comes.
    const lastAt = webhooks > 0 ? ":now" : "if_not_exists(lastAt, :now)";
    await this.#client.send(
      new UpdateCommand({
        TableName: this.#table,
        Key: {
          [SCAN_RUNS_KEY.partition]: partitionOf(projectId),
          [SCAN_RUNS_KEY.sort]: dayOf(now),
        },
        UpdateExpression: `ADD webhooks :webhooks, #bytes :bytes, newWallets :newWallets SET lastAt = ${lastAt}, #expires = :expires`,
        ExpressionAttributeNames: { "#bytes": "bytes", "#expires": EXPIRES_AT },
        ExpressionAttributeValues: {
          ":webhooks": webhooks,
          ":bytes": bytes,
          ":newWallets": newWallets,
          ":now": now.toISOString(),
          ":expires": Math.floor(now.getTime() / 1_000) + KEPT_S,
        },
      }),
    );
  }

  /** The last two days of which something is known, the later one first. */
  async lastDays(projectId: number): Promise<TrafficDay[]> {
    const { Items = [] } = await this.#client.send(
      new QueryCommand({
        TableName: this.#table,
        KeyConditionExpression: "#project = :project",
        ExpressionAttributeNames: { "#project": SCAN_RUNS_KEY.partition },
        ExpressionAttributeValues: { ":project": partitionOf(projectId) },
        ScanIndexForward: false,
        Limit: 2,
      }),
    );
    return Items.map((item) => trafficDay.parse(item));
  }
}

/** No project's id: the runs of a project and its traffic never meet. */
function partitionOf(projectId: number): string {
  return `traffic#${projectId}`;
}

function dayOf(time: Date): string {
  return time.toISOString().slice(0, "YYYY-MM-DD".length);
}

/** Writes down what came, in one write for each project. A count that fails holds up nothing: only the hour's judgement needs it. */
export async function countTraffic(all: TrafficByProject, store: TrafficStore, now: Date): Promise<void> {
  await pMap(
    all,
    async ([projectId, traffic]) => {
      try {
        await store.add(projectId, traffic, now);
      } catch (error) {
        logger.error("what a project sent could not be counted", { projectId, ...errorOrigin(error) });
      }
    },
    { concurrency: CONCURRENT_CALLS },
  );
}

const CONCURRENT_CALLS = 10;

const HOUR_MS = 3_600_000;

/**
 * Counts the projects that are silent or above a bound, and names each in the log: the stage's alarms look at the counts. To be
 * called once an hour. A project of which nothing is known is taken to have sent something just now.
 */
export async function judgeTraffic(
  projectIds: readonly number[],
  store: TrafficStore,
  now: Date,
): Promise<void> {
  await pMap(
    projectIds,
    async (projectId) => {
      const days = await store.lastDays(projectId);
      const [last] = days;
      if (last === undefined) await store.add(projectId, NOTHING, now);
      else judgeSilence(projectId, last, now);
      // The hour before midnight is judged after it.
      const since = dayOf(new Date(now.getTime() - HOUR_MS));
      const judged = days.filter(({ runId }) => runId >= since);
      judgeVolume(projectId, judged);
    },
    { concurrency: CONCURRENT_CALLS },
  );
}

function judgeSilence(projectId: number, { lastAt }: TrafficDay, now: Date): void {
  const { silenceHours } = TRAFFIC_LIMITS;
  if (now.getTime() - Date.parse(lastAt) < silenceHours * HOUR_MS) return;
  count("ProjectSilent");
  logger.warn("no webhook of a project has come for too long", { projectId, lastAt, silenceHours });
}

function judgeVolume(projectId: number, days: readonly TrafficDay[]): void {
  const { webhooksPerDay, megabytesPerDay, newWalletsPerDay } = TRAFFIC_LIMITS;
  for (const { runId: day, webhooks, bytes, newWallets } of days) {
    const limits = { webhooksPerDay, megabytesPerDay, newWalletsPerDay };
    const fields = { projectId, day, webhooks, bytes, newWallets, ...limits };
    if (webhooks > webhooksPerDay || bytes > megabytesPerDay * 1_000_000) {
      count("ProjectOverVolume");
      logger.warn("a project sends more within a day than is usual", fields);
    }
    if (newWallets > newWalletsPerDay) {
      count("ProjectOverWallets");
      logger.warn("a project names more new wallets within a day than is usual", fields);
    }
  }
}
