import * as z from "zod/mini";

const MAX_ADDRESSES_PER_REQUEST = 50;

/** `maxDepth` is 1 to 7; the service takes 3 where it is absent. */
export const MIN_SCAN_DEPTH = 1;
export const MAX_SCAN_DEPTH = 7;

const nonEmpty = z.string().check(z.minLength(1));

/** An address on a chain; here chain ids are strings. */
const scanAddress = z.object({ address: nonEmpty, chainId: nonEmpty });
export type ScanAddress = z.infer<typeof scanAddress>;

/**
 * The body of a scan request. `skipExisting` is the service's own further field, true where absent: with it the
 * service skips every address that it has seen before.
 */
export const scanRequest = z.object({
  addresses: z.array(scanAddress).check(z.minLength(1), z.maxLength(MAX_ADDRESSES_PER_REQUEST)),
  maxDepth: z.optional(
    z
      .number()
      .check(
        z.int({ error: "expected a whole number" }),
        z.minimum(MIN_SCAN_DEPTH),
        z.maximum(MAX_SCAN_DEPTH),
      ),
  ),
  skipExisting: z.optional(z.boolean()),
});
export type ScanRequest = z.infer<typeof scanRequest>;

const text = z.string();
const number = z.number();
const textOrNull = z.nullish(text);
const numberOrNull = z.nullish(number);

/**
 * The service's answer about one address. Everything but the address may be missing, and the sets of statuses, levels
 * and pattern shapes are open: what comes is kept, unknown fields too. A missing score is unknown, never 0.
 */
export const scanResult = z.looseObject({
  address: text,
  chainId: z.nullish(z.union([text, z.pipe(number, z.transform(String))])),
  status: textOrNull,
  riskScore: numberOrNull,
  riskLevel: textOrNull,
  riskReason: textOrNull,
  suspiciousActivity: z.nullish(z.boolean()),
  patterns: z.nullish(z.unknown()),
});
export type ScanResult = z.infer<typeof scanResult>;

/**
 * The data of a scan's reply. Each result is read alone with {@link scanResult}, so that an odd one does not cost
 * the others. The summary only repeats what the results say and may be missing; its `duration` has no stated unit.
 */
export const scanReport = z.looseObject({
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
});
