/** The ScanRuns table: one item a run, with the place of each of its shards; and the open run of each project. */

import { randomUUID } from "node:crypto";
import { type DynamoDBDocumentClient, GetCommand, PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { changeItem, succeedsConditionally } from "../../../aws/tables/conditional-write.ts";
import { EXPIRES_AT, SCAN_RUNS_KEY } from "../../../aws/tables/keys.ts";
import {
  type CurrentRun,
  currentRun,
  type ScanRun,
  type ShardDeadLetter,
  type ShardProgress,
  scanRun,
  untouchedShards,
} from "./scan-run.ts";
import { ended, givenUp, moved, type RunChange, type RunEnd, type Stand } from "./scan-run-changes.ts";
import { CURRENT, logUnreadable, type OnUnreadableRun, runsOfProject } from "./scan-runs-of-project.ts";

/** The write that put each shard at its place. */
const writes = z.object({ shards: z.record(z.string(), z.object({ write: z.optional(z.string()) })) });

type RunName = Pick<ScanRun, "projectId" | "runId">;

export class ScanRunStore {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;
  readonly #onUnreadable: OnUnreadableRun;

  /** @param onUnreadable is told of runs that lists leave out because they cannot be read */
  constructor(client: DynamoDBDocumentClient, table: string, onUnreadable: OnUnreadableRun = logUnreadable) {
    this.#client = client;
    this.#table = table;
    this.#onUnreadable = onUnreadable;
  }

  /** A run, read consistently; undefined if it does not exist. */
  async get(projectId: number, runId: string): Promise<ScanRun | undefined> {
    const item = await this.#item(projectId, runId);
    return item === undefined ? undefined : scanRun.parse(item);
  }

  /** The run that a project is in or was in last. */
  async current(projectId: number): Promise<CurrentRun | undefined> {
    const item = await this.#item(projectId, CURRENT);
    return item === undefined ? undefined : currentRun.parse(item);
  }

  /** Makes `next` the project's current run if `previous` still is. @returns false where another start was faster */
  replaceCurrent(projectId: number, next: CurrentRun, previous: CurrentRun | undefined): Promise<boolean> {
    return succeedsConditionally(
      this.#client.send(
        new PutCommand({
          TableName: this.#table,
          Item: { ...keyOf(projectId, CURRENT), ...next },
          ExpressionAttributeNames: { "#open": previous === undefined ? SCAN_RUNS_KEY.sort : "openRun" },
          ...(previous === undefined
            ? { ConditionExpression: "attribute_not_exists(#open)" }
            : {
                ConditionExpression: "#open = :previous",
                ExpressionAttributeValues: { ":previous": previous.openRun },
              }),
        }),
      ),
    );
  }

  /** Creates a run with untouched shards, unless it exists. `expiresAt` in seconds since 1970. */
  async create(
    run: Pick<ScanRun, "projectId" | "runId" | "trigger" | "startedAt" | "round">,
    expiresAt: number,
  ): Promise<void> {
    await succeedsConditionally(
      this.#client.send(
        new PutCommand({
          TableName: this.#table,
          Item: {
            ...run,
            ...keyOf(run.projectId, run.runId),
            status: "running",
            shards: untouchedShards(1),
            [EXPIRES_AT]: expiresAt,
          },
          ConditionExpression: "attribute_not_exists(#run)",
          ExpressionAttributeNames: { "#run": SCAN_RUNS_KEY.sort },
        }),
      ),
    );
  }

  /**
   * Writes a shard's progress and when it moved, if the run is open and the shard still stands where `from` was read.
   * @returns the run with it; undefined where another worker or the run's end was faster
   */
  async advance(run: RunName, shard: number, from: Stand, to: ShardProgress): Promise<ScanRun | undefined> {
    const write = randomUUID();
    const isOurs = (item: unknown) => writes.safeParse(item).data?.shards[shard]?.write === write;
    return this.#changed(run, isOurs, moved(shard, from, to, write));
  }

  /**
   * Ends a run that is open; its end is still to be reported.
   * @returns the run as it ended; undefined where it had ended before
   */
  async close(run: RunName, end: RunEnd): Promise<ScanRun | undefined> {
    const isOurs = (item: unknown) => {
      const found = scanRun.safeParse(item).data;
      return found?.status === end.status && found.endedAt === end.endedAt;
    };
    return this.#changed(run, isOurs, ended(end));
  }

  /** Notes that operations heard of the end of a closed run, where there was anything to hear. */
  reported(run: RunName): Promise<void> {
    return this.#note(run, "brief", "sent");
  }

  /** Notes that operations were alerted to a run that is stuck, at `at` (ISO 8601). */
  stuckAlerted(run: RunName, at: string): Promise<void> {
    return this.#note(run, "stuckAlertedAt", at);
  }

  /**
   * Notes that a shard's message is given up, if the run is open and the shard still stands where `from` was read.
   * @returns the run with it; undefined where the shard has moved
   */
  async markDeadLettered(
    run: RunName,
    shard: number,
    from: Stand,
    letter: ShardDeadLetter,
  ): Promise<ScanRun | undefined> {
    const isOurs = (item: unknown) =>
      scanRun.safeParse(item).data?.shards[shard]?.deadLetter?.at === letter.at;
    return this.#changed(run, isOurs, givenUp(shard, from, letter));
  }

  /** Newest first. */
  ofProject(projectId: number): AsyncGenerator<ScanRun> {
    return runsOfProject(projectId, this.#client, this.#table, this.#onUnreadable);
  }

  async #note(run: RunName, attribute: "brief" | "stuckAlertedAt", value: string): Promise<void> {
    await this.#client.send(
      new UpdateCommand({
        TableName: this.#table,
        Key: keyOf(run.projectId, run.runId),
        UpdateExpression: "SET #attribute = :value",
        ExpressionAttributeNames: { "#attribute": attribute },
        ExpressionAttributeValues: { ":value": value },
      }),
    );
  }

  async #changed(
    { projectId, runId }: RunName,
    isOurs: (item: unknown) => boolean,
    update: RunChange,
  ): Promise<ScanRun | undefined> {
    const item = { TableName: this.#table, Key: keyOf(projectId, runId) };
    const changed = await changeItem(this.#client, { ...item, ...update }, isOurs);
    return changed === undefined ? undefined : scanRun.parse(changed);
  }

  async #item(projectId: number, runId: string): Promise<Record<string, unknown> | undefined> {
    const { Item } = await this.#client.send(
      new GetCommand({ TableName: this.#table, Key: keyOf(projectId, runId), ConsistentRead: true }),
    );
    return Item;
  }
}

function keyOf(projectId: number, runId: string) {
  return { [SCAN_RUNS_KEY.partition]: String(projectId), [SCAN_RUNS_KEY.sort]: runId };
}
