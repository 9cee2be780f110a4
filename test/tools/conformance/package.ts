/** The way of a company that adopts Vigía: from the packed package alone, in an empty folder, to a deployed stage. */

import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { localProject } from "../../../infra/local/sandbox/local-projects.ts";
import packageJson from "../../../package.json" with { type: "json" };
import { Company } from "./company.ts";
import { expectSame, say, until } from "./expect.ts";
import { firstAlert } from "./first-alert.ts";
import { LEFT_OUT, LEFT_OUT_OF_MINISTACK, STACK } from "./left-out.ts";
import { OTHER_MANAGERS, type OtherManager, PackageManagers } from "./package-managers.ts";
import { removeStage } from "./removal.ts";
import { expectNoStack, type Resource, resourcesOf } from "./stack.ts";
import type { Step } from "./walk.ts";

const ROOT = join(import.meta.dirname, "../../..");

/** The command, from a folder that npm installed it in. */
const START = "node_modules/vigia/infra/start.js";

/** Packed and unpacked, in bytes. Half of it are source maps, which place an error of a function that runs in AWS. */
const MAX_BYTES = 15_500_000;

/** Of processor time, so that other programs of this machine do not count. */
const MAX_START_MS = 300;

/** Makes a command print the processor time that it took, in milliseconds, as its last line. */
const TIMED = `--import=data:text/javascript,${encodeURIComponent(`process.on("exit", () => {
  const { user, system } = process.cpuUsage();
  console.log(Math.round((user + system) / 1_000));
});`)}`;

interface PackageWalkOptions {
  /** An empty folder outside the repository. */
  folder: string;
  /** Name of the stage that is deployed. */
  stage: string;
  /** True where the environment names an endpoint of AWS; else nothing is deployed. */
  deploys: boolean;
  /** URL of the sandbox, in place of the service. */
  serviceUrl: string;
}

/** Steps of the way, and what removes all that they made. */
export class PackageWalk {
  readonly #options: PackageWalkOptions;
  readonly #company: Company;
  readonly #began = Date.now();
  #tarball = "";
  #managers: PackageManagers | undefined;
  #made: Resource[] = [];

  constructor(options: PackageWalkOptions) {
    this.#options = options;
    const folder = join(options.folder, "company");
    mkdirSync(folder);
    this.#company = new Company(folder);
  }

  steps(): Step[] {
    const deployed: Step[] = [
      ["Deploy, with what a deployment needs alone", () => this.#deploy()],
      ["Secrets and doctor", () => this.#use()],
    ];
    return [
      ["Pack", () => this.#pack()],
      ["An empty folder: init and install", () => this.#install()],
      ["The command", () => this.#command()],
      ["The first alert", () => this.#alert()],
      ["Two stages", () => this.#stages()],
      ...OTHER_MANAGERS.map((name): Step => [`With ${name}`, () => this.#withManager(name)]),
      ["A company's own app, at both ends of the range of CDK", () => this.#ownApp()],
      ...(this.#options.deploys ? deployed : []),
    ];
  }

  async remove(): Promise<void> {
    await removeStage(this.#stackName, this.#made);
  }

  get #stackName(): string {
    return `Vigia-${this.#options.stage}`;
  }

  #seconds(): number {
    return Math.round((Date.now() - this.#began) / 1_000);
  }

  async #pack(): Promise<void> {
    const { folder } = this.#options;
    const args = ["pack", "--json", "--foreground-scripts=false", "--pack-destination", folder];
    const { printed } = await new Company(ROOT).run("npm", args);
    const [packed]: { filename: string; size: number; unpackedSize: number; files: { path: string }[] }[] =
      JSON.parse(printed.slice(printed.indexOf("[")));
    if (packed === undefined) throw new Error(`npm pack packed nothing: ${printed}`);
    const paths = packed.files.map(({ path }) => path);
    const own = paths.filter((path) => !path.startsWith("lib/cli/commands/init/templates/"));
    const unwanted = own.filter(
      (path) => /(^|\/)(test|functions\/[^/]+\.ts|cdk\.json)/.test(path) || /(?<!\.d)\.tsx?$/.test(path),
    );
    expectSame("tests, sources and settings in the package", unwanted, []);
    expectSame(
      "the package is below 15.5 MB, packed and unpacked",
      [packed.size, packed.unpackedSize].every((size) => size < MAX_BYTES),
      true,
    );
    say(`  ${packed.filename}: ${paths.length} files, ${packed.size} bytes, ${packed.unpackedSize} unpacked`);
    this.#tarball = join(folder, packed.filename);
  }

  async #install(): Promise<void> {
    const company = this.#company;
    // The command that a company runs by the package's full name, before anything is installed.
    const unpacked = join(this.#options.folder, "unpacked");
    mkdirSync(unpacked);
    await new Company(unpacked).run("npm", ["init", "--yes"]);
    await new Company(unpacked).run("npm", ["install", "--ignore-scripts", this.#tarball]);
    await company.run(process.execPath, [join(unpacked, START), "init"]);
    // No registry has the package yet.
    await company.run("npm", ["pkg", "set", `dependencies.vigia=file:${this.#tarball}`]);
    await company.run("npm", ["install", "--package-lock-only"]);
    await company.run("npm", ["ci", "--ignore-scripts"]);
    say(`  installed after ${this.#seconds()} s`);
  }

  async #command(): Promise<void> {
    const company = this.#company;
    const bin = join(company.folder, "node_modules/.bin/vigia");
    expectSame("version", (await company.run(bin, ["--version"])).out.trim(), packageJson.version);
    const times: number[] = [];
    for (let run = 0; run < 5; run++) {
      const { out } = await company.run(bin, ["--help"], { more: { NODE_OPTIONS: TIMED } });
      times.push(Number(out.trim().split("\n").at(-1)));
    }
    say(`  vigia --help: ${times.join(", ")} ms`);
    expectSame(`the fastest of five is below ${MAX_START_MS} ms`, Math.min(...times) < MAX_START_MS, true);
  }

  async #alert(): Promise<void> {
    await firstAlert(this.#company, { start: ["npm", "start"], vigia: ["npx", "vigia"] });
    say(`  the first webhook is alerted after ${this.#seconds()} s`);
  }

  async #withManager(name: OtherManager): Promise<void> {
    const { folder } = this.#options;
    this.#managers ??= new PackageManagers(folder);
    await this.#managers.tryWith(name, { start: join(folder, "unpacked", START), tarball: this.#tarball });
  }

  async #stages(): Promise<void> {
    const company = this.#company;
    await company.run("npx", ["tsc"]);
    await company.run("npx", ["cdk", "synth", "--quiet"]);
    for (const name of ["dev", "prod"])
      expectSame(`the stack of ${name}`, company.read(`cdk.out/Vigia-${name}.template.json`) === "", false);
  }

  /** The construct beside a queue of the company. */
  async #ownApp(): Promise<void> {
    const { devDependencies, peerDependencies } = packageJson;
    for (const version of [
      devDependencies["aws-cdk-lib"],
      peerDependencies["aws-cdk-lib"].replace("^", ""),
    ]) {
      const folder = join(this.#options.folder, `own-${version}`);
      mkdirSync(folder);
      const company = new Company(folder);
      const dependencies = {
        vigia: `file:${this.#tarball}`,
        "aws-cdk-lib": version,
        "@types/node": devDependencies["@types/node"],
      };
      company.write("package.json", { type: "module", dependencies });
      company.write("own.ts", OWN_APP);
      company.write("tsconfig.json", OWN_TSCONFIG);
      await company.run("npm", ["install", "--ignore-scripts"]);
      await company.run(process.execPath, [join(ROOT, "node_modules/typescript/bin/tsc"), "-p", "."]);
      await company.run(process.execPath, ["own.ts"], { more: { CDK_OUTDIR: "cdk.out" } });
      const { Resources } = JSON.parse(company.read("cdk.out/Own.template.json"));
      const count = Object.keys(Resources).length;
      say(`  aws-cdk-lib ${version}: type-checks, and synthesizes ${count} resources`);
    }
  }

  async #deploy(): Promise<void> {
    const company = this.#company;
    await expectNoStack(this.#stackName);
    await company.run("npm", ["ci", "--ignore-scripts", "--omit=dev", "--omit=optional"]);
    mkdirSync(join(company.folder, "desk"));
    for (const file of ["left-out.ts", "desk/endpoint-issuer.ts"])
      copyFileSync(join(import.meta.dirname, file), join(company.folder, file));
    const app = new Company(import.meta.dirname).read("app.ts");
    company.write("ministack.ts", app.replace("../../../infra/vigia.ts", "vigia"));
    company.write("cdk.json", { ...company.json("cdk.json"), app: "node ministack.ts" });
    const more = {
      [LEFT_OUT]: LEFT_OUT_OF_MINISTACK.join(","),
      [STACK]: JSON.stringify({
        stackName: this.#stackName,
        props: { service: { baseUrl: this.#options.serviceUrl } },
      }),
    };
    await company.onAws("npx", ["cdk", "bootstrap"], { more });
    this.#made.push({ type: "AWS::CloudFormation::Stack", name: this.#stackName });
    await company.onAws("npx", ["cdk", "deploy", "--require-approval", "never"], { more });
    this.#made.push(...(await resourcesOf(this.#stackName)));
    say(`  ${this.#stackName} has ${this.#made.length - 1} resources after ${this.#seconds()} s`);
  }

  async #use(): Promise<void> {
    const vigia = async (line: string, input = "") => {
      const words = ["vigia", ...line.split(" "), "--stage", this.#options.stage];
      return (await this.#company.onAws("npx", words, { input })).printed;
    };
    const { webhookSecret, apiKey } = localProject(1);
    await vigia("secrets set --kind webhook --project 1", `${webhookSecret}\n`);
    await vigia("secrets set --kind api-key --project 1", `${apiKey}\n`);
    await vigia("secrets set --kind webhook --project 0");
    await vigia("trigger illegal --project 0");
    const listed = async () => (await vigia("notifications list --project 0")).includes("illegal");
    await until("the test", listed);
    say(`  a test went through after ${this.#seconds()} s`);
  }
}

const OWN_APP = `import { App, Stack } from "aws-cdk-lib";
import { Queue } from "aws-cdk-lib/aws-sqs";
import { SqsSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import { Vigia } from "vigia";

const app = new App();
const stack = new Stack(app, "Own");
const vigia = new Vigia(stack, "Vigia", {
  projects: [{ id: 7, mexico: true }],
  alertEmails: ["officer@company.example"],
  desk: true,
});
vigia.topics.alerts.addSubscription(new SqsSubscription(new Queue(stack, "Own")));
// It fails where the construct has no types, since "any" has every property.
const isTyped: "nothing" extends keyof Vigia ? never : true = true;
void isTyped;
app.synth();
`;

const OWN_TSCONFIG = {
  compilerOptions: {
    target: "es2024",
    module: "nodenext",
    strict: true,
    noEmit: true,
    // Declarations of packages too.
    skipLibCheck: false,
    types: ["node"],
  },
  files: ["own.ts"],
};
