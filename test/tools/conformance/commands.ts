/** Runs `cdk` and `vigia` as a person would, each as a process of its own. */

import { spawn } from "node:child_process";
import { existsSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { ROOT } from "../../../infra/local/template/assembly.ts";
import { CDK_FILE, cdkContext, leftoverSettings, SETTINGS_FILE } from "../../../lib/settings/project-file.ts";
import { LEFT_OUT, RENAMED } from "./left-out.ts";

/** Names under `localhost` are this machine's in every process. */
const LOOPBACK_NAMES = pathToFileURL(join(import.meta.dirname, "loopback-names.ts")).href;

/** Files of a checkout. */
const CDK = "node_modules/aws-cdk/bin/cdk";
const APP = "test/tools/conformance/app.ts";
const VIGIA = "infra/main.ts";

/** A command that did not end as it should. */
class CommandFailedError extends Error {
  override name = "CommandFailedError";
}

interface CommandsOptions {
  /** The first stage; see {@link Commands.stage}. */
  stage: string;
  /** Empty folder in which commands run, and of the cloud assembly. */
  folder: string;
  /** Parts that the endpoint lacks. */
  without: readonly string[];
  /** The checkout whose stack and command they are, and the file in it that is the command. Default: this one. */
  checkout?: { root: string; vigia: string };
}

export class Commands {
  /** The stage that every command works on: a walk goes on with another. */
  stage: string;
  readonly #options: Omit<CommandsOptions, "stage" | "checkout">;
  readonly #root: string;
  readonly #vigia: string;

  constructor({ stage, checkout = { root: ROOT, vigia: VIGIA }, ...options }: CommandsOptions) {
    this.stage = stage;
    this.#options = options;
    this.#root = checkout.root;
    this.#vigia = join(checkout.root, checkout.vigia);
  }

  /** The folder in which commands run, with the vigia.json of this run. */
  get folder(): string {
    return this.#options.folder;
  }

  /** `cdk`, with the stack of this run. @returns what it prints */
  cdk(...args: string[]): Promise<string> {
    const { folder } = this.#options;
    const line = [join(this.#root, CDK), ...args, "--output", join(folder, "assembly")];
    this.#writeSettings();
    return run(line, { more: this.#leftOut, cwd: folder });
  }

  /**
   * `vigia upgrade`, in a folder that has CDK installed as a company's has.
   * @param renamed start of the name of a table that is given another name
   * @returns the code that it ends with, and what it prints, errors too
   */
  async upgrade(args: readonly string[], renamed = ""): Promise<{ code: number | null; printed: string }> {
    const { folder } = this.#options;
    this.#writeSettings();
    const modules = join(folder, "node_modules");
    if (!existsSync(modules)) symlinkSync(join(this.#root, "node_modules"), modules);
    const more = { ...this.#leftOut, [RENAMED]: renamed };
    const line = [this.#vigia, "upgrade", "--stage", this.stage, ...args];
    const { out, err, code } = await ended(line, { more, cwd: folder });
    return { code, printed: `${out}${err}` };
  }

  get #leftOut(): Record<string, string> {
    return { [LEFT_OUT]: this.#options.without.join(",") };
  }

  /** `vigia` on the stage. @returns what it prints to standard output */
  vigia(line: string, input = ""): Promise<string> {
    this.#writeSettings();
    const words = [this.#vigia, ...line.split(" "), "--stage", this.stage];
    return run(words, { input, cwd: this.#options.folder });
  }

  /** The rows of a `vigia` command that lists. */
  async rows(line: string): Promise<Record<string, unknown>[]> {
    return rowsIn(await this.vigia(`${line} --format jsonl`));
  }

  /** Findings of the doctor, which ends with 1 for a problem. */
  async doctor(): Promise<Record<string, unknown>[]> {
    const line = ["doctor", "--format", "jsonl", "--stage", this.stage];
    this.#writeSettings();
    return rowsIn(await run([this.#vigia, ...line], { expected: [0, 1], cwd: this.#options.folder }));
  }

  /** A company's own settings name its tables, its domain, its channels, its people: the stage has files of its own. */
  #writeSettings(): void {
    const write = (file: string, content: object) =>
      writeFileSync(join(this.#options.folder, file), JSON.stringify(content));
    write(SETTINGS_FILE, { stage: this.stage, stages: { [this.stage]: {} } });
    const context = cdkContext(this.#root);
    // 0.2.0 has its settings there.
    for (const key of leftoverSettings(context)) delete context[key];
    // By the Node that runs this.
    write(CDK_FILE, { app: `node ${JSON.stringify(join(this.#root, APP))}`, context });
  }
}

function rowsIn(text: string): Record<string, unknown>[] {
  return text
    .split("\n")
    .filter((row) => row !== "")
    .map((row) => JSON.parse(row));
}

interface RunOptions {
  /** Added to the environment. */
  more?: Record<string, string>;
  input?: string;
  /** The codes that it may end with. */
  expected?: readonly (number | null)[];
  cwd: string;
}

async function run(args: string[], { expected = [0], ...options }: RunOptions): Promise<string> {
  const { out, err, code } = await ended(args, options);
  if (!expected.includes(code))
    throw new CommandFailedError(`"${args.join(" ")}" ended with ${code}:\n${out}${err}`);
  return out;
}

async function ended(args: string[], { more = {}, input = "", cwd }: Omit<RunOptions, "expected">) {
  const path = `${dirname(process.execPath)}${delimiter}${process.env["PATH"]}`;
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, PATH: path, NODE_OPTIONS: `--import=${LOOPBACK_NAMES}`, ...more },
    stdio: ["pipe", "pipe", "pipe"],
  });
  child.stdin.end(input);
  const exit = new Promise<number | null>((done) => child.once("close", done));
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), exit]);
  return { out, err, code };
}
