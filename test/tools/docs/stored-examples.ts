/** One item of each kind, as the product stores and lists it: an invented day of project 1. */

import { createHash } from "node:crypto";
import { Writable } from "node:stream";
import { mock } from "node:test";
import { SNSClient } from "@aws-sdk/client-sns";
import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import { AlertStore } from "../../../lib/alerts/alerts.ts";
import { AlertPublisher } from "../../../lib/alerts/publisher.ts";
import { publishAlerts } from "../../../lib/alerts/webhook-alerts.ts";
import { expiryOf } from "../../../lib/aws/tables/expiry.ts";
import { TABLE_SHAPES, type TableKey, type TableName } from "../../../lib/aws/tables/table-shapes.ts";
import { caseCsv } from "../../../lib/cases/case-csv.ts";
import { OPENED_ONCE } from "../../../lib/cases/case-keys.ts";
import { CaseQueries } from "../../../lib/cases/case-queries.ts";
import { CaseStore } from "../../../lib/cases/cases.ts";
import { SealStore } from "../../../lib/cases/integrity/seal-store.ts";
import { MonthStore } from "../../../lib/cases/months.ts";
import { openCases } from "../../../lib/cases/open-cases.ts";
import { PERSON_COLUMNS } from "../../../lib/cli/commands/desk/desk.ts";
import { DEAD_LETTER_COLUMNS } from "../../../lib/cli/commands/dlq/dlq.ts";
import { NOTIFICATION_COLUMNS } from "../../../lib/cli/commands/notifications/notification-columns.ts";
import { SECRET_COLUMNS } from "../../../lib/cli/commands/secrets/secrets.ts";
import { WALLET_COLUMNS } from "../../../lib/cli/commands/wallets/wallets.ts";
import { type Column, printList } from "../../../lib/cli/output/list.ts";
import { compareTexts } from "../../../lib/i18n/text/compare-texts.ts";
import type { CsvForm } from "../../../lib/i18n/text/csv.ts";
import { textTranslator, translatorOf } from "../../../lib/i18n/translator.ts";
import { readDelivery } from "../../../lib/intake/delivery.ts";
import { NotificationQueries } from "../../../lib/intake/notifications/notification-queries.ts";
import { NotificationStore } from "../../../lib/intake/notifications/notifications.ts";
import { RateStore } from "../../../lib/law/rates/rates.ts";
import { runCsv } from "../../../lib/reports/run-csv.ts";
import { ChainStore } from "../../../lib/screening/chains.ts";
import { matchResults } from "../../../lib/screening/risk-service/results.ts";
import { RunWallets } from "../../../lib/screening/runs/run-wallets.ts";
import { ScanRunStore } from "../../../lib/screening/runs/runs.ts";
import { screened } from "../../../lib/screening/runs/screened.ts";
import { walletKey } from "../../../lib/screening/wallets/wallet-keys.ts";
import { WalletScanStore } from "../../../lib/screening/wallets/wallet-scans.ts";
import { WalletStore } from "../../../lib/screening/wallets/wallets.ts";
import { UserStore } from "../../../lib/users/users.ts";
import { OLGA } from "../../support/case-steps.ts";
import { type EmulatedTables, startTables } from "../../support/emulated-tables.ts";
import { INVENTED_USER } from "../../support/invented-user.ts";
import { FINTECH_LAW, LFPIORPI, notificationBody } from "../../support/notifications.ts";

export type Item = Record<string, unknown>;

/** Years for which everything is kept, Mexico's ten. */
const YEARS = 10;

/** The case of the transaction. */
const CASE = { subject: "notification#1#42#ZjOOie8SXfW--oXA", opened: OPENED_ONCE };

/** An item of each kind, and a line of each list, by the name that the page gives it. */
export async function storedExamples(): Promise<Record<string, Item>> {
  const tables = await startTables(TABLE_SHAPES);
  mock.timers.enable({ apis: ["Date"], now: Date.parse("2026-03-01T12:00:00.000Z") });
  try {
    const day = new InventedDay(tables);
    await day.messages();
    await day.month();
    await day.scan();
    await day.others();
    return { ...(await day.examples()), ...(await day.lists()) };
  } finally {
    mock.timers.reset();
    await tables.stop();
  }
}

class InventedDay {
  readonly #client: EmulatedTables["client"];

  constructor({ client }: EmulatedTables) {
    this.#client = client;
  }

  /** A transaction that breaks a law, and then another one; an error of the service; a body that no reader understands. */
  async messages(): Promise<void> {
    const timestamp = "2026-02-28T17:10:57.228Z";
    const another = { ...FINTECH_LAW, risk: "illegal" };
    const cases = new CaseStore(this.#client, "cases", YEARS);
    await this.#receive("12:00:01", notificationBody({ timestamp }), "Kx1abcdEIAMEZ7g=", cases);
    await this.#receive(
      "18:30:00",
      notificationBody({ timestamp, inflictedLaws: [LFPIORPI, another] }),
      "Kx2abcdEIAMEZ7g=",
      cases,
    );
    const error = { type: "error", data: "The index of chain 137 is behind." };
    await this.#receive("19:00:00", error, "Kx3abcdEIAMEZ7g=", cases);
    const unreadable = notificationBody({ timestamp, inflictedLaws: [{ ...LFPIORPI, risk: "severe" }] });
    await this.#receive("19:30:00", unreadable, "Kx4abcdEIAMEZ7g=", cases);
    const opened = await cases.read(CASE);
    if (opened === undefined) throw new Error("There is no case.");
    await cases.add(opened, {
      id: "7c1d6a0e-52f4-4b0e-9a57-0d1f6f0b8a11",
      at: "2026-03-01T20:00:00.000Z",
      by: OLGA,
      kind: "take",
    });
    mock.timers.setTime(Date.parse("2026-03-02T14:00:00.000Z"));
    await new SealStore(this.#client, "cases").make([1], new Date());
  }

  /** @param time of the day, UTC */
  async #receive(time: string, body: object, deliveryId: string, cases: CaseStore): Promise<void> {
    const receivedAt = `2026-03-01T${time}.000Z`;
    const now = Date.parse(receivedAt);
    mock.timers.setTime(now);
    const webhook = {
      deliveryId,
      receivedAt,
      signedAt: new Date(now - 1_000).toISOString(),
      projectId: 1,
      body: Buffer.from(JSON.stringify(body)),
    };
    const delivery = readDelivery(webhook, { retentionYears: YEARS, deadlines: [] });
    const notifications = new NotificationStore(this.#client, "notifications");
    const recorded = [
      { ...(await notifications.record(delivery.item, delivery.illegalLaws, now)), delivery },
    ];
    mock.timers.setTime(now + 6_000);
    const opened = await openCases(recorded, cases, []);
    const alerting = {
      notifications,
      chains: new ChainStore(this.#client, "chains"),
      stage: "dev",
      publisher: () => this.#publisher(),
      money: async () => () => [],
    };
    await publishAlerts(recorded, opened.cases, alerting, Date.now() + 60_000);
  }

  #publisher(): AlertPublisher {
    const sns = new SNSClient({ region: "us-east-1" });
    Object.defineProperty(sns, "send", { value: async () => ({}) });
    return new AlertPublisher({
      sns,
      alertsTopicArn: "alerts",
      operationsTopicArn: "operations",
      retentionYears: YEARS,
      alerts: new AlertStore(this.#client, "alerts"),
      translator: async () => translatorOf("en", "America/Mexico_City"),
      rate: { wait: async () => true },
    });
  }

  async month(): Promise<void> {
    const months = new MonthStore(this.#client, "cases", YEARS);
    const filed = { receivedOn: "2026-03-17", receivedTime: "10:30", receivedAt: "2026-03-17T16:30:00.000Z" };
    await months.add(await months.read(1, "2026-02"), {
      id: "0b9ce9d8-6a3c-4f7e-8e0e-4c5b1f8f7d22",
      at: "2026-03-17T16:40:00.000Z",
      by: OLGA,
      kind: "notice",
      filing: { kind: "monthly", reference: "AVI-2026-2", ...filed },
      projectIds: [1],
      covers: { count: 1, usd: "3000", unknown: 0, digest: "0".repeat(64) },
    });
  }

  /** Two scans of a wallet, which exceeds in the second one. */
  async scan(): Promise<void> {
    const name = { projectId: 1, chainId: "42161", address: `0x${"1".repeat(40)}` };
    const wallets = new WalletStore(this.#client, "wallets");
    const seenAt = "2026-03-01T12:00:01.000Z";
    await wallets.remember({ ...name, userId: "u-1", source: "notification", seenAt });
    const run = { projectId: 1, runId: "2026-03-02T03:00:00.000Z" };
    await this.#answer(name, 35, "2026-03-01T03:00:00.000Z");
    await this.#answer(name, 72.5, run.runId);
    const ofRun = new RunWallets(this.#client, "wallets");
    const [pending] = await ofRun.pending(1, 1);
    if (pending === undefined) throw new Error("No alert is pending.");
    const status = { status: "clean", tags: "[]", statusAt: "2026-03-02T04:00:00.000Z" };
    await ofRun.alerted(1, pending, status);
    const runs = new ScanRunStore(this.#client, "scanRuns");
    const begun = { trigger: "schedule", startedAt: "2026-03-02T03:00:01.000Z" } as const;
    await runs.replaceCurrent(1, { openRun: run.runId, ...begun }, undefined);
    await runs.create({ ...run, ...begun }, expiryOf(new Date(begun.startedAt), YEARS));
    await runs.queued(run, 3, undefined);
    await runs.troubled(run, "the API key was replaced");
    await runs.close(run, {
      status: "stopped",
      endedAt: "2026-03-02T03:20:00.000Z",
      totals: { known: 3, completed: 2, skipped: 0, failed: 1, missing: 0, exceeded: 1 },
      cause: { kind: "unpaid", call: "POST https://api.wavynode.com/v1/…", said: '"Quota used up."' },
    });
    await runs.reported(run);
  }

  /** What the service answers of a wallet, kept as a run keeps it. */
  async #answer(
    name: { projectId: number; chainId: string; address: string },
    riskScore: number,
    runId: string,
  ): Promise<void> {
    const scored = { status: "completed", riskLevel: "high", riskReason: "Mixer nearby" };
    const result = {
      chainId: name.chainId,
      address: name.address,
      ...scored,
      riskScore,
      suspiciousActivity: false,
      patterns: ["mixer"],
    };
    const [answer] = matchResults([name], [result], 60);
    const before = await new WalletStore(this.#client, "wallets").get(name);
    if (before === undefined || answer === undefined) throw new Error("There is no wallet, or no answer.");
    const now = new Date(Date.parse(runId) + 600_000);
    const { scan, facts } = screened(before, answer, { runId, now, threshold: 60 });
    await new WalletScanStore(this.#client, "walletScans").put([scan], expiryOf(now, YEARS));
    await new RunWallets(this.#client, "wallets").record(1, walletKey(name.address, name.chainId), facts);
  }

  async others(): Promise<void> {
    await new UserStore(this.#client, "users").putUser("u-1", INVENTED_USER, [1]);
    const explorer = { rpc_url: "https://rpc.example", explorer_url: "https://arbiscan.io" };
    const currency = { currency_symbol: "ETH", currency_decimals: 18 };
    await new ChainStore(this.#client, "chains").put([
      { id: "42161", name: "Arbitrum One", ...explorer, ...currency },
    ]);
    await new RateStore(this.#client, "rates").set({ currency: "MXN", day: "2026-02-28", rate: "18.20" });
  }

  async examples(): Promise<Record<string, Item>> {
    const notification = (kind: string, place: string) =>
      this.#one("notifications", (item) =>
        `${item["kind"]} ${item["revision"]}`.startsWith(`${kind} ${place}`),
      );
    const inCases = (place: string) =>
      this.#one("cases", ({ subject, opened }) => `${subject} ${opened}`.startsWith(place));
    const ofCase = (opened: string) => inCases(`${CASE.subject} ${opened}`);
    const ofMonth = (opened: string) => inCases(`month#1#2026-02 ${opened}`);
    return {
      "A current item": await notification("notification", "current#"),
      "A past revision": await notification("notification", "revision#"),
      "An error of the service": await notification("error", "current#"),
      "A quarantined body": await notification("quarantined", "current#"),
      "The head of a case": await ofCase("once"),
      "The opening of a case": await ofCase("event#once#000001"),
      "An event of the service": await ofCase("event#once#000002"),
      "An event of an officer": await ofMonth("event#"),
      "The head of a month": await ofMonth("once"),
      "A seal": await inCases("seal "),
      "A wallet": await this.#one("wallets"),
      "What a scan said of it": await this.#one("walletScans", ({ runId = "" }) => runId > "2026-03-02"),
      "A run": await this.#one("scanRuns", ({ runId }) => runId !== "current"),
      "The current run of a project": await this.#one("scanRuns", ({ runId }) => runId === "current"),
      "An alert": await this.#one("alerts"),
      "A user": await this.#one("users"),
      "A chain": await this.#one("chains"),
      "A rate": await this.#one("rates"),
    };
  }

  /** A line of each list for programs. */
  async lists(): Promise<Record<string, Item>> {
    const queries = new NotificationQueries(this.#client, "notifications");
    const [notification] = await Array.fromAsync(queries.list({ projectIds: [1], kind: "notification" }));
    const [wallet] = await Array.fromAsync(new WalletStore(this.#client, "wallets").ofProject(1));
    const listedCase = await new CaseQueries(this.#client, "cases").listed(CASE);
    const [run] = await Array.fromAsync(new ScanRunStore(this.#client, "scanRuns").ofProject(1));
    if (!notification || !wallet || !listedCase || !run) throw new Error("A list is empty.");
    return {
      "A line of notifications": await lineOf(NOTIFICATION_COLUMNS, notification),
      "A line of wallets": await lineOf(WALLET_COLUMNS, wallet),
      "A line of dead-letter messages": await lineOf(DEAD_LETTER_COLUMNS, {
        queue: "scan",
        MessageId: "5f2c91ab-0000-4000-8000-000000000000",
        Body: JSON.stringify({
          projectId: 1,
          runId: run.runId,
          wallets: [walletKey(wallet.address, wallet.chainId)],
        }),
        Attributes: { SentTimestamp: String(Date.parse(run.startedAt)), ApproximateReceiveCount: "5" },
      }),
      "A line of people of the desk": await lineOf(PERSON_COLUMNS, {
        subject: OLGA.subject,
        email: OLGA.name,
        state: "active",
        hasSignedIn: true,
        until: "2027-03-01T06:00:00.000Z",
        since: "2026-02-01T15:00:00.000Z",
        groups: ["officers-1"],
      }),
      "A line of secrets": await lineOf(SECRET_COLUMNS, {
        projectId: 1,
        kind: "webhook",
        state: "expiring",
        until: "2026-03-02T12:00:00.000Z",
      }),
      "A row of cases": rowOf(caseCsv, listedCase),
      "A row of runs": rowOf(runCsv({ stage: "prod", t: textTranslator("en") }), run),
    };
  }

  /** The first item of a table that fits. */
  async #one(
    TableName: TableName,
    fits: (item: Record<string, string>) => boolean = () => true,
  ): Promise<Item> {
    const { Items = [] } = await this.#client.send(new ScanCommand({ TableName }));
    const { key } = TABLE_SHAPES[TableName];
    const example = Items.map((item) => legible(item, key))
      .toSorted((a, b) => compareTexts(JSON.stringify(a), JSON.stringify(b)))
      .find((item) => fits(textsOf(item)));
    if (example === undefined) throw new Error(`${TableName} has no such item.`);
    return example;
  }
}

/** A row as a list prints it with `--format jsonl`. */
async function lineOf<Row>(columns: readonly Column<Row>[], row: Row): Promise<Item> {
  const printed: string[] = [];
  const output = new Writable({
    write(chunk, _encoding, done) {
      printed.push(String(chunk));
      done();
    },
  });
  await printList(output, { format: "jsonl", limit: 1 }, columns, [row]);
  return JSON.parse(withoutChance(printed.join("")));
}

/** A row of CSV, each cell under the name of its column. */
function rowOf<Row>({ csvHeader, csvCells }: CsvForm<Row>, row: Row): Item {
  const cells = csvCells(row);
  return Object.fromEntries(csvHeader.map((name, index) => [name, String(cells[index] ?? "")]));
}

/** The texts of an item. */
function textsOf(item: Item): Record<string, string> {
  return Object.fromEntries(
    Object.entries(item).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );
}

/** Of bytes in base64: what every gzip of today begins with. */
const BASE64_SHOWN = 12;

/** An item with its keys first, and bytes as the beginning of their base64. */
function legible(item: Item, { partition, sort = partition }: TableKey): Item {
  const { [partition]: _partition, [sort]: _sort, ...rest } = item;
  const ordered = { [partition]: item[partition], [sort]: item[sort], ...rest };
  const text = JSON.stringify(ordered, (_, value) =>
    value instanceof Uint8Array ? `${Buffer.from(value).toString("base64").slice(0, BASE64_SHOWN)}…` : value,
  );
  return JSON.parse(withoutChance(text));
}

/** The end of an alert's id is random: here it follows from the time before it. */
function withoutChance(text: string): string {
  return text.replaceAll(/(\d{4}-[\dT:.-]+Z-1-)[0-9a-f]{8}\b/g, (_, time: string) => {
    const digest = createHash("sha256").update(time).digest("hex");
    return `${time}${digest.slice(0, 8)}`;
  });
}
