/** A company's folder, outside the repository: its commands see nothing of this project but the package that was packed. */

import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";

/** A command that did not end as it should. */
class CommandFailedError extends Error {
  override name = "CommandFailedError";
}

const LOOPBACK_NAMES = pathToFileURL(join(import.meta.dirname, "loopback-names.ts")).href;

/** Variables of npm, which runs this program too, and of AWS. */
const OF_NPM = /^(npm_|INIT_CWD$|NODE_COMPILE_CACHE$)/;
const OF_AWS = /^AWS_/;

export interface RunOptions {
  input?: string;
  /** Added to the environment. */
  more?: Readonly<Record<string, string>>;
  /** Exit codes that it may end with. Default: 0. */
  expected?: readonly number[];
}

export class Company {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  /** Runs a command without AWS. @returns what it prints, errors too */
  run(command: string, args: readonly string[], { input = "", more = {}, expected = [0] }: RunOptions = {}) {
    return this.#run([command, ...args], { input, expected, env: { ...environment(false), ...more } });
  }

  /** Runs a command on the AWS of the environment. @returns what it prints, errors too */
  onAws(
    command: string,
    args: readonly string[],
    { input = "", more = {}, expected = [0] }: RunOptions = {},
  ) {
    const env = { ...environment(true), NODE_OPTIONS: `--import=${LOOPBACK_NAMES}`, ...more };
    return this.#run([command, ...args], { input, expected, env });
  }

  /** Starts `npm start`, and lets it run. @returns the number of its process group */
  start(port: number): number | undefined {
    const child = spawn("npm", ["start"], {
      cwd: this.folder,
      env: { ...environment(false), PORT: String(port) },
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
    { input, expected, env }: { input: string; expected: readonly number[]; env: NodeJS.ProcessEnv },
  ): Promise<string> {
    const child = spawn(command, args, { cwd: this.folder, env, stdio: ["pipe", "pipe", "pipe"] });
    child.stdin.end(input);
    const exit = new Promise<number>((done) => child.once("close", (code) => done(code ?? 1)));
    const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), exit]);
    if (expected.includes(code)) return `${out}${err}`;
    throw new CommandFailedError(`"${[command, ...args].join(" ")}" ended with ${code}:\n${out}${err}`);
  }
}

/** By the Node that runs this, in a shell that npm did not start. */
function environment(aws: boolean): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(
    ([name]) => !OF_NPM.test(name) && (aws || !OF_AWS.test(name)),
  );
  const path = `${dirname(process.execPath)}${delimiter}${process.env["PATH"]}`;
  return { ...Object.fromEntries(own), PATH: path };
}
