/** Sends webhooks to a stack's own endpoint as the service does: signed, one request each. */

import { parseObject } from "../../../contract/exact-json.ts";
import { canonicalBody } from "../../../contract/signature.ts";
import { CommandError, StackNotFoundError } from "../../core/failure.ts";
import type { Target } from "../../core/target.ts";
import type { Authenticator } from "../signature/inbound-call.ts";

/** Answer of the endpoint. */
export interface WebhookAnswer {
  status: number;
  /** Its text, in which a refusal says why. */
  text: string;
}

const PATH = "/webhook";

/** API Gateway ends a request after 30 seconds. */
const TIMEOUT_MS = 35_000;

/**
 * Posts a body.
 * @param now milliseconds since 1970
 * @throws {CommandError} when nothing answers
 */
export async function postWebhook(
  target: Target,
  body: string,
  authenticate: Authenticator,
  now: number,
): Promise<WebhookAnswer> {
  const parts = {
    method: "POST",
    path: PATH,
    canonicalBody: canonicalBody(parseObject(body)),
    timestamp: String(now),
  };
  try {
    const response = await fetch(`${target.adapter}${PATH}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...authenticate(parts) },
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return { status: response.status, text: await response.text() };
  } catch (error) {
    const reason = error instanceof Error && error.name === "TimeoutError" ? "in time" : "at all";
    const sentence = `${target.adapter}${PATH} does not answer ${reason}`;
    if (target.stage === undefined)
      throw new StackNotFoundError(`${sentence}: start the local stack with \`npm start\`.`);
    throw new CommandError(
      `${sentence}: check the network, and the stack with "vigia doctor${target.flag}".`,
    );
  }
}
