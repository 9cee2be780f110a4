/** Dynalite, with what DynamoDB has and it does not: transactions, and a refusal of the empty string as a key in a query. */

import { EventEmitter } from "node:events";
import type { IncomingMessage, Server } from "node:http";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import dynalite from "dynalite";
import * as z from "zod/mini";
import { type DynamoDbCall, type DynamoDbReply, refusal, Transactions } from "./transactions.ts";

/** Parts of a request that count; the body is read already, or was made in memory. */
type DynaliteRequest = Pick<IncomingMessage, "method" | "url" | "headers">;

export interface DynaliteServer {
  /** Has no listener for requests yet, and does not listen. */
  server: Server;
  /** Answers a request whose body {@link bodyOf} has read. */
  answer(
    request: DynaliteRequest,
    body: Buffer,
  ): Promise<DynamoDbReply & { headers: Record<string, string> }>;
}

/** An emulated DynamoDB, empty, in memory. */
export function dynaliteServer(options: Parameters<typeof dynalite>[0]): DynaliteServer {
  const server = dynalite(options);
  const [own] = server.listeners("request");
  server.removeAllListeners("request");
  const turns = new Turns();

  const ask = ({ method, url, headers }: DynaliteRequest, body: Buffer) => {
    const { promise, resolve } = Promise.withResolvers<Awaited<ReturnType<DynaliteServer["answer"]>>>();
    const request = Object.assign(new EventEmitter(), { method, url, headers });
    const replied: Record<string, string> = {};
    own?.call(server, request, {
      statusCode: 200,
      setHeader(name: string, value: unknown) {
        replied[name.toLowerCase()] = String(value);
      },
      end(this: { statusCode: number }, text = "") {
        resolve({ status: this.statusCode, headers: replied, text });
      },
    });
    if (body.length > 0) request.emit("data", body);
    request.emit("end");
    return promise;
  };

  const call: DynamoDbCall = (action, fields) => {
    const headers = { ...UNCHECKED, "x-amz-target": VERSION + action };
    return ask({ method: "POST", url: "/", headers }, Buffer.from(JSON.stringify(fields)));
  };
  const transactions = new Transactions(call);

  return {
    server,
    async answer(request, body) {
      const action = String(request.headers["x-amz-target"] ?? "").replace(VERSION, "");
      if (action === "Query" && hasEmptyKey(body)) return asReply(refusal("ValidationException", EMPTY_KEY));
      if (action !== "TransactWriteItems" && action !== "TransactGetItems")
        return turns.beside(() => ask(request, body));
      const fields: unknown = JSON.parse(body.toString());
      return turns.alone(async () =>
        asReply(
          await (action === "TransactGetItems" ? transactions.read(fields) : transactions.write(fields)),
        ),
      );
    },
  };
}

/** Body of a request; undefined if the caller has gone meanwhile. */
export function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
  return buffer(request).catch(() => undefined);
}

const VERSION = "DynamoDB_20120810.";

/** Without a signature of this form dynalite refuses a call; it checks nothing else of it. */
export const UNCHECKED = {
  "content-type": "application/x-amz-json-1.0",
  "x-amz-date": "20250101T000000Z",
  authorization:
    "AWS4-HMAC-SHA256 Credential=local/20250101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=local",
};

function asReply(reply: DynamoDbReply) {
  return { ...reply, headers: { "content-type": "application/x-amz-json-1.0" } };
}

/** Dynalite leaves a call that it cannot bear unanswered: a transaction waits so many milliseconds for those before it. */
const PATIENCE_MS = 2_000;

/** Calls go beside each other; a transaction waits for those before it, and those behind it wait for the transaction. */
class Turns {
  readonly #running = new Set<Promise<unknown>>();
  #alone: Promise<void> | undefined;

  async beside<T>(call: () => Promise<T>): Promise<T> {
    while (this.#alone !== undefined) await this.#alone;
    const running = call();
    this.#running.add(running);
    return running.finally(() => this.#running.delete(running));
  }

  async alone<T>(work: () => Promise<T>): Promise<T> {
    while (this.#alone !== undefined) await this.#alone;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#alone = promise;
    try {
      await Promise.race([Promise.all(this.#running), sleep(PATIENCE_MS, undefined, { ref: false })]);
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
  const found = query.safeParse(JSON.parse(body.toString()));
  if (!found.success) return false;
  const { KeyConditionExpression, ExpressionAttributeValues } = found.data;
  return [...KeyConditionExpression.matchAll(/:\w+/g)].some(
    ([name]) => ExpressionAttributeValues[name]?.["S"] === "",
  );
}
