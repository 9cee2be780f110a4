/** A stored notification: the attributes that a person reads in the table, in whole and as lists show them. */

import * as z from "zod/mini";
import { lazySchema } from "../../contract/lazy-schema.ts";

const text = z.string();
const textOrNone = z.optional(text);
const number = z.number();

/** What a notification says of its transaction; all but its laws is absent from what is none. */
const transactionAttributes = () => ({
  chainId: textOrNone,
  address: z.optional(
    z.object({
      id: text,
      userId: textOrNone,
      address: text,
      description: textOrNone,
    }),
  ),
  txHash: textOrNone,
  /** When the transaction happened, as the service wrote it. */
  timestamp: textOrNone,
  /** `value`: digits, in the token's smallest unit. `usd`: a decimal number's text. */
  amount: z.optional(z.object({ value: text, usd: textOrNone })),
  token: z.optional(
    z.object({ name: text, symbol: text, decimals: number, address: z.optional(z.nullable(text)) }),
  ),
  /** Worst first. */
  laws: z.array(
    z.object({ name: text, risk: z.enum(["warn", "illegal"]), country: text, countryCode: text }),
  ),
  /** How many laws there are where not all are listed; the raw body has them all. */
  lawCount: z.optional(number),
});

/** What everything that lists notifications knows of one. Beside the raw body all of it is bounded. */
export const listedAttributes = () => ({
  /** `projectId#id`, the same for every content of one id; `rehearsal#projectId#id` for a rehearsal. */
  key: text,
  /** `first`, or the digest of another content that came under the same id. */
  version: text,
  kind: z.enum(["notification", "error", "quarantined"]),
  risk: z.enum(["none", "warn", "illegal"]),
  projectId: number,
  /** Digits for a notification; `error-…` or `quarantined-…` for what has no id of its own. */
  id: text,
  ...transactionAttributes(),
  /** An error's message, cut. */
  message: textOrNone,
  /** When Vigía received it first: ISO 8601, UTC. */
  receivedAt: text,
  /** How often the service sent the same content again. */
  repeats: number,
  /** A delivery came so late that it may have been counted before: there are `repeats` at least. */
  repeatsAtLeast: z.optional(z.boolean()),
  /** `at`: since when it is so; `id`: the alert that spoke of it. */
  alert: z.object({ state: z.enum(["none", "pending", "sent"]), at: textOrNone, id: textOrNone }),
  /** The key of the notification of which this is another content. */
  changeOf: textOrNone,
  /** Proven to be sent by `vigia trigger` or `vigia smoke`, not by the service. */
  rehearsal: z.optional(z.boolean()),
});

/** A notification as lists show it. */
export const listedNotification = lazySchema(() => z.object(listedAttributes()));
export type ListedNotification = z.infer<typeof listedNotification>;

/** A notification with everything that is kept of it. */
export const storedNotification = lazySchema(() =>
  z.object({
    ...listedAttributes(),
    /** The delivery that made the item: API Gateway's request id. */
    delivery: text,
    /** The last deliveries that repeated it, oldest first, each as a short mark: see repeats.ts. */
    repeatedBy: z.optional(z.array(text)),
    /** The digest of the content, by which a repeat differs from a change. */
    content: text,
    /** Why a quarantined body is not the contract. */
    issues: z.optional(z.array(z.object({ path: text, message: text }))),
    /** At the first content of an id: which claims each other content was the first to make. */
    claims: z.optional(z.record(text, z.set(text))),
    raw: z.instanceof(Uint8Array),
    expiresAt: number,
  }),
);
export type StoredNotification = z.infer<typeof storedNotification>;
