/** Schemas that most cold starts do not use, and that would be a part of them if they were made with their module. */

import * as z from "zod/mini";
import { ZodMiniObject } from "zod/mini";
import { $constructor, type $strip, $ZodError, $ZodObjectJIT, type $ZodShape } from "zod/v4/core";

/** `zod/mini` interprets its objects, which keeps it small; zod's own are compiled, and take a quarter of the time. */
const CompiledObject = /* @__PURE__ */ $constructor<ZodMiniObject>("CompiledObject", (schema, definition) => {
  ZodMiniObject.init(schema, definition);
  $ZodObjectJIT.init(schema, definition);
});

/** As `z.object`, whose place it takes anywhere. */
/* @__NO_SIDE_EFFECTS__ */
export function compiledObject<Shape extends $ZodShape>(shape: Shape): ZodMiniObject<Shape, $strip>;
export function compiledObject(shape: $ZodShape): ZodMiniObject {
  return new CompiledObject({ type: "object", shape });
}

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

// Imported by its name: through `z.core` a bundle would hold all of zod.

/** Reports whether an error says that a value does not fit its schema. */
export function isSchemaError(error: unknown): error is $ZodError {
  return error instanceof $ZodError;
}

/** @returns what is read; `corrupt` where it is not what Vigía stores */
export async function unlessCorrupt<T>(reading: Promise<T>): Promise<T | "corrupt"> {
  try {
    return await reading;
  } catch (error) {
    if (isSchemaError(error)) return "corrupt";
    throw error;
  }
}
