/** DynamoDB on this machine: dynalite, with what AWS has and it does not: transactions, and a refusal of an empty key in a query. */

import { EventEmitter } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import dynalite from "dynalite";
import * as z from "zod/mini";
import { closeServer, listen } from "../http/loopback.ts";
import type { EmulatedTable } from "../template/resources.ts";
import { callerIn, type Gate, wrongCall } from "./gate.ts";
import { type DynamoDbCall, type DynamoDbReply, refusal, Transactions } from "./transactions.ts";

/** Parts of a request that count. */
type DynamoDbRequest = Pick<IncomingMessage, "method" | "url" | "headers">;

const VERSION = "DynamoDB_20120810.";
const JSON_TYPE = { "content-type": "application/x-amz-json-1.0" };

/** Without a signature of this form dynalite refuses a call; it checks nothing else of it. */
export const UNCHECKED = {
  ...JSON_TYPE,
  "x-amz-date": "20250101T000000Z",
  authorization:
    "AWS4-HMAC-SHA256 Credential=local/20250101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=local",
};

/** The emulated DynamoDB, in memory. */
export class DynamoDb {
  #url = "";
  readonly #dynalite = dynalite({ createTableMs: 0, deleteTableMs: 0, updateTableMs: 0 });
  readonly #server = createServer((request, reply) => {
    this.#take(request).then(
      ({ status, headers, text }) => reply.writeHead(status, headers).end(text),
      () => reply.destroy(),
    );
  });
  readonly #lock = new Lock();
  readonly #transactions = new Transactions((action, fields) => this.#call(action, fields));
  readonly #gate: Gate;

  private constructor(gate: Gate) {
    this.#gate = gate;
  }

  /** Starts listening on a free port; there are no tables yet. */
  static async start(gate: Gate = () => undefined): Promise<DynamoDb> {
    const started = new DynamoDb(gate);
    started.#url = `http://127.0.0.1:${await listen(started.#server, 0)}`;
    return started;
  }

  get url(): string {
    return this.#url;
  }

  /** Makes the tables, with their indexes; they can be used when this returns. */
  async create(tables: readonly EmulatedTable[]): Promise<void> {
    for (const { name, properties } of tables) {
      const fields = { TableName: name, BillingMode: "PAY_PER_REQUEST", ...properties };
      const { status, text } = await this.#call("CreateTable", fields);
      if (status !== 200) throw new Error(`The emulated DynamoDB refused the table ${name}: ${text}`);
    }
    for (const { name: TableName } of tables)
      while (!(await this.#call("DescribeTable", { TableName })).text.includes('"TableStatus":"ACTIVE"'))
        await sleep(1);
  }

  /** Answers a call without a socket between, and judges no caller. */
  async answer(request: DynamoDbRequest, body: Buffer): Promise<DynamoDbReply> {
    const action = actionIn(request);
    if (action === "Query" && hasEmptyKey(body)) return refusal("ValidationException", EMPTY_KEY);
    if (action === "TransactWriteItems")
      return this.#lock.exclusive(() => this.#transactions.write(parsed(body)));
    return this.#lock.shared(() => this.#ask(request, body));
  }

  /** Stops at once; what the tables held is gone. */
  close(): Promise<void> {
    return closeServer(this.#server);
  }

  async #take(request: IncomingMessage): Promise<DynamoDbReply> {
    const wrong = wrongCall(request.headers, request.method);
    if (wrong !== undefined) return { status: wrong, headers: {}, text: "" };
    const body = await buffer(request);
    const caller = callerIn(request.headers);
    const refused = this.#gate({
      service: "dynamodb",
      action: actionIn(request),
      caller,
      fields: parsed(body),
    });
    if (refused !== undefined) return { ...refused, text: refused.body };
    return this.answer(request, body);
  }

  #call(...[action, fields]: Parameters<DynamoDbCall>): Promise<DynamoDbReply> {
    const headers = { ...UNCHECKED, "x-amz-target": VERSION + action };
    return this.#ask({ method: "POST", url: "/", headers }, Buffer.from(JSON.stringify(fields)));
  }

  /** Hands a request to dynalite. It throws at some input that DynamoDB would refuse: the call fails, and no other. */
  #ask({ method, url, headers }: DynamoDbRequest, body: Buffer): Promise<DynamoDbReply> {
    return new Promise((resolve, reject) => {
      const request = Object.assign(new EventEmitter(), { method, url, headers });
      const replied: Record<string, string> = {};
      this.#dynalite.emit("request", request, {
        statusCode: 200,
        setHeader(name: string, value: unknown) {
          replied[name.toLowerCase()] = String(value);
        },
        end(this: { statusCode: number }, text = "") {
          resolve({ status: this.statusCode, headers: replied, text });
        },
      });
      try {
        if (body.length > 0) request.emit("data", body);
        request.emit("end");
      } catch (error) {
        reject(error);
      }
    });
  }
}

function actionIn({ headers }: DynamoDbRequest): string {
  return String(headers["x-amz-target"] ?? "").replace(VERSION, "");
}

/** Dynalite refuses what is not JSON. */
function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return {};
  }
}

/** Dynalite leaves a call that it cannot bear unanswered: a transaction waits so many milliseconds for those before it. */
const PATIENCE_MS = 2_000;

/** Calls share it; a transaction waits for those before it, and has it alone. */
class Lock {
  readonly #running = new Set<Promise<unknown>>();
  #alone: Promise<void> | undefined;

  async shared<T>(call: () => Promise<T>): Promise<T> {
    while (this.#alone !== undefined) await this.#alone;
    const running = call();
    this.#running.add(running);
    return running.finally(() => this.#running.delete(running));
  }

  async exclusive<T>(work: () => Promise<T>): Promise<T> {
    while (this.#alone !== undefined) await this.#alone;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#alone = promise;
    try {
      await Promise.race([Promise.allSettled(this.#running), sleep(PATIENCE_MS, undefined, { ref: false })]);
      return await work();
    } finally {
      this.#alone = undefined;
      resolve();
    }
  }
}

const EMPTY = '{"S":""}';
const EMPTY_KEY =
  "One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty string value.";

const query = z.object({
  KeyConditionExpression: z.string(),
  ExpressionAttributeValues: z.record(z.string(), z.record(z.string(), z.unknown())),
});

function hasEmptyKey(body: Buffer): boolean {
  if (!body.includes(EMPTY)) return false;
  const readQuery = query.safeParse(parsed(body));
  if (!readQuery.success) return false;
  const { KeyConditionExpression, ExpressionAttributeValues } = readQuery.data;
  return [...KeyConditionExpression.matchAll(/:\w+/g)].some(
    ([name]) => ExpressionAttributeValues[name]?.["S"] === "",
  );
}
