/** A local stack whose secrets and records are canaries, and all that can be read of what it did. */

import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ReceiveMessageCommand } from "@aws-sdk/client-sqs";
import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import { expandBody } from "../../../lib/intake/notifications/raw-body.ts";
import { unpackResult } from "../../../lib/screening/wallets/wallet-scans.ts";
import { UserStore } from "../../../lib/users/users.ts";
import { ScanStack } from "../../support/scan-stack.ts";
import type { Reply } from "../../support/test-stack.ts";
import { API_KEY, INBOUND, OUTBOUND, RECORD } from "./canaries.ts";
import { type LeakyService, startLeakyService } from "./leaky-service.ts";
import { outgoingRequest } from "./outgoing-request.ts";
import type { Source } from "./search.ts";

/** Headers in which a key goes to the service, and to no other receiver. */
const KEY_HEADERS = ["x-api-key", "x-api-header"];

export class LeakStack {
  readonly scan: ScanStack;
  readonly service: LeakyService;
  readonly #folder: string;
  readonly #happened: string[] = [];
  readonly #replies: Source[] = [];

  private constructor(scan: ScanStack, service: LeakyService, folder: string) {
    this.scan = scan;
    this.service = service;
    this.#folder = folder;
    scan.stack.stack.events.listen((event) => {
      // The list of requests shows paths, which hold users' ids.
      this.#happened.push(JSON.stringify(event));
    });
  }

  static async start(timeScale: number): Promise<LeakStack> {
    const folder = mkdtempSync(join(tmpdir(), "vigia-"));
    const service = await startLeakyService();
    const scan = await ScanStack.start({
      timeScale,
      maximumWorkers: 1,
      service: service.url,
      preload: join(import.meta.dirname, "outgoing.ts"),
      preloadData: { file: join(folder, "outgoing.jsonl") },
    });
    const leaks = new LeakStack(scan, service, folder);
    await leaks.setSecrets(INBOUND, OUTBOUND);
    const { users } = leaks.endpoints.tables;
    await new UserStore(scan.stack.database, users).putUser("u-known", RECORD);
    return leaks;
  }

  async close(): Promise<void> {
    await this.scan.close();
    await this.service.close();
    rmSync(this.#folder, { recursive: true });
  }

  get endpoints() {
    return this.scan.endpoints;
  }

  /** Changes the secrets, and ends the workers that have read others. */
  async setSecrets(inbound: string, outbound: string): Promise<void> {
    const { secrets, functions } = this.scan.stack.stack;
    secrets.set(this.endpoints.secrets.inbound, inbound);
    secrets.set(this.endpoints.secrets.outbound, outbound);
    for (const name of ["ReceiveWebhook", "GetUser", "StartScan", "ScanWallets"])
      await functions.get(name).kill("all");
  }

  /** Notes what a request was answered, or a command printed. */
  note(name: string, text: string): void {
    this.#replies.push({ name, text });
  }

  /** Notes a reply with its headers. @returns its status */
  async reply(name: string, reply: Promise<Reply>): Promise<number> {
    const { status, text, headers } = await reply;
    this.note(`the reply to ${name}`, `${status} ${JSON.stringify([...headers])} ${text}`);
    return status;
  }

  /** Everything that was written anywhere, but for the table of users itself. */
  async sources(): Promise<Source[]> {
    return [
      ...this.#replies,
      { name: "the events", text: this.#happened.join("\n") },
      ...this.#logs(),
      { name: "the alerts", text: JSON.stringify(this.scan.stack.alerts()) },
      ...this.#outgoing(),
      ...(await this.#tables()),
      ...(await this.#deadLetters()),
    ];
  }

  #logs(): Source[] {
    const folder = join(this.scan.stack.folder, "logs");
    return readdirSync(folder).map((file) => ({
      name: `the log ${file}`,
      text: readFileSync(join(folder, file), "utf8"),
    }));
  }

  /** Output of the functions, without the key in its allowed places. */
  #outgoing(): Source[] {
    return this.outgoing().map(({ function: name, host, path, headers, body }) => {
      const toService = path.startsWith("/v1/");
      const others = Object.entries(headers).filter(
        ([header]) => !toService || !KEY_HEADERS.includes(header),
      );
      return { name: `a request of ${name}`, text: JSON.stringify([host, path, others, body]) };
    });
  }

  /** Every request that left a function. */
  outgoing() {
    return readFileSync(join(this.#folder, "outgoing.jsonl"), "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => outgoingRequest.parse(JSON.parse(line)));
  }

  /** Number of the key's allowed places. */
  keysSent(): number {
    return this.outgoing().filter(({ headers }) => headers["x-api-key"] === `ApiKey ${API_KEY}`).length;
  }

  async #tables(): Promise<Source[]> {
    const { users: _, ...tables } = this.endpoints.tables;
    return Promise.all(
      Object.entries(tables).map(async ([name, TableName]) => {
        if (TableName === undefined) return { name, text: "" };
        const { Items = [] } = await this.scan.stack.database.send(new ScanCommand({ TableName }));
        const text = JSON.stringify(Items, (_key, value) =>
          value instanceof Uint8Array ? "(bytes)" : value,
        );
        return { name: `the table ${name}`, text: `${text}\n${Items.flatMap(packedTexts).join("\n")}` };
      }),
    );
  }

  async #deadLetters(): Promise<Source[]> {
    const { webhookDlq, scanDlq } = this.endpoints.queues;
    return Promise.all(
      [webhookDlq, scanDlq].map(async (QueueUrl) => {
        const command = new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10, WaitTimeSeconds: 0 });
        return {
          name: `dead letters ${QueueUrl}`,
          text: JSON.stringify(await this.scan.stack.sqs.send(command)),
        };
      }),
    );
  }
}

/** Packed content of an item. */
function packedTexts({ raw, result }: Record<string, unknown>): string[] {
  return [
    ...(raw instanceof Uint8Array ? [expandBody(raw).toString("latin1")] : []),
    ...(result instanceof Uint8Array ? [unpackResult(result)] : []),
  ];
}
