import * as z from "zod/mini";
import { lazySchema } from "./lazy-schema.ts";

/** A reply to a call that went well: `success: false` is an error whatever the HTTP status. */
export const successfulReply = lazySchema(() =>
  z.looseObject({ success: z.literal(true), data: z.optional(z.unknown()) }),
);

/** A reply that says that the call failed; `message` where the service gives one. */
export const failedReply = lazySchema(() =>
  z.looseObject({ success: z.literal(false), message: z.optional(z.string()) }),
);
