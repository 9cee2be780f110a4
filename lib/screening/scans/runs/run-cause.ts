/** Why a run does not do its work, as it is recorded: `run-problem.ts` says it in the reader's language. */

import * as z from "zod/mini";

const text = z.string();
const number = z.number();

/** Why nothing continues an open run. */
export const stuckCause = z.discriminatedUnion("kind", [
  /** The message of a shard failed too often, of what `reason` quotes. */
  z.object({ kind: z.literal("dead-letter"), shard: number, reason: text }),
  /** `since` in ISO 8601. */
  z.object({ kind: z.literal("not-moved"), since: text }),
]);
export type StuckCause = z.infer<typeof stuckCause>;

/** Cause that ended a run early. `call` is a method and a URL of the service; `said` quotes the service, empty if it wrote nothing. */
const endCause = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("stopped-by-hand") }),
  /** It was open when the next one was due. */
  z.object({ kind: z.literal("still-open"), stuck: z.optional(stuckCause) }),
  z.object({ kind: z.literal("handed-on"), shard: number, times: number }),
  z.object({ kind: z.literal("unauthorized"), call: text, status: number, said: text }),
  z.object({ kind: z.literal("unusable-key"), call: text }),
  z.object({ kind: z.literal("not-found"), call: text, said: text }),
  z.object({ kind: z.literal("redirected"), call: text, status: number }),
  /** The secret that holds the API keys could not be read; `error` is AWS's name for why. */
  z.object({ kind: z.literal("secret-unreadable"), secret: text, error: text }),
  z.object({ kind: z.literal("secret-malformed"), secret: text }),
  z.object({ kind: z.literal("no-api-key") }),
]);
export type EndCause = z.infer<typeof endCause>;

/** As it is read: undefined in a run that recorded none, or one that this version does not know. */
export const recordedCause = z.catch(z.optional(endCause), undefined);

/** Problem of a run that went to its end and did not do its work, by its counts. */
export type CountCause =
  | { kind: "skipped"; skipped: number; asked: number }
  | { kind: "failed"; failed: number; missing: number; asked: number };

/** `in-words`: as a version before 0.2.0 recorded it, in English. */
export type RunCause = EndCause | CountCause | { kind: "in-words"; problem: string };
