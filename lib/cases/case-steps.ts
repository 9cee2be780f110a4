/** Adds officers' steps to cases: each in one update, on condition that no other step came first. */

import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { type StoredCase, storedCase } from "./case.ts";
import { changeByStep } from "./case-attributes.ts";
import type { CaseKey } from "./case-keys.ts";
import { itemNow, readCase } from "./case-reading.ts";
import type { NewStep } from "./step.ts";
import { addStep, type StepOutcome } from "./step-append.ts";

export class CaseSteps {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;
  readonly #retentionYears: number;

  constructor(client: DynamoDBDocumentClient, table: string, retentionYears: number) {
    this.#client = client;
    this.#table = table;
    this.#retentionYears = retentionYears;
  }

  /**
   * A case as it is at this very moment.
   * @throws {UnreadableCaseError} where it is corrupt
   */
  async read(key: CaseKey): Promise<StoredCase | undefined> {
    const item = await itemNow(this.#client, this.#table, key);
    return item && readCase(storedCase, item);
  }

  /**
   * Adds a step behind those of `seen`. A step whose id the case has already is not made again.
   * @param seen the case as it was when the officer decided to make the step
   */
  async add(seen: StoredCase, made: NewStep): Promise<StepOutcome<StoredCase>> {
    const outcome = await addStep(seen, made, {
      client: this.#client,
      table: this.#table,
      retentionYears: this.#retentionYears,
      changeBy: (next) => changeByStep(seen, next),
      parse: (item) => storedCase.parse(item),
      read: async () => (await this.read(seen)) ?? seen,
    });
    const { kind, found } = outcome;
    // A hold was placed or released meanwhile, which is no step.
    const isOnlyKeptOtherwise = found.stepCount === seen.stepCount && found.expiresAt !== seen.expiresAt;
    return kind === "conflict" && isOnlyKeptOtherwise ? this.add(found, made) : outcome;
  }
}
