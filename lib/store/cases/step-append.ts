/** Appends a step to the steps of an item: one update, on condition that nobody was faster. */

import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { beginningOf, digestOf } from "../../cases/chain.ts";
import { type NewStep, type Step, step } from "../../cases/step.ts";
import { lazySchema } from "../../contract/lazy-schema.ts";
import { changeItem } from "../conditional-write.ts";
import { CASES_KEY } from "../keys.ts";
import type { CaseKey } from "./case-keys.ts";

/** What has steps. */
export interface Stepped extends CaseKey {
  steps?: readonly Step[] | undefined;
  /** The digest of the last step. */
  head?: string | undefined;
}

/** What changes with a step beside the steps themselves. */
export interface StepChange {
  set: Readonly<Record<string, string | number>>;
  remove: readonly string[];
  /** Whether the item is made with its first step. */
  mayBeNew?: boolean;
}

const stepped = lazySchema(() => z.object({ steps: z.array(step) }));

/** Whether a step of this id has been made. */
export function hasStep({ steps = [] }: Pick<Stepped, "steps">, id: string): boolean {
  return steps.some((one) => one.id === id);
}

/** A step in its place behind the others. */
export function nextStep(seen: Stepped, made: NewStep): Step {
  const last = seen.steps?.at(-1);
  // Clocks of two functions may differ: what is later in the list was later.
  const at = last !== undefined && made.at < last.at ? last.at : made.at;
  return { ...made, at, number: (last?.number ?? 0) + 1, previous: seen.head ?? beginningOf(seen) };
}

/**
 * Appends a step that {@link nextStep} made.
 * @returns the item with it; undefined where somebody was faster
 */
export function appendStep(
  client: DynamoDBDocumentClient,
  table: string,
  seen: Stepped,
  next: Step,
  change: StepChange,
): Promise<Record<string, unknown> | undefined> {
  return changeItem(client, changeBy(table, seen, next, change), (item) => {
    const found = stepped.safeParse(item);
    return found.success && hasStep(found.data, next.id);
  });
}

function changeBy(
  table: string,
  { subject, opened }: Stepped,
  next: Step,
  { set, remove, mayBeNew }: StepChange,
) {
  const values = Object.entries({ stepCount: next.number, head: digestOf(next), ...set });
  const sets = ["#steps = list_append(if_not_exists(#steps, :none), :steps)"];
  for (const [name] of values) sets.push(`#${name} = :${name}`);
  const removes = remove.length === 0 ? "" : ` REMOVE ${remove.map((name) => `#${name}`).join(", ")}`;
  const isFirst = next.number === 1;
  const isThere = isFirst && mayBeNew !== true;
  const free = `${isThere ? "attribute_exists(#subject) AND " : ""}attribute_not_exists(#stepCount)`;
  return {
    TableName: table,
    Key: { [CASES_KEY.partition]: subject, [CASES_KEY.sort]: opened },
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
      ...(isFirst ? {} : { ":before": next.number - 1 }),
      ...Object.fromEntries(values.map(([name, value]) => [`:${name}`, value])),
    },
  };
}
