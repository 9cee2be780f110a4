/** The time of one invocation, shared out so that nothing that is slow keeps what is due after it from being done. */

/** Each in milliseconds since 1970; what is not done by then is delivered again. */
export interface IntakeTime {
  storeBy: number;
  alertBy: number;
  rememberBy: number;
}

/** @param remainingMs what is left of the function's time, @param now milliseconds since 1970 */
export function intakeTime(remainingMs: number, now: number): IntakeTime {
  return {
    storeBy: now + remainingMs * 0.5,
    alertBy: now + remainingMs * 0.8,
    rememberBy: now + remainingMs * 0.9,
  };
}
