/** A stack on which reminders are sent, each run's of a project of its own. */

import { zoneAtNoon } from "../../../support/zone-at-noon.ts";
import { FaultStack } from "../injection/fault-stack.ts";
import { FIRST_SUBJECT } from "../injection/subjects.ts";
import type { Environment } from "../scenario.ts";
import { reminderScenarios } from "./reminder-scenarios.ts";

/** The function has a minute, and a message nine seconds: on a busy machine too SNS's answer comes within them. */
const TIME_SCALE = 5;
const PATIENCE_MS = 60_000;

const CONCURRENCY = 8;
const WORKERS = 8;

/** So many runs can be made: each takes a project. */
const PROJECTS = 400;

/** Starts the stack; `slowness` divides how fast its clock runs. */
export async function openReminders(slowness = 1, patienceMs = PATIENCE_MS * slowness): Promise<Environment> {
  const stack = await FaultStack.start({
    timeScale: TIME_SCALE / slowness,
    maximumWorkers: WORKERS,
    projectIds: Array.from({ length: PROJECTS }, (_, index) => FIRST_SUBJECT + index),
    context: { timeZone: zoneAtNoon(), escalationEmails: ["head@company.example"] },
  });
  return {
    name: "reminders",
    scenarios: reminderScenarios(stack),
    stack,
    concurrency: CONCURRENCY,
    patienceMs,
    close: () => stack.close(),
  };
}
