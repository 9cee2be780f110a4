/** A stack on which days that were counted long ago change, each run's a day of its own. */

import { FaultStack } from "../injection/fault-stack.ts";
import type { Environment } from "../scenario.ts";
import { dayScenarios } from "./day-scenarios.ts";

/** The consumer has 1.5 s, and the night 22 s. */
const TIME_SCALE = 40;
const PATIENCE_MS = 60_000;

/** Each night counts the days that the others have touched, too. */
const CONCURRENCY = 3;

/** Starts the stack; `slowness` divides how fast its clock runs. */
export async function openDays(slowness = 1, patienceMs = PATIENCE_MS * slowness): Promise<Environment> {
  const stack = await FaultStack.start({
    timeScale: TIME_SCALE / slowness,
    loaded: ["StoreNotifications", "CountDays"],
    context: { projects: [{ id: 1 }] },
  });
  return {
    name: "days",
    scenarios: dayScenarios(stack),
    stack,
    concurrency: CONCURRENCY,
    patienceMs,
    close: () => stack.close(),
  };
}
