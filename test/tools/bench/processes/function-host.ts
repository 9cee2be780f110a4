/** A function in a process of its own, with the memory that Lambda would give it. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildSync } from "esbuild";
import * as z from "zod/mini";
import { awsCall } from "../environment/aws-calls.ts";
import type { FunctionSetup } from "../environment/machinery.ts";
import type { AwsCall } from "./calls-channel.ts";
import { Child } from "./child.ts";

const number = z.number();
const outcome = z.object({
  result: z.unknown(),
  milliseconds: number,
  cpuMilliseconds: number,
  peakMib: number,
});

export class FunctionHost {
  /** The calls to AWS that it told of, where it is observed. */
  readonly calls: AwsCall[] = [];
  readonly #folder = mkdtempSync(join(tmpdir(), "vigia-bench-"));
  readonly #child: Child;

  /** @param observed whether it tells of its calls, which takes time and memory */
  constructor({ folder, environment, memoryMib }: FunctionSetup, observed: boolean) {
    const file = join(this.#folder, "process.mjs");
    // As JavaScript: what takes types away would be counted as the function's memory.
    buildSync({
      entryPoints: [join(import.meta.dirname, "function-process.ts")],
      bundle: true,
      platform: "node",
      format: "esm",
      outfile: file,
    });
    // As Lambda's own start of Node shares out the memory.
    const young = Math.floor(memoryMib / 10);
    this.#child = new Child(file, {
      env: environment,
      quiet: true,
      args: [folder, ...(observed ? ["observed"] : [])],
      execArgv: [
        `--max-semi-space-size=${Math.floor(young / 2)}`,
        `--max-old-space-size=${memoryMib - young}`,
      ],
    });
  }

  /** Calls the function. */
  async invoke(event: unknown): Promise<z.infer<typeof outcome>> {
    const told = (call: unknown) => this.calls.push(awsCall.parse(call));
    return outcome.parse(await this.#child.ask(event, told));
  }

  close(): void {
    this.#child.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
