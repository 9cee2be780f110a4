import { Worker } from "node:worker_threads";
import type { EventOf, LocalEvents } from "../events.ts";
import { ADMINISTRATOR } from "../permissions/judge.ts";
import type { Permissions } from "../permissions/permissions.ts";
import { LOCAL_REGION } from "../template/intrinsics.ts";
import type { EmulatedTable } from "../template/resources.ts";
import { COMPILE_CACHE, threadModule } from "../threads.ts";
import type { Outage } from "./outage.ts";

/** Start data of the emulator's thread. */
export type DynamoDbOrder = { type: "outage"; down: boolean } | { type: "enforce"; permissions: Permissions };

/** First message of the thread, once it listens: its port. */
export type DynamoDbReport = EventOf<"problem" | "refusal">;

/** The emulated DynamoDB, with the tables of the template. */
export class DynamoDb {
  readonly url: string;
  readonly #thread: Worker;

  private constructor(thread: Worker, port: number) {
    this.#thread = thread;
    this.url = `http://127.0.0.1:${port}`;
  }

  /** Starts listening on a free port. */
  static async start(outage: Outage, events: LocalEvents): Promise<DynamoDb> {
    const thread = new Worker(threadModule("dynamodb-thread", import.meta), {
      env: { AWS_REGION: LOCAL_REGION, ...COMPILE_CACHE },
      execArgv: [],
    });
    outage.onChange((service, down) => {
      if (service === "dynamodb") thread.postMessage({ type: "outage", down } satisfies DynamoDbOrder);
    });
    const port = await new Promise<number>((done, fail) => {
      thread.once("message", done);
      thread.once("error", fail);
    });
    thread.on("message", (said: DynamoDbReport) => events.emit(said));
    return new DynamoDb(thread, port);
  }

  /** From now on each call is judged by these. */
  enforce(permissions: Permissions): void {
    this.#thread.postMessage({ type: "enforce", permissions } satisfies DynamoDbOrder);
  }

  /** Makes the tables, with their indexes; they can be used when this returns. */
  async create(tables: readonly EmulatedTable[]): Promise<void> {
    for (const { name, properties } of tables) {
      await this.#call("CreateTable", { TableName: name, BillingMode: "PAY_PER_REQUEST", ...properties });
    }
    for (const { name } of tables) {
      while (!(await this.#call("DescribeTable", { TableName: name })).includes('"TableStatus":"ACTIVE"')) {
        await new Promise((done) => setTimeout(done, 1));
      }
    }
  }

  /** Stops at once; what the tables held is gone. */
  async close(): Promise<void> {
    await this.#thread.terminate();
  }

  async #call(action: string, body: unknown): Promise<string> {
    const reply = await fetch(this.url, {
      method: "POST",
      headers: {
        "content-type": "application/x-amz-json-1.0",
        "x-amz-target": `DynamoDB_20120810.${action}`,
        "x-amz-date": "20250101T000000Z",
        authorization: `AWS4-HMAC-SHA256 Credential=${ADMINISTRATOR}/20250101/${LOCAL_REGION}/dynamodb/aws4_request, SignedHeaders=host, Signature=local`,
      },
      body: JSON.stringify(body),
    });
    const text = await reply.text();
    if (!reply.ok) throw new Error(`The emulated DynamoDB refused ${action}: ${text}`);
    return text;
  }
}
