/** What an event of start-scan asks for, done to one project. */

import { type Started, type StartOrder, type StartTools, startRun } from "./start.ts";
import type { StartEvent } from "./start-event.ts";
import { type Stopped, stopRun, watchRun } from "./stop.ts";

/** What became of a project's run. */
export type RunOutcome = Started | Stopped;

interface Order extends Omit<StartOrder, "trigger"> {
  trigger: StartEvent["trigger"];
}

/** @returns what became of the run, where the event starts or ends one */
export async function actOn({ trigger, ...order }: Order, tools: StartTools): Promise<RunOutcome[]> {
  switch (trigger) {
    case "schedule":
    case "manual":
      return [await startRun({ ...order, trigger }, tools)];
    case "stop":
      return [await stopRun(order.projectId, tools)];
    case "watch":
      await watchRun(order.projectId, order.now, tools);
      return [];
    case "chains":
      return [];
  }
}
