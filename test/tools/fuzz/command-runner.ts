/** Runs `vigia` commands in this process, on an emulated stack, with streams that remember. */

import { Readable, Writable } from "node:stream";
import type { CommandContext, Output } from "../../../lib/cli/core/command-context.ts";
import { run } from "../../../lib/cli/program.ts";
import { FuzzError } from "./checks/reply-checks.ts";
import type { EmulatedStack } from "./emulated-stack.ts";

/** What a command printed. */
export interface Printed {
  code: number;
  out: Buffer;
  err: string;
}

export interface RunOptions {
  /** The columns of the terminal that it prints to; a file where there are none. */
  columns?: number;
  stdin?: string | Buffer;
}

class Remembered extends Writable implements Output {
  readonly chunks: Buffer[] = [];
  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.chunks.push(chunk);
    done();
  }
}

export class CommandLines {
  readonly #stack: EmulatedStack;

  constructor(stack: EmulatedStack) {
    this.#stack = stack;
  }

  /** Runs one. */
  async run(args: readonly string[], { columns, stdin }: RunOptions = {}): Promise<Printed> {
    const terminal = columns === undefined ? {} : { isTTY: true, columns };
    const [out, err] = [Object.assign(new Remembered(), terminal), Object.assign(new Remembered(), terminal)];
    const input: CommandContext["stdin"] = Readable.from(stdin === undefined ? [] : [Buffer.from(stdin)]);
    const context: CommandContext = {
      root: this.#stack.folder,
      cwd: this.#stack.folder,
      stdin: Object.assign(input, { isTTY: stdin === undefined }),
      stdout: out,
      stderr: err,
      now: () => Date.now(),
      askSecret: async () => "",
      ask: async () => "",
      confirm: async () => true,
    };
    const code = await run(context, args);
    return { code, out: Buffer.concat(out.chunks), err: Buffer.concat(err.chunks).toString() };
  }

  /** The rows of one, by `--format jsonl`. @throws {FuzzError} where it fails */
  async json(...args: string[]): Promise<Record<string, unknown>[]> {
    const end = args.indexOf("--");
    const at = end === -1 ? args.length : end;
    const { code, out, err } = await this.run([...args.slice(0, at), "--format", "jsonl", ...args.slice(at)]);
    if (code !== 0) throw new FuzzError(`vigia ${args.join(" ")} ended with ${code}: ${err}`);
    return out
      .toString()
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line));
  }

  /** The names of all commands, as their help lists them: `notifications list`. */
  async names(group: readonly string[] = []): Promise<string[]> {
    const { out } = await this.run([...group, "--help"]);
    const [, listed = ""] = out.toString().split(/^Commands:$/m);
    const inner = [
      ...listed
        .split(/\n\n/, 1)
        .join("")
        .matchAll(/^ {2}([a-z-]+)/gm),
    ].flatMap(([, name]) => (name === undefined || name === "help" ? [] : [[...group, name]]));
    if (inner.length === 0) return [group.join(" ")];
    return (await Promise.all(inner.map((command) => this.names(command)))).flat();
  }
}
