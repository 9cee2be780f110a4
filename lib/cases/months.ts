/** Filings about each month of a project, in the table Cases beside the cases, as a chain of steps. */

import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { expiryOf } from "../aws/tables/expiry.ts";
import { CASES_BY_LAST_STEP, EXPIRES_AT } from "../aws/tables/keys.ts";
import { type CaseKey, OPENED_ONCE } from "./case-keys.ts";
import { itemNow, readCase } from "./case-reading.ts";
import { type NewStep, type Step, step } from "./step.ts";
import { addStep, type StepOutcome } from "./step-append.ts";

export const storedMonth = z.object({
  subject: z.string(),
  opened: z.string(),
  steps: z.optional(z.array(step)),
  stepCount: z.optional(z.number()),
  head: z.optional(z.string()),
});
export type StoredMonth = z.infer<typeof storedMonth>;

const MONTH = "month#";

/** Reports whether a key of the table is a month's. */
export function isMonth({ subject }: Pick<CaseKey, "subject">): boolean {
  return subject.startsWith(MONTH);
}

/** The key of a month. @param month `YYYY-MM` */
export function monthKey(projectId: number, month: string): CaseKey {
  return { subject: `${MONTH}${projectId}#${month}`, opened: OPENED_ONCE };
}

/** Attributes of a month beside its steps, by the last of them. */
export function attributesOfMonth(projectId: number, { at, retentionYears }: Step) {
  const { partition, sort } = CASES_BY_LAST_STEP;
  return {
    [partition]: String(projectId),
    [sort]: at,
    [EXPIRES_AT]: expiryOf(new Date(at), retentionYears),
  };
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

  /**
   * A month as it is at this very moment; one of which nothing was filed has no steps.
   * @throws {UnreadableCaseError} where it is corrupt
   */
  async read(projectId: number, month: string): Promise<StoredMonth> {
    const key = monthKey(projectId, month);
    const item = await itemNow(this.#client, this.#table, key);
    return item === undefined ? key : readCase(storedMonth, item);
  }

  /** Adds a filing behind those of `seen`. One whose id the month has already is not made again. */
  add(projectId: number, month: string, seen: StoredMonth, made: NewStep): Promise<StepOutcome<StoredMonth>> {
    return addStep(seen, made, {
      client: this.#client,
      table: this.#table,
      retentionYears: this.#retentionYears,
      changeBy: (next) => ({
        set: { projectId, ...attributesOfMonth(projectId, next) },
        remove: [],
        mayBeNew: true,
      }),
      parse: (item) => storedMonth.parse(item),
      read: () => this.read(projectId, month),
    });
  }
}
