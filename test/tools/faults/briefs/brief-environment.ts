/** A stack on which briefs are sent, one run after the other: a brief is of all projects, and there is one a day. */

import { FaultStack } from "../injection/fault-stack.ts";
import type { Environment } from "../scenario.ts";
import { briefScenario } from "./brief-scenario.ts";

/** The function has 15 s, and a message 1.5 s. */
const TIME_SCALE = 20;
const PATIENCE_MS = 60_000;

/** Starts the stack; `slowness` divides how fast its clock runs. */
export async function openBriefs(slowness = 1, patienceMs = PATIENCE_MS * slowness): Promise<Environment> {
  const stack = await FaultStack.start({ timeScale: TIME_SCALE / slowness });
  return {
    name: "briefs",
    scenarios: [briefScenario(stack)],
    stack,
    concurrency: 1,
    patienceMs,
    close: () => stack.close(),
  };
}
