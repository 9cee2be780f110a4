/** Adds steps to cases: each in one update, on condition that nobody was faster. */

import { type DynamoDBDocumentClient, GetCommand } from "@aws-sdk/lib-dynamodb";
import { dueAfter, stateOf } from "../../cases/state.ts";
import type { NewStep, Step } from "../../cases/step.ts";
import { expiryOf } from "../expiry.ts";
import { CASES_KEY } from "../keys.ts";
import { type StoredCase, storedCase } from "./case.ts";
import type { CaseKey } from "./case-keys.ts";
import { appendStep, hasStep, nextStep } from "./step-append.ts";

/** What became of a step. `found` is the case as it is now: where somebody was faster, with what she did. */
export interface StepOutcome {
  kind: "made" | "made before" | "somebody was faster";
  found: StoredCase;
}

export class CaseSteps {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;
  readonly #retentionYears: number;

  constructor(client: DynamoDBDocumentClient, table: string, retentionYears: number) {
    this.#client = client;
    this.#table = table;
    this.#retentionYears = retentionYears;
  }

  /** A case as it is at this very moment. */
  async read({ subject, opened }: CaseKey): Promise<StoredCase | undefined> {
    const { Item } = await this.#client.send(
      new GetCommand({ TableName: this.#table, Key: keyOf({ subject, opened }), ConsistentRead: true }),
    );
    return Item === undefined ? undefined : storedCase.parse(Item);
  }

  /**
   * Adds a step behind those of `seen`. A step whose id the case has already is not made again.
   * @param seen the case as it was when somebody decided to make the step
   */
  async add(seen: StoredCase, made: NewStep): Promise<StepOutcome> {
    if (hasStep(seen, made.id)) return { kind: "made before", found: seen };
    const next = nextStep(seen, made);
    const changed = await appendStep(this.#client, this.#table, seen, next, this.#changeBy(seen, next));
    if (changed !== undefined) return { kind: "made", found: storedCase.parse(changed) };
    return { kind: "somebody was faster", found: (await this.read(seen)) ?? seen };
  }

  /** What changes beside the steps: what lists and indexes know of them, and how long the case is kept. */
  #changeBy(seen: StoredCase, step: Step) {
    const steps = [...(seen.steps ?? []), step];
    const { decision } = stateOf({ ...seen, steps });
    const dueAt = dueAfter(steps, seen);
    const wasDecided = seen.openShard === undefined;
    const set: Record<string, string | number> = {
      expiresAt: Math.max(seen.expiresAt, expiryOf(new Date(step.at), this.#retentionYears)),
    };
    const remove: string[] = [];
    if (dueAt !== seen.dueAt) Object.assign(set, { dueAt, lawDueAt: seen.lawDueAt ?? seen.dueAt });
    if (step.kind === "acknowledge") set["acknowledgedAt"] = step.at;
    if (decision !== undefined && !wasDecided) {
      set["outcome"] = decision.outcome;
      remove.push("openShard", "acknowledgedAt");
    }
    if (decision === undefined && wasDecided) {
      set["openShard"] = seen.timeShard;
      remove.push("outcome");
    }
    return { set, remove };
  }
}

function keyOf({ subject, opened }: CaseKey) {
  return { [CASES_KEY.partition]: subject, [CASES_KEY.sort]: opened };
}
