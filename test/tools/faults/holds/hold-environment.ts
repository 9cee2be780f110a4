/** A stack on which users are held and let go. */

import { FaultStack } from "../injection/fault-stack.ts";
import type { Environment } from "../scenario.ts";
import { holdScenario } from "./hold-scenario.ts";

/** The function has 22 s. */
const TIME_SCALE = 40;
const PATIENCE_MS = 120_000;

/** Each pass that lets go reads what the others hold. */
const CONCURRENCY = 3;

/** Starts the stack; `slowness` divides how fast its clock runs. */
export async function openHolds(slowness = 1, patienceMs = PATIENCE_MS * slowness): Promise<Environment> {
  const stack = await FaultStack.start({ timeScale: TIME_SCALE / slowness, loaded: ["ApplyHolds"] });
  return {
    name: "holds",
    scenarios: [holdScenario(stack)],
    stack,
    concurrency: CONCURRENCY,
    patienceMs,
    close: () => stack.close(),
  };
}
