/** The steps of a request: an error that nobody foresaw is known by the one in which it happened. */

import { UnreadableJsonError } from "../contract/exact-json.ts";
import { SecretUnavailableError } from "../secrets/secrets.ts";
import { HttpError } from "./replies.ts";

export type Step = "reading the request" | "checking who sent it" | "answering";

/** Something failed that none of the replies is for. */
export class UnforeseenError extends Error {
  override name = "UnforeseenError";
  readonly step: Step;
  constructor(step: Step, cause: unknown) {
    super(`failed while ${step}`, { cause });
    this.step = step;
  }
}

/**
 * Does a step.
 * @throws {UnforeseenError} that names the step, where it fails with an error that no reply is for
 */
export async function during<T>(step: Step, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isForeseen = [HttpError, SecretUnavailableError, UnreadableJsonError].some(
      (foreseen) => error instanceof foreseen,
    );
    throw isForeseen ? error : new UnforeseenError(step, error);
  }
}
