/** A hold as its table keeps it: whose records must not expire, why, and how far it has been applied. */

import * as z from "zod/mini";
import { lazySchema } from "../contract/lazy-schema.ts";
import { userKeyPart } from "../notifications/notification-keys.ts";

const text = z.string();
const number = z.number();

/** How many records of a user were found, by what they are. */
export const heldCounts = lazySchema(() =>
  z.object({ notifications: number, cases: number, alerts: number, scores: number }),
);
export type HeldCounts = z.infer<typeof heldCounts>;

export const NOTHING_FOUND: HeldCounts = { notifications: 0, cases: 0, alerts: 0, scores: 0 };

/**
 * Where a pass over a user's records goes on. `notifications`: in a project, behind the key that DynamoDB gave, as JSON;
 * `wallets`: behind a wallet by its name; `alerts`: in a project, as notifications.
 */
const passPlace = lazySchema(() =>
  z.discriminatedUnion("phase", [
    z.object({ phase: z.literal("notifications"), projectId: number, behind: z.optional(text) }),
    z.object({ phase: z.literal("wallets"), behind: z.optional(text) }),
    z.object({ phase: z.literal("alerts"), projectId: number, behind: z.optional(text) }),
  ]),
);
export type PassPlace = z.infer<typeof passPlace>;

/** A pass that has begun and not ended. */
const begunPass = lazySchema(() => z.object({ place: passPlace, counts: heldCounts }));
export type BegunPass = z.infer<typeof begunPass>;

/** What somebody ordered. */
const holdAct = lazySchema(() =>
  z.object({
    kind: z.enum(["place", "release"]),
    /** ISO 8601, UTC. */
    at: text,
    reason: text,
  }),
);
export type HoldAct = z.infer<typeof holdAct>;

/** Orders of before a hold was placed anew, where there was no room for more. */
export const earlierActs = lazySchema(() => z.object({ acts: z.array(holdAct) }));

export const hold = lazySchema(() =>
  z.object({
    /** The id, or its digest where it is too long for a key: see {@link holdKeyOf}. */
    user: text,
    userId: text,
    state: z.enum(["placed", "released"]),
    /** When it was placed; of one that was released and placed again, the last time. ISO 8601, UTC. */
    since: text,
    /** The first one first. */
    acts: z.array(holdAct),
    /** Where the orders are that came before the first one, a number for each item beside the holds. */
    earlier: z.optional(z.array(number)),
    /** Raised when it is placed or released: a pass of before goes no further. */
    change: number,
    /** How many passes have ended since the last change. */
    passes: number,
    pass: z.optional(begunPass),
    /** When the last pass ended, ISO 8601, and what it found. */
    passedAt: z.optional(text),
    counts: z.optional(heldCounts),
  }),
);
export type Hold = z.infer<typeof hold>;

/** What stands in a key for a user is never so long. */
const BESIDE = 1_100;

/** The key of what is kept beside the holds. */
export function keyBeside(name: string): string {
  return name.padEnd(BESIDE, "-");
}

/** Whether a key is that of something beside the holds. */
export function isBeside(key: unknown): boolean {
  return typeof key === "string" && key.length >= BESIDE;
}

/** The key of a user's hold. */
export function holdKeyOf(userId: string): string {
  return userKeyPart(userId);
}
