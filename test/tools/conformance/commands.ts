/** Runs `cdk` and `vigia` as a person would, each as a process of its own. */

import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { ROOT } from "../../../infra/local/template/assembly.ts";
import { CDK_FILE, cdkContext, SETTINGS_FILE } from "../../../lib/settings/project-file.ts";
import { LEFT_OUT } from "./left-out.ts";

/** Names under `localhost` are this machine's in every process. */
const LOOPBACK_NAMES = pathToFileURL(join(import.meta.dirname, "loopback-names.ts")).href;

const CDK = join(ROOT, "node_modules/aws-cdk/bin/cdk");
const VIGIA = join(ROOT, "infra/main.ts");
/** By the Node that runs this. */
const APP = `node ${JSON.stringify(join(import.meta.dirname, "app.ts"))}`;

/** A command that did not end as it should. */
class CommandFailedError extends Error {
  override name = "CommandFailedError";
}

export interface CommandsOptions {
  /** The first stage; see {@link Commands.stage}. */
  stage: string;
  /** Empty folder in which commands run, and of the cloud assembly. */
  folder: string;
  /** Parts that the endpoint lacks. */
  without: readonly string[];
}

export class Commands {
  /** The stage that every command works on: a walk goes on with another. */
  stage: string;
  readonly #options: Omit<CommandsOptions, "stage">;

  constructor({ stage, ...options }: CommandsOptions) {
    this.stage = stage;
    this.#options = options;
    writeFileSync(join(options.folder, CDK_FILE), JSON.stringify({ context: cdkContext(ROOT) }));
  }

  /** The folder in which commands run, with the vigia.json of this run. */
  get folder(): string {
    return this.#options.folder;
  }

  /** `cdk`, with the stack of this run. @returns what it prints */
  cdk(...args: string[]): Promise<string> {
    const { folder, without } = this.#options;
    const line = [CDK, ...args, "--app", APP, "--output", join(folder, "assembly")];
    this.#nameStage();
    return run(line, { more: { [LEFT_OUT]: without.join(",") }, cwd: folder });
  }

  /** `vigia` on the stage. @returns what it prints to standard output */
  vigia(line: string, input = ""): Promise<string> {
    this.#nameStage();
    return run([VIGIA, ...line.split(" "), "--stage", this.stage], { input, cwd: this.#options.folder });
  }

  /** The rows of a `vigia` command that lists. */
  async rows(line: string): Promise<Record<string, unknown>[]> {
    return rowsIn(await this.vigia(`${line} --format jsonl`));
  }

  /** Findings of the doctor, which ends with 1 for a problem. */
  async doctor(): Promise<Record<string, unknown>[]> {
    const line = ["doctor", "--format", "jsonl", "--stage", this.stage];
    this.#nameStage();
    return rowsIn(await run([VIGIA, ...line], { expected: [0, 1], cwd: this.#options.folder }));
  }

  /** A company's own settings name its tables, its domain, its channels, its people: the stage has a file of its own. */
  #nameStage(): void {
    writeFileSync(
      join(this.#options.folder, SETTINGS_FILE),
      JSON.stringify({ stage: this.stage, stages: { [this.stage]: {} } }),
    );
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

async function run(
  args: string[],
  { more = {}, input = "", expected = [0], cwd }: RunOptions,
): Promise<string> {
  const child = spawn(process.execPath, ["--import", LOOPBACK_NAMES, ...args], {
    cwd,
    env: { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env["PATH"]}`, ...more },
    stdio: ["pipe", "pipe", "pipe"],
  });
  child.stdin.end(input);
  const exit = new Promise<number | null>((done) => child.once("close", done));
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), exit]);
  if (!expected.includes(code))
    throw new CommandFailedError(`"${args.join(" ")}" ended with ${code}:\n${out}${err}`);
  return out;
}
