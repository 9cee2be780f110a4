/** Checks the times in calls to SQS as SQS does, and divides them by the time scale. */

import { isObject } from "../../../lib/contract/exact-json.ts";

/** A time that SQS would refuse, in SQS's words. */
export class InvalidTimeError extends Error {
  override name = "InvalidTimeError";
}

const MAX_SECONDS = { DelaySeconds: 900, VisibilityTimeout: 43_200 } as const;

/** Longer than a function's shortest time limit on this machine, in seconds. */
const LEAST_VISIBILITY_S = 5;

/** The time that a queue applies where a call names none. */
export interface QueueTimes {
  delaySeconds: number;
  visibilitySeconds: number;
}

/**
 * A call's body with its times divided, and with the queue's own times where it names none: the emulator knows only
 * whole seconds of its queues, but takes fractions in a call.
 * @throws {InvalidTimeError} for a time that is not a whole number, or out of bounds
 */
export function scaleTimes(
  action: string,
  body: Record<string, unknown>,
  times: QueueTimes,
  timeScale: number,
): Record<string, unknown> {
  const scaled = (call: Record<string, unknown>, name: keyof typeof MAX_SECONDS, absent?: number) => {
    const seconds = checked(name, call[name]) ?? absent;
    return seconds === undefined ? call : { ...call, [name]: seconds / timeScale };
  };
  const entries = (change: (entry: Record<string, unknown>) => Record<string, unknown>) => ({
    ...body,
    Entries: (Array.isArray(body["Entries"]) ? body["Entries"] : []).map((entry: unknown) =>
      isObject(entry) ? change(entry) : entry,
    ),
  });
  switch (action) {
    case "SendMessage":
      return scaled(body, "DelaySeconds", times.delaySeconds);
    case "SendMessageBatch":
      return entries((entry) => scaled(entry, "DelaySeconds", times.delaySeconds));
    case "ReceiveMessage": {
      // What is received is worked on for as long as ever: it must not be handed out again meanwhile.
      const least = Math.min(times.visibilitySeconds, LEAST_VISIBILITY_S) * timeScale;
      const visible = Math.max(times.visibilitySeconds, least);
      return withWait(scaled(body, "VisibilityTimeout", visible), timeScale);
    }
    case "ChangeMessageVisibility":
      return scaled(body, "VisibilityTimeout");
    case "ChangeMessageVisibilityBatch":
      return entries((entry) => scaled(entry, "VisibilityTimeout"));
    default:
      return body;
  }
}

/** How long a receipt waits for a message, which the emulator itself checks. */
function withWait(call: Record<string, unknown>, timeScale: number): Record<string, unknown> {
  const seconds = call["WaitTimeSeconds"];
  return typeof seconds === "number" ? { ...call, WaitTimeSeconds: seconds / timeScale } : call;
}

function checked(name: keyof typeof MAX_SECONDS, value: unknown): number | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= MAX_SECONDS[name])
    return value;
  throw new InvalidTimeError(
    `Value ${String(value)} for parameter ${name} is invalid. Reason: Must be between 0 and ${MAX_SECONDS[name]}.`,
  );
}
