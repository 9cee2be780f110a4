import * as z from "zod/mini";
import { lazySchema } from "./lazy-schema.ts";

export const MAX_ADDRESSES_PER_REQUEST = 50;

/** `maxDepth` is 1 to 7; the service takes 3 where it is absent. */
export const MIN_SCAN_DEPTH = 1;
export const MAX_SCAN_DEPTH = 7;

const nonEmpty = z.string().check(z.minLength(1));

/** An address on a chain; here chain ids are strings. */
const scanAddress = lazySchema(() => z.object({ address: nonEmpty, chainId: nonEmpty }));
export type ScanAddress = z.infer<typeof scanAddress>;

/**
 * The body of a scan request. `skipExisting` is the service's own further field, true where absent: with it the
 * service skips every address that it has seen before.
 */
export const scanRequest = lazySchema(() =>
  z.object({
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
  }),
);
export type ScanRequest = z.infer<typeof scanRequest>;
