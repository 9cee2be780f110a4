/** A blockchain network that the service supports. */

import * as z from "zod/mini";
import { digits } from "./numbers.ts";

/** `id`: digits, as in scans. `explorer_url`: where a person looks a transaction or an address up. */
export const chain = z.looseObject({
  id: digits,
  name: z.string(),
  rpc_url: z.nullish(z.string()),
  explorer_url: z.nullish(z.string()),
  currency_symbol: z.nullish(z.string()),
  currency_decimals: z.nullish(z.number()),
});
export type Chain = z.infer<typeof chain>;
