/** What is thrown of a value that does not fit its schema. */

// By its name: through `z.core` a bundle would hold all of zod.
import { $ZodError } from "zod/v4/core";

/** Whether a value did not fit its schema, and nothing else went wrong. */
export function isSchemaError(error: unknown): error is $ZodError {
  return error instanceof $ZodError;
}
