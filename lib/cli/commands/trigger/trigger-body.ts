/** The webhooks that `vigia trigger` sends: invented transactions, in the service's own form. */

import { randomInt } from "node:crypto";
import { notedProxy, throughProxy } from "../../../aws/network.ts";
import { parseObject } from "../../../contract/exact-json.ts";
import { canonicalBody } from "../../../contract/signature.ts";
import { callEndpoint, type EndpointAnswer } from "../../core/endpoint-call.ts";
import { CommandError, StackNotFoundError } from "../../core/failure.ts";
import type { Target } from "../../core/target.ts";
import type { Authenticator } from "../signature/inbound-call.ts";

/** Kind of webhook. */
export type TriggerKind = "illegal" | "warn" | "error" | "invalid";

/** Values of an invented transaction. */
export interface Invention {
  projectId: number;
  userId: string;
  wallet: string;
  chainId: string;
  /** Digits, in the token's smallest unit. */
  amount: string;
  law: string;
  /** Milliseconds since 1970. */
  now: number;
}

/** Far above the ids that a service counts up to, short enough for a line of a list, and whole in a double. */
const FIRST_ID = 100_000_000_000;
const LAST_ID = 999_000_000_000;

/** First id of one call: random enough that two calls do not meet. */
export function firstId(): number {
  return randomInt(FIRST_ID, LAST_ID);
}

/** ETH has 18 decimals. */
const DECIMALS = 18;
const USD_PER_ETH = 3_000;

/** The body's text. The amount is printed digit for digit. */
export function webhookText(kind: TriggerKind, id: number, invention: Invention): string {
  if (kind === "error") return JSON.stringify({ type: "error", data: "Invented by vigia trigger." });
  const transaction = transactionOf(kind === "warn" ? "warn" : "illegal", id, invention);
  // A hash that is a number is what a webhook of another version of the interface would look like.
  const data = kind === "invalid" ? { ...transaction, txHash: 0 } : transaction;
  return JSON.stringify({ type: "notification", data });
}

function transactionOf(risk: "illegal" | "warn", id: number, invention: Invention) {
  const { projectId, userId, wallet, chainId, amount, law, now } = invention;
  return {
    id,
    projectId,
    chainId: JSON.rawJSON(chainId),
    address: { id: 1, userId, address: wallet, description: "Invented by vigia trigger" },
    txHash: `0x${id.toString(16).padStart(64, "0")}`,
    timestamp: new Date(now).toISOString(),
    amount: { value: JSON.rawJSON(amount), usd: usdOf(amount) },
    token: { name: "Ether", symbol: "ETH", decimals: DECIMALS, address: null },
    inflictedLaws: [
      {
        name: law,
        description: "Invented by vigia trigger",
        source: "vigia",
        risk,
        country: "Mexico",
        countryCode: "MX",
      },
    ],
  };
}

/** Good enough for an invented transaction, and never `NaN` or infinite. */
function usdOf(amount: string): number {
  return Math.round((Number(amount) / 10 ** DECIMALS) * USD_PER_ETH * 100) / 100;
}

const PATH = "/webhook";

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
): Promise<EndpointAnswer> {
  const parts = {
    method: "POST",
    path: PATH,
    canonicalBody: canonicalBody(parseObject(body)),
    timestamp: String(now),
  };
  try {
    return await callEndpoint(target, {
      path: PATH,
      method: "POST",
      headers: { "content-type": "application/json", ...authenticate(parts) },
      body,
    });
  } catch (error) {
    const reason = error instanceof Error && error.name === "TimeoutError" ? "in time" : "at all";
    const sentence = `${target.adapter}${PATH} does not answer ${reason}${throughProxy(notedProxy(error))}`;
    if (target.kind === "local")
      throw new StackNotFoundError(`${sentence}: start the local stack with \`npm start\`.`);
    throw new CommandError(
      `${sentence}: check the network, and the stack with "vigia doctor${target.flags}".`,
    );
  }
}
