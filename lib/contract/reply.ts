/** The envelope of every reply of the service. */

import * as z from "zod/mini";

/** `data` as `schema` says, where `success` is true: `success: false` is an error whatever the HTTP status. */
export function successfulReply<T extends z.ZodMiniType>(data: T) {
  return z.looseObject({ success: z.literal(true), data });
}

/** A reply that says that the call failed; `message` where the service gives one. */
export const failedReply = z.looseObject({ success: z.literal(false), message: z.optional(z.string()) });
