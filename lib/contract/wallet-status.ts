/** The compliance status of one wallet on a chain. */

import * as z from "zod/mini";

// The large schemas are lazy: a cold start uses none of them, and making them would be a part of it.

const listOrNull = z.nullish(z.array(z.unknown()));

/** `status` is an open set; the shapes of the lists' elements are not stated and are kept as they come. */
export const walletStatus = z.lazy(() =>
  z.looseObject({
    status: z.string(),
    tags: listOrNull,
    lastTxs: listOrNull,
    lastDapps: listOrNull,
  }),
);
export type WalletStatus = z.infer<typeof walletStatus>;
