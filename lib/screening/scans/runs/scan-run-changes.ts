import type { ItemChange } from "../../../aws/tables/conditional-write.ts";
import type { EndCause } from "./run-cause.ts";
import type { RunStatus, ShardDeadLetter, ShardProgress } from "./scan-run.ts";

/** A change of a run, apart from where the run is. */
export type RunChange = Omit<ItemChange, "TableName" | "Key">;

/** End of a run, at `endedAt` (ISO 8601). */
export interface RunEnd {
  status: Exclude<RunStatus, "running">;
  endedAt: string;
  /** Absent where the counts say it. */
  cause?: EndCause | undefined;
}

/** Progress of a shard when it was read. */
export type Stand = Pick<ShardProgress, "hop" | "step">;

/** Moves a shard, by a write that differs from any other; who moves it has its message, so no letter is dead. */
export function moved(shard: number, from: Stand, to: ShardProgress, write: string): RunChange {
  const { deadLetter: _, ...progress } = to;
  const value = { ...progress, step: from.step + 1, write, movedAt: new Date().toISOString() };
  return whereItStands(shard, from, "SET shards.#shard = :value", value);
}

/** Notes that the message of a shard is given up. */
export function givenUp(shard: number, from: Stand, letter: ShardDeadLetter): RunChange {
  return whereItStands(shard, from, "SET shards.#shard.deadLetter = :value", letter);
}

/** If the run is open, and the shard still stands where it was read. */
function whereItStands(shard: number, { hop, step }: Stand, update: string, value: unknown): RunChange {
  return {
    UpdateExpression: update,
    ConditionExpression: "#status = :running AND shards.#shard.hop = :hop AND shards.#shard.step = :step",
    ExpressionAttributeNames: { "#shard": String(shard), "#status": "status" },
    ExpressionAttributeValues: { ":value": value, ":running": "running", ":hop": hop, ":step": step },
  };
}

/** Ends a run that is open. */
export function ended({ status, endedAt, cause }: RunEnd): RunChange {
  const set = "SET #status = :status, endedAt = :endedAt, brief = :pending";
  return {
    UpdateExpression: cause === undefined ? set : `${set}, cause = :cause`,
    ConditionExpression: "#status = :running",
    ExpressionAttributeNames: { "#status": "status" },
    ExpressionAttributeValues: {
      ":status": status,
      ":endedAt": endedAt,
      ":running": "running",
      ":pending": "pending",
      ...(cause === undefined ? {} : { ":cause": cause }),
    },
  };
}
