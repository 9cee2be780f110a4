/** A scan's surroundings: emulated tables, a queue in memory, a topic that remembers, and a service to be chosen. */

import { PublishCommand, SNSClient } from "@aws-sdk/client-sns";
import { type DynamoDBDocumentClient, QueryCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { mockClient } from "aws-sdk-client-mock";
import { expect } from "vitest";
import { AlertStore } from "../../../../lib/alerts/alerts.ts";
import { AlertPublisher } from "../../../../lib/alerts/publisher.ts";
import { runReports } from "../../../../lib/alerts/run-reports.ts";
import { TABLE_SHAPES } from "../../../../lib/aws/tables/table-shapes.ts";
import { alertWallets } from "../../../../lib/cases/alert-wallets.ts";
import { type StoredCase, storedCase } from "../../../../lib/cases/case.ts";
import { keyOfCase, walletSubject } from "../../../../lib/cases/case-keys.ts";
import { CaseStore } from "../../../../lib/cases/cases.ts";
import { ChainStore } from "../../../../lib/screening/chains.ts";
import type { RiskService } from "../../../../lib/screening/risk-service/client.ts";
import type { ScanMessage } from "../../../../lib/screening/scans/message.ts";
import type { ScanRun } from "../../../../lib/screening/scans/runs/scan-run.ts";
import { ScanRunStore } from "../../../../lib/screening/scans/runs/scan-runs.ts";
import { type StartTools, startRun } from "../../../../lib/screening/scans/start.ts";
import { WorkTime } from "../../../../lib/screening/scans/time.ts";
import type { ScanSettings, ScanTools } from "../../../../lib/screening/scans/tools.ts";
import { work } from "../../../../lib/screening/scans/work.ts";
import { KnownWallets } from "../../../../lib/screening/wallets/known-wallets.ts";
import { ScannedWallets } from "../../../../lib/screening/wallets/scanned-wallets.ts";
import type { Wallet } from "../../../../lib/screening/wallets/wallet.ts";
import { keyOfWallet, shardOf } from "../../../../lib/screening/wallets/wallet-keys.ts";
import { type WalletScan, WalletScanStore } from "../../../../lib/screening/wallets/wallet-scans.ts";
import { WalletStore } from "../../../../lib/screening/wallets/wallets.ts";
import { type EmulatedTables, startTables } from "../../../support/emulated-tables.ts";
import { ENGLISH } from "../../../support/translators.ts";
import type { Crashing } from "./crashing-tools.ts";

const TABLES = {
  Wallets: TABLE_SHAPES.wallets,
  WalletScans: TABLE_SHAPES.walletScans,
  ScanRuns: TABLE_SHAPES.scanRuns,
  Chains: TABLE_SHAPES.chains,
  Alerts: TABLE_SHAPES.alerts,
  Cases: TABLE_SHAPES.cases,
};

const LONG_AGO = "2020-01-01T00:00:00.000Z";

const SETTINGS: Omit<ScanSettings, "line"> = {
  maxDepth: 3,
  addressesPerRequest: 10,
  parallelRequests: 4,
  retentionYears: 10,
};

/** A message that was published, as its e-mail, and to which topic. */
export interface Published {
  topic: "alerts" | "operations";
  kind: string;
  subject: string;
  email: string;
}

export class ScanFixture {
  readonly #emulated: EmulatedTables;
  readonly client: DynamoDBDocumentClient;
  readonly known: KnownWallets;
  readonly wallets: WalletStore;
  readonly runs: ScanRunStore;
  readonly scans: WalletScanStore;
  readonly chains: ChainStore;
  readonly queue: { message: ScanMessage; delayMs: number }[] = [];
  readonly sns = mockClient(SNSClient);
  settings = SETTINGS;
  /** The score above which a wallet is alerted. */
  line = 60;
  keyIsReplaced = false;
  #starts = 0;

  private constructor(emulated: EmulatedTables) {
    this.#emulated = emulated;
    this.client = emulated.client;
    this.known = new KnownWallets(this.client, "Wallets");
    this.wallets = new WalletStore(this.client, "Wallets");
    this.runs = new ScanRunStore(this.client, "ScanRuns");
    this.scans = new WalletScanStore(this.client, "WalletScans");
    this.chains = new ChainStore(this.client, "Chains");
    this.sns.on(PublishCommand).callsFake(({ TopicArn }) => {
      if (String(TopicArn).endsWith(":broken")) throw new Error("the topic is broken");
      return {};
    });
  }

  /** Records of the messages for officers. */
  get alerts(): AlertStore {
    return new AlertStore(this.client, "Alerts");
  }

  /** URL of the tables. */
  get endpoint(): string {
    return this.#emulated.url;
  }

  static async start(): Promise<ScanFixture> {
    return new ScanFixture(await startTables(TABLES));
  }

  async stop(): Promise<void> {
    this.sns.restore();
    await this.#emulated.stop();
  }

  /** Remembers a wallet that was first seen long ago. */
  async remember(address: string, chainId = "1", projectId = 1, userId = "u-1"): Promise<void> {
    await this.known.remember({ projectId, chainId, address, userId, source: "import", seenAt: LONG_AGO });
  }

  /** As a clock that was ahead would have had it. */
  async setFirstSeen(address: string, firstSeenAt: string): Promise<void> {
    await this.client.send(
      new UpdateCommand({
        TableName: "Wallets",
        Key: keyOfWallet({ projectId: 1, chainId: "1", address }),
        UpdateExpression: "SET firstSeenAt = :at",
        ExpressionAttributeValues: { ":at": firstSeenAt },
      }),
    );
  }

  /** @param client in place of the tables' own, @param sns in place of the topics' own */
  tools(service: RiskService, client = this.client, sns = topics(), topic?: string): ScanTools {
    const tools = {
      wallets: new ScannedWallets(client, "Wallets"),
      scans: new WalletScanStore(client, "WalletScans"),
      runs: new ScanRunStore(client, "ScanRuns"),
      service,
      keys: { isReplaced: async () => this.keyIsReplaced },
      queue: this.#queueOf(),
      settings: { ...this.settings, line: this.line },
    };
    const reporter = this.reporter(client, sns, topic);
    const rest = { chains: new ChainStore(client, "Chains"), cases: new CaseStore(client, "Cases", 10) };
    return {
      ...tools,
      reports: runReports(reporter),
      alertWallets: (run, wallets, statusesBy) =>
        alertWallets(run, wallets, statusesBy, { ...tools, ...reporter, ...rest }),
    };
  }

  #queueOf() {
    return {
      send: async (messages: readonly ScanMessage[], delayMs = 0) => this.#enqueue(messages, delayMs),
    };
  }

  /** @param topic the end of the alerts topic's ARN */
  reporter(client = this.client, sns = topics(), topic = "alerts") {
    const alertsTopicArn = `arn:aws:sns:us-east-1:000000000000:${topic}`;
    const operationsTopicArn = "arn:aws:sns:us-east-1:000000000000:operations";
    const alerts = new AlertStore(client, "Alerts");
    const rest = {
      alerts,
      translator: async () => ENGLISH,
      retentionYears: 10,
      pace: { turn: async () => true },
    };
    const publisher = new AlertPublisher({ sns, alertsTopicArn, operationsTopicArn, ...rest });
    return { stage: "local", publisher: () => publisher };
  }

  /** The tools of a process with an injected fault. */
  crashingTools(crashing: Crashing, service: RiskService): ScanTools {
    const [client, sns] = [crashing.wrap(this.client, "send"), crashing.wrap(topics(), "send")];
    const calls = crashing.wrap(service, "scanRisk", "walletStatus");
    const tools = this.tools(calls, client, sns);
    return { ...tools, queue: crashing.wrap(tools.queue, "send") };
  }

  /** The tools of a start with an injected fault. */
  crashingStartTools(crashing: Crashing): StartTools {
    const tools = this.startTools(crashing.wrap(this.client, "send"), crashing.wrap(topics(), "send"));
    return { ...tools, queue: crashing.wrap(tools.queue, "send") };
  }

  /** @param client in place of the tables' own, @param sns in place of the topics' own */
  startTools(client = this.client, sns = topics()): StartTools {
    return {
      runs: new ScanRunStore(client, "ScanRuns"),
      queue: this.#queueOf(),
      reports: runReports(this.reporter(client, sns)),
      intervalMs: 86_400_000,
      startingMs: 900_000,
      stuckAfterMs: 7_200_000,
      retentionYears: 10,
    };
  }

  /** Starts a run. @returns its id */
  async startRun(projectId = 1, now = new Date()): Promise<string> {
    const startKey = `start-${++this.#starts}`;
    const { runId } = await startRun({ projectId, trigger: "manual", startKey, now }, this.startTools());
    return runId;
  }

  /** Works on the next message. @returns false where there is none */
  async workOne(service: RiskService, remainingMs = 900_000): Promise<boolean> {
    const next = this.queue.shift();
    if (next === undefined) return false;
    await this.work(next.message, service, { remainingMs });
    return true;
  }

  /** Works on a message. */
  work(message: ScanMessage, service: RiskService, { again = false, remainingMs = 900_000 } = {}) {
    return work({ message, again }, new WorkTime(remainingMs), this.tools(service));
  }

  /** Works on a message where no alert can be published, which fails. */
  async workUnpublished(message: ScanMessage, service: RiskService): Promise<void> {
    const tools = this.tools(service, undefined, undefined, "broken");
    await expect(work({ message, again: false }, new WorkTime(900_000), tools)).rejects.toThrow("broken");
  }

  /** The queued message of a wallet's shard. */
  messageFor(address: string): ScanMessage {
    const found = this.queue.find(({ message }) => message.shard === shardOf(address));
    if (found === undefined) throw new Error(`No message is queued for ${address}.`);
    return found.message;
  }

  /** Works until the queue is empty. @returns how many messages that took */
  async workAll(service: RiskService, remainingMs = 900_000): Promise<number> {
    let count = 0;
    while (await this.workOne(service, remainingMs)) count++;
    return count;
  }

  /** A whole run. */
  async scan(service: RiskService, projectId = 1): Promise<ScanRun> {
    const runId = await this.startRun(projectId);
    await this.workAll(service);
    return this.run(runId, projectId);
  }

  async run(runId: string, projectId = 1): Promise<ScanRun> {
    const run = await this.runs.get(projectId, runId);
    if (run === undefined) throw new Error(`There is no run ${runId}.`);
    return run;
  }

  async wallet(address: string, chainId = "1", projectId = 1): Promise<Wallet> {
    const found = await this.wallets.get({ projectId, chainId, address });
    if (found === undefined) throw new Error(`There is no wallet ${address}.`);
    return found;
  }

  /** The cases of a wallet, the first one first. */
  async cases(address: string, chainId = "1", projectId = 1): Promise<StoredCase[]> {
    const { Items = [] } = await this.client.send(
      new QueryCommand({
        TableName: "Cases",
        KeyConditionExpression: "subject = :subject",
        ExpressionAttributeValues: { ":subject": walletSubject({ projectId, chainId, address }) },
      }),
    );
    return Items.map((item) => storedCase.parse(item));
  }

  /** Takes a case from the open ones, as a decision does. */
  async decide({ subject, opened }: StoredCase): Promise<void> {
    await this.client.send(
      new UpdateCommand({
        TableName: "Cases",
        Key: keyOfCase({ subject, opened }),
        UpdateExpression: "SET outcome = :outcome REMOVE openShard",
        ExpressionAttributeValues: { ":outcome": "false-positive" },
      }),
    );
  }

  async history(address: string, chainId = "1", projectId = 1): Promise<WalletScan[]> {
    const found: WalletScan[] = [];
    for await (const scan of this.scans.history({ projectId, chainId, address })) found.push(scan);
    return found;
  }

  /** Messages so far. */
  published(): Published[] {
    const published = this.sns
      .commandCalls(PublishCommand)
      .filter(({ args: [{ input }] }) => !input.TopicArn?.endsWith(":broken"));
    return published.map(({ args: [{ input }] }) => ({
      topic: input.TopicArn?.endsWith("alerts") ? "alerts" : "operations",
      kind: input.MessageAttributes?.["kind"]?.StringValue ?? "",
      subject: input.Subject ?? "",
      email: String(JSON.parse(input.Message ?? "{}").email),
    }));
  }

  #enqueue(messages: readonly ScanMessage[], delayMs: number): void {
    this.queue.push(...messages.map((message) => ({ message, delayMs })));
  }
}

function topics(): SNSClient {
  return new SNSClient({ region: "us-east-1" });
}
