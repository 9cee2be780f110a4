import * as z from "zod/mini";

const listOrNull = z.nullish(z.array(z.unknown()));

/** `status` is an open set; the shapes of the lists' elements are not stated and are kept as they come. */
export const walletStatus = z.looseObject({
  status: z.string(),
  tags: listOrNull,
  lastTxs: listOrNull,
  lastDapps: listOrNull,
});
export type WalletStatus = z.infer<typeof walletStatus>;
