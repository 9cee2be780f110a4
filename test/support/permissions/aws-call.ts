/** A call of AWS as policies see it. */

import type { CallContext } from "./condition.ts";

/** One call of a caller. */
export interface AwsCall {
  /** `dynamodb:GetItem`. */
  action: string;
  /** An ARN; `*` where the action has no resource. */
  resource: string;
  context?: CallContext;
}

/** The resource whose policy and key a call falls under: an index is its table's. */
export function ownerOf(resource: string): string {
  return resource.replace(/\/index\/[^/]+$/, "");
}
