/** A simulated transaction of a monitored wallet: the user is looked up, then the webhook is sent. */

import { randomBytes } from "node:crypto";
import * as z from "zod/mini";
import { decimalText, digits } from "../../../lib/contract/numbers.ts";
import { lawRisk } from "../../../lib/contract/webhook.ts";
import { type Adapter, callAdapter, deliver } from "./adapter-calls.ts";

const text = z.string().check(z.minLength(1));

/** Digits as text, or any whole number. */
const wholeNumber = z.union([digits, z.string().check(z.regex(/^\d{1,78}$/, { error: "expected digits" }))]);

/** Fields of a request: a user, a wallet and laws; everything else has a usual value. */
export const transaction = z.object({
  projectId: z.optional(z.number()),
  /** The notification's id: give the same again to send a repeat. */
  id: z.optional(wholeNumber),
  userId: text,
  address: text,
  chainId: z._default(wholeNumber, "1"),
  description: z.optional(z.nullable(z.string())),
  amount: z._default(
    z.object({
      value: z._default(wholeNumber, "1000000000000000000"),
      usd: z.optional(z.nullable(decimalText)),
    }),
    { value: "1000000000000000000", usd: "3000" },
  ),
  token: z._default(
    z.object({
      name: text,
      symbol: text,
      decimals: z.number(),
      address: z._default(z.nullable(z.string()), null),
    }),
    { name: "Ether", symbol: "ETH", decimals: 18, address: null },
  ),
  txHash: z.optional(text),
  timestamp: z.optional(text),
  laws: z._default(
    z.array(
      z.object({
        risk: lawRisk,
        name: z._default(text, "LFPIORPI"),
        description: z._default(z.nullable(z.string()), "Operation over the threshold of article 17"),
        source: z._default(z.nullable(z.string()), "DOF"),
        country: z._default(text, "mexico"),
        countryCode: z._default(text, "MX"),
      }),
    ),
    [],
  ),
});
type SimulatedTransaction = z.infer<typeof transaction>;

/** Ids grow with the time, so that those of a sandbox started again do not meet the ones before. */
let lastId = 0;

function nextId(): string {
  lastId = Math.max(lastId + 1, Date.now());
  return String(lastId);
}

/** The webhook's body, its amount digit for digit. */
function webhookText(asked: SimulatedTransaction, projectId: number): string {
  const number = (source: string) => JSON.rawJSON(source);
  const { value, usd } = asked.amount;
  return JSON.stringify({
    type: "notification",
    data: {
      id: number(asked.id ?? nextId()),
      projectId,
      chainId: number(asked.chainId),
      address: {
        id: 1,
        userId: asked.userId,
        address: asked.address,
        description: asked.description ?? null,
      },
      txHash: asked.txHash ?? `0x${randomBytes(32).toString("hex")}`,
      timestamp: asked.timestamp ?? new Date().toISOString(),
      amount: { value: number(value), usd: typeof usd === "string" ? number(usd) : null },
      token: asked.token,
      inflictedLaws: asked.laws,
    },
  });
}

/**
 * Does what the service does on a transaction.
 * @returns what happened: of the user only whether there is one, since the record is personal data
 */
export async function simulateTransaction(
  asked: SimulatedTransaction,
  project: { projectId: number; webhookSecret: string },
  adapter: Adapter,
  stopped: AbortSignal,
) {
  const secret = project.webhookSecret;
  const path = `/users/${encodeURIComponent(asked.userId)}`;
  const user = await callAdapter(adapter, secret, { method: "GET", path });
  const body = webhookText(asked, project.projectId);
  const { accepted, tries, status, text: answer } = await deliver(adapter, secret, body, stopped);
  return {
    user: {
      found: user.status === 200,
      ...(user.status === undefined ? { failed: user.text } : { status: user.status }),
    },
    webhook: { accepted, tries, ...(status === undefined ? { failed: answer } : { status, answer }) },
    sent: JSON.parse(body, (_key, value, { source }) =>
      typeof value === "number" && source !== undefined ? JSON.rawJSON(source) : value,
    ),
  };
}
