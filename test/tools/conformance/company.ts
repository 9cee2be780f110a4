/** A company's folder, outside the repository: its commands see nothing of this project but what they are started with. */

import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";

/** A command that did not end as it should. */
class CommandFailedError extends Error {
  override name = "CommandFailedError";
}

/** Names under `localhost` are this machine's in every process. */
const LOOPBACK_NAMES = pathToFileURL(join(import.meta.dirname, "loopback-names.ts")).href;

/** Variables of npm, which runs this program too; of AWS, and of Node, which would start faster than at a company. */
const OF_NPM = /^(npm_|INIT_CWD$)/;
const NOT_HERE = /^(AWS_|NODE_COMPILE_CACHE$)/;

export interface RunOptions {
  input?: string;
  /** Added to the environment. */
  more?: Readonly<Record<string, string>>;
  /** Exit codes that it may end with. Default: 0. */
  expected?: readonly number[];
}

/** A command that has ended. */
export interface Ended {
  code: number;
  /** Its standard output. */
  out: string;
  /** The same, and behind it the errors. */
  printed: string;
}

export class Company {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  /** Runs a command without AWS. */
  run(command: string, args: readonly string[], options: RunOptions = {}): Promise<Ended> {
    return this.#run([command, ...args], environment(false), options);
  }

  /** Runs a command on the AWS of the environment. */
  onAws(command: string, args: readonly string[], options: RunOptions = {}): Promise<Ended> {
    const env = { ...environment(true), NODE_OPTIONS: `--import=${LOOPBACK_NAMES}` };
    return this.#run([command, ...args], env, options);
  }

  /** Starts a command that goes on, as `npm start`. @returns the number of its process group */
  start(
    port: number,
    [command, ...args]: readonly [string, ...string[]] = ["npm", "start"],
    more: RunOptions["more"] = {},
  ): number | undefined {
    const child = spawn(command, args, {
      cwd: this.folder,
      env: { ...environment(false), ...more, PORT: String(port) },
      stdio: ["ignore", "ignore", "inherit"],
      detached: true,
    });
    return child.pid;
  }

  read(file: string): string {
    return readFileSync(join(this.folder, file), "utf8");
  }

  json(file: string): Record<string, unknown> {
    return JSON.parse(this.read(file));
  }

  write(file: string, content: string | object): void {
    const written = typeof content === "string" ? content : `${JSON.stringify(content, null, 2)}\n`;
    writeFileSync(join(this.folder, file), written);
  }

  async #run(
    [command = "", ...args]: readonly string[],
    own: NodeJS.ProcessEnv,
    { input = "", more = {}, expected = [0] }: RunOptions,
  ): Promise<Ended> {
    const env = { ...own, ...more };
    const child = spawn(command, args, { cwd: this.folder, env, stdio: ["pipe", "pipe", "pipe"] });
    child.stdin.end(input);
    const exit = new Promise<number>((done) => child.once("close", (code) => done(code ?? 1)));
    const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), exit]);
    const printed = `${out}${err}`;
    if (expected.includes(code)) return { code, out, printed };
    throw new CommandFailedError(`"${[command, ...args].join(" ")}" ended with ${code}:\n${printed}`);
  }
}

/** By the Node that runs this, in a shell that npm did not start. */
function environment(aws: boolean): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(
    ([name]) => !OF_NPM.test(name) && (aws || !NOT_HERE.test(name)),
  );
  const path = `${dirname(process.execPath)}${delimiter}${process.env["PATH"]}`;
  return { ...Object.fromEntries(own), PATH: path };
}
