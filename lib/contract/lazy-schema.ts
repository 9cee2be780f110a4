/** Schemas that most cold starts do not use, and that would be a part of them if they were made with their module. */

import * as z from "zod/mini";

/**
 * A schema that is made at its first use, and composes like the others.
 *
 * It is built on `z.lazy`, which zod has for schemas that contain themselves; none of ours does. Bundles leave out a
 * schema that they do not use only because this call is known to have no side effect.
 */
/* @__NO_SIDE_EFFECTS__ */
export function lazySchema<T extends z.ZodMiniType>(make: () => T): z.ZodMiniLazy<T> {
  return z.lazy(make);
}
