/** Runs `cdk` and `vigia` as a person would, each as a process of its own. */

import { join } from "node:path";
import cdkJson from "../../../cdk.json" with { type: "json" };
import type { VigiaProps } from "../../../infra/vigia.ts";
import { bundleInProfiles, networkFrom } from "../../../lib/cli/core/network.ts";
import { findTarget, type Target } from "../../../lib/cli/core/target.ts";
import { PACKAGE_FOLDER as ROOT } from "../../../lib/settings/project-folder.ts";
import { Company, type Ended, type RunOptions } from "./company.ts";
import { LEFT_OUT, STACK } from "./left-out.ts";

/** Files of a checkout. */
const CDK = "node_modules/aws-cdk/bin/cdk";
const APP = "test/tools/conformance/app.ts";
const VIGIA = "infra/main.ts";

interface CommandsOptions {
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
  readonly #company: Company;
  readonly #leftOut: Record<string, string>;

  constructor({ stage, folder, without }: CommandsOptions) {
    this.stage = stage;
    this.#company = new Company(folder);
    this.#leftOut = { [LEFT_OUT]: without.join(",") };
  }

  /** The folder in which commands run, with the cdk.json of this run. */
  get folder(): string {
    return this.#company.folder;
  }

  /** `cdk`, with the stack of this run. */
  async cdk(props: VigiaProps, ...args: string[]): Promise<void> {
    const line = [join(ROOT, CDK), ...args, "--output", join(this.folder, "assembly")];
    const stack = JSON.stringify({ stackName: `Vigia-${this.stage}`, props });
    await this.#run(line, { more: { ...this.#leftOut, [STACK]: stack } });
  }

  /** The stack of the stage, as the commands find it. */
  target(): Promise<Target> {
    const network = () => networkFrom(process.env, bundleInProfiles);
    return findTarget({ root: this.folder, setRegion: () => {}, network }, { stage: this.stage });
  }

  /** `vigia` on the stage. @returns what it prints to standard output */
  async vigia(line: string, options: RunOptions = {}): Promise<string> {
    const words = [join(ROOT, VIGIA), ...line.split(" "), "--stage", this.stage];
    return (await this.#run(words, options)).out;
  }

  /** The rows of a `vigia` command that lists. */
  async rows(line: string, options: RunOptions = {}): Promise<Record<string, unknown>[]> {
    const out = await this.vigia(`${line} --format jsonl`, options);
    return out
      .split("\n")
      .filter((row) => row !== "")
      .map((row) => JSON.parse(row));
  }

  /** Findings of the doctor, which ends with 1 for a problem. */
  async doctor(line = "doctor"): Promise<Record<string, unknown>[]> {
    const findings = await this.rows(line, { expected: [0, 1] });
    // It ends with 1 too where it cannot ask.
    if (findings.length === 0) throw new Error("The doctor found nothing to look at.");
    return findings;
  }

  #run(args: readonly string[], options: RunOptions): Promise<Ended> {
    // By the Node that runs this.
    const app = `node ${JSON.stringify(join(ROOT, APP))}`;
    this.#company.write("cdk.json", { ...cdkJson, app });
    return this.#company.onAws(process.execPath, args, options);
  }
}
