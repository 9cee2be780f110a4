/** A desk with a number of cases, notifications and wallets behind it, and an officer who looks at its pages. */

import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { SNSClient } from "@aws-sdk/client-sns";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { gatewayEvent } from "../../../../infra/local/http/gateway-event.ts";
import { OnceAlertStore } from "../../../../lib/alerts/once-alerts.ts";
import { OncePublisher } from "../../../../lib/alerts/once-publisher.ts";
import type { StoredCase } from "../../../../lib/cases/case.ts";
import { attributesOf } from "../../../../lib/cases/case-attributes.ts";
import { caseOfNotification } from "../../../../lib/cases/case-keys.ts";
import { CaseQueries } from "../../../../lib/cases/case-queries.ts";
import { NOTHING_DUE } from "../../../../lib/cases/state.ts";
import { UndecidedCases } from "../../../../lib/cases/undecided-cases.ts";
import { DayCounter } from "../../../../lib/daily-counts/day-counter.ts";
import { DeskSessionStore } from "../../../../lib/desk/sign-in/desk-sessions.ts";
import { speakerOf } from "../../../../lib/i18n/speaker.ts";
import { remind } from "../../../../lib/reminders/remind.ts";
import { putItems } from "../../../../lib/tables/batch-write.ts";
import { keyOfWallet, rankOf } from "../../../../lib/wallets/wallet-keys.ts";
import { WalletStore } from "../../../../lib/wallets/wallets.ts";
import { FunctionHost } from "../processes/function-host.ts";
import { Machinery } from "./machinery.ts";
import { storedItem } from "./stored-items.ts";

/** As many as a page of the desk shows. */
const PAGE = 50;

/** The days of a month, a batch and some. */
const MONTH = 31;

const WRITERS = 4;
const BATCH = 25;
const HOUR_MS = 3_600_000;
/** What the function that reminds has in AWS. */
const REMINDER_MS = 240_000;

const reply = z.object({ statusCode: z.number(), body: z.string() });

/** What a page took. */
export interface Looked {
  milliseconds: number;
  /** Of what goes over the wire. */
  bytes: number;
}

/** What the queries of a page took. */
export interface Queried {
  milliseconds: number;
  readUnits: number;
}

export class FilledDesk {
  readonly #machinery: Machinery;
  readonly #client: DynamoDBDocumentClient;
  readonly #host: FunctionHost;
  readonly #cases: CaseQueries;
  readonly #wallets: WalletStore;
  #cookie = "";
  #readUnits = 0;

  private constructor(machinery: Machinery) {
    this.#machinery = machinery;
    const credentials = { accessKeyId: "local", secretAccessKey: "local" };
    const endpoint = machinery.emulators.urls.dynamodb;
    this.#client = DynamoDBDocumentClient.from(
      new DynamoDBClient({ region: "us-east-1", credentials, endpoint }),
      { marshallOptions: { removeUndefinedValues: true } },
    );
    this.#host = new FunctionHost(machinery.function("ServeDesk"), false);
    const { tables } = machinery.names;
    this.#cases = new CaseQueries(this.#client, tables.cases ?? "");
    this.#wallets = new WalletStore(this.#client, tables.wallets);
    this.#meterReads();
  }

  /** One of its own with `count` of each, of project 1. */
  static async fill(count: number): Promise<FilledDesk> {
    const desk = new FilledDesk(await Machinery.start(undefined, { desk: true }));
    const { tables } = desk.#machinery.names;
    await desk.#put(tables.cases ?? "", count, caseItem);
    await desk.#put(tables.wallets, count, walletItem);
    await desk.#put(tables.notifications, PAGE, (id) => storedItem({ id, bytes: 1_000, wallets: 100 }));
    await desk.#put(tables.cases ?? "", MONTH, dayItem);
    const endsAt = Date.now() + HOUR_MS;
    const person = { subject: "olga", name: "olga.officer@company.example", groups: ["officers"] };
    const sessions = new DeskSessionStore(desk.#client, tables.deskSessions ?? "");
    desk.#cookie = await sessions.open({ kind: "signed-in", endsAt, idleUntil: endsAt, person });
    return desk;
  }

  async close(): Promise<void> {
    this.#host.close();
    this.#client.destroy();
    await this.#machinery.close();
  }

  /** A page as a browser gets it. @throws {Error} where it is none */
  async look(path: string): Promise<Looked> {
    const { result, milliseconds } = await this.#host.invoke(this.#event(path));
    const { statusCode, body } = reply.parse(result);
    if (statusCode !== 200) throw new Error(`The desk answered ${path} with ${statusCode}.`);
    return { milliseconds, bytes: Buffer.from(body, "base64").length };
  }

  /** The queries of the inbox's first page. */
  inboxQueries(): Promise<Queried> {
    return this.#queried(async () => {
      const page = await this.#cases.page({ projectIds: [1], closed: false, size: PAGE });
      return page.cases.length;
    });
  }

  /** The queries of the first page of wallets. */
  walletQueries(): Promise<Queried> {
    return this.#queried(async () => (await this.#wallets.byScore(1, PAGE)).wallets.length);
  }

  /** The reminders of an hour, with how many messages it sends. @param now ISO 8601 */
  remind(now: string, messages: number): Promise<Queried> {
    return this.#queried(async () => {
      const { alerts, publisher, sent } = this.#reminding();
      const { tables, topics } = this.#machinery.names;
      const tools = {
        ...{ stage: "local", timeZone: "America/Mexico_City", desk: "https://desk.example", afterHours: 24 },
        topics: { alerts: topics.alerts, escalation: topics.operations },
        cases: new UndecidedCases(this.#client, tables.cases ?? ""),
        ...{ alerts, publisher: () => publisher, messageMs: REMINDER_MS },
      };
      await remind(tools, [1], { now: new Date(now), endsAt: Date.now() + REMINDER_MS });
      return sent();
    }, messages);
  }

  #reminding() {
    const alerts = new OnceAlertStore(this.#client, this.#machinery.names.tables.alerts);
    const credentials = { accessKeyId: "local", secretAccessKey: "local" };
    const endpoint = this.#machinery.emulators.urls.sns;
    const sns = new SNSClient({ region: "us-east-1", credentials, endpoint });
    const speaker = async () => speakerOf("en", "America/Mexico_City");
    const publisher = new OncePublisher({ sns, alerts, speaker, retentionYears: 10 });
    let sent = 0;
    sns.middlewareStack.add((next) => async (given) => {
      sent += 1;
      return next(given);
    });
    return { alerts, publisher, sent: () => sent };
  }

  async #queried(query: () => Promise<number>, expected = PAGE): Promise<Queried> {
    this.#readUnits = 0;
    const start = performance.now();
    const found = await query();
    if (found !== expected) throw new Error(`A page of the bench's desk found ${found}.`);
    return { milliseconds: performance.now() - start, readUnits: this.#readUnits };
  }

  #event(path: string): object {
    const headers = {
      host: "desk.example",
      accept: "text/html",
      "accept-encoding": "gzip, deflate, br",
      "accept-language": "en",
      "sec-fetch-mode": "navigate",
      cookie: `__Host-vigia-desk=${this.#cookie}`,
    };
    const request = {
      method: "GET",
      target: path,
      httpVersion: "1.1",
      rawHeaders: Object.entries(headers).flat(),
      body: Buffer.alloc(0),
      sourceIp: "203.0.113.7",
    };
    const route = { key: "$default", functionArn: "", sourceArn: "", timeoutMs: 30_000 };
    return gatewayEvent(request, { route, pathParameters: {} }, path.split("?", 1)[0] ?? "", new Date());
  }

  /** The emulator counts reads by DynamoDB's rules when it is asked to. */
  #meterReads(): void {
    this.#client.middlewareStack.add(
      (next) => async (given) => {
        Object.assign(given.input, { ReturnConsumedCapacity: "TOTAL" });
        const answer = await next(given);
        const consumed: unknown = Reflect.get(answer.output, "ConsumedCapacity");
        // Of a batch it is a list.
        for (const one of Array.isArray(consumed) ? consumed : [consumed])
          this.#readUnits += Number(Reflect.get(Object(one), "CapacityUnits") ?? 0);
        return answer;
      },
      { step: "initialize" },
    );
  }

  async #put(table: string, count: number, itemOf: (id: number) => Record<string, unknown>): Promise<void> {
    let next = 0;
    const writer = async () => {
      while (next < count) {
        const from = next;
        next += BATCH;
        const items = Array.from({ length: Math.min(BATCH, count - from) }, (_, index) =>
          itemOf(from + index),
        );
        await putItems(this.#client, table, items);
      }
    };
    await Promise.all(Array.from({ length: WRITERS }, writer));
  }
}

/** A day of January 2026 with five laws, as it is counted. */
function dayItem(index: number): Record<string, unknown> {
  const day = `2026-01-${String(index + 1).padStart(2, "0")}`;
  const receivedAt = `${day}T18:00:00.000Z`;
  const counter = new DayCounter((iso) => iso.slice(0, day.length), receivedAt);
  for (let id = 0; id < 100; id++) {
    const risk = id % 10 === 0 ? "illegal" : "warn";
    const laws = [1, 2, 3, 4, 5].map((law) => ({ name: `Law ${law}`, countryCode: "MX", risk }) as const);
    counter.addNotification({ kind: "notification", risk, laws, receivedAt, alert: { state: "none" } });
    if (risk === "illegal") counter.addCase({ kind: "notification", receivedAt, dueAt: NOTHING_DUE });
  }
  const counted = { projectId: 1, timeZone: "America/Mexico_City", countedAt: receivedAt };
  return { subject: "days#1", opened: day, ...counted, count: counter.count() };
}

function addressOf(id: number): string {
  return `0x${id.toString(16).padStart(40, "0")}`;
}

/** The case of an illegal notification, received a second after that of the id before. */
function caseItem(id: number): StoredCase {
  const key = caseOfNotification({ key: `1#${id}`, version: "first" });
  const receivedAt = new Date(1_760_000_000_000 + id * 1_000).toISOString();
  const beginning: StoredCase["beginning"] = {
    kind: "notification",
    projectId: 1,
    risk: "illegal",
    laws: [{ name: "LFPIORPI", countryCode: "MX" }],
    deadlines: [],
    chainId: "42161",
    address: addressOf(id),
    userId: `u-${id}`,
    amount: { value: "1000000000000000000", usd: "3000" },
    token: { symbol: "ETH", decimals: 18 },
    receivedAt,
    openedAt: receivedAt,
    expiresAt: 2_000_000_000,
  };
  return { ...key, beginning, ...attributesOf({ ...key, beginning }) };
}

/** A wallet with a score from the first band line up. */
function walletItem(id: number): Record<string, unknown> {
  const name = { projectId: 1, chainId: "1", address: addressOf(id) };
  const score = 20 + (id % 8_000) / 100;
  return {
    ...keyOfWallet(name),
    ...rankOf({ projectId: 1, score }),
    ...name,
    score,
    userId: `u-${id}`,
    owners: new Set([`u-${id}`]),
    source: "notification",
    firstSeenAt: "2026-01-01T00:00:00.000Z",
    scannedAt: "2026-01-02T00:00:00.000Z",
  };
}
