/** How long a call waits before it is sent again. */

import type { BrokenConnection, ServiceReply } from "./request.ts";

/** The first wait is at most this, each further one twice that, up to the cap; the length is drawn evenly from 0. */
const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 30_000;

/** A longer `Retry-After` is cut to this: the function that waits is paid for. */
const LONGEST_RETRY_AFTER_MS = 120_000;

/**
 * The wait after a try that failed, in milliseconds of the real clock.
 * @param tries how many there were
 * @param random from 0 to below 1
 * @param now milliseconds since 1970
 */
export function pauseAfter(
  tries: number,
  answer: ServiceReply | BrokenConnection,
  random: number,
  now: number,
): number {
  const jitter = random * Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (tries - 1));
  const asked = answer.kind === "reply" ? retryAfterMs(answer.retryAfter, now) : undefined;
  // All workers are asked to wait for the same time: the jitter on top keeps them from coming back together.
  return asked === undefined ? jitter : Math.min(asked, LONGEST_RETRY_AFTER_MS) + jitter;
}

/** `Retry-After` in milliseconds from now, given as seconds or as a date. */
function retryAfterMs(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d+$/.test(header.trim())) return Number(header) * 1_000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
