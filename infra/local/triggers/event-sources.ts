/** Every queue of the template that feeds a function. */

import type { Functions } from "../lambda/functions.ts";
import type { Resources } from "../template/resources.ts";
import { EventSource, type EventSourceOptions } from "./event-source.ts";

/**
 * Begins to poll.
 * @returns what stops it
 * @throws {Error} where an event source points to a queue or a function that is not in the template
 */
export function feedQueues(
  { eventSources, queues }: Resources,
  functions: Functions,
  shared: Pick<EventSourceOptions, "messaging" | "events" | "timeScale">,
): () => void {
  const running = eventSources.map((source) => {
    const { EventSourceArn, FunctionName } = source.properties;
    const queue = queues.find(({ arn }) => arn === EventSourceArn);
    const pool = functions.find(FunctionName);
    if (queue === undefined || pool === undefined)
      throw new Error(
        `The event source ${source.shortName} joins ${EventSourceArn} and ${FunctionName}, of which one is not in the template: correct the stack.`,
      );
    return new EventSource({ source, queue, pool, ...shared });
  });
  for (const source of running) source.start();
  return () => {
    for (const source of running) source.close();
  };
}
