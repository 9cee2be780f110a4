/** The functions of the template, each with its pool of workers. */

import { availableParallelism } from "node:os";
import pMap from "p-map";
import type { LocalEvents } from "../events.ts";
import { logRefusal } from "../permissions/aws-services.ts";
import type { Judge } from "../permissions/judge.ts";
import { bundleFolder, type EmulatedFunction, type Resources } from "../template/resources.ts";
import { environmentOf, type LocalSurroundings } from "./function-environment.ts";
import type { FunctionLogs } from "./function-logs.ts";
import { FunctionPool } from "./function-pool.ts";

export interface FunctionsOptions {
  surroundings: LocalSurroundings;
  /** Where the bundles lie. */
  assemblyFolder: string;
  maximumWorkers: number;
  preload: string | undefined;
  preloadData: unknown;
  logs: FunctionLogs;
  judge: Judge;
  events: LocalEvents;
}

/** Lambda repeats a failed asynchronous call twice, unless the template says otherwise. */
const RETRIES = 2;

export class Functions {
  readonly #pools: ReadonlyMap<string, FunctionPool>;

  constructor(resources: Resources, options: FunctionsOptions) {
    this.#pools = new Map(
      resources.functions.map((definition) => [
        definition.shortName,
        new FunctionPool(definition, {
          folder: bundleFolder(definition, options.assemblyFolder),
          environment: environmentOf(definition, options.surroundings),
          timeScale: options.surroundings.timeScale,
          maximumWorkers: workersOf(definition, resources, options.maximumWorkers),
          retries: resources.retries.get(definition.name) ?? RETRIES,
          preload: options.preload,
          preloadData: options.preloadData,
          logs: logsOf(definition, options),
          events: options.events,
        }),
      ]),
    );
  }

  /**
   * A function by its short name, such as `GetUser`.
   * @throws {Error} that names those that there are
   */
  get(shortName: string): FunctionPool {
    const pool = this.#pools.get(shortName);
    if (pool !== undefined) return pool;
    throw new Error(`There is no function ${shortName}; there are ${[...this.#pools.keys()].join(", ")}.`);
  }

  /** A function by its name or ARN. */
  find(id: string): FunctionPool | undefined {
    return [...this.#pools.values()].find(({ functionName, arn }) => id === functionName || id === arn);
  }

  /**
   * Loads every function once.
   * @throws {Error} that names those that cannot be loaded, and why
   */
  async warm(): Promise<void> {
    // More at a time than there are processors would only take longer each, and loading has a time limit.
    const problems = await pMap(
      this.#pools.values(),
      async (pool) => {
        const problem = await pool.warm();
        return problem === undefined ? [] : [`${pool.name}: ${problem}`];
      },
      { concurrency: availableParallelism() },
    );
    const lines = problems.flat();
    if (lines.length > 0) throw new Error(`Functions cannot be loaded. ${lines.join(" ")}`);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#pools.values()].map((pool) => pool.close()));
  }
}

/** What a role may not write down is lost, as Lambda loses it. */
function logsOf(definition: EmulatedFunction, { judge, logs, events }: FunctionsOptions) {
  const refusal = logRefusal(judge, definition);
  if (refusal === undefined) return logs;
  events.emit({ type: "problem", message: `${definition.shortName} cannot log: ${refusal.message}` });
  return { write() {} };
}

/** A queue's consumer never has more concurrent calls than its event source allows. */
function workersOf(definition: EmulatedFunction, { eventSources }: Resources, maximum: number): number {
  const source = eventSources.find(({ properties }) =>
    [definition.name, definition.arn].includes(properties.FunctionName),
  );
  const { ReservedConcurrentExecutions: reserved = maximum } = definition.properties;
  return Math.min(source?.properties.ScalingConfig?.MaximumConcurrency ?? maximum, reserved);
}
