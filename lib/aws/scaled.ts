/** Limits and waits by the clock of the stack. */

/**
 * A limit or a wait in milliseconds. Deployed it is as long as it says; the tests run a stack whose clock is faster, which the
 * variable `TIME_SCALE` says. Nothing else reads it, and nothing deployed sets it.
 */
export function scaled(ms: number): number {
  return ms / Number(process.env["TIME_SCALE"] ?? 1);
}
