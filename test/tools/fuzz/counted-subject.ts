/** A function under fuzz that counts how much of what it is sent it reads. */

import { Worker } from "node:worker_threads";
import type { Work } from "./counting-runtime.ts";
import { type Bundle, type Call, HANG_MS, type Subject } from "./subject.ts";

/** A call, and how much the function read for it. */
export interface CountedCall extends Call {
  work: Work;
}

/** Something that answers events and says how much it read. */
export interface CountedSubject extends Subject {
  call(event: unknown): Promise<CountedCall>;
}

interface Answer {
  result?: unknown;
  error?: string;
  work: Work;
}

/** A bundle in a worker thread of its own. */
export class CountedBundle implements CountedSubject {
  readonly #thread: Worker;
  /** The longest that a call took, in milliseconds. */
  slowest = 0;
  #printed = "";

  constructor({ folder, handler, environment }: Bundle) {
    this.#thread = new Worker(new URL("./counting-runtime.ts", import.meta.url), {
      workerData: { folder, handler },
      env: environment,
      execArgv: [],
      stdout: true,
      stderr: true,
    });
    for (const output of [this.#thread.stdout, this.#thread.stderr]) {
      output.on("data", (chunk: Buffer) => {
        this.#printed += chunk.toString();
      });
    }
  }

  async call(event: unknown): Promise<CountedCall> {
    this.#printed = "";
    const start = performance.now();
    const { result, error, work } = await this.#answer(event);
    this.slowest = Math.max(this.slowest, performance.now() - start);
    const failure = { errorType: "Error", errorMessage: error ?? "", trace: [] };
    return {
      outcome:
        error === undefined
          ? { ok: true, payload: JSON.stringify(result) ?? "null", cpuMs: 0 }
          : { ok: false, error: failure },
      printed: this.#printed,
      work,
    };
  }

  async close(): Promise<void> {
    await this.#thread.terminate();
  }

  #answer(event: unknown): Promise<Answer> {
    return new Promise((done, fail) => {
      const timer = setTimeout(() => fail(new Error("the call hangs")), HANG_MS);
      this.#thread.once("error", fail);
      this.#thread.once("message", (answer: Answer) => {
        clearTimeout(timer);
        this.#thread.off("error", fail);
        done(answer);
      });
      this.#thread.postMessage(event);
    });
  }
}
