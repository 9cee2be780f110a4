/** A request as it left a function. */

import * as z from "zod/mini";

export const outgoingRequest = z.object({
  /** The function's name. */
  function: z.string(),
  host: z.string(),
  path: z.string(),
  headers: z.record(z.string(), z.unknown()),
  body: z.string(),
});
export type OutgoingRequest = z.infer<typeof outgoingRequest>;
