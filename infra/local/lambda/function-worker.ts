/** One worker thread with one function in it: what Lambda calls an execution environment. */

import { Worker } from "node:worker_threads";
import {
  type BootData,
  type Call,
  COMPILE_CACHE,
  type LambdaError,
  type RuntimeMessage,
  threadModule,
} from "./runtime-messages.ts";

/** Outcome of a call. */
export type Outcome = { ok: true; payload: string } | { ok: false; error: LambdaError };

export interface WorkerOptions extends BootData {
  environment: Record<string, string>;
  memoryMb: number;
  onOutput(text: string): void;
  /** Called once when the thread has ended, for any reason. */
  onEnd(): void;
}

/** Lambda gives a function ten seconds to load, in which this machine may have other work. */
const INIT_MS = 60_000;

/** Memory of a process, as Lambda's runtime is one; a thread would have four times as much. */
const STACK_MB = 1;

/** Answers one call at a time; unusable after a timeout, a crash or a kill. */
export class FunctionWorker {
  readonly #thread: Worker;
  readonly #loaded: Promise<LambdaError | undefined>;
  #settle: ((outcome: Outcome) => void) | undefined;
  #ended: LambdaError | undefined;

  constructor({ environment, memoryMb, onOutput, onEnd, ...boot }: WorkerOptions) {
    this.#thread = new Worker(threadModule("runtime", import.meta), {
      env: { ...environment, ...COMPILE_CACHE },
      execArgv: [],
      workerData: boot,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, stackSizeMb: STACK_MB },
      // The runtime captures output; output that still arrives here bypassed it.
      stdout: true,
      stderr: true,
    });
    this.#thread.stdout.on("data", (chunk: Buffer) => onOutput(chunk.toString()));
    this.#thread.stderr.on("data", (chunk: Buffer) => onOutput(chunk.toString()));
    const { promise, resolve } = Promise.withResolvers<LambdaError | undefined>();
    this.#loaded = promise;
    const timer = setTimeout(
      () => resolve(failure("Sandbox.Timedout", "Loading took over a minute.")),
      INIT_MS,
    );
    this.#loaded.then(() => clearTimeout(timer));
    this.#thread.on("message", (message: RuntimeMessage) => {
      if (message.type === "ready") resolve(undefined);
      else if (message.type === "failed") resolve(message.error);
      else if (message.type === "output") onOutput(message.text);
      else if (message.type === "error") this.#settle?.({ ok: false, error: message.error });
      else this.#settle?.({ ok: true, payload: message.payload });
    });
    this.#thread.on("error", (error) => {
      this.#end(failure(crashName(error), error instanceof Error ? error.message : String(error)));
    });
    this.#thread.on("exit", () => {
      resolve(this.#end(failure("Runtime.ExitError", "The runtime exited before the call was answered.")));
      onEnd();
    });
  }

  /** True while a call is being answered. */
  get busy(): boolean {
    return this.#settle !== undefined;
  }

  /** True if it can answer another call. */
  get usable(): boolean {
    return this.#ended === undefined;
  }

  /** Error from loading the bundle; undefined once it is ready. */
  loaded(): Promise<LambdaError | undefined> {
    return this.#loaded;
  }

  /** Makes a call. The time that loading takes does not count towards `timeoutMs`. */
  async call(call: Omit<Call, "deadline">, timeoutMs: number, timeoutText: string): Promise<Outcome> {
    const broken = (await this.#loaded) ?? this.#ended;
    if (broken !== undefined) {
      await this.kill();
      return { ok: false, error: broken };
    }
    return new Promise((done) => {
      const timer = setTimeout(() => {
        this.#end(failure("Sandbox.Timedout", timeoutText));
        void this.kill();
      }, timeoutMs);
      this.#settle = (outcome) => {
        clearTimeout(timer);
        this.#settle = undefined;
        done(outcome);
      };
      this.#thread.postMessage({ ...call, deadline: Date.now() + timeoutMs } satisfies Call);
    });
  }

  /** Ends the thread in the middle of its work. */
  async kill(): Promise<void> {
    await this.#thread.terminate();
  }

  /** @returns the error that it ended with */
  #end(error: LambdaError): LambdaError {
    this.#ended ??= error;
    this.#settle?.({ ok: false, error: this.#ended });
    return this.#ended;
  }
}

function failure(errorType: string, errorMessage: string): LambdaError {
  return { errorType, errorMessage, trace: [] };
}

function crashName(error: unknown): string {
  return error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY"
    ? "Runtime.OutOfMemory"
    : "Runtime.ExitError";
}
