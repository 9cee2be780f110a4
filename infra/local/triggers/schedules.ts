/** Fires the template's schedules, under the time scale. */

import { nextRuns } from "../../../lib/i18n/time/schedule.ts";
import type { FunctionPool } from "../lambda/function-pool.ts";
import type { LocalEvents } from "../lambda/run-events.ts";
import type { EmulatedSchedule } from "../template/resources.ts";

interface ScheduleOptions {
  schedules: readonly EmulatedSchedule[];
  timeScale: number;
  findFunction(arn: string): FunctionPool | undefined;
  events: LocalEvents;
}

/** EventBridge Scheduler puts the time at which a call was due in its place. */
const SCHEDULED_TIME = "<aws.scheduler.scheduled-time>";

/** A timer cannot wait longer, in milliseconds. */
const LONGEST_WAIT = 2 ** 31 - 1;

/** The clock of the schedules runs from the start of the stack, `timeScale` times as fast as the real one. */
export class Schedules {
  readonly #options: ScheduleOptions;
  readonly #start = Date.now();
  readonly #timers = new Set<NodeJS.Timeout>();

  /** @throws {Error} where a schedule points to no function */
  constructor(options: ScheduleOptions) {
    this.#options = options;
    for (const schedule of options.schedules) {
      const pool = options.findFunction(schedule.properties.Target.Arn);
      if (pool === undefined)
        throw new Error(
          `The schedule ${schedule.shortName} calls ${schedule.properties.Target.Arn}, which is no function of the template: correct the stack.`,
        );
      this.#wait(schedule, pool, this.#start);
    }
  }

  /** Next time of each schedule, on the clock of the schedules. */
  next(): { schedule: string; at: Date | undefined }[] {
    return this.#options.schedules.map((schedule) => ({
      schedule: schedule.shortName,
      at: nextRun(schedule, this.#now()),
    }));
  }

  /** Stops all schedules. */
  close(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }

  #now(): number {
    return this.#start + (Date.now() - this.#start) * this.#options.timeScale;
  }

  #wait(schedule: EmulatedSchedule, pool: FunctionPool, after: number): void {
    const at = nextRun(schedule, after)?.getTime();
    if (at === undefined) return;
    const milliseconds = Math.max(0, at - this.#now()) / this.#options.timeScale;
    const timer = setTimeout(
      () => {
        this.#timers.delete(timer);
        if (milliseconds > LONGEST_WAIT) {
          this.#wait(schedule, pool, after);
          return;
        }
        this.#fire(schedule, pool);
        this.#wait(schedule, pool, at);
      },
      Math.min(milliseconds, LONGEST_WAIT),
    );
    this.#timers.add(timer);
  }

  #fire(schedule: EmulatedSchedule, pool: FunctionPool): void {
    this.#options.events.emit({ type: "schedule", schedule: schedule.shortName, function: pool.name });
    pool.invokeLater(schedule.properties.Target.Input.replaceAll(SCHEDULED_TIME, new Date().toISOString()));
  }
}

function nextRun({ properties }: EmulatedSchedule, after: number): Date | undefined {
  const { ScheduleExpression, ScheduleExpressionTimezone } = properties;
  return nextRuns(ScheduleExpression, ScheduleExpressionTimezone, 1, new Date(after))[0];
}
