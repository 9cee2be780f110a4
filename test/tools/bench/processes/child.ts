/** Processes of the bench's own that do one thing when they are asked to, and say how it went. */

import { type ChildProcess, fork } from "node:child_process";
import { resolve } from "node:path";

export interface ChildOptions {
  env?: NodeJS.ProcessEnv;
  args?: string[];
  execArgv?: string[];
  /** Whether what it prints is dropped. */
  quiet?: boolean;
}

/** A process that is asked one thing at a time. */
export class Child {
  readonly #process: ChildProcess;

  /** @param file a file of this folder, or a path; it answers with `answering` */
  constructor(
    file: string,
    { env = process.env, args = [], execArgv = [], quiet = false }: ChildOptions = {},
  ) {
    this.#process = fork(resolve(import.meta.dirname, file), args, {
      env,
      execArgv,
      serialization: "advanced",
      stdio: ["ignore", quiet ? "ignore" : "inherit", "inherit", "ipc"],
    });
  }

  /**
   * Asks, and waits for the answer.
   * @param listener is told of everything that the process sends before
   * @throws {Error} with what the process says of its failure, or where it ends
   */
  ask(question: unknown, listener: (message: unknown) => void = () => {}): Promise<unknown> {
    const child = this.#process;
    return new Promise((done, fail) => {
      const ended = (code: number | null) => fail(new Error(`A process of the bench ended with ${code}.`));
      const take = (message: unknown) => {
        // As `answering` sends it.
        const { done: reply, failed } = Object(message);
        if (reply === undefined && failed === undefined) return listener(message);
        child.off("message", take).off("exit", ended);
        if (failed === undefined) done(reply);
        else fail(new Error(String(failed)));
      };
      child.on("message", take).once("exit", ended);
      child.send({ question });
    });
  }

  close(): void {
    this.#process.kill();
  }
}
