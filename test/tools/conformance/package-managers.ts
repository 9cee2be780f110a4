/** The package in a company's folder that pnpm or Yarn installs, up to the first alert. */

import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { Company } from "./company.ts";
import { expectSame, say } from "./expect.ts";
import { firstAlert } from "./first-alert.ts";

const ROOT = join(import.meta.dirname, "../../..");

export const OTHER_MANAGERS = ["pnpm", "Yarn", "Yarn with Plug'n'Play"] as const;
export type OtherManager = (typeof OTHER_MANAGERS)[number];

interface Manager {
  /** Its program, in a folder that has both. */
  program: string;
  /** Words before those of a command of a package. */
  run: readonly string[];
  environment: Readonly<Record<string, string>>;
  /** False where TypeScript 7 finds no packages. */
  checksTypes: boolean;
}

const PNPM = "node_modules/pnpm/bin/pnpm.mjs";
const YARN = "node_modules/@yarnpkg/cli-dist/bin/yarn.js";

/** Where CI is set, Yarn refuses to write a first lock file. */
const YARN_ENVIRONMENT = { YARN_ENABLE_IMMUTABLE_INSTALLS: "false", YARN_ENABLE_TELEMETRY: "0" };

const MANAGERS: Record<OtherManager, Manager> = {
  pnpm: { program: PNPM, run: ["exec"], environment: {}, checksTypes: true },
  Yarn: { program: YARN, run: ["run"], environment: YARN_ENVIRONMENT, checksTypes: true },
  "Yarn with Plug'n'Play": {
    program: YARN,
    run: ["run"],
    environment: YARN_ENVIRONMENT,
    checksTypes: false,
  },
};

/** Optional of CDK, in its own package too. Yarn installs it from a registry, and not every registry has it. */
const OF_CDK = "@aws/cloudformation-validate";

export class PackageManagers {
  readonly #folder: string;
  /** Folder of the programs; undefined where the registry lacks them. */
  #programs: Promise<Company | undefined> | undefined;

  /** @param folder outside the repository */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** @param start the command of an installed package, which begins the folder */
  async tryWith(name: OtherManager, { start, tarball }: { start: string; tarball: string }): Promise<void> {
    this.#programs ??= this.#installed();
    const programs = await this.#programs;
    if (programs === undefined) {
      say("  left out: the registry has neither pnpm nor Yarn");
      return;
    }
    const began = Date.now();
    const { program, run, environment: more, checksTypes } = MANAGERS[name];
    const company = this.#companyIn(`company-${OTHER_MANAGERS.indexOf(name)}`);
    const manager = (...args: string[]) =>
      company.run(process.execPath, [join(programs.folder, program), ...args], { more });
    await company.run(process.execPath, [start, "init"]);
    // What `vigia init` writes is for the other linker.
    if (!checksTypes) rmSync(join(company.folder, ".yarnrc.yml"));
    const written = company.json("package.json");
    company.write("package.json", {
      ...written,
      dependencies: { ...Object(written["dependencies"]), vigia: `file:${tarball}` },
      resolutions: { [OF_CDK]: `file:${join(ROOT, "node_modules/aws-cdk-lib/node_modules", OF_CDK)}` },
    });
    await manager("install");
    if (checksTypes) await manager(...run, "tsc");
    await manager(...run, "cdk", "synth", "--quiet");
    for (const stage of ["dev", "prod"])
      expectSame(`the stack of ${stage}`, company.read(`cdk.out/Vigia-${stage}.template.json`) === "", false);
    const words: [string, ...string[]] = [process.execPath, join(programs.folder, program)];
    await firstAlert(company, { start: [...words, "start"], vigia: [...words, ...run, "vigia"], more });
    say(`  the first webhook is alerted after ${Math.round((Date.now() - began) / 1_000)} s`);
  }

  async #installed(): Promise<Company | undefined> {
    const company = this.#companyIn("package-managers");
    company.write("package.json", { private: true });
    const packages = ["pnpm", "@yarnpkg/cli-dist"];
    const { code } = await company.run("npm", ["install", ...packages], { expected: [0, 1] });
    return code === 0 ? company : undefined;
  }

  #companyIn(name: string): Company {
    const folder = join(this.#folder, name);
    mkdirSync(folder);
    return new Company(folder);
  }
}
