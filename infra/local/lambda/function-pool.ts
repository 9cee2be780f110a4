/** One Lambda function: as many workers as there are concurrent calls, up to a bound, kept warm. */

import { randomUUID } from "node:crypto";
import type { EmulatedFunction } from "../template/resources.ts";
import type { FunctionLogs } from "./function-logs.ts";
import { FunctionWorker, type Outcome } from "./function-worker.ts";
import type { LocalEvents } from "./run-events.ts";
import type { BootData } from "./runtime-messages.ts";

/** A module that each worker loads before the bundle, and what it finds in `workerData.preloadData`. */
export type Preload = Pick<BootData, "preload" | "preloadData">;

export interface PoolOptions extends Preload {
  /** The folder of the bundle. */
  folder: string;
  environment: Record<string, string>;
  /** How many times faster than real time the clock runs. */
  timeScale: number;
  /** In place of `LEAST_CALL_MS`, for those who wait for calls to run out of time. */
  leastCallMs?: number | undefined;
  maximumWorkers: number;
  /** Receiver of its output. */
  logs: Pick<FunctionLogs, "write">;
  events: LocalEvents;
}

/** The shortest time limit of a call under a faster clock, in milliseconds. */
const LEAST_CALL_MS = 60_000;

/** Lambda waits a minute before it repeats a failed asynchronous call, then two, and then gives up. */
const RETRY_MS = 60_000;
const RETRIES = 2;

/** Whether a function was loaded, and what is wrong with it where not. */
export type Loading = { ok: true } | { ok: false; problem: string };

/** Calls a function, one call at a time in each worker. */
export class FunctionPool {
  readonly name: string;
  readonly functionName: string;
  readonly arn: string;
  readonly #definition: EmulatedFunction;
  readonly #options: PoolOptions;
  readonly #workers = new Set<FunctionWorker>();
  readonly #idle: FunctionWorker[] = [];
  readonly #waiting: ((worker: FunctionWorker) => void)[] = [];
  readonly #timers = new Set<NodeJS.Timeout>();
  #closed = false;

  constructor(definition: EmulatedFunction, options: PoolOptions) {
    this.name = definition.shortName;
    this.functionName = definition.name;
    this.arn = definition.arn;
    this.#definition = definition;
    this.#options = options;
  }

  /** Number of calls that are being answered. */
  get busyCount(): number {
    return [...this.#workers].filter((worker) => worker.busy).length;
  }

  /**
   * Calls the function and waits for what becomes of it; it never rejects.
   * @param payload JSON
   * @param requestId the same for every attempt at one asynchronous call
   */
  async invoke(payload: string, requestId: string = randomUUID()): Promise<Outcome> {
    const worker = await this.#acquire();
    const seconds = this.#definition.properties.Timeout;
    const outcome = await worker.call(
      { id: requestId, event: payload, context: this.#context(requestId) },
      this.#timeLimitMs(),
      `RequestId: ${requestId} Error: Task timed out after ${seconds.toFixed(2)} seconds`,
    );
    this.#release(worker);
    if (!outcome.ok && !this.#closed) {
      const { errorType, errorMessage } = outcome.error;
      this.#options.events.emit({
        type: "failure",
        function: this.name,
        error: errorType,
        message: errorMessage,
      });
    }
    return outcome;
  }

  /**
   * The template's time limit, divided by the speed of the clock. Computing takes as long as ever, so that a call has a least time
   * all the same, unless the template's own limit is shorter.
   */
  #timeLimitMs(): number {
    const templateMs = this.#definition.properties.Timeout * 1_000;
    const { timeScale, leastCallMs = LEAST_CALL_MS } = this.#options;
    const shortestMs = Math.min(templateMs, leastCallMs);
    return Math.max(templateMs / timeScale, shortestMs);
  }

  /** Calls the function without waiting, and again where it fails, as Lambda does with an asynchronous call. */
  invokeLater(payload: string, attempt = 0, requestId: string = randomUUID()): void {
    void this.invoke(payload, requestId).then((outcome) => {
      if (outcome.ok || this.#closed || attempt >= RETRIES) return;
      const timer = setTimeout(
        () => {
          this.#timers.delete(timer);
          this.invokeLater(payload, attempt + 1, requestId);
        },
        (RETRY_MS * (attempt + 1)) / this.#options.timeScale,
      );
      this.#timers.add(timer);
    });
  }

  /** Loads the function before the first call. */
  async warm(): Promise<Loading> {
    const worker = await this.#acquire();
    const error = await worker.loaded();
    if (error === undefined) {
      this.#release(worker);
      return { ok: true };
    }
    await worker.kill();
    return { ok: false, problem: error.errorMessage };
  }

  /**
   * Ends workers in the middle of their calls, as when their machine fails; each call fails.
   * @param which those that answer a call just now, or all
   * @returns how many calls were cut
   */
  async kill(which: "busy" | "all" = "busy"): Promise<number> {
    const cut = this.busyCount;
    const ended = [...this.#workers].filter((worker) => which === "all" || worker.busy);
    await Promise.all(ended.map((worker) => worker.kill()));
    return cut;
  }

  /** Ends every worker; later calls are never answered. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const timer of this.#timers) clearTimeout(timer);
    await Promise.all([...this.#workers].map((worker) => worker.kill()));
  }

  #acquire(): Promise<FunctionWorker> {
    const idle = this.#idle.pop();
    if (idle !== undefined) return Promise.resolve(idle);
    if (this.#workers.size < this.#options.maximumWorkers && !this.#closed)
      return Promise.resolve(this.#start());
    return new Promise((done) => this.#waiting.push(done));
  }

  #release(worker: FunctionWorker): void {
    // A worker that was killed, ran out of time or crashed during its call has ended: `#forget` starts another one.
    if (!this.#workers.has(worker) || !worker.usable) return;
    const next = this.#waiting.shift();
    if (next === undefined) this.#idle.push(worker);
    else next(worker);
  }

  #start(): FunctionWorker {
    const { folder, environment, preload, preloadData, logs } = this.#options;
    const { Handler, MemorySize } = this.#definition.properties;
    const worker = new FunctionWorker({
      folder,
      handler: Handler,
      preload,
      preloadData,
      environment,
      memoryMb: MemorySize,
      onOutput: (text) => logs.write(this.name, text),
      onEnd: () => this.#forget(worker),
    });
    this.#workers.add(worker);
    return worker;
  }

  /** A worker is gone: a waiting call gets a new one. */
  #forget(worker: FunctionWorker): void {
    this.#workers.delete(worker);
    const at = this.#idle.indexOf(worker);
    if (at !== -1) this.#idle.splice(at, 1);
    const next = this.#closed ? undefined : this.#waiting.shift();
    if (next !== undefined) next(this.#start());
  }

  #context(requestId: string): Record<string, unknown> {
    return {
      functionName: this.functionName,
      functionVersion: "$LATEST",
      invokedFunctionArn: this.arn,
      memoryLimitInMB: String(this.#definition.properties.MemorySize),
      awsRequestId: requestId,
      logGroupName: `/aws/lambda/${this.functionName}`,
      logStreamName: "local",
    };
  }
}
