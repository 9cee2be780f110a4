/** A stack on which days that were counted long ago change, one run after the other: a night counts all that was touched. */

import { FaultStack } from "../injection/fault-stack.ts";
import { FIRST_SUBJECT } from "../injection/subjects.ts";
import type { Environment } from "../scenario.ts";
import { unless } from "../violation.ts";
import { dayScenarios } from "./day-scenarios.ts";

/** The consumer has 3 s, and a message comes back after 18 s; the night has 45 s. */
const TIME_SCALE = 20;
const PATIENCE_MS = 120_000;

/** Starts the stack; `slowness` divides how fast its clock runs. */
export async function openDays(slowness = 1, patienceMs = PATIENCE_MS * slowness): Promise<Environment> {
  const stack = await FaultStack.start({
    timeScale: TIME_SCALE / slowness,
    warm: true,
    context: { projects: [{ id: 1 }] },
  });
  let next = FIRST_SUBJECT;
  return {
    name: "days",
    scenarios: dayScenarios(stack, patienceMs),
    stack,
    concurrency: 1,
    patienceMs,
    nextSubject: () => String(next++),
    restart: (functions) => stack.restart(functions),
    async drain() {
      const dead = await stack.waiting("webhookDlq");
      return unless(dead === 0, "lost", `${dead} messages of the webhook queue went to its dead letters`);
    },
    close: () => stack.close(),
  };
}
