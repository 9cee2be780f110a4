/** Scenarios of a day on which the Notifications table refuses everything, and the violations of their ends. */

import { unless, type Violation } from "../violation.ts";
import { type DayEnd, MOST_IN_FLIGHT, runDay } from "./day-model.ts";

const HOUR = 3_600;
const DAY = 24 * HOUR;
const FROM = 2 * HOUR;
const OUTAGE = [FROM, FROM + DAY] as const;

/** Of CloudWatch's alarm: a period of five minutes in which something was counted. */
const PERIOD = 300;
const ALARM_WITHIN = 10 * 60;

/** Time after the outage until all is stored: the longest pause, and the time for as many as are in flight. */
const HEALED_WITHIN = 1_000;

/** Divisor of a smaller model. */
const MODELLED = 200_000;

interface DayScenario {
  name: string;
  /** @param webhooks how many, with as much less room in flight as they are fewer than 200,000 */
  violations(webhooks?: number): Violation[];
}

export const DAY_SCENARIOS: readonly DayScenario[] = [
  {
    name: "a day without the Notifications table, with webhooks before, during and after it",
    violations: (webhooks = MODELLED) => wrongOf(spread(webhooks), roomFor(webhooks)),
  },
  {
    name: "a day without the Notifications table, with all webhooks at its begin",
    violations: (webhooks = MODELLED) =>
      wrongOf(
        Array.from({ length: webhooks }, () => FROM),
        roomFor(webhooks),
      ),
  },
  {
    name: "a day without the Notifications table, with a webhook an hour",
    violations: () =>
      Array.from({ length: Math.ceil(PERIOD / 7) }, (_, index) => index * 7).flatMap((offset) =>
        wrongOf(Array.from({ length: 25 }, (_, hour) => FROM + offset + hour * HOUR)),
      ),
  },
];

function spread(count: number): number[] {
  return Array.from({ length: count }, (_, at) => Math.floor((at * (DAY + 4 * HOUR)) / count));
}

function roomFor(webhooks: number): number {
  return Math.ceil((MOST_IN_FLIGHT * webhooks) / MODELLED);
}

function wrongOf(arrivals: readonly number[], mostInFlight = MOST_IN_FLIGHT): Violation[] {
  const end = runDay({ arrivals, outage: OUTAGE, mostInFlight });
  const [alarmAt, firstRefused] = [alarmOf(end), arrivals.find((at) => at >= FROM) ?? FROM];
  const last = Math.max(arrivals.at(-1) ?? 0, OUTAGE[1] + HEALED_WITHIN);
  const alerts = end.alerted.reduce((sum, times) => sum + times, 0);
  return [
    ...unless(
      end.stored.every((times) => times > 0),
      "lost",
      "a webhook was not stored",
    ),
    ...unless(
      end.stored.every((times) => times < 2) && end.alerted.every((times) => times < 2),
      "doubled",
      "a webhook was stored or alerted twice",
    ),
    ...unless(alerts === Math.ceil(arrivals.length / 10), "unalerted", `${alerts} were alerted`),
    ...unless(end.deadLetters === 0, "lost", `${end.deadLetters} dead letters wait for a human`),
    ...unless(end.mostInFlight <= mostInFlight, "wrong", `${end.mostInFlight} were in flight`),
    ...unless(
      end.doneAt <= last,
      "wrong",
      `the last was stored ${end.doneAt - OUTAGE[1]} s after the outage`,
    ),
    ...unless(
      alarmAt - firstRefused <= ALARM_WITHIN,
      "wrong",
      `the alarm fired at ${alarmAt - firstRefused} s`,
    ),
  ];
}

/** Time of the alarm, in seconds since the model's beginning. */
function alarmOf({ counted }: DayEnd): number {
  return (Math.floor((counted[0] ?? Number.POSITIVE_INFINITY) / PERIOD) + 1) * PERIOD;
}
