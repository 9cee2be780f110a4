/** The webhook body: a notification of a transaction and the laws it inflicts, or an error message. */

import * as z from "zod/mini";
import { isoTime } from "./iso-time.ts";
import { type Issue, issuesOf } from "./issues.ts";
import { compiledObject } from "./lazy-schema.ts";
import { decimalText, digits } from "./numbers.ts";

// Made once each: making schemas is most of what they cost a cold start.
const text = z.string();
const textOrNull = z.nullish(text);

/** Risk of a transaction under a law, as the service reports it. */
const lawRisk = z.enum(["warn", "illegal"]);

/** A law that the transaction inflicts. */
export const law = compiledObject({
  name: text,
  description: textOrNull,
  source: textOrNull,
  risk: lawRisk,
  country: text,
  countryCode: text,
});
export type Law = z.infer<typeof law>;

/**
 * The largest body that is accepted has no room for more. It has for a hundred thousand entries that are no laws, and
 * zod collects the issues of them all by spreading them over the stack, which overflows.
 */
const MAX_LAWS = 5_000;
const laws = z.pipe(z.array(z.unknown()).check(z.maxLength(MAX_LAWS)), z.array(law));

/** ERC-20 keeps it in one byte. Read as digits first, since a sender may print 18 as `18.0`. */
const decimals = z.pipe(digits, z.pipe(z.transform(Number), z.number().check(z.maximum(255))));

/** A token; `address` is null or absent for a chain's native one. */
const token = compiledObject({
  name: text,
  symbol: text,
  decimals,
  address: textOrNull,
});

/** `value`: digits, in the token's smallest unit. `usd`: a decimal number's text as it was sent, in USD. */
const amount = compiledObject({
  value: digits,
  usd: z.nullish(decimalText),
});

const timestamp = z.string().check(z.refine((text) => isoTime(text) !== undefined, { error: "time" }));

/** A transaction of a monitored address. Ids and the chain's id are digits, exact at any size. */
export const notification = compiledObject({
  id: digits,
  projectId: digits,
  chainId: digits,
  address: compiledObject({
    id: digits,
    userId: textOrNull,
    address: z.string().check(z.minLength(1)),
    description: textOrNull,
  }),
  txHash: text,
  timestamp,
  amount,
  token,
  inflictedLaws: laws,
});
export type Notification = z.infer<typeof notification>;

/** Body that the service posts to `/webhook`. */
export const webhookBody = z.discriminatedUnion("type", [
  compiledObject({ type: z.literal("notification"), data: notification }),
  compiledObject({ type: z.literal("error"), data: text }),
]);
export type WebhookBody = z.infer<typeof webhookBody>;

/** A body that was read: the webhook, or the issues that make it invalid. */
export type WebhookReading = { valid: true; body: WebhookBody } | { valid: false; issues: Issue[] };

/**
 * Reads a parsed body. With its numbers exact (`parseObjectExactly`) what is read can be stored; as `readObject` gives
 * it to be judged, it can only be judged, but then alike.
 * @param projectIds the projects that the sender may speak for
 */
export function readWebhook(parsed: Record<string, unknown>, projectIds: readonly number[]): WebhookReading {
  const result = webhookBody.safeParse(parsed);
  if (!result.success) return { valid: false, issues: issuesOf(result.error, parsed) };
  const body = result.data;
  if (body.type === "notification" && !projectIds.some((id) => String(id) === body.data.projectId)) {
    return { valid: false, issues: [{ path: "data.projectId", is: "otherProject" }] };
  }
  return { valid: true, body };
}

/** Reading of a body that is not a JSON object at all. */
export function notAnObject(): WebhookReading {
  return { valid: false, issues: [{ path: "", is: "jsonObject" }] };
}
