/** The settings as the project ships them. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod/mini";

/** The context of cdk.json, which a CDK app in-process does not read by itself. */
export function contextOfProject(): Record<string, unknown> {
  const text = readFileSync(join(import.meta.dirname, "../../cdk.json"), "utf8");
  return z.object({ context: z.record(z.string(), z.unknown()) }).parse(JSON.parse(text)).context;
}
