/** A function in a process of its own, with the memory that Lambda gives it. */

import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import * as z from "zod/mini";
import type { FunctionSetup } from "./stack.ts";

const number = z.number();

const outcome = z.object({
  result: z.optional(z.unknown()),
  /** The CPU time of loading the bundle, and of this call. */
  loadMilliseconds: number,
  cpuMilliseconds: number,
  /** The time that this call took. */
  milliseconds: number,
});
export type Outcome = z.infer<typeof outcome>;

export class FunctionHost {
  /** Output of the function; complete once it is closed. */
  readonly printed = { bytes: 0, lines: 0 };
  readonly #process: ReturnType<typeof fork>;
  readonly #ended: Promise<{ failed: string }>;

  /** @param clock the time at which its clock starts, in ISO 8601; the machine's where absent */
  constructor({ folder, environment, memoryMib }: FunctionSetup, clock?: string) {
    // As Lambda's own start of Node shares out the memory.
    const young = Math.floor(memoryMib / 10);
    this.#process = fork(
      join(import.meta.dirname, "function-process.js"),
      [folder, ...(clock === undefined ? [] : [clock])],
      {
        env: environment,
        execArgv: [
          `--max-semi-space-size=${Math.floor(young / 2)}`,
          `--max-old-space-size=${memoryMib - young}`,
        ],
        serialization: "advanced",
        stdio: ["ignore", "pipe", "inherit", "ipc"],
      },
    );
    this.#ended = once(this.#process, "exit").then(([code]) => ({
      failed: `its process ended with ${code}`,
    }));
    this.#process.stdout?.on("data", (chunk: Buffer) => {
      this.printed.bytes += chunk.length;
      this.printed.lines += chunk.toString().split("\n").length - 1;
    });
  }

  /** Calls the function. @throws {Error} that says how it failed */
  async invoke(event: object): Promise<Outcome> {
    const answered = once(this.#process, "message").then(([message]): unknown => message);
    this.#process.send(event);
    const answer = await Promise.race([answered, this.#ended]);
    const failed: unknown = Reflect.get(Object(answer), "failed");
    if (failed !== undefined) throw new Error(`A function of the bench failed: ${failed}`);
    return outcome.parse(answer);
  }

  async close(): Promise<void> {
    const closed = once(this.#process, "close");
    this.#process.kill();
    await closed;
  }
}
