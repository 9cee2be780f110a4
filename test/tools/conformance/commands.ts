/** Runs `cdk` and `vigia` as a person would, each as a process of its own. */

import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { ROOT } from "../../../infra/local/template/assembly.ts";
import { projectContext, SETTINGS_FILE } from "../../../lib/settings/project-file.ts";
import { isSettingKey } from "../../../lib/settings/setting-keys.ts";
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
  /** Empty folder in which `cdk` runs, and of the cloud assembly. */
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
    writeFileSync(join(options.folder, SETTINGS_FILE), JSON.stringify({ context: withoutSettings(ROOT) }));
  }

  /** `cdk`, with the stack of this run. @returns what it prints */
  cdk(...args: string[]): Promise<string> {
    const { folder, without } = this.#options;
    const line = [CDK, ...args, "--app", APP, "--output", join(folder, "assembly")];
    return run(line, { more: { [LEFT_OUT]: without.join(",") }, cwd: folder });
  }

  /** `vigia` on the stage. @returns what it prints to standard output */
  vigia(line: string, input = ""): Promise<string> {
    return run([VIGIA, ...line.split(" "), "--stage", this.stage], { input });
  }

  /** The rows of a `vigia` command that lists. */
  async rows(line: string): Promise<Record<string, unknown>[]> {
    return rowsIn(await this.vigia(`${line} --format jsonl`));
  }

  /** Findings of the doctor, which ends with 1 for a problem. */
  async doctor(): Promise<Record<string, unknown>[]> {
    const line = ["doctor", "--format", "jsonl", "--stage", this.stage];
    return rowsIn(await run([VIGIA, ...line], { expected: [0, 1] }));
  }
}

/** CDK's own keys of cdk.json: a company's own settings name its tables, its domain, its channels, its people. */
export function withoutSettings(root: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(projectContext(root)).filter(([key]) => !isSettingKey(key)));
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
  cwd?: string;
}

async function run(
  args: string[],
  { more = {}, input = "", expected = [0], cwd = ROOT }: RunOptions,
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
