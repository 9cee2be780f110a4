import * as z from "zod/mini";
import { digits } from "./numbers.ts";

const text = z.string();
const textOrNull = z.nullish(text);

/** Facts of a chain beside its id. */
export function chainFields() {
  return {
    name: text,
    rpc_url: textOrNull,
    explorer_url: textOrNull,
    currency_symbol: textOrNull,
    currency_decimals: z.nullish(z.number()),
  };
}

/** `id`: digits, as in scans. `explorer_url`: where a person looks a transaction or an address up. */
export const chain = z.looseObject({ id: digits, ...chainFields() });
export type Chain = z.infer<typeof chain>;
