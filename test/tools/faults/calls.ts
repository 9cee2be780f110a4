/** Functions that scenarios call themselves, as the clock or a queue does, and what may then go out twice. */

import { setTimeout as sleep } from "node:timers/promises";
import type { FaultStack } from "./injection/fault-stack.ts";
import { unless, type Violation } from "./violation.ts";

/** Pauses of Lambda, the queue or the schedule before they call again, and their longest time. In milliseconds. */
const CALL_AGAIN_MS = 200;
const GIVE_UP_MS = 90_000;

/** Calls a function, again where it failed or has not done all. @param isDone is asked of what it answers */
export async function callUntilDone(
  { stack }: FaultStack,
  name: string,
  event: object,
  isDone: (payload: string) => boolean = () => true,
): Promise<Violation[]> {
  const end = performance.now() + GIVE_UP_MS;
  while (performance.now() < end) {
    const outcome = await stack.functions.get(name).invoke(JSON.stringify(event));
    if (outcome.ok && isDone(outcome.payload)) return [];
    await sleep(CALL_AGAIN_MS);
  }
  return unless(false, "lost", `${name} did not end in time`);
}

/** The one place: SNS had the message, and the function does not know it, or died before noting it. */
const UNHEARD = new Set(["no reply", "no reply once", "late", "crash after"]);

/** Reports whether the injected fault may have sent a message twice that goes out once. */
export function mayBeDoubled(subject: string, { arming }: FaultStack): boolean {
  return arming
    .hitsOf(subject)
    .some(
      ({ what, kind }) =>
        (what.includes("sns:Publish") && UNHEARD.has(kind)) ||
        (what.includes("UpdateItem alerts") && kind === "crash before"),
    );
}
