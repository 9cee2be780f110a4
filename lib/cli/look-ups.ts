/** The audit lines that get-user leaves: who was told what of whom. */

import { createReadStream } from "node:fs";
import { resolve } from "node:path";
import * as z from "zod/mini";
import { jsonRecords } from "./lines.ts";
import type { Target } from "./target.ts";

/** A look-up, as get-user's log holds it: field names, never values. */
export const lookUp = z.object({
  message: z.literal("user look-up"),
  timestamp: z.string(),
  requestId: z.string(),
  projectId: z.optional(z.number()),
  userId: z.string(),
  found: z.boolean(),
  fields: z.array(z.string()),
});
export type LookUp = z.infer<typeof lookUp>;

/** The look-ups of the local stack since it was started, the first first. */
export async function* localLookUps(root: string, { local }: Target): AsyncGenerator<LookUp> {
  if (local === undefined) return;
  try {
    for await (const read of jsonRecords(createReadStream(resolve(root, local.audit)))) {
      const line = lookUp.safeParse("value" in read ? read.value : undefined);
      if (line.success) yield line.data;
    }
  } catch (error) {
    // The log is made by the first look-up.
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
  }
}
