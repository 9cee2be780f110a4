/** The stack's outputs, resolved: what a deployment would print. */

import { type StackOutputs, stackOutputs } from "../../../lib/settings/outputs.ts";
import { type References, resolve } from "./intrinsics.ts";
import type { Template } from "./template.ts";

/** Reads the outputs; throws where one is missing. */
export function readOutputs({ Outputs }: Template, references: References): StackOutputs {
  const named = Object.keys(stackOutputs.shape).filter((name) => name in Outputs);
  return stackOutputs.parse(
    Object.fromEntries(named.map((name) => [name, resolve(Outputs[name]?.Value, references)])),
  );
}
