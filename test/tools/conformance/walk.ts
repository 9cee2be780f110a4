/**
 * What no local stack shows: a stage that is deployed, updated and destroyed, and another that takes over its tables and people.
 * What a stage does is told by the stories of `test/e2e`.
 */

import { randomBytes } from "node:crypto";
import { localProject } from "../../../infra/local/sandbox/local-projects.ts";
import type { VigiaProps } from "../../../infra/vigia.ts";
import { caseLink } from "../../../lib/alerts/messages/desk-links.ts";
import { CaseQueries } from "../../../lib/cases/case-queries.ts";
import { documents } from "../../../lib/cli/core/aws.ts";
import type { Target } from "../../../lib/cli/core/target.ts";
import { newStep } from "../../support/case-steps.ts";
import { INVENTED_USER } from "../../support/invented-user.ts";
import { StoredCases } from "../../support/stored-cases.ts";
import type { Commands } from "./commands.ts";
import { copyTables, mendTables } from "./copied-tables.ts";
import { poolWithOfficer } from "./desk/pool.ts";
import { returnToDesk, visitDesk } from "./desk/visit.ts";
import { expectSame, say } from "./expect.ts";
import { removeStage } from "./removal.ts";
import { deleteStack, expectNoStack, type Resource, resourcesOf } from "./stack.ts";
import { differentFrom, inventedWebhooks, type SentWebhook, send } from "./webhooks.ts";

/** The settings that the stage is deployed with. */
interface StackSettings {
  /** undefined in a real account, from which no sandbox is reached. */
  serviceUrl: string | undefined;
  projects: readonly number[];
  tables: Readonly<Record<string, string>>;
  /** The pool that the desk takes over; absent where the stack makes one. */
  userPoolId?: string;
}

interface WalkOptions {
  commands: Commands;
  /** Number of webhooks to send. */
  count: number;
  /** undefined where the functions cannot reach this machine. */
  serviceUrl: string | undefined;
  /** False in a real account, where the desk asks for a second factor. */
  visitsDesk: boolean;
}

/** Behind the name of a stage, the name of the one that takes it over. */
const AGAIN = "-again";

export type Step = [name: string, run: () => Promise<void>];

const FIRST_ID = 1_000;

export class Walk {
  readonly #options: WalkOptions;
  /** Resources that this run has made. */
  readonly #made: Resource[] = [];
  readonly #sent: SentWebhook[] = [];
  /** Part of the name of everything that is made beside the stack. */
  readonly #run = randomBytes(4).toString("hex");
  readonly #commands: Commands;
  #settings: StackSettings;

  constructor(options: WalkOptions) {
    this.#options = options;
    this.#commands = options.commands;
    this.#settings = { serviceUrl: options.serviceUrl, projects: [1], tables: {} };
  }

  steps(): Step[] {
    const visit: Step = ["A visit to the desk", () => this.#visit()];
    return [
      ["Nothing is there of either stage", () => this.#expectNothing()],
      ["Bootstrap", () => this.#bootstrap()],
      ["Deploy", () => this.#deploy()],
      ["Secrets and doctor", () => this.#check()],
      ["A user, webhooks and a decision", () => this.#fill()],
      ...(this.#options.visitsDesk ? [visit] : []),
      ["Update: a second project", () => this.#update()],
      ["Destroy, and a new stack that takes over tables and people", () => this.#takeOver()],
    ];
  }

  /** Every address is invented. */
  get #props(): VigiaProps {
    const { serviceUrl, projects, tables, userPoolId } = this.#settings;
    return {
      projects: projects.map((id) => ({ id })),
      alertEmails: ["officer@company.example"],
      operationsEmails: ["engineer@company.example"],
      tables,
      desk: { userPoolId },
      ...(serviceUrl === undefined ? {} : { service: { baseUrl: serviceUrl } }),
    };
  }

  get #stackName(): string {
    return `Vigia-${this.#commands.stage}`;
  }

  async #expectNothing(): Promise<void> {
    for (const name of [this.#stackName, `${this.#stackName}${AGAIN}`]) await expectNoStack(name);
  }

  async #bootstrap(): Promise<void> {
    await this.#commands.cdk(this.#props, "bootstrap");
  }

  async #deploy(): Promise<void> {
    this.#made.push({ type: "AWS::CloudFormation::Stack", name: this.#stackName });
    await this.#commands.cdk(this.#props, "deploy", "--require-approval", "never");
    const resources = await resourcesOf(this.#stackName);
    this.#made.push(...resources);
    say(`  ${this.#stackName} has ${resources.length} resources`);
  }

  async #setSecrets(project: number): Promise<void> {
    const commands = this.#commands;
    const { webhookSecret, apiKey } = localProject(project);
    await commands.vigia(`secrets set --kind webhook --project ${project}`, { input: `${webhookSecret}\n` });
    await commands.vigia(`secrets set --kind api-key --project ${project}`, { input: `${apiKey}\n` });
  }

  async #check(): Promise<void> {
    const commands = this.#commands;
    await this.#setSecrets(1);
    await commands.vigia("secrets set --kind webhook --project 0");
    await this.#doctor("doctor --send");
  }

  /** Without the sandbox the service refuses the invented key, and nothing else may be wrong. */
  async #doctor(line = "doctor"): Promise<void> {
    const results = await this.#commands.doctor(line);
    const failed = results.filter(
      ({ state, about }) =>
        state === "failure" && !(this.#options.serviceUrl === undefined && /^service /.test(String(about))),
    );
    expectSame("failures that the doctor finds", failed, []);
  }

  async #fill(): Promise<void> {
    const commands = this.#commands;
    const user = JSON.stringify({ userId: "u-7", ...INVENTED_USER });
    await commands.vigia("users import -", { input: `${user}\n` });
    await this.#send(inventedWebhooks(FIRST_ID, this.#options.count));
    const { tables, projectIds } = await commands.target();
    const client = documents(await commands.target());
    const [flagged] = await Array.fromAsync(new CaseQueries(client, tables.cases ?? "").list({ projectIds }));
    if (flagged === undefined) throw new Error("No case was opened.");
    const note = "A wallet of our own.";
    const decision = newStep("conformance", new Date().toISOString(), {
      kind: "decide",
      outcome: "false-positive",
      note,
    });
    await new StoredCases(client, tables.cases).step(flagged, decision);
  }

  /** Sends webhooks, and finds them stored beside all that were sent before. */
  async #send(webhooks: readonly SentWebhook[], project = 1): Promise<void> {
    const target = await this.#commands.target();
    expectSame(`accepted of project ${project}`, await send(target, webhooks, project), webhooks.length);
    this.#sent.push(...webhooks);
    expectSame("other bytes than were sent, or missing", await differentFrom(target, this.#sent), []);
  }

  async #visit(): Promise<void> {
    await visitDesk(this.#commands, await this.#commands.target());
  }

  async #update(): Promise<void> {
    this.#settings = { ...this.#settings, projects: [1, 2] };
    await this.#deploy();
    await this.#setSecrets(2);
    await this.#send(inventedWebhooks(500_000, 1, 2), 2);
  }

  async #takeOver(): Promise<void> {
    const commands = this.#commands;
    const prefix = `vigia-restored-${this.#run}`;
    const target = await commands.target();
    const tables = await copyTables(target, prefix, {
      usersKeyArn: this.#usersKey(target),
      onMade: (name) => this.#made.push({ type: "AWS::DynamoDB::Table", name }),
    });
    const decided = await decidedIn(target);
    const userPoolId = await poolWithOfficer(`${prefix}-people`);
    this.#made.push({ type: "AWS::Cognito::UserPool", name: userPoolId });
    await deleteStack(this.#stackName);
    say(`  ${this.#stackName} is destroyed`);
    commands.stage += AGAIN;
    this.#settings = { ...this.#settings, tables, userPoolId };
    await this.#deploy();
    for (const project of this.#settings.projects) await this.#setSecrets(project);
    await commands.vigia("secrets set --kind webhook --project 0");
    await mendTables(tables);
    await this.#doctor();
    const listed = await commands.rows("notifications list --limit 10000");
    expectSame("notifications listed", listed.length, this.#sent.length);
    const user: unknown = JSON.parse(await commands.vigia("users get u-7"));
    expectSame("the user of before", user, INVENTED_USER);
    await this.#send(inventedWebhooks(600_000, 1));
    expectSame("decisions, before and after", await decidedIn(await commands.target()), decided);
    expectSame("chains hold", /every chain is intact/.test(await commands.vigia("cases verify")), true);
    if (this.#options.visitsDesk) {
      const [decidedCase] = decided;
      if (decidedCase === undefined) throw new Error("There is no decided case.");
      await returnToDesk(await commands.target(), caseLink(decidedCase));
    }
  }

  /** MiniStack does not say of a table with which key it is encrypted. */
  #usersKey({ topics }: Target): string {
    const [, partition, , region, account] = topics.alerts.split(":");
    const key = this.#made.find(
      ({ type, id = "" }) => type === "AWS::KMS::Key" && /^PersonalDataKey/.test(id),
    );
    return `arn:${partition}:kms:${region}:${account}:key/${key?.name}`;
  }

  /** All resources that this run has made, in any state. */
  async remove(): Promise<void> {
    say("\nRemove");
    await removeStage(this.#stackName, this.#made);
  }
}

async function decidedIn(target: Target) {
  const { tables, projectIds } = target;
  const cases = new CaseQueries(documents(target), tables.cases ?? "").list({ projectIds });
  return (await Array.fromAsync(cases)).filter(({ outcome }) => outcome !== undefined);
}
