/** Appends a step to the steps of an item: one update, on condition that no other step came first. */

import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { changeItem } from "../aws/tables/conditional-write.ts";
import { CASES_KEY } from "../aws/tables/keys.ts";
import { type CaseKey, keyOfCase } from "./case-keys.ts";
import { beginningOf, digestOf } from "./chain.ts";
import { type Step, step, type UnplacedStep } from "./step.ts";

/** An item with steps. */
export interface Stepped extends CaseKey {
  beginning?: object | undefined;
  steps?: readonly Step[] | undefined;
  /** The digest of the last step, or of the beginning. */
  head?: string | undefined;
}

/** Attributes that change with a step beside the steps themselves. */
interface StepChange {
  set: Readonly<Record<string, unknown>>;
  remove: readonly string[];
  /** True if the item is made with its first step. */
  mayBeNew?: boolean;
}

const stepped = z.object({ steps: z.array(step) });

/** Outcome of a step. `found` is the item with its present steps: after a conflict, with the other officer's. */
export interface StepOutcome<Found extends Stepped> {
  kind: "made" | "duplicate" | "conflict";
  found: Found;
}

/** Attribute of the steps, and the attributes that change with them. */
interface StepPlace<Found extends Stepped> {
  client: DynamoDBDocumentClient;
  table: string;
  /** For how many years what has the step is kept behind it. */
  retentionYears: number;
  changeBy(next: Step): StepChange;
  parse(item: Record<string, unknown>): Found;
  /** The item as it is at this very moment. */
  read(): Promise<Found>;
}

/**
 * Adds a step behind those of `seen`. A step whose id is there already is not made again.
 * @param seen the item as it was when the officer decided to make the step
 */
export async function addStep<Found extends Stepped>(
  seen: Found,
  made: UnplacedStep,
  { client, table, retentionYears, changeBy, parse, read }: StepPlace<Found>,
): Promise<StepOutcome<Found>> {
  if (hasStep(seen, made.id)) return { kind: "duplicate", found: seen };
  const next = nextStep(seen, made, retentionYears);
  const changed = await changeItem(client, appending(table, seen, next, changeBy(next)), (item) => {
    const found = stepped.safeParse(item);
    return found.success && hasStep(found.data, next.id);
  });
  return changed === undefined
    ? { kind: "conflict", found: await read() }
    : { kind: "made", found: parse(changed) };
}

/** Reports whether a step was made already. */
function hasStep({ steps = [] }: Pick<Stepped, "steps">, id: string): boolean {
  return steps.some((one) => one.id === id);
}

/** A step in its place behind the others. */
export function nextStep<Made extends UnplacedStep>(seen: Stepped, made: Made, retentionYears: number) {
  const last = seen.steps?.at(-1);
  // Clocks of two functions may differ: what is later in the list was later.
  const at = last !== undefined && made.at < last.at ? last.at : made.at;
  const number = (last?.number ?? 0) + 1;
  return { ...made, at, number, previous: seen.head ?? beginningOf(seen), retentionYears };
}

function appending(table: string, seen: Stepped, next: Step, change: StepChange) {
  const { set, remove, mayBeNew } = change;
  const values = Object.entries({ stepCount: next.number, head: digestOf(next), ...set });
  const sets = ["#steps = list_append(if_not_exists(#steps, :none), :steps)"];
  for (const [name] of values) sets.push(`#${name} = :${name}`);
  const removes = remove.length === 0 ? "" : ` REMOVE ${remove.map((name) => `#${name}`).join(", ")}`;
  const isFirst = next.number === 1;
  const isThere = isFirst && mayBeNew !== true;
  const free = `${isThere ? "attribute_exists(#subject) AND " : ""}attribute_not_exists(#stepCount)`;
  return {
    TableName: table,
    Key: keyOfCase(seen),
    UpdateExpression: `SET ${sets.join(", ")}${removes}`,
    ConditionExpression: isFirst ? free : "#stepCount = :before",
    ExpressionAttributeNames: {
      "#steps": "steps",
      ...(isThere ? { "#subject": CASES_KEY.partition } : {}),
      ...Object.fromEntries([...values.map(([name]) => name), ...remove].map((name) => [`#${name}`, name])),
    },
    ExpressionAttributeValues: {
      ":none": [],
      ":steps": [next],
      ":before": isFirst ? undefined : next.number - 1,
      ...Object.fromEntries(values.map(([name, value]) => [`:${name}`, value])),
    },
  };
}
