/** Adds steps to cases: each in one update, on condition that nobody was faster. */

import { type DynamoDBDocumentClient, GetCommand } from "@aws-sdk/lib-dynamodb";
import { beginningOf, digestOf } from "../../cases/chain.ts";
import { dueAfter, stateOf } from "../../cases/state.ts";
import type { NewStep, Step } from "../../cases/step.ts";
import { changeItem } from "../conditional-write.ts";
import { expiryOf } from "../expiry.ts";
import { CASES_KEY } from "../keys.ts";
import { type StoredCase, storedCase } from "./case.ts";
import type { CaseKey } from "./case-keys.ts";

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
    if (has(seen, made.id)) return { kind: "made before", found: seen };
    const changed = await changeItem(this.#client, this.#changeBy(seen, nextStep(seen, made)), (item) => {
      const found = storedCase.safeParse(item);
      return found.success && has(found.data, made.id);
    });
    if (changed !== undefined) return { kind: "made", found: storedCase.parse(changed) };
    return { kind: "somebody was faster", found: (await this.read(seen)) ?? seen };
  }

  #changeBy(seen: StoredCase, step: Step) {
    const steps = [...(seen.steps ?? []), step];
    const { set, remove } = this.#attributesOf(seen, steps, step);
    const values = Object.entries(set);
    const names = [...values.map(([name]) => name), ...remove];
    const sets = ["#steps = list_append(if_not_exists(#steps, :none), :steps)"];
    for (const [name] of values) sets.push(`#${name} = :${name}`);
    return {
      TableName: this.#table,
      Key: keyOf(seen),
      UpdateExpression: `SET ${sets.join(", ")}${remove.length === 0 ? "" : ` REMOVE ${remove.map((name) => `#${name}`).join(", ")}`}`,
      ConditionExpression:
        step.number === 1
          ? "attribute_exists(#subject) AND attribute_not_exists(#stepCount)"
          : "#stepCount = :before",
      ExpressionAttributeNames: {
        "#steps": "steps",
        ...(step.number === 1 ? { "#subject": CASES_KEY.partition } : {}),
        ...Object.fromEntries(names.map((name) => [`#${name}`, name])),
      },
      ExpressionAttributeValues: {
        ":none": [],
        ":steps": [step],
        ...(step.number === 1 ? {} : { ":before": step.number - 1 }),
        ...Object.fromEntries(values.map(([name, value]) => [`:${name}`, value])),
      },
    };
  }

  /** What changes beside the steps: what lists and indexes know of them, and how long the case is kept. */
  #attributesOf(seen: StoredCase, steps: readonly Step[], step: Step) {
    const { decision } = stateOf({ ...seen, steps });
    const dueAt = dueAfter(steps, seen);
    const wasDecided = seen.openShard === undefined;
    const set: Record<string, string | number> = {
      stepCount: step.number,
      head: digestOf(step),
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

function nextStep(seen: StoredCase, made: NewStep): Step {
  const last = seen.steps?.at(-1);
  // Clocks of two functions may differ: what is later in the list was later.
  const at = last !== undefined && made.at < last.at ? last.at : made.at;
  return { ...made, at, number: (last?.number ?? 0) + 1, previous: seen.head ?? beginningOf(seen) };
}

function has({ steps = [] }: StoredCase, id: string): boolean {
  return steps.some((step) => step.id === id);
}

function keyOf({ subject, opened }: CaseKey) {
  return { [CASES_KEY.partition]: subject, [CASES_KEY.sort]: opened };
}
