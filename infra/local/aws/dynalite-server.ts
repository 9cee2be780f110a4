/** Dynalite, which refuses here what DynamoDB refuses and dynalite answers: the empty string as a key in a query. */

import { EventEmitter } from "node:events";
import type { IncomingMessage, Server } from "node:http";
import { buffer } from "node:stream/consumers";
import dynalite from "dynalite";
import * as z from "zod/mini";

/** Parts of a reply over HTTP that are used. */
interface DynaliteReply {
  statusCode: number;
  setHeader(name: string, value: string): unknown;
  end(text: string): unknown;
}

export interface DynaliteServer {
  /** Has no listener for requests yet, and does not listen. */
  server: Server;
  /** Answers a request whose body {@link bodyOf} has read, or that was made in memory. */
  answer(
    request: Pick<IncomingMessage, "method" | "url" | "headers">,
    body: Buffer,
    reply: DynaliteReply,
  ): void;
}

/** An emulated DynamoDB, empty, in memory. */
export function dynaliteServer(options: Parameters<typeof dynalite>[0]): DynaliteServer {
  const server = dynalite(options);
  const [own] = server.listeners("request");
  server.removeAllListeners("request");
  return {
    server,
    answer: ({ method, url, headers }, body, reply) => {
      if (headers["x-amz-target"] === QUERY && hasEmptyKey(body)) return refuse(reply);
      const request = Object.assign(new EventEmitter(), { method, url, headers });
      own?.call(server, request, reply);
      if (body.length > 0) request.emit("data", body);
      request.emit("end");
    },
  };
}

/** Body of a request; undefined if the caller has gone meanwhile. */
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

function refuse(reply: DynaliteReply): void {
  const message =
    "One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty string value.";
  reply.statusCode = 400;
  reply.setHeader("content-type", "application/x-amz-json-1.0");
  reply.end(JSON.stringify({ __type: "com.amazon.coral.validate#ValidationException", message }));
}
