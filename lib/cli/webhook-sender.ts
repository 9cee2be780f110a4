/** Sends webhooks to a stack's own endpoint as the service does: signed, one request each. */

import { parseObject } from "../contract/exact-json.ts";
import { canonicalBody, sign } from "../contract/signature.ts";
import { Failure, StackNotFound } from "./failure.ts";
import type { Target } from "./target.ts";

/** What the endpoint answered. */
export interface Answer {
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
 * @throws {Failure} when nothing answers
 */
export async function postWebhook(
  target: Target,
  body: string,
  secret: string,
  now: number,
): Promise<Answer> {
  const timestamp = String(now);
  const canonical = canonicalBody(parseObject(body));
  const signature = sign({ method: "POST", path: PATH, canonicalBody: canonical, timestamp }, secret);
  try {
    const response = await fetch(`${target.adapter}${PATH}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        [target.inbound.signatureHeader]: signature,
        [target.inbound.timestampHeader]: timestamp,
      },
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return { status: response.status, text: await response.text() };
  } catch (error) {
    const reason = error instanceof Error && error.name === "TimeoutError" ? "in time" : "at all";
    const sentence = `${target.adapter}${PATH} does not answer ${reason}`;
    if (target.stage === undefined)
      throw new StackNotFound(`${sentence}: start the local stack with \`npm start\`.`);
    throw new Failure(`${sentence}: check the network, and the stack with "vigia doctor${target.flag}".`);
  }
}
