/** The quick start on AWS, by its page: every command of it, and what it prints. */

import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import cdkJson from "../../../cdk.json" with { type: "json" };
import { localProject } from "../../../infra/local/sandbox/local-projects.ts";
import { PACKAGE_FOLDER as ROOT } from "../../../lib/settings/project-folder.ts";
import { differsFrom, type ShownCommand, shownCommands } from "../../support/shown-commands.ts";
import { AlertQueue } from "./alert-queue.ts";
import { Company } from "./company.ts";
import { expectSame } from "./expect.ts";
import { LEFT_OUT, STACK } from "./left-out.ts";
import { removeStage } from "./removal.ts";
import { expectNoStack, type Resource, resourcesOf } from "./stack.ts";
import type { Step } from "./walk.ts";

const CDK = join(ROOT, "node_modules/aws-cdk/bin/cdk");
const VIGIA = join(ROOT, "infra/main.ts");
const APP = `node ${JSON.stringify(join(import.meta.dirname, "app.ts"))}`;

/** MiniStack's only account, in place of the page's. */
const ACCOUNT = "000000000000";

/** MiniStack confirms every subscription at once, and sends no link. */
const NOT_RUN = ["subscriptions confirm"];

interface QuickStartOptions {
  /** An empty folder outside the repository. */
  folder: string;
  /** In place of the page's stage. */
  stage: string;
  /** URL of the sandbox, in place of the service. */
  serviceUrl: string;
  /** Parts that the endpoint lacks. */
  without: readonly string[];
}

export class QuickStart {
  readonly #options: QuickStartOptions;
  readonly #company: Company;
  readonly #mail = new AlertQueue();
  readonly #made: Resource[] = [];

  constructor(options: QuickStartOptions) {
    this.#options = options;
    const folder = join(options.folder, "quick-start");
    mkdirSync(folder);
    this.#company = new Company(folder);
    this.#company.write("cdk.json", { ...cdkJson, app: APP });
  }

  steps(): Step[] {
    const page = readFileSync(join(ROOT, "docs/quickstart-aws.md"), "utf8")
      .replaceAll(/\bdev\b/g, this.#options.stage)
      .replaceAll("111122223333", ACCOUNT);
    const commands = shownCommands(page).filter(
      ({ command }) => !NOT_RUN.some((part) => command.includes(part)),
    );
    return [
      ["The quick start: nothing is there of its stage", () => expectNoStack(this.#stackName)],
      ...commands.map((command): Step => [command.command, () => this.#run(command)]),
      ["The [TEST] mail", () => this.#expectMail()],
    ];
  }

  get #stackName(): string {
    return `Vigia-${this.#options.stage}`;
  }

  async #run({ command, output }: ShownCommand): Promise<void> {
    const [program, ...words] = command.split(" ");
    if (words[0] === "deploy") this.#made.push({ type: "AWS::CloudFormation::Stack", name: this.#stackName });
    const printed = program === "cdk" ? await this.#cdk(words) : await this.#vigia(words);
    if (words[0] === "deploy") await this.#follow(printed);
    // An endpoint on which a run was before is bootstrapped already.
    const fresh = printed.replace(" (no changes)", "");
    expectSame("printed otherwise than the page shows", differsFrom(output, fresh), undefined);
  }

  #cdk(words: readonly string[]): Promise<string> {
    const { folder } = this.#company;
    const further = ["--output", join(folder, "assembly")];
    const approved = words[0] === "deploy" ? ["--require-approval", "never"] : [];
    return this.#printed([CDK, ...words, ...further, ...approved]);
  }

  /** Without a terminal, secrets are given as input. */
  #vigia(words: readonly string[]): Promise<string> {
    return this.#printed([VIGIA, ...words], `${this.#secretFor(words)}\n`);
  }

  #secretFor(words: readonly string[]): string {
    const { webhookSecret, apiKey } = localProject(1);
    return words.includes("api-key") ? apiKey : webhookSecret;
  }

  /** Output as a terminal shows it: errors and notes in their place. */
  async #printed(args: readonly string[], input = ""): Promise<string> {
    const line = ["-c", 'exec "$0" "$@" 2>&1', process.execPath, ...args];
    const props = {
      service: { baseUrl: this.#options.serviceUrl },
      alertEmails: ["officer@company.example"],
      operationsEmails: ["engineers@company.example"],
    };
    const more = {
      [LEFT_OUT]: this.#options.without.join(","),
      [STACK]: JSON.stringify({ stackName: this.#stackName, props }),
    };
    return (await this.#company.onAws("sh", line, { input, more })).printed;
  }

  /** Subscribes a queue in place of the officer, whom MiniStack sends no mail. */
  async #follow(printed: string): Promise<void> {
    this.#made.push(...(await resourcesOf(this.#stackName)));
    const [, topic = ""] = printed.match(/AlertsTopicArn = (\S+)/) ?? [];
    await this.#mail.subscribe(`vigia-${this.#options.stage}`, topic);
  }

  async #expectMail(): Promise<void> {
    const alerts = await this.#mail.take();
    expectSame(
      "projects of the alerts that arrived",
      alerts.map(({ event }) => event["projectId"]),
      ["0"],
    );
  }

  async remove(): Promise<void> {
    await this.#mail.remove();
    await removeStage(this.#stackName, this.#made);
  }
}
