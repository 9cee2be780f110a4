/** The audit lines that get-user leaves: who was told what of whom. */

import { createReadStream } from "node:fs";
import { resolve } from "node:path";
import * as z from "zod/mini";
import type { CommandContext } from "../../core/command-context.ts";
import { jsonRecords } from "../../core/lines.ts";
import type { Target } from "../../core/target.ts";
import { deployedLines, type LookUpRange } from "./deployed-look-ups.ts";

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
export async function* lookUpsOf(
  { root }: CommandContext,
  target: Target,
  range: LookUpRange,
): AsyncGenerator<LookUp> {
  const { local } = target;
  const lines = local === undefined ? deployedLines(target, range) : localLines(resolve(root, local.audit));
  for await (const line of lines) {
    const read = lookUp.safeParse(line);
    if (read.success) yield read.data;
  }
}

async function* localLines(file: string): AsyncGenerator<unknown> {
  try {
    for await (const read of jsonRecords(createReadStream(file))) if ("value" in read) yield read.value;
  } catch (error) {
    // The log is made by the first look-up.
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
  }
}
