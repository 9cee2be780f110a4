/** What an alarm says. */

/** What is looked at of an alarm, as CloudWatch describes it. */
export interface WatchedAlarm {
  StateValue?: string | undefined;
  TreatMissingData?: string | undefined;
  EvaluationPeriods?: number | undefined;
  /** In seconds. */
  Period?: number | undefined;
}

/** `waiting`: it is on for want of data, and what it waits for cannot have come yet. */
export type AlarmState = "quiet" | "firing" | "waiting";

/**
 * An alarm for want of data is on from the first minute: it says nothing before what it waits for can have come.
 * @param since when what it looks at was there first, in milliseconds since 1970; undefined where nobody knows
 */
export function alarmState(alarm: WatchedAlarm, since: number | undefined, now: number): AlarmState {
  if (alarm.StateValue !== "ALARM") return "quiet";
  return alarm.TreatMissingData === "breaching" && now < clearsBy(alarm, since) ? "waiting" : "firing";
}

/** Until when an alarm for want of data says nothing, in milliseconds since 1970. */
export function clearsBy(
  { EvaluationPeriods = 0, Period = 0 }: WatchedAlarm,
  since = Number.NEGATIVE_INFINITY,
): number {
  return since + EvaluationPeriods * Period * 1_000;
}
