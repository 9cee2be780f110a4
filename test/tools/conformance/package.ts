/** The way of a company that adopts Vigía: from the packed package alone, in an empty folder, to the first alert. */

import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import packageJson from "../../../package.json" with { type: "json" };
import { freePorts } from "../../infra/local/http/free-ports.ts";
import { Company } from "./company.ts";
import { expectSame, say } from "./expect.ts";

const ROOT = join(import.meta.dirname, "../../..");

/** Packed and unpacked, in bytes. */
const MAX_BYTES = 15_000_000;

const EMULATORS = ["dynalite", "fauxqs", "oidc-provider"] as const;

const MAX_START_MS = 300;
const ALERT_PATIENCE_MS = 60_000;

type Step = [name: string, run: () => Promise<void>];

/** Steps of the way. */
export class PackageWalk {
  readonly #folder: string;
  readonly #company: Company;
  readonly #began = Date.now();
  #tarball = "";

  /** @param folder an empty one outside the repository */
  constructor(folder: string) {
    this.#folder = folder;
    mkdirSync(join(folder, "company"));
    this.#company = new Company(join(folder, "company"));
  }

  steps(): Step[] {
    return [
      ["Pack", () => this.#pack()],
      ["An empty folder: install", () => this.#install()],
      ["The command", () => this.#command()],
      ["The first alert", () => this.#alert()],
    ];
  }

  #seconds(): number {
    return Math.round((Date.now() - this.#began) / 1_000);
  }

  async #pack(): Promise<void> {
    const folder = this.#folder;
    const args = ["pack", "--json", "--foreground-scripts=false", "--pack-destination", folder];
    const printed = await new Company(ROOT).run("npm", args);
    const [packed]: { filename: string; size: number; unpackedSize: number; files: { path: string }[] }[] =
      JSON.parse(printed.slice(printed.indexOf("[")));
    if (packed === undefined) throw new Error(`npm pack packed nothing: ${printed}`);
    const paths = packed.files.map(({ path }) => path);
    const unwanted = paths.filter(
      (path) => /(^|\/)(test|functions\/[^/]+\.ts|cdk\.json)/.test(path) || /(?<!\.d)\.tsx?$/.test(path),
    );
    expectSame("tests, sources and settings in the package", unwanted, []);
    expectSame(
      "the package is below 15 MB, packed and unpacked",
      [packed.size, packed.unpackedSize].every((size) => size < MAX_BYTES),
      true,
    );
    say(`  ${packed.filename}: ${paths.length} files, ${packed.size} bytes, ${packed.unpackedSize} unpacked`);
    this.#tarball = join(folder, packed.filename);
  }

  async #install(): Promise<void> {
    const company = this.#company;
    const { devDependencies: versions } = packageJson;
    company.write("package.json", {
      ...{ private: true, type: "module", scripts: { start: "vigia start" } },
      dependencies: { "aws-cdk-lib": versions["aws-cdk-lib"], constructs: versions.constructs },
      devDependencies: Object.fromEntries(EMULATORS.map((name) => [name, versions[name]])),
    });
    // No registry has the package yet.
    await company.run("npm", ["pkg", "set", `dependencies.vigia=file:${this.#tarball}`]);
    await company.run("npm", ["install", "--package-lock-only"]);
    await company.run("npm", ["ci", "--ignore-scripts"]);
    say(`  installed after ${this.#seconds()} s`);
  }

  async #command(): Promise<void> {
    const company = this.#company;
    const bin = join(company.folder, "node_modules/.bin/vigia");
    expectSame("version", (await company.run(bin, ["--version"])).trim(), packageJson.version);
    const times: number[] = [];
    for (let run = 0; run < 5; run++) {
      const began = performance.now();
      await company.run(bin, ["--help"]);
      times.push(Math.round(performance.now() - began));
    }
    say(`  vigia --help: ${times.join(", ")} ms`);
    expectSame(`the fastest of five is below ${MAX_START_MS} ms`, Math.min(...times) < MAX_START_MS, true);
  }

  async #alert(): Promise<void> {
    const port = await freePorts();
    const group = this.#company.start(port);
    try {
      await until("the local stack is ready", () =>
        existsSync(join(this.#company.folder, ".local/endpoints.json")),
      );
      await this.#company.run("npx", ["vigia", "trigger", "illegal", "--user", "u-1"]);
      await until("an alert", () => this.#company.read(".local/alerts.jsonl").includes("[ILLEGAL]"));
      say(`  the first webhook is alerted after ${this.#seconds()} s`);
    } finally {
      if (group !== undefined) process.kill(-group, "SIGINT");
    }
    await until("its end", () => !existsSync(join(this.#company.folder, ".local/endpoints.json")));
  }
}

async function until(what: string, holds: () => boolean): Promise<void> {
  const began = Date.now();
  while (!holds()) {
    if (Date.now() - began > ALERT_PATIENCE_MS) throw new Error(`Waited for ${what} for a minute.`);
    await sleep(100);
  }
}
