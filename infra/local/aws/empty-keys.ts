/** What DynamoDB refuses and dynalite answers: a query in which the value of a key is the empty string. */

import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import * as z from "zod/mini";

const EMPTY = '{"S":""}';

const query = z.object({
  KeyConditionExpression: z.string(),
  ExpressionAttributeValues: z.record(z.string(), z.record(z.string(), z.unknown())),
});

/** Has a server of dynalite refuse such queries before it looks at them. */
export function refuseEmptyKeys(server: Server): void {
  const [answer] = server.listeners("request");
  const pass = (request: unknown, reply: ServerResponse) => answer?.call(server, request, reply);
  server.removeAllListeners("request");
  server.on("request", (request, reply) => {
    if (request.headers["x-amz-target"] !== "DynamoDB_20120810.Query") pass(request, reply);
    else void answerQuery(request, reply, pass);
  });
}

async function answerQuery(
  request: IncomingMessage,
  reply: ServerResponse,
  pass: (request: unknown, reply: ServerResponse) => void,
): Promise<void> {
  const { method, url, headers } = request;
  const body = await buffer(request);
  if (!body.includes(EMPTY) || !hasEmptyKey(body))
    return pass(Object.assign(Readable.from([body]), { method, url, headers }), reply);
  const message =
    "One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty string value.";
  reply
    .writeHead(400, { "content-type": "application/x-amz-json-1.0" })
    .end(JSON.stringify({ __type: "com.amazon.coral.validate#ValidationException", message }));
}

function hasEmptyKey(body: Buffer): boolean {
  const found = query.safeParse(JSON.parse(body.toString()));
  if (!found.success) return false;
  const { KeyConditionExpression, ExpressionAttributeValues } = found.data;
  return [...KeyConditionExpression.matchAll(/:\w+/g)].some(
    ([name]) => ExpressionAttributeValues[name]?.["S"] === "",
  );
}
