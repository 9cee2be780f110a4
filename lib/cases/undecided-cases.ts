/** Reading what is undecided, for reminders: out of the indexes of open cases alone, which hold no step. */

import type { DynamoDBDocumentClient, QueryCommandInput } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { timeShardsOf } from "../notifications/notification-keys.ts";
import { CASES_BY_OWED_NOTICE, CASES_OPEN_BY_DUE, CASES_OPEN_BY_TIME } from "../tables/keys.ts";
import { queryPages } from "../tables/query.ts";
import { dueOrNone } from "./case.ts";
import { logUnreadable, readableIn } from "./case-reading.ts";
import { deadline, instant } from "./step.ts";
import type { UndecidedCase } from "./undecided.ts";

const text = z.string();

/** Case in a reminder; times are ISO 8601, UTC. */
const reminded = () => ({
  subject: text,
  opened: text,
  facts: z.object({
    projectId: z.number(),
    address: z.optional(text),
    chainId: z.optional(text),
    deadlines: z.array(deadline),
  }),
  receivedAt: instant(),
  dueAt: dueOrNone(),
  knownSince: z.optional(instant()),
});
/** Of the owner, reminders know that there is one. */
const undecided = () => ({ ...reminded(), owner: z.optional(z.object({ until: instant() })) });
const suspected = () => ({ ...reminded(), knownSince: instant() });

const undecidedCase = z.pipe(
  z.object(undecided()),
  z.transform(({ facts, ...rest }) => ({ ...rest, ...facts })),
);
const suspectedCase = z.pipe(
  z.object(suspected()),
  z.transform(({ facts, ...rest }) => ({ ...rest, ...facts })),
);
export type SuspectedCase = z.infer<typeof suspectedCase>;

/** Reads on until a moment in milliseconds since 1970, and says whether it came to the end. */
interface ReadUntil<Found> {
  take(found: Found): void;
  until: number;
}

/** Open cases to read, and the attributes to read of their index's copy. */
interface OpenQuery {
  projectId: number;
  index: typeof CASES_OPEN_BY_TIME | typeof CASES_OPEN_BY_DUE | typeof CASES_BY_OWED_NOTICE;
  before: string;
  names: readonly string[];
}

export class UndecidedCases {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;

  constructor(client: DynamoDBDocumentClient, table: string) {
    this.#client = client;
    this.#table = table;
  }

  /** The open cases of a project that were received before a time (ISO 8601), the oldest of each partition first. */
  receivedBefore(projectId: number, time: string, reading: ReadUntil<UndecidedCase>): Promise<boolean> {
    const names = Object.keys(undecided());
    return this.#each(undecidedCase, { projectId, index: CASES_OPEN_BY_TIME, before: time, names }, reading);
  }

  /** Cases with a deadline before a time, also a passed one. */
  dueBefore(projectId: number, time: string, reading: ReadUntil<UndecidedCase>): Promise<boolean> {
    const names = Object.keys(undecided());
    return this.#each(undecidedCase, { projectId, index: CASES_OPEN_BY_DUE, before: time, names }, reading);
  }

  /** Cases that owe a 24-hour notice since before a time, decided or not. */
  suspectedBefore(projectId: number, time: string, reading: ReadUntil<SuspectedCase>): Promise<boolean> {
    const wanted = { projectId, index: CASES_BY_OWED_NOTICE, before: time };
    return this.#each(suspectedCase, { ...wanted, names: Object.keys(suspected()) }, reading);
  }

  async #each<Found>(
    schema: z.ZodMiniType<Found>,
    { projectId, index, before, names }: OpenQuery,
    { take, until }: ReadUntil<Found>,
  ): Promise<boolean> {
    const queryOf = (shard: string): QueryCommandInput => ({
      TableName: this.#table,
      IndexName: index.index,
      KeyConditionExpression: "#partition = :shard AND #sort < :before",
      ProjectionExpression: names.map((name) => `#${name}`).join(", "),
      ExpressionAttributeNames: {
        "#partition": index.partition,
        "#sort": index.sort,
        ...Object.fromEntries(names.map((name) => [`#${name}`, name])),
      },
      ExpressionAttributeValues: { ":shard": shard, ":before": before },
    });
    const whole = await Promise.all(
      timeShardsOf(projectId).map(async (shard) => {
        for await (const items of queryPages(this.#client, queryOf(shard))) {
          readableIn(schema, items, logUnreadable).forEach(take);
          if (Date.now() > until) return false;
        }
        return true;
      }),
    );
    return whole.every((one) => one);
  }
}
