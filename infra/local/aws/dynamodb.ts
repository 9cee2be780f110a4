import { Worker } from "node:worker_threads";
import type { LocalEvents } from "../lambda/run-events.ts";
import { COMPILE_CACHE, threadModule } from "../lambda/threads.ts";
import { LOCAL_REGION } from "../template/intrinsics.ts";
import type { EmulatedTable } from "../template/resources.ts";
import { UNCHECKED } from "./dynalite-server.ts";
import type { AwsReply, Gate } from "./gate.ts";

/** What the emulator's thread says: its port once it listens, a call that waits at the gate, a problem. */
export type FromThread =
  | { port: number }
  | { call: number; action: string; caller: string | undefined; body: string }
  | { problem: string };

/** From now on calls wait at the gate; what the gate says of one. */
export type ToThread = "gate" | { call: number; reply: AwsReply | undefined };

/** The emulated DynamoDB, with the tables of the template. */
export class DynamoDb {
  readonly url: string;
  readonly #thread: Worker;

  private constructor(thread: Worker, port: number) {
    this.#thread = thread;
    this.url = `http://127.0.0.1:${port}`;
  }

  /** Starts listening on a free port. */
  static async start(events: LocalEvents): Promise<DynamoDb> {
    const thread = new Worker(threadModule("dynamodb-thread", import.meta), {
      env: { AWS_REGION: LOCAL_REGION, ...COMPILE_CACHE },
      execArgv: [],
    });
    const port = await new Promise<number>((done, fail) => {
      thread.on("message", (said: FromThread) => {
        if ("port" in said) done(said.port);
        else if ("problem" in said) events.emit({ type: "problem", message: said.problem });
      });
      thread.once("error", fail);
    });
    return new DynamoDb(thread, port);
  }

  /** From now on calls go through the gate. */
  onCall(gate: Gate): void {
    this.#thread.on("message", (said: FromThread) => {
      if (!("call" in said)) return;
      const { call, action, caller, body } = said;
      const reply = gate({ service: "dynamodb", action, caller, fields: parsed(body) });
      this.#thread.postMessage({ call, reply } satisfies ToThread);
    });
    this.#thread.postMessage("gate" satisfies ToThread);
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
      headers: { ...UNCHECKED, "x-amz-target": `DynamoDB_20120810.${action}` },
      body: JSON.stringify(body),
    });
    const text = await reply.text();
    if (!reply.ok) throw new Error(`The emulated DynamoDB refused ${action}: ${text}`);
    return text;
  }
}

/** Dynalite refuses what is not JSON. */
function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return {};
  }
}
