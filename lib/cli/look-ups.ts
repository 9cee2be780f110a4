/** The audit lines that get-user leaves: who was told what of whom. */

import { createReadStream } from "node:fs";
import { resolve } from "node:path";
import * as z from "zod/mini";
import { Failure } from "./failure.ts";
import { jsonRecords } from "./lines.ts";
import type { Target } from "./target.ts";
import type { World } from "./world.ts";

/** A look-up, as get-user's log holds it: field names, never values. */
const lookUp = z.object({
  message: z.literal("user look-up"),
  timestamp: z.string(),
  requestId: z.string(),
  /** Absent where calls are not authenticated. */
  projectId: z.optional(z.number()),
  userId: z.string(),
  found: z.boolean(),
  fields: z.array(z.string()),
});
export type LookUp = z.infer<typeof lookUp>;

/** The look-ups of a stack, the first first; of the local one, since it was started. */
export async function* lookUpsOf({ root }: World, target: Target): AsyncGenerator<LookUp> {
  if (target.local === undefined)
    throw new Failure(
      `The audit log of ${target.name} is the log group ${target.getUserLogGroup}: read it in CloudWatch.`,
    );
  try {
    for await (const read of jsonRecords(createReadStream(resolve(root, target.local.audit)))) {
      const line = lookUp.safeParse("value" in read ? read.value : undefined);
      if (line.success) yield line.data;
    }
  } catch (error) {
    // The log is made by the first look-up.
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
  }
}
