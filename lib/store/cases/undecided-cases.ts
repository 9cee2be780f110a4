/** Reading what is undecided, for reminders: out of the indexes of open cases alone, which hold no step. */

import type { DynamoDBDocumentClient, QueryCommandInput } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { instant } from "../../cases/instant.ts";
import type { UndecidedCase } from "../../cases/undecided.ts";
import { lazySchema } from "../../contract/lazy-schema.ts";
import { CASES_KEY, CASES_OPEN_BY_DUE, CASES_OPEN_BY_SUSPICION, CASES_OPEN_BY_TIME } from "../keys.ts";
import { timeShardsOf } from "../notifications/notification-keys.ts";
import { queryPages } from "../query.ts";
import { dueOrNone } from "./case.ts";
import { logUnreadable, readableIn } from "./case-reading.ts";

type Item = Record<string, unknown>;

const text = z.string();

/** What a reminder knows of a case; times are ISO 8601, UTC. */
const remindedAttributes = () => ({
  subject: text,
  opened: text,
  projectId: z.number(),
  address: z.optional(text),
  chainId: z.optional(text),
  receivedAt: instant(),
});

const undecidedCase = lazySchema(() =>
  z.object({ ...remindedAttributes(), dueAt: dueOrNone(), acknowledgedAt: z.optional(instant()) }),
);

const suspectedCase = lazySchema(() =>
  z.object({
    ...remindedAttributes(),
    dueAt: dueOrNone(),
    lawDueAt: z.optional(dueOrNone()),
    knownSince: instant(),
  }),
);
export type SuspectedCase = z.infer<typeof suspectedCase>;

const UNDECIDED = [
  ...[CASES_KEY.partition, CASES_KEY.sort],
  ...["projectId", "address", "chainId", "receivedAt", "dueAt", "acknowledgedAt"],
];

/** Reads on until a moment in milliseconds since 1970, and says whether it came to the end. */
export interface ReadUntil<Found> {
  take(found: Found): void;
  until: number;
}

type OpenIndex = typeof CASES_OPEN_BY_TIME | typeof CASES_OPEN_BY_DUE | typeof CASES_OPEN_BY_SUSPICION;

export class UndecidedCases {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;

  constructor(client: DynamoDBDocumentClient, table: string) {
    this.#client = client;
    this.#table = table;
  }

  /** The open cases of a project that were received before a time (ISO 8601), the oldest of each partition first. */
  receivedBefore(projectId: number, time: string, { take, until }: ReadUntil<UndecidedCase>) {
    const found = (item: Item) => readableIn(undecidedCase, [item], logUnreadable).forEach(take);
    return this.#each(projectId, { index: CASES_OPEN_BY_TIME, before: time, names: UNDECIDED }, found, until);
  }

  /** Those about which something is due before a time, or was. */
  dueBefore(projectId: number, time: string, { take, until }: ReadUntil<UndecidedCase>) {
    const found = (item: Item) => readableIn(undecidedCase, [item], logUnreadable).forEach(take);
    return this.#each(projectId, { index: CASES_OPEN_BY_DUE, before: time, names: UNDECIDED }, found, until);
  }

  /** Those of which somebody has suspected a crime since before a time. */
  suspectedBefore(projectId: number, time: string, { take, until }: ReadUntil<SuspectedCase>) {
    const found = (item: Item) => readableIn(suspectedCase, [item], logUnreadable).forEach(take);
    return this.#each(projectId, { index: CASES_OPEN_BY_SUSPICION, before: time }, found, until);
  }

  async #each(
    projectId: number,
    { index, before, names = [] }: { index: OpenIndex; before: string; names?: readonly string[] },
    found: (item: Item) => void,
    until: number,
  ): Promise<boolean> {
    const projected = names.map((name) => `#${name}`);
    const queryOf = (shard: string): QueryCommandInput => ({
      TableName: this.#table,
      IndexName: index.index,
      KeyConditionExpression: "#partition = :shard AND #sort < :before",
      ExpressionAttributeNames: {
        "#partition": index.partition,
        "#sort": index.sort,
        ...Object.fromEntries(names.map((name) => [`#${name}`, name])),
      },
      ExpressionAttributeValues: { ":shard": shard, ":before": before },
      ...(names.length === 0 ? {} : { ProjectionExpression: projected.join(", ") }),
    });
    const whole = await Promise.all(
      timeShardsOf(projectId).map(async (shard) => {
        for await (const items of queryPages(this.#client, queryOf(shard))) {
          for (const item of items) found(item);
          if (Date.now() > until) return false;
        }
        return true;
      }),
    );
    return whole.every((one) => one);
  }
}
