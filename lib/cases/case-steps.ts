/** Adds steps to cases: each in one update, on condition that nobody was faster. */

import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { expiryOf, laterExpiry } from "../tables/expiry.ts";
import { type StoredCase, storedCase } from "./case.ts";
import type { CaseKey } from "./case-keys.ts";
import { itemNow, readCase } from "./case-reading.ts";
import { dueAfter, stateOf } from "./state.ts";
import type { NewStep, Step } from "./step.ts";
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
   * @throws {UnreadableCaseError} where somebody spoilt it
   */
  async read(key: CaseKey): Promise<StoredCase | undefined> {
    const item = await itemNow(this.#client, this.#table, key);
    return item && readCase(storedCase, item);
  }

  /**
   * Adds a step behind those of `seen`. A step whose id the case has already is not made again.
   * @param seen the case as it was when somebody decided to make the step
   */
  async add(seen: StoredCase, made: NewStep): Promise<StepOutcome<StoredCase>> {
    const outcome = await addStep(seen, made, {
      client: this.#client,
      table: this.#table,
      projectId: seen.projectId,
      changeBy: (next) => this.#changeBy(seen, next),
      parse: (item) => storedCase.parse(item),
      read: async () => (await this.read(seen)) ?? seen,
    });
    const { kind, found } = outcome;
    // A hold was placed or released meanwhile, which is nobody's step.
    const isOnlyKeptOtherwise =
      found.stepCount === seen.stepCount &&
      found.lastCrossed === seen.lastCrossed &&
      found.expiresAt !== seen.expiresAt;
    return kind === "somebody was faster" && isOnlyKeptOtherwise ? this.add(found, made) : outcome;
  }

  /** What changes beside the steps: what lists and indexes know of them, and how long the case is kept. */
  #changeBy(seen: StoredCase, step: Step) {
    const steps = [...(seen.steps ?? []), step];
    const { decision, knownSince } = stateOf({ ...seen, steps });
    const dueAt = dueAfter(steps, seen);
    const wasDecided = seen.openShard === undefined;
    const set: Record<string, string | number> = {
      expiresAt: laterExpiry(seen.expiresAt, expiryOf(new Date(step.at), this.#retentionYears)),
    };
    const remove: string[] = [];
    if (dueAt !== seen.dueAt) Object.assign(set, { dueAt, lawDueAt: seen.lawDueAt ?? seen.dueAt });
    if (knownSince !== undefined) set["knownSince"] = knownSince;
    else if (seen.knownSince !== undefined) remove.push("knownSince");
    if (step.kind === "acknowledge") set["acknowledgedAt"] = step.at;
    if (decision !== undefined && !wasDecided) {
      Object.assign(set, { outcome: decision.outcome, decidedAt: step.at });
      remove.push("openShard", "acknowledgedAt");
    }
    if (decision === undefined && wasDecided) {
      set["openShard"] = seen.timeShard;
      remove.push("outcome", "decidedAt");
    }
    return { set, remove, expiredAt: seen.expiresAt, crossed: seen.lastCrossed };
  }
}
