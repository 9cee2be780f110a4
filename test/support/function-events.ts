/** The events with which Lambda would call each function, signed as the service signs. */

import { gatewayEvent } from "../../infra/local/http/gateway.ts";
import { localProject } from "../../infra/local/sandbox/local-projects.ts";
import {
  canonicalBody,
  NO_BODY,
  SIGNATURE_HEADER,
  sign,
  TIMESTAMP_HEADER,
} from "../../lib/contract/signature.ts";
import { encodeDelivery } from "../../lib/intake/envelope.ts";

/** The secret of project 1 on every machine. */
export const WEBHOOK_SECRET = localProject(1).webhookSecret;

/** The headers that sign a call. A text is a body of JSON. */
export function signedHeaders(method: string, path: string, body?: string): Record<string, string> {
  const timestamp = String(Date.now());
  const canonical = body === undefined ? NO_BODY : canonicalBody(JSON.parse(body));
  return {
    [SIGNATURE_HEADER]: sign({ method, path, canonicalBody: canonical, timestamp }, WEBHOOK_SECRET),
    [TIMESTAMP_HEADER]: timestamp,
  };
}

/** API Gateway's event for a webhook. */
export function webhookEvent(body: string): object {
  return httpEvent("POST", "/webhook", { body, headers: signedHeaders("POST", "/webhook", body) });
}

/** API Gateway's event for a webhook without a signature. */
export function unsignedWebhookEvent(body: string): object {
  return httpEvent("POST", "/webhook", { body });
}

/** API Gateway's event for a look-up. */
export function lookUpEvent(userId: string): object {
  const path = `/users/${userId}`;
  return httpEvent("GET", path, {
    route: "GET /users/{userId}",
    pathParameters: { userId },
    headers: signedHeaders("GET", path),
  });
}

/** API Gateway's event for a page of the desk. @param session of an officer who is signed in */
export function pageEvent(path: string, session: string): object {
  const headers = {
    accept: "text/html",
    "accept-language": "en",
    "sec-fetch-mode": "navigate",
    cookie: `__Host-vigia-desk=${session}`,
  };
  return httpEvent("GET", path, { route: "$default", headers });
}

interface Call {
  body?: string;
  headers?: Record<string, string>;
  /** The method and the path where absent. */
  route?: string;
  pathParameters?: Record<string, string>;
}

function httpEvent(method: string, path: string, call: Call): object {
  const { body = "", headers: own = {}, route: key = `${method} ${path}`, pathParameters = {} } = call;
  const headers = {
    accept: "application/json, text/plain, */*",
    "content-type": "application/json",
    "content-length": String(Buffer.byteLength(body)),
    "accept-encoding": "gzip, deflate, br",
    host: "abcdefghij.execute-api.us-east-1.amazonaws.com",
    "user-agent": "axios/1.7.2",
    "x-amzn-trace-id": "Root=1-68a5b0c1-0123456789abcdef01234567",
    ...own,
  };
  const request = {
    method,
    target: path,
    httpVersion: "1.1",
    rawHeaders: Object.entries(headers).flat(),
    body: Buffer.from(body),
    sourceIp: "203.0.113.7",
  };
  const route = { key, functionArn: "", timeoutMs: 30_000 };
  const [pathAlone = ""] = path.split("?");
  return gatewayEvent(request, { route, pathParameters }, pathAlone, new Date());
}

/** SQS's event. */
export function queueEvent(...bodies: string[]): object {
  const now = String(Date.now());
  const attributes = {
    ApproximateReceiveCount: "1",
    SentTimestamp: now,
    SenderId: "local",
    ApproximateFirstReceiveTimestamp: now,
  };
  const Records = bodies.map((body, index) => {
    const messageId = `message-${index}`;
    return { messageId, receiptHandle: messageId, body, attributes, messageAttributes: {} };
  });
  return { Records };
}

/** A message of the webhook queue. */
export function queuedBody(body: string): string {
  const receivedAt = new Date().toISOString();
  return encodeDelivery({
    deliveryId: "JKJaXmPLvHcESHA=",
    receivedAt,
    signedAt: receivedAt,
    projectId: 1,
    body: Buffer.from(body),
  });
}
