/** What was filed about each month of a project, in the table Cases beside the cases, as a chain of steps of its own. */

import { type DynamoDBDocumentClient, GetCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { type NewStep, step } from "../../cases/step.ts";
import { lazySchema } from "../../contract/lazy-schema.ts";
import { expiryOf } from "../expiry.ts";
import { CASES_KEY, EXPIRES_AT } from "../keys.ts";
import { type CaseKey, OPENED_ONCE } from "./case-keys.ts";
import { appendStep, hasStep, nextStep } from "./step-append.ts";

const storedMonth = lazySchema(() =>
  z.object({
    subject: z.string(),
    opened: z.string(),
    steps: z.optional(z.array(step)),
    stepCount: z.optional(z.number()),
    head: z.optional(z.string()),
  }),
);
export type StoredMonth = z.infer<typeof storedMonth>;

/** The key of a month. @param month `YYYY-MM` */
export function monthKey(projectId: number, month: string): CaseKey {
  return { subject: `month#${projectId}#${month}`, opened: OPENED_ONCE };
}

/** What became of a filing; `found` is the month as it is now. */
export interface MonthOutcome {
  kind: "made" | "made before" | "somebody was faster";
  found: StoredMonth;
}

export class MonthStore {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;
  readonly #retentionYears: number;

  constructor(client: DynamoDBDocumentClient, table: string, retentionYears: number) {
    this.#client = client;
    this.#table = table;
    this.#retentionYears = retentionYears;
  }

  /** A month as it is at this very moment; one of which nothing was filed has no steps. */
  async read(projectId: number, month: string): Promise<StoredMonth> {
    const { subject, opened } = monthKey(projectId, month);
    const { Item } = await this.#client.send(
      new GetCommand({
        TableName: this.#table,
        Key: { [CASES_KEY.partition]: subject, [CASES_KEY.sort]: opened },
        ConsistentRead: true,
      }),
    );
    return Item === undefined ? { subject, opened } : storedMonth.parse(Item);
  }

  /** Adds a filing behind those of `seen`. One whose id the month has already is not made again. */
  async add(projectId: number, month: string, seen: StoredMonth, made: NewStep): Promise<MonthOutcome> {
    if (hasStep(seen, made.id)) return { kind: "made before", found: seen };
    const next = nextStep(seen, made);
    const changed = await appendStep(this.#client, this.#table, seen, next, {
      set: { projectId, [EXPIRES_AT]: expiryOf(new Date(next.at), this.#retentionYears) },
      remove: [],
      mayBeNew: true,
    });
    if (changed !== undefined) return { kind: "made", found: storedMonth.parse(changed) };
    return { kind: "somebody was faster", found: await this.read(projectId, month) };
  }
}
