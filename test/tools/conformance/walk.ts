/** The steps from nothing to a stage that has taken over the tables and people of one that is destroyed, each comparing what it sees. */

import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import pMap from "p-map";
import { localProject } from "../../../infra/local/sandbox/local-projects.ts";
import type { VigiaProps } from "../../../infra/vigia.ts";
import { AlertStore } from "../../../lib/alerts/alerts.ts";
import { caseLink } from "../../../lib/alerts/messages/desk-links.ts";
import { authenticator } from "../../../lib/cli/commands/signature/inbound-call.ts";
import { documents } from "../../../lib/cli/core/aws.ts";
import { bundleInProfiles, networkFrom } from "../../../lib/cli/core/network.ts";
import { findTarget, type Target } from "../../../lib/cli/core/target.ts";
import { NO_BODY } from "../../../lib/contract/signature.ts";
import { TEST_PROJECT } from "../../../lib/contract/test-project.ts";
import { INVENTED_USER } from "../../support/invented-user.ts";
import type { AlertQueue } from "./alert-queue.ts";
import type { Commands } from "./commands.ts";
import { copyTables, mendTables } from "./copied-tables.ts";
import { poolWithOfficer } from "./desk/pool.ts";
import { DECIDED_AT_DESK, returnToDesk, visitDesk } from "./desk/visit.ts";
import { expectSame, say } from "./expect.ts";
import { FilteredQueues, mixedBodies } from "./filtered-queues.ts";
import { casesIn, followDay } from "./officers-day.ts";
import { removeStage } from "./removal.ts";
import { deleteStack, expectNoStack, type Resource, resourcesOf } from "./stack.ts";
import { inventedWebhooks, readBack, type SentWebhook, send, walletOf } from "./webhooks.ts";

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
  /** URL of AWS, without a slash at the end; undefined for a real account, where the desk asks for a second factor. */
  endpoint: string | undefined;
  queue: AlertQueue;
}

/** Behind the name of a stage, the name of the one that takes it over. */
const AGAIN = "-again";

export type Step = [name: string, run: () => Promise<void>];

const USERS = 20;
const WALLETS = 50;
const FIRST_ID = 1_000;

/** The sandbox's score of it is 100. */
const FLAGGED = `0x${"5".repeat(32)}cafe0100`;

/** Of each round; the body that is not understood is answered 400. */
const UNDERSTOOD = 2;

/** Longer than a batch gathers and is stored. */
const SETTLING_MS = 15_000;

export class Walk {
  readonly #options: WalkOptions;
  /** Resources that this run has made. */
  readonly made: Resource[] = [];
  readonly #sent: SentWebhook[] = [];
  /** Part of the name of everything that is made beside the stack. */
  readonly #run = randomBytes(4).toString("hex");
  readonly #commands: Commands;
  #settings: StackSettings;
  readonly #filters = new FilteredQueues();

  constructor(options: WalkOptions) {
    this.#options = options;
    this.#commands = options.commands;
    this.#settings = { serviceUrl: options.serviceUrl, projects: [1], tables: {} };
  }

  steps(): Step[] {
    const hasService = this.#options.serviceUrl !== undefined;
    const filters: Step[] = hasService ? [["Events behind filters", () => this.#filterEvents()]] : [];
    return [
      ...this.#filling(),
      ["Update: a second project", () => this.#update()],
      ["Destroy, and a new stack that takes over tables and people", () => this.#takeOver()],
      ...this.#usingAgain(),
      ...filters,
    ];
  }

  /** From nothing to a stage whose tables are filled. */
  #filling(): Step[] {
    return [
      ["Nothing is there of either stage", () => this.#expectNothing()],
      ["Bootstrap", () => this.#bootstrap()],
      ["Deploy", () => this.#deploy()],
      ["Subscribe a queue to the alerts", () => this.#subscribe()],
      ["Secrets and doctor", () => this.#check()],
      ["Users and look-ups", () => this.#users()],
      ["Wallets", () => this.#wallets()],
      ...this.#scans(),
      ["Webhooks", () => this.#webhooks(inventedWebhooks(FIRST_ID, this.#options.count))],
      ["Alerts", () => this.#alerts()],
      ...(this.#options.endpoint === undefined ? [] : [this.#visit(this.#options.endpoint)]),
      ["Cases, reminders and the brief", () => this.#followDay()],
    ];
  }

  #usingAgain(): Step[] {
    const where = "on the tables that were taken over";
    return [
      [`Users and look-ups, ${where}`, () => this.#lookUps()],
      ...this.#scans(),
      [`Webhooks, ${where}`, () => this.#webhooks(inventedWebhooks(100_000, 120))],
      [`Alerts, ${where}`, () => this.#alerts()],
    ];
  }

  #scans(): Step[] {
    return this.#options.serviceUrl === undefined ? [] : [["Scan", () => this.#scan()]];
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
    this.made.push({ type: "AWS::CloudFormation::Stack", name: this.#stackName });
    await this.#commands.cdk(this.#props, "deploy", "--require-approval", "never");
    const resources = await resourcesOf(this.#stackName);
    this.made.push(...resources);
    say(`  ${this.#stackName} has ${resources.length} resources`);
  }

  target(): Promise<Target> {
    const { folder, stage } = this.#commands;
    const network = () => networkFrom(process.env, bundleInProfiles);
    return findTarget({ root: folder, useRegion: () => {}, network }, { stage });
  }

  async #subscribe(): Promise<void> {
    const { topics } = await this.target();
    await this.#options.queue.subscribe(`vigia-alerts-${this.#run}`, topics.alerts);
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
    await this.doctor("doctor --send");
  }

  /** Without the sandbox the service refuses the invented key, and nothing else may be wrong. */
  async doctor(line = "doctor"): Promise<void> {
    const results = await this.#commands.doctor(line);
    const failed = results.filter(
      ({ state, about }) =>
        state === "failure" && !(this.#options.serviceUrl === undefined && /^service /.test(String(about))),
    );
    expectSame("failures that the doctor finds", failed, []);
  }

  async #users(): Promise<void> {
    const lines = Array.from({ length: USERS }, (_, index) =>
      JSON.stringify({ userId: `u-${index}`, ...INVENTED_USER, givenName: `Ana ${index}` }),
    );
    await this.#commands.vigia("users import -", { input: `${lines.join("\n")}\n` });
    await this.#lookUps();
  }

  async #lookUps(): Promise<void> {
    const target = await this.target();
    const authenticate = await authenticator(target, 1, Date.now());
    for (const [userId, status] of [
      ["u-7", 200],
      ["u-nobody", 404],
    ] as const) {
      const path = `/users/${userId}`;
      const timestamp = String(Date.now());
      const headers = authenticate({ method: "GET", path, canonicalBody: NO_BODY, timestamp });
      const reply = await fetch(`${target.adapter}${path}`, { headers });
      expectSame(`look-up of ${userId}`, reply.status, status);
      if (status === 200)
        expectSame("what it says", await reply.json(), { ...INVENTED_USER, givenName: "Ana 7" });
    }
    const unsigned = await fetch(`${target.adapter}/users/u-7`);
    expectSame("unsigned look-up", unsigned.status, 401);
  }

  async #wallets(): Promise<void> {
    const rows = Array.from({ length: WALLETS }, (_, index) => `1,42161,${walletOf(index)},u-${index}`);
    const file = ["projectId,chainId,address,userId", ...rows].join("\n");
    await this.#commands.vigia("wallets import - --format csv", { input: `${file}\n` });
    expectSame("wallets listed", (await this.#commands.rows("wallets list --limit 1000")).length, WALLETS);
  }

  async #scan(): Promise<void> {
    const began = new Date().toISOString();
    await this.#commands.vigia("scan run --project 1 --wait");
    const wallets = await this.#commands.rows("wallets list --project 1 --limit 1000");
    const scored = wallets.filter(
      ({ score, scannedAt }) => typeof score === "number" && String(scannedAt) > began,
    );
    expectSame("wallets that have a new score", scored.length, WALLETS);
  }

  async #webhooks(webhooks: SentWebhook[]): Promise<void> {
    const target = await this.target();
    const times = webhooks.reduce((sum, one) => sum + one.times, 0);
    expectSame("accepted", await send(target, webhooks), times);
    this.#sent.push(...webhooks);
    const found = await readBack(target, this.#sent);
    expectSame("stored", found.stored, this.#sent.length);
    expectSame("other bytes than were sent, or missing", found.different, []);
    const repeats = this.#sent.reduce((sum, one) => sum + one.times - 1, 0);
    // A number of repeats is "at least": of two copies that are worked on in another order than they came, the earlier one is not counted.
    const isAtLeast = found.repeats > 0 && found.repeats <= repeats;
    expectSame(`repeats counted, of ${repeats}: ${found.repeats}`, isAtLeast, true);
    expectSame("illegal and alerted", found.alerted, this.#sent.filter(({ illegal }) => illegal).length);
  }

  /** Every alert that is on record has arrived at the queue, and no other. */
  async #alerts(): Promise<void> {
    const target = await this.target();
    const alerts = new AlertStore(documents(target), target.tables.alerts);
    const listed = await Array.fromAsync(alerts.list({ projectIds: [...target.projectIds, TEST_PROJECT] }));
    const received = await this.#options.queue.received();
    say(`  ${listed.length} alerts on record`);
    expectSame(
      "on record and not received",
      listed.filter(({ id }) => !received.includes(id)),
      [],
    );
    // A brief is of all projects, and in the list of none.
    const found = await pMap(received, (id) => alerts.find(id), { concurrency: 10 });
    expectSame(
      "received and not on record",
      received.filter((_, at) => found[at] === undefined),
      [],
    );
  }

  /** Every kind of event of two projects; the second round comes when the first is stored. */
  async #filterEvents(): Promise<void> {
    const commands = this.#commands;
    const target = await this.target();
    await this.#filters.subscribe(`vigia-${this.#run}`, target.topics.alerts);
    for (const round of [0, 1] as const) {
      for (const projectId of [1, 2]) {
        const bodies = mixedBodies(projectId, 600_000)[round];
        const sent = bodies.map((text) => ({ key: "", text, illegal: true, times: 1 }));
        expectSame(`sent of project ${projectId}`, await send(target, sent, projectId), UNDERSTOOD);
      }
      await sleep(SETTLING_MS);
    }
    await commands.vigia("wallets import - --format csv", {
      input: `projectId,chainId,address\n1,1,${FLAGGED}\n`,
    });
    await commands.vigia("scan run --project 1 --wait");
    await this.#filters.check();
  }

  #visit(endpoint: string): Step {
    const commands = this.#commands;
    return ["A visit to the desk", async () => visitDesk(commands, await this.target(), endpoint)];
  }

  async #followDay(): Promise<void> {
    const { endpoint } = this.#options;
    const commands = this.#commands;
    await followDay({
      commands,
      target: await this.target(),
      resources: this.made,
      sent: this.#sent,
      decided: endpoint === undefined ? 0 : DECIDED_AT_DESK,
    });
  }

  async #update(): Promise<void> {
    this.#settings = { ...this.#settings, projects: [1, 2] };
    await this.#deploy();
    await this.#setSecrets(2);
    const [webhook] = inventedWebhooks(500_000, 100, 2);
    if (webhook === undefined) throw new Error("There is no webhook.");
    const target = await this.target();
    expectSame("accepted of project 2", await send(target, [{ ...webhook, times: 1 }], 2), 1);
    this.#sent.push({ ...webhook, times: 1 });
    expectSame("other bytes than were sent, or missing", (await readBack(target, this.#sent)).different, []);
  }

  async #takeOver(): Promise<void> {
    const { endpoint } = this.#options;
    const commands = this.#commands;
    const prefix = `vigia-restored-${this.#run}`;
    const target = await this.target();
    const tables = await copyTables(target, prefix, {
      usersKeyArn: this.#usersKey(target),
      onMade: (name) => this.made.push({ type: "AWS::DynamoDB::Table", name }),
    });
    const decided = await decidedIn(target);
    const userPoolId = await poolWithOfficer(`${prefix}-people`);
    this.made.push({ type: "AWS::Cognito::UserPool", name: userPoolId });
    await deleteStack(this.#stackName);
    say(`  ${this.#stackName} is destroyed`);
    commands.stage += AGAIN;
    this.#settings = { ...this.#settings, tables, userPoolId };
    await this.#deploy();
    await this.#subscribe();
    for (const project of this.#settings.projects) await this.#setSecrets(project);
    await commands.vigia("secrets set --kind webhook --project 0");
    await mendTables(tables);
    await this.doctor();
    const listed = await commands.rows("notifications list --limit 10000");
    expectSame("notifications listed", listed.length, this.#sent.length);
    expectSame("decisions, before and after", await decidedIn(await this.target()), decided);
    expectSame("chains hold", /every chain is intact/.test(await commands.vigia("cases verify")), true);
    if (endpoint !== undefined) {
      const [one] = decided;
      if (one === undefined) throw new Error("There is no decided case.");
      await returnToDesk(await this.target(), endpoint, caseLink(one));
    }
  }

  /** MiniStack does not say of a table with which key it is encrypted. */
  #usersKey({ topics }: Target): string {
    const [, partition, , region, account] = topics.alerts.split(":");
    const key = this.made.find(
      ({ type, id = "" }) => type === "AWS::KMS::Key" && /^PersonalDataKey/.test(id),
    );
    return `arn:${partition}:kms:${region}:${account}:key/${key?.name}`;
  }

  /** All resources that this run has made, in any state. */
  async remove(): Promise<void> {
    say("\nRemove");
    try {
      await this.#options.queue.remove();
      await this.#filters.remove();
    } finally {
      await removeStage(this.#stackName, this.made);
    }
  }
}

async function decidedIn(target: Target) {
  return (await casesIn(target)).filter(({ outcome }) => outcome !== undefined);
}
