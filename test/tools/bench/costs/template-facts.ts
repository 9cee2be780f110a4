/** What the template says that figures are computed with. */

import { assemble } from "../../../../infra/local/template/assembly.ts";
import { references } from "../../../../infra/local/template/resource-names.ts";
import {
  type EmulatedFunction,
  type Resources,
  readResources,
} from "../../../../infra/local/template/resources.ts";

/** The template's resources, with names that lead nowhere. */
export async function templateResources(context: Readonly<Record<string, unknown>> = {}): Promise<Resources> {
  const { template } = await assemble(context);
  return readResources(template, references(template, { sqs: "", adapter: "", desk: "" }));
}

/** A function by its short name, such as `GetUser`. */
export function functionNamed({ functions }: Resources, shortName: string): EmulatedFunction {
  const found = functions.find((one) => one.shortName === shortName);
  if (found === undefined) throw new Error(`The template has no function ${shortName}.`);
  return found;
}

/** How a queue's consumer is fed. */
export async function sourceOf(shortName: string) {
  const resources = await templateResources();
  const { name, arn } = functionNamed(resources, shortName);
  const source = resources.eventSources.find(({ properties }) =>
    [name, arn].includes(properties.FunctionName),
  );
  if (source === undefined) throw new Error(`The template feeds nothing to ${shortName}.`);
  const { BatchSize, MaximumBatchingWindowInSeconds, ScalingConfig } = source.properties;
  return {
    batchSize: BatchSize,
    windowSeconds: MaximumBatchingWindowInSeconds,
    concurrency: ScalingConfig?.MaximumConcurrency ?? 1,
  };
}
