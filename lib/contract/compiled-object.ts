/** Objects that zod compiles at their first use, for what is read with every request. */

import { ZodMiniObject } from "zod/mini";
import { $constructor, type $strip, $ZodObjectJIT, type $ZodShape } from "zod/v4/core";

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
