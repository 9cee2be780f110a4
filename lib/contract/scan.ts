import * as z from "zod/mini";
import { lazySchema } from "./lazy-schema.ts";

const text = z.string();
const number = z.number();
const textOrNull = z.nullish(text);
const numberOrNull = z.nullish(number);

/**
 * What the service says of one address. Everything but the address may be missing, and the sets of statuses, levels
 * and pattern shapes are open: what comes is kept, unknown fields too. A missing score is unknown, never 0.
 */
export const scanResult = lazySchema(() =>
  z.looseObject({
    address: text,
    chainId: z.nullish(z.union([text, z.pipe(number, z.transform(String))])),
    status: textOrNull,
    riskScore: numberOrNull,
    riskLevel: textOrNull,
    riskReason: textOrNull,
    suspiciousActivity: z.nullish(z.boolean()),
    patterns: z.nullish(z.unknown()),
  }),
);
export type ScanResult = z.infer<typeof scanResult>;

/**
 * The data of a scan's reply. Each result is read by itself with {@link scanResult}, so that an odd one does not cost
 * the others. The summary only repeats what the results say and may be missing; its `duration` has no stated unit.
 */
export const scanReport = lazySchema(() =>
  z.looseObject({
    summary: z.nullish(
      z.looseObject({
        total: numberOrNull,
        completed: numberOrNull,
        skipped: numberOrNull,
        failed: numberOrNull,
        duration: numberOrNull,
      }),
    ),
    results: z.array(z.unknown()),
  }),
);
