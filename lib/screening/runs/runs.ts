/** The ScanRuns table: one item a run, and the note of which run of a project is open. */

import { type DynamoDBDocumentClient, GetCommand, PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { logger } from "../../aws/observe.ts";
import { changeItem, succeedsConditionally } from "../../aws/tables/conditional-write.ts";
import { EXPIRES_AT, SCAN_RUNS_KEY } from "../../aws/tables/keys.ts";
import { queryItems } from "../../aws/tables/query.ts";
import { issuesOf } from "../../contract/issues.ts";
import { type EndCause, type RunTotals, type ScanRun, scanRun } from "./run.ts";
import type { WaitingPlace } from "./run-wallets.ts";

/** Sort key in place of a run's id; ids begin with a digit and sort before it. */
const CURRENT = "current";

/** The run that a project is in, or was in last: enough to write its item. */
const openRun = z.object({
  openRun: z.string(),
  trigger: scanRun.shape.trigger,
  startedAt: scanRun.shape.startedAt,
});
export type OpenRun = z.infer<typeof openRun>;

/** How a run ends. */
export interface RunEnd {
  status: Exclude<ScanRun["status"], "running">;
  /** ISO 8601. */
  endedAt: string;
  totals: RunTotals;
  cause?: EndCause | undefined;
}

type RunName = Pick<ScanRun, "projectId" | "runId">;

/** Handling of a run that cannot be read, because it was changed by hand. */
type OnUnreadableRun = (run: RunName) => void;

/** Says it in the log. */
function logUnreadable({ projectId, runId }: RunName): void {
  logger.error("a scan run cannot be read, and is left out", { projectId, runId });
}

/** A project is seldom asked for more runs than those of a month. */
const PAGE_RUNS = 31;

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
    return item === undefined ? undefined : this.#parsed(scanRun, item);
  }

  /** The run that a project is in or was in last. */
  async current(projectId: number): Promise<OpenRun | undefined> {
    const item = await this.#item(projectId, CURRENT);
    return item === undefined ? undefined : this.#parsed(openRun, item);
  }

  /** Makes `next` the project's current run if `previous` still is. @returns false where another start was faster */
  replaceCurrent(projectId: number, next: OpenRun, previous: OpenRun | undefined): Promise<boolean> {
    const name = previous === undefined ? SCAN_RUNS_KEY.sort : "openRun";
    return succeedsConditionally(
      this.#client.send(
        new PutCommand({
          TableName: this.#table,
          Item: { ...keyOf(projectId, CURRENT), ...next },
          ExpressionAttributeNames: { "#open": name },
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

  /** Writes a run that is running, unless it exists. `expiresAt` in seconds since 1970. */
  async create(
    { projectId, runId, ...facts }: RunName & Pick<ScanRun, "trigger" | "startedAt">,
    expiresAt: number,
  ): Promise<void> {
    const Item = {
      ...keyOf(projectId, runId),
      ...facts,
      status: "running",
      queued: 0,
      [EXPIRES_AT]: expiresAt,
    };
    const put = new PutCommand({
      TableName: this.#table,
      Item,
      ConditionExpression: "attribute_not_exists(#run)",
      ExpressionAttributeNames: { "#run": SCAN_RUNS_KEY.sort },
    });
    await succeedsConditionally(this.#client.send(put));
  }

  /** Notes how many wallets are queued, and how far; without a place, all of them. */
  async queued(run: RunName, queued: number, to: WaitingPlace | undefined): Promise<void> {
    const update = new UpdateCommand({
      TableName: this.#table,
      Key: keyOf(run.projectId, run.runId),
      UpdateExpression:
        to === undefined
          ? "SET queued = :queued, isQueued = :true REMOVE queuedTo"
          : "SET queued = :queued, queuedTo = :to",
      ConditionExpression: "#status = :running",
      ExpressionAttributeNames: { "#status": "status" },
      ExpressionAttributeValues: {
        ":queued": queued,
        ":running": "running",
        ...(to === undefined ? { ":true": true } : { ":to": to }),
      },
    });
    await succeedsConditionally(this.#client.send(update));
  }

  /** Notes what kept a message from being done. */
  async troubled(run: RunName, trouble: string): Promise<void> {
    await this.#note(run, "trouble", trouble);
  }

  /** Notes that operations heard of the problem of a run that has ended. */
  async reported(run: RunName): Promise<void> {
    await this.#note(run, "isReported", true);
  }

  /** Ends a run that is running. @returns the run as it ended; undefined where it had ended before */
  async close(
    { projectId, runId }: RunName,
    { status, endedAt, totals, cause }: RunEnd,
  ): Promise<ScanRun | undefined> {
    const changed = await changeItem(
      this.#client,
      {
        TableName: this.#table,
        Key: keyOf(projectId, runId),
        UpdateExpression: `SET #status = :status, endedAt = :endedAt, totals = :totals${cause === undefined ? "" : ", cause = :cause"} REMOVE queuedTo`,
        ConditionExpression: "#status = :running",
        ExpressionAttributeNames: { "#status": "status" },
        ExpressionAttributeValues: {
          ":status": status,
          ":endedAt": endedAt,
          ":totals": totals,
          ":running": "running",
          ...(cause === undefined ? {} : { ":cause": cause }),
        },
      },
      (item) => {
        const run = scanRun.safeParse(item).data;
        return run?.status === status && run.endedAt === endedAt;
      },
    );
    return changed === undefined ? undefined : scanRun.parse(changed);
  }

  /** The runs of a project that can be read, newest first, read as far as they are consumed. */
  async *ofProject(projectId: number): AsyncGenerator<ScanRun> {
    const items = queryItems(this.#client, {
      TableName: this.#table,
      KeyConditionExpression: "#project = :project AND #run < :current",
      ExpressionAttributeNames: { "#project": SCAN_RUNS_KEY.partition, "#run": SCAN_RUNS_KEY.sort },
      ExpressionAttributeValues: { ":project": String(projectId), ":current": CURRENT },
      ScanIndexForward: false,
      Limit: PAGE_RUNS,
    });
    for await (const item of items) {
      const reading = scanRun.safeParse(item);
      if (reading.success) yield reading.data;
      else this.#onUnreadable({ projectId, runId: String(item[SCAN_RUNS_KEY.sort]) });
    }
  }

  /** @throws {Error} that says what to do, without a value of the item */
  #parsed<T extends z.ZodMiniType>(shape: T, item: Record<string, unknown>): z.output<T> {
    const reading = shape.safeParse(item);
    if (reading.success) return reading.data;
    const { [SCAN_RUNS_KEY.partition]: project, [SCAN_RUNS_KEY.sort]: name } = item;
    const paths = issuesOf(reading.error).map(({ path }) => path);
    throw new Error(
      `The item "${name}" of project ${project} in ${this.#table} cannot be read (${paths.join(", ")}): delete it, and start a scan again.`,
    );
  }

  async #note(run: RunName, attribute: "trouble" | "isReported", value: string | boolean): Promise<void> {
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
