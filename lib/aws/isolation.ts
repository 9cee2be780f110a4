/**
 * Work in a thread of its own, with limits of time and memory: what blocks or fills the thread does not end the
 * invocation, and what did it is found by halves.
 */

import { isMainThread, parentPort, type ResourceLimits, Worker, workerData } from "node:worker_threads";
import { errorName } from "./error-name.ts";
import { logger } from "./observe.ts";

/** Outcome of work in a thread. */
type Attempt<Result> =
  | { kind: "done"; result: Result }
  /** The thread did nothing else for too long, or ran out of memory. */
  | { kind: "killed" }
  /** The work threw an error that it does not expect. */
  | { kind: "failed" }
  /** Time was over, or no thread could be started: it says nothing of the work. */
  | { kind: "unfinished" };

/** The limits of a thread. */
interface IsolationLimits {
  /** Longest time for one step without a pause, in milliseconds. */
  blockedMs: number;
  /** End of all work, in milliseconds since 1970. */
  by: number;
}

/** Marks a thread that was started here. */
const ISOLATED = "vigia-isolated";

/** Leaves the main thread room in the smallest function that isolates anything. */
const MEMORY: ResourceLimits = { maxOldGenerationSizeMb: 192 };

const BEAT_MS = 50;

/** A bundle is loaded in less, on the smallest share of a processor. */
const STARTING_MS = 10_000;

/** A call of the thread, in the form of an event of Lambda's. */
interface IsolatedCall {
  event: string;
  by: number;
}

type Answer = { type: "beat" } | { type: "done"; result: unknown } | { type: "failed" };

/** Reports whether this is a thread that works for {@link Isolation}. */
export function isIsolated(): boolean {
  return !isMainThread && workerData?.[ISOLATED] === true;
}

/** Answers the calls of {@link Isolation}, in its thread. @param by when the work must have ended, in milliseconds since 1970 */
export function answerIsolated<Input>(work: (input: Input, by: number) => Promise<unknown>): void {
  const send = (answer: Answer) => parentPort?.postMessage(answer);
  setInterval(() => send({ type: "beat" }), BEAT_MS);
  parentPort?.on("message", async ({ event, by }: IsolatedCall) => {
    try {
      send({ type: "done", result: await work(JSON.parse(event), by) });
    } catch (error) {
      logger.error("work in isolation failed", { error: errorName(error) });
      send({ type: "failed" });
    }
  });
  send({ type: "beat" });
}

/** A thread that was started, and since when nothing was heard of it while work waited for it. */
interface IsolatedThread {
  worker: Worker;
  /** Until it is heard for the first time. */
  isStarting: boolean;
  silentMs: number;
}

/** A thread for work that may kill it; it is started for the first work, and again after it was killed. */
export class Isolation<Input, Result> {
  readonly #file: string;
  readonly #read: (result: unknown) => Result;
  #thread: IsolatedThread | undefined;

  /**
   * @param file the module that calls {@link answerIsolated} in a thread
   * @param read reads what the work returned, which was copied from thread to thread
   */
  constructor(file: string, read: (result: unknown) => Result) {
    this.#file = file;
    this.#read = read;
  }

  /** Hands work to the thread, and ends the thread where it passes its limits; one that still starts goes on, for the next work. */
  async run(input: Input, { blockedMs, by }: IsolationLimits): Promise<Attempt<Result>> {
    if (Date.now() + BEAT_MS >= by) return { kind: "unfinished" };
    this.#thread ??= this.#start();
    const thread = this.#thread;
    const { worker } = thread;
    const { promise, resolve } = Promise.withResolvers<Attempt<Result>>();
    if (!thread.isStarting) thread.silentMs = 0;
    let last = performance.now();
    const clock = setInterval(() => {
      const now = performance.now();
      // A thread that had to wait itself has not received the messages that came meanwhile.
      thread.silentMs += Math.min(now - last, 2 * BEAT_MS);
      last = now;
      if (Date.now() >= by) resolve({ kind: "unfinished" });
      else if (thread.isStarting && thread.silentMs > STARTING_MS) resolve({ kind: "unfinished" });
      else if (!thread.isStarting && thread.silentMs > blockedMs) resolve({ kind: "killed" });
    }, BEAT_MS);
    const hear = (answer: Answer) => {
      thread.silentMs = 0;
      if (answer.type === "failed") resolve({ kind: "failed" });
      else if (answer.type === "done") resolve({ kind: "done", result: this.#read(answer.result) });
    };
    const fail = (error: unknown) => {
      const isOutOfMemory = error instanceof Error && "code" in error && error.code === OUT_OF_MEMORY;
      if (!isOutOfMemory) logger.error("a thread for isolated work failed", { error: errorName(error) });
      resolve({ kind: isOutOfMemory || !thread.isStarting ? "killed" : "unfinished" });
    };
    const exit = () => fail(undefined);
    const send = () => worker.postMessage({ event: JSON.stringify(input), by } satisfies IsolatedCall);
    worker.on("message", hear).on("error", fail).on("exit", exit);
    // Items that are sent earlier would be processed after their time is over.
    if (thread.isStarting) worker.once("message", send);
    else send();
    const attempt = await promise;
    clearInterval(clock);
    worker.off("message", hear).off("message", send).off("error", fail).off("exit", exit);
    // Started again each time, a thread that takes longer than a call has would never have started.
    const mayGoOn = thread.isStarting && thread.silentMs <= STARTING_MS;
    if (attempt.kind === "killed" || (attempt.kind === "unfinished" && !mayGoOn)) await this.end();
    return attempt;
  }

  /** Ends the thread; the next work starts another. */
  async end(): Promise<void> {
    const thread = this.#thread;
    this.#thread = undefined;
    await thread?.worker.terminate();
  }

  #start(): IsolatedThread {
    const worker = new Worker(this.#file, { workerData: { [ISOLATED]: true }, resourceLimits: MEMORY });
    const thread: IsolatedThread = { worker, isStarting: true, silentMs: 0 };
    const forget = () => {
      if (this.#thread === thread) this.#thread = undefined;
    };
    worker.once("message", () => {
      thread.isStarting = false;
    });
    // Also what fails between two works ends the thread alone.
    worker.on("error", forget).on("exit", forget);
    // Waiting for more work keeps no process alive.
    worker.unref();
    return thread;
  }
}

const OUT_OF_MEMORY = "ERR_WORKER_OUT_OF_MEMORY";

/** Times that an item may kill its thread while it is processed alone. */
const KILLS = 3;

/** Outcomes of items that were processed in isolation. */
interface Isolated<Item, Result> {
  results: Result[];
  /** Each of them killed its thread three times, alone. */
  killers: Item[];
  /** There was no time for these, or they failed. */
  left: Item[];
  /** True if an item killed its thread, which takes time from the others. */
  killed: boolean;
}

/** More than this are forgotten, and counted from the start. */
const MOST_SUSPECTS = 1_000;

/** Finds killers among items, and remembers from one call to the next how often each has killed. */
export class Suspects<Item> {
  readonly #idOf: (item: Item) => string;
  readonly #kills = new Map<string, number>();

  /** @param idOf names an item, the same in each call */
  constructor(idOf: (item: Item) => string) {
    this.#idOf = idOf;
  }

  /**
   * Works on items together; where that kills the thread or throws, on each half by itself, so that a killer ends up
   * alone. An error that is thrown is no kill: what throws it alone is left.
   */
  async isolate<Result>(
    items: readonly Item[],
    run: (part: readonly Item[]) => Promise<Attempt<Result>>,
  ): Promise<Isolated<Item, Result>> {
    const isolated: Isolated<Item, Result> = { results: [], killers: [], left: [], killed: false };
    const isSuspect = (item: Item) => this.#kills.has(this.#idOf(item));
    // Good items come first: an item that killed waits behind all others, and so do the halves of a batch that just did.
    const together = items.filter((item) => !isSuspect(item));
    const parts = [together, ...items.filter(isSuspect).map((item) => [item])].filter(
      ({ length }) => length > 0,
    );
    for (let part = parts.shift(); part !== undefined; part = parts.shift()) {
      const attempt = await run(part);
      const [only] = part;
      isolated.killed ||= attempt.kind === "killed";
      if (attempt.kind === "done") {
        isolated.results.push(attempt.result);
        if (part.length === 1 && only !== undefined) this.#kills.delete(this.#idOf(only));
      } else if (attempt.kind === "unfinished") isolated.left.push(...part);
      else if (part.length > 1) {
        const middle = Math.ceil(part.length / 2);
        parts.push(part.slice(0, middle), part.slice(middle));
      } else if (attempt.kind === "failed") isolated.left.push(...part);
      else if (only !== undefined) {
        if (this.#countKill(only) === KILLS) isolated.killers.push(only);
        else parts.push(part);
      }
    }
    return isolated;
  }

  #countKill(item: Item): number {
    const id = this.#idOf(item);
    const kills = (this.#kills.get(id) ?? 0) + 1;
    if (this.#kills.size >= MOST_SUSPECTS) this.#kills.clear();
    if (kills === KILLS) this.#kills.delete(id);
    else this.#kills.set(id, kills);
    return kills;
  }
}
