/** The compliance status of one wallet on a chain. */

import * as z from "zod/mini";

/** `status` is an open set; the shapes of the lists' elements are not stated and are kept as they come. */
export const walletStatus = z.looseObject({
  status: z.string(),
  tags: z.nullish(z.array(z.unknown())),
  lastTxs: z.nullish(z.array(z.unknown())),
  lastDapps: z.nullish(z.array(z.unknown())),
});
export type WalletStatus = z.infer<typeof walletStatus>;
