/** The anchors of days, in the table Cases beside the cases: each made once, and never written again. */

import { type DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";
import pMap from "p-map";
import * as z from "zod/mini";
import { anchorOf, BEFORE_ALL, spanAfter, stepsWithin } from "../../cases/anchor.ts";
import type { ChainedCase } from "../../cases/chain.ts";
import { isObject } from "../../contract/exact-json.ts";
import { lazySchema } from "../../contract/lazy-schema.ts";
import { unlessRefused } from "../conditional-write.ts";
import { expiryOf } from "../expiry.ts";
import { CASES_KEY, EXPIRES_AT } from "../keys.ts";
import { queryItems } from "../query.ts";
import type { RawCase } from "./case.ts";
import type { CaseQueries } from "./case-queries.ts";
import { steppedKeys } from "./verifiable-keys.ts";

/** The partition of all anchors; an anchor's day is its sort key. */
const ANCHORS = "anchor";

const READ_CONCURRENTLY = 10;

const text = z.string();

const storedAnchor = lazySchema(() =>
  z.object({
    opened: text,
    from: text,
    to: text,
    previous: text,
    digest: text,
    steps: z.number(),
    /** Whose steps it covers. */
    projectIds: z.array(z.number()),
    expiresAt: z.number(),
  }),
);

/** An anchor as it is kept; from `expiresAt` on, in seconds since 1970, what it covers may be gone. */
export type StoredAnchor = Omit<z.infer<typeof storedAnchor>, "opened"> & { day: string };

export interface AnchorOrder {
  /** `YYYY-MM-DD`, and when it ended, ISO 8601 in UTC. */
  day: string;
  to: string;
  projectIds: readonly number[];
  retentionYears: number;
}

export class AnchorStore {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;
  readonly #cases: Pick<CaseQueries, "raw">;

  constructor(client: DynamoDBDocumentClient, table: string, cases: Pick<CaseQueries, "raw">) {
    this.#client = client;
    this.#table = table;
    this.#cases = cases;
  }

  /** All that are kept, the first day first. */
  async all(): Promise<StoredAnchor[]> {
    const found: StoredAnchor[] = [];
    for await (const item of this.#query(true)) found.push(read(item));
    return found;
  }

  /**
   * The anchor of a day: as it was made before, or made now over all steps since the last one.
   * @returns undefined where a later day's is there already, which covers the day's steps
   */
  async make({ day, to, projectIds, retentionYears }: AnchorOrder): Promise<StoredAnchor | undefined> {
    const last = await this.#last();
    if (last !== undefined && last.day >= day) return last.day === day ? last : this.#ofDay(day);
    const span = spanAfter(last, day, to);
    const covered = [...new Set([...projectIds, ...(last?.projectIds ?? [])])].sort((a, b) => a - b);
    // What has a step of the span has its last one there or later.
    const chains = await Promise.all(covered.map((id) => this.stepped(id, span.from)));
    const steps = chains.flat().flatMap((one) => stepsWithin(one, span));
    const made: StoredAnchor = {
      ...anchorOf(span, steps),
      projectIds: covered,
      // No step of the day expires before.
      expiresAt: expiryOf(new Date(span.from === BEFORE_ALL ? span.to : span.from), retentionYears),
    };
    return (await this.#add(made)) ? made : this.#ofDay(day);
  }

  /** Each case and month of a project that has steps, or whose last was made at or after a time, as the table holds it. */
  async stepped(projectId: number, since?: string): Promise<ChainedCase[]> {
    const table = { client: this.#client, table: this.#table };
    const found = await Array.fromAsync(steppedKeys(table, projectId, since));
    const items = await pMap(found, (key) => this.#cases.raw(key), { concurrency: READ_CONCURRENTLY });
    return items.flatMap((item) => (item === undefined ? [] : chainIn(item)));
  }

  async #last(): Promise<StoredAnchor | undefined> {
    for await (const item of this.#query(false, 1)) return read(item);
    return undefined;
  }

  async #ofDay(day: string): Promise<StoredAnchor | undefined> {
    return (await this.all()).find((anchor) => anchor.day === day);
  }

  #query(oldestFirst: boolean, limit?: number): AsyncGenerator<Record<string, unknown>> {
    return queryItems(this.#client, {
      TableName: this.#table,
      KeyConditionExpression: "#subject = :anchors",
      ExpressionAttributeNames: { "#subject": CASES_KEY.partition },
      ExpressionAttributeValues: { ":anchors": ANCHORS },
      ScanIndexForward: oldestFirst,
      ConsistentRead: true,
      ...(limit === undefined ? {} : { Limit: limit }),
    });
  }

  #add({ day, expiresAt, ...anchor }: StoredAnchor): Promise<boolean> {
    const { partition, sort } = CASES_KEY;
    return unlessRefused(
      this.#client.send(
        new PutCommand({
          TableName: this.#table,
          Item: { [partition]: ANCHORS, [sort]: day, ...anchor, [EXPIRES_AT]: expiresAt },
          ConditionExpression: "attribute_not_exists(#subject)",
          ExpressionAttributeNames: { "#subject": partition },
        }),
      ),
    );
  }
}

/** One that somebody spoilt must not end the brief: what stands where a step stood is none, and its day does not hold. */
function chainIn({ subject, opened, steps }: RawCase): ChainedCase {
  const found: unknown[] = Array.isArray(steps) ? steps : [];
  return { subject, opened, steps: found.map((step) => (isObject(step) ? step : {})) };
}

function read(item: Record<string, unknown>): StoredAnchor {
  const { opened: day, ...anchor } = storedAnchor.parse(item);
  return { day, ...anchor };
}
