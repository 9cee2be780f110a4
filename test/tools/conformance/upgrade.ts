/** The way of a company that upgrades: a stage of 0.2.0 with filled tables, and this version deployed over it. */

import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { CloudFormationClient, GetTemplateCommand } from "@aws-sdk/client-cloudformation";
import {
  LambdaClient,
  paginateListEventSourceMappings,
  UpdateEventSourceMappingCommand,
} from "@aws-sdk/client-lambda";
import { GetQueueAttributesCommand, SQSClient } from "@aws-sdk/client-sqs";
import { ROOT } from "../../../infra/local/template/assembly.ts";
import { AnchorStore } from "../../../lib/cases/integrity/anchors.ts";
import { documents } from "../../../lib/cli/core/aws.ts";
import {
  TABLE_NAMES,
  TABLE_SHAPES,
  type TableName,
  type TableShape,
} from "../../../lib/tables/table-shapes.ts";
import packageJson from "../../../package.json" with { type: "json" };
import type { AlertQueue } from "./alert-queue.ts";
import { Commands } from "./commands.ts";
import { Company } from "./company.ts";
import { itemsOf, putItems } from "./copied-tables.ts";
import { expectSame, say, until } from "./expect.ts";
import { HELD_USER } from "./officers-day.ts";
import { type Resource, resourcesOf } from "./stack.ts";
import { type Step, Walk } from "./walk.ts";
import { inventedWebhooks, readBack, send } from "./webhooks.ts";

/** The release that is upgraded, and where its command is. */
const BEFORE = {
  version: "0.2.0",
  commit: "1d4e5ae34a37da5c61cc3673664897e495ab2b39",
  vigia: "lib/cli/main.ts",
};

const FIRST_QUEUED_ID = 700_000;
const QUEUED = 120;

/** Commands that list, as they are typed. */
const LISTS = [
  "notifications list --limit 10000 --rehearsals",
  "notifications list --risk illegal --limit 10000",
  "alerts list --rehearsals --limit 10000",
  "cases list --limit 10000",
  "cases list --all --limit 10000",
  "wallets list --limit 10000",
  "scan list",
  "hold list --all",
  "rates list MXN",
  "quarantine list",
  "desk people",
];

type Items = Awaited<ReturnType<typeof itemsOf>>;

interface UpgradeWalkOptions {
  /** An empty folder outside the repository. */
  folder: string;
  stage: string;
  /** Parts that the endpoint lacks. */
  without: readonly string[];
  count: number;
  serviceUrl: string;
  endpoint: string;
  queue: AlertQueue;
}

export class UpgradeWalk {
  readonly #before: Commands;
  readonly #after: Commands;
  readonly #walk: Walk;
  /** Checkout of the release before. */
  readonly #checkout: string;
  readonly #tables = new Map<TableName, Items>();
  readonly #lists = new Map<string, readonly unknown[]>();
  readonly #queued = inventedWebhooks(FIRST_QUEUED_ID, QUEUED);
  #resources: Resource[] = [];
  #seal = "";

  constructor({ folder, stage, without, ...options }: UpgradeWalkOptions) {
    const [before, after] = [join(folder, "before"), join(folder, "after")];
    for (const made of [before, after]) mkdirSync(made);
    this.#checkout = join(folder, BEFORE.version);
    const checkout = { root: this.#checkout, vigia: BEFORE.vigia };
    this.#before = new Commands({ stage, folder: before, without, checkout });
    this.#after = new Commands({ stage, folder: after, without });
    this.#walk = new Walk({ ...options, commands: this.#before });
  }

  steps(): Step[] {
    const where = "after the upgrade";
    return [
      [`${BEFORE.version}, in a worktree with its own packages`, () => this.#checkOut()],
      ...this.#walk.filling(),
      ["A rate, a hold and a body in quarantine", () => this.#fillTheRest()],
      ["Webhooks that wait in the queue", () => this.#queue()],
      // Nothing works on the tables from here to the comparison.
      ["What is there, and what each list says of it", () => this.#record()],
      ["A release that would lose a table is refused", () => this.#refuse()],
      [`${BEFORE.version} to ${packageJson.version}`, () => this.#upgrade()],
      ["What is there, and what each list says of it, after the upgrade", () => this.#compare()],
      ["The webhooks that waited", () => this.#resume()],
      ...this.#walk.usingAgain(where),
      [`Doctor, ${where}`, () => this.#walk.doctor()],
      [`Chains and anchors, ${where}`, () => this.#verify()],
    ];
  }

  async remove(): Promise<void> {
    await this.#walk.remove();
    if (existsSync(this.#checkout))
      await new Company(ROOT).run("git", ["worktree", "remove", "--force", this.#checkout]);
  }

  get #stackName(): string {
    return `Vigia-${this.#after.stage}`;
  }

  async #checkOut(): Promise<void> {
    const { commit, version } = BEFORE;
    await new Company(ROOT).run("git", ["cat-file", "-e", `${commit}^{commit}`]).catch(() => {
      throw new Error(
        `This clone has no commit ${commit}, which is ${version}: run "git fetch --unshallow", and run it again.`,
      );
    });
    await new Company(ROOT).run("git", ["worktree", "add", "--detach", this.#checkout, commit]);
    const company = new Company(this.#checkout);
    expectSame("version", company.json("package.json")["version"], version);
    await company.run("npm", ["ci", "--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund"]);
  }

  async #fillTheRest(): Promise<void> {
    await this.#before.vigia("rates set MXN 18.20 --on 2026-02-20");
    await this.#before.vigia(`hold place ${HELD_USER} --reason order-8-2026`);
    const odd = {
      key: "",
      text: JSON.stringify({ type: "notification", data: 7 }),
      illegal: false,
      times: 1,
    };
    expectSame("accepted of a body that is no notification", await send(await this.#walk.target(), [odd]), 0);
    const isQuarantined = async () => (await this.#before.rows("quarantine list")).length > 0;
    await until("the body in quarantine", isQuarantined);
  }

  async #record(): Promise<void> {
    const target = await this.#walk.target();
    for (const name of TABLE_NAMES) {
      const items = await itemsOf(target.tables[name] ?? "");
      this.#tables.set(name, items);
    }
    const counts = [...this.#tables].map(([name, { length }]) => [name, length]);
    say(`  items: ${counts.map((pair) => pair.join(" ")).join(", ")}`);
    expectSame(
      "empty tables",
      counts.filter(([, count]) => count === 0),
      [],
    );
    for (const line of LISTS) {
      const rows = await this.#before.rows(line);
      if (rows.length === 0) throw new Error(`"vigia ${line}" lists nothing.`);
      say(`  ${line}: ${rows.length}`);
      this.#lists.set(line, rows);
    }
    this.#lists.set("users list", await usersOf(this.#before));
    const { kept } = await new AnchorStore(documents(target), target.tables.cases ?? "").all();
    this.#seal = kept.map(({ day, digest }) => `${day}=${digest}`).join(",");
    expectSame("anchors", kept.length > 0, true);
  }

  /** The endpoint of the release before puts them there in its own form. */
  async #queue(): Promise<void> {
    const target = await this.#walk.target();
    await this.#consume(target.queues.webhook, false);
    expectSame("accepted", await send(target, this.#queued), QUEUED);
    this.#walk.sent.push(...this.#queued);
    expectSame("messages that wait", await waitingIn(target.queues.webhook), QUEUED);
  }

  /** Lets the consumer read the queue of webhooks, or not. */
  async #consume(queueUrl: string, Enabled: boolean): Promise<void> {
    const client = new LambdaClient({});
    const queue = queueUrl.split("/").at(-1) ?? "";
    let mappings = 0;
    for await (const { EventSourceMappings = [] } of paginateListEventSourceMappings({ client }, {}))
      for (const { UUID, EventSourceArn } of EventSourceMappings)
        if (EventSourceArn?.endsWith(`:${queue}`)) {
          await client.send(new UpdateEventSourceMappingCommand({ UUID, Enabled }));
          mappings++;
        }
    expectSame("consumers of the webhook queue", mappings, 1);
    // A poll that was under way ends.
    if (!Enabled) await sleep(SETTLING_MS);
  }

  /** Both the check and the deployment, by a template in which the table of users has another name. */
  async #refuse(): Promise<void> {
    const before = await this.#deployed();
    for (const args of [["--check"], ["--require-approval", "never"]]) {
      const { code, printed } = await this.#after.upgrade([...args, ...this.#walk.settings], "Users");
      expectSame(`code of upgrade ${args[0]}`, code, 1);
      const [sentence = printed] =
        /Users\w+ \(AWS::DynamoDB::Table\) would be replaced[^\n]*/.exec(printed) ?? [];
      say(`  ${sentence}`);
      expectSame(
        "it names the table and the loss",
        sentence.includes("TableName changes: a new table"),
        true,
      );
    }
    expectSame(
      "the stack is as before",
      JSON.stringify(await this.#deployed()) === JSON.stringify(before),
      true,
    );
  }

  /** Template and resources. */
  async #deployed(): Promise<unknown> {
    const { TemplateBody } = await new CloudFormationClient({}).send(
      new GetTemplateCommand({ StackName: this.#stackName }),
    );
    return [TemplateBody, await resourcesOf(this.#stackName)];
  }

  async #upgrade(): Promise<void> {
    this.#resources = await resourcesOf(this.#stackName);
    const began = Date.now();
    const { code, printed } = await this.#after.upgrade([
      ...["--require-approval", "never"],
      ...this.#walk.settings,
    ]);
    if (code !== 0) say(printed);
    expectSame("code of upgrade", code, 0);
    const versions = `has version ${BEFORE.version}, and ${packageJson.version} is to be deployed: no table,`;
    expectSame("it says both versions", printed.includes(versions), true);
    say(`  deployed in ${Math.round((Date.now() - began) / 1_000)} s`);
    this.#walk.goOnWith(this.#after);
    const now = await resourcesOf(this.#stackName);
    this.#walk.made.push(...now);
    const byId = new Map(now.map((one) => [one.id, one.name]));
    say(`  ${this.#resources.length} resources before, ${now.length} after`);
    expectSame(
      "replaced or deleted",
      this.#resources.filter(({ id, name }) => byId.get(id) !== name),
      [],
    );
    const { deployment } = await this.#walk.target();
    expectSame("version of the stack", deployment?.version, packageJson.version);
  }

  async #compare(): Promise<void> {
    const target = await this.#walk.target();
    let records = 0;
    for (const [name, items] of this.#tables) {
      const table = target.tables[name] ?? "";
      const found = await itemsOf(table);
      // MiniStack empties a table whose indexes change.
      if (found.length === 0) {
        say(`  ${name} was emptied by the endpoint, and is filled with what was there`);
        await putItems(table, items);
      }
      const now = new Map((await itemsOf(table)).map((item) => [keyOf(name, item), item]));
      const changed = items.flatMap((item) => {
        const names = namesOfDifferences(item, now.get(keyOf(name, item)) ?? {});
        return names.length === 0 ? [] : [`${keyOf(name, item)}: ${names.join(", ")}`];
      });
      expectSame(`${name}: missing or changed of ${items.length}`, changed, []);
      records += items.length;
    }
    say(`  ${records} records are as they were`);
    for (const [line, rows] of this.#lists) {
      const now = line === "users list" ? await usersOf(this.#after) : await this.#after.rows(line);
      expectSame(`${line}: other than the ${rows.length} rows before`, differencesOf(rows, now), []);
    }
    await this.#verify();
  }

  async #verify(): Promise<void> {
    const verified = await this.#after.vigia(`cases verify --anchor ${this.#seal}`);
    for (const words of ["every chain is intact", "every seal is intact"])
      expectSame(words, verified.includes(words), true);
  }

  async #resume(): Promise<void> {
    const target = await this.#walk.target();
    expectSame("messages that wait", await waitingIn(target.queues.webhook), QUEUED);
    await this.#consume(target.queues.webhook, true);
    const found = await readBack(target, this.#queued);
    expectSame("stored of those that waited", found.stored, this.#queued.length);
    expectSame("other bytes than were sent, or missing", found.different, []);
  }
}

/** Longer than a poll and its batch take. */
const SETTLING_MS = 15_000;

async function waitingIn(QueueUrl: string): Promise<number> {
  const { Attributes } = await new SQSClient({}).send(
    new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ["ApproximateNumberOfMessages"] }),
  );
  return Number(Attributes?.ApproximateNumberOfMessages);
}

async function usersOf(commands: Commands): Promise<string[]> {
  return (await commands.vigia("users list")).trim().split("\n").toSorted();
}

function keyOf(name: TableName, item: Items[number]): string {
  const { key }: TableShape = TABLE_SHAPES[name];
  return JSON.stringify([item[key.partition], key.sort === undefined ? undefined : item[key.sort]]);
}

/** Names under which the first has something that the second has otherwise, or not; a later version may say more. */
function namesOfDifferences(one: object, other: object): string[] {
  const found = new Map<string, unknown>(Object.entries(other));
  return Object.entries(one).flatMap(([name, value]) =>
    isDeepStrictEqual(value, found.get(name)) ? [] : [name],
  );
}

/** Rows that are not in their place in the other list. */
function differencesOf(rows: readonly unknown[], now: readonly unknown[]): unknown[] {
  return rows.flatMap((row, index) => {
    const names = namesOfDifferences(Object(row), Object(now[index]));
    return names.length === 0 ? [] : [{ row, names, now: now[index] }];
  });
}
