/** Dynalite, which refuses here what DynamoDB refuses and dynalite answers: the empty string as a key in a query. */

import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import dynalite from "dynalite";
import * as z from "zod/mini";

export interface DynaliteServer {
  /** Has no listener for requests yet, and does not listen. */
  server: Server;
  /** Answers a request whose body was read by {@link bodyOf}. */
  answer(request: IncomingMessage, body: Buffer, reply: ServerResponse): void;
}

/** An emulated DynamoDB, empty, in memory. */
export function dynaliteServer(options: Parameters<typeof dynalite>[0]): DynaliteServer {
  const server = dynalite(options);
  const [own] = server.listeners("request");
  server.removeAllListeners("request");
  return {
    server,
    answer: ({ method, url, headers }, body, reply) => {
      if (headers["x-amz-target"] === QUERY && hasEmptyKey(body)) refuse(reply);
      else own?.call(server, Object.assign(Readable.from([body]), { method, url, headers }), reply);
    },
  };
}

/** The body of a request; undefined where whoever asked has gone meanwhile. */
export function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
  return buffer(request).catch(() => undefined);
}

const QUERY = "DynamoDB_20120810.Query";
const EMPTY = '{"S":""}';

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

function refuse(reply: ServerResponse): void {
  const message =
    "One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty string value.";
  reply
    .writeHead(400, { "content-type": "application/x-amz-json-1.0" })
    .end(JSON.stringify({ __type: "com.amazon.coral.validate#ValidationException", message }));
}
