/** What is undecided or owed, for the brief, reminders and the page of the system's state: out of indexes, which hold no step. */

import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { CASES_BY_OWED_NOTICE, CASES_OPEN_BY_TIME } from "../aws/tables/keys.ts";
import { queryItems } from "../aws/tables/query.ts";
import { instant } from "../i18n/time/instant.ts";
import { projectPartition } from "../intake/notifications/notification-keys.ts";
import { deadline } from "../law/deadlines.ts";
import { dueOrNone } from "./case.ts";
import { logUnreadable, readableIn } from "./case-reading.ts";

const text = z.string();

/** Times are ISO 8601, UTC. */
const undecided = () => ({
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

const undecidedCase = z.pipe(
  z.object(undecided()),
  z.transform(({ facts, ...rest }) => ({ ...rest, ...facts })),
);
type UndecidedCase = z.infer<typeof undecidedCase>;

const suspectedCase = z.pipe(
  z.object({ ...undecided(), knownSince: instant() }),
  z.transform(({ facts, ...rest }) => ({ ...rest, ...facts })),
);
export type SuspectedCase = z.infer<typeof suspectedCase>;

/** The attributes that are read of an index's copy. */
const NAMES = Object.keys(undecided());

/** Sorts behind every time. */
const EVER = "9";

export class UndecidedCases {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;

  constructor(client: DynamoDBDocumentClient, table: string) {
    this.#client = client;
    this.#table = table;
  }

  /** The open cases of a project, read as far as they are consumed. */
  open(projectId: number): AsyncGenerator<UndecidedCase> {
    return this.#each(undecidedCase, projectId, CASES_OPEN_BY_TIME, EVER);
  }

  /** Cases that owe a 24-hour notice, decided or not, read as far as they are consumed. @param before of a suspicion since before that time */
  suspected(projectId: number, before = EVER): AsyncGenerator<SuspectedCase> {
    return this.#each(suspectedCase, projectId, CASES_BY_OWED_NOTICE, before);
  }

  async *#each<Found>(
    schema: z.ZodMiniType<Found>,
    projectId: number,
    { index, partition, sort }: typeof CASES_OPEN_BY_TIME | typeof CASES_BY_OWED_NOTICE,
    before: string,
  ): AsyncGenerator<Found> {
    const items = queryItems(this.#client, {
      TableName: this.#table,
      IndexName: index,
      KeyConditionExpression: "#partition = :partition AND #sort < :before",
      ProjectionExpression: NAMES.map((name) => `#${name}`).join(", "),
      ExpressionAttributeNames: {
        "#partition": partition,
        "#sort": sort,
        ...Object.fromEntries(NAMES.map((name) => [`#${name}`, name])),
      },
      ExpressionAttributeValues: { ":partition": projectPartition(projectId), ":before": before },
    });
    for await (const item of items) yield* readableIn(schema, [item], logUnreadable);
  }
}
