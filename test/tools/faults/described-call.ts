/** Description of a call on the wire: its function, its service and what it does. */

import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

/** What the functions' wire is told when they start. */
export interface WireData {
  port: number;
  timeScale: number;
}

/** Headers that a function sends with each call over the wire. */
export const WIRE_HEADERS = {
  /** The origin that the call is meant for. */
  target: "x-wire-target",
  /** The function's name. */
  function: "x-wire-function",
  /** The invocation that makes it. */
  invocation: "x-wire-invocation",
} as const;

/** On a reply: the function's process ends at once. */
export const CRASH_HEADER = "x-wire-crash";

/** A request as it came from a worker. */
export interface WireRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Names of the stack's addresses and resources. */
export interface Names {
  /** The function's short name, by its full one. */
  functionOf(name: string): string;
  /** The service that listens at an origin; SQS and SNS share one. */
  serviceAt(origin: string): string | undefined;
  /** Short names of tables, queues, topics and secrets, by their names in a call. */
  resources: ReadonlyMap<string, string>;
}

export interface DescribedCall {
  function: string;
  /** Target: `dynamodb`, `sqs`, `sns`, `secretsmanager`, `service`; an origin if unknown. */
  service: string;
  /** As `dynamodb:PutItem notifications`. */
  what: string;
  /** The same for every try of the call, and for no other call. */
  identity: string;
}

/** Describes a request; one that nothing is known of is described by its method and path. */
export function describeCall(request: WireRequest, names: Names): DescribedCall {
  const { headers, method, path, body } = request;
  const text = (name: string) => String(headers[name] ?? "");
  const { service, operation } = operationOf(request, names);
  const content = createHash("sha256").update(`${method} ${path}\n${body}`).digest("hex");
  const parts = [`${service}:${operation}`, resourceIn(body, names), changeIn(body)];
  return {
    function: names.functionOf(text(WIRE_HEADERS.function)),
    service,
    what: parts.filter((part) => part !== "").join(" "),
    identity: `${text(WIRE_HEADERS.invocation)} ${text("amz-sdk-invocation-id") || content}`,
  };
}

function operationOf({ headers, method, path, body }: WireRequest, { serviceAt }: Names) {
  const target = String(headers["x-amz-target"] ?? "");
  const origin = String(headers[WIRE_HEADERS.target]);
  const action = new URLSearchParams(body).get("Action");
  const serviceName = serviceAt(origin) ?? origin;
  if (target !== "") {
    const service = target.startsWith("AmazonSQS.") ? "sqs" : serviceName;
    return { service, operation: target.split(".").at(-1) ?? target };
  }
  if (action !== null && serviceName === "sqs") return { service: "sns", operation: action };
  return { service: serviceName, operation: `${method} ${withoutIds(path)}` };
}

/** `/v1/wallets/0xabc/status?chainId=1` as `/v1/wallets/…/status`. */
function withoutIds(path: string): string {
  const [bare = ""] = path.split("?");
  return bare.replace(/\/[^/]*\d{2}[^/]*/g, "/…");
}

function resourceIn(body: string, { resources }: Names): string {
  const text = body.includes("%") ? decodeURIComponent(body.replaceAll("+", " ")) : body;
  const names = [...resources].filter(([id]) => text.includes(id)).map(([, name]) => name);
  return [...new Set(names)].join("+");
}

/** First change of an update, as `SET alert`: updates of one table are different calls. */
function changeIn(body: string): string {
  const [, verb, name = ""] = /"UpdateExpression":"([A-Z]+) ([#\w.]+)/.exec(body) ?? [];
  if (verb === undefined) return "";
  const attribute = name.split(".")[0] ?? name;
  const [, real = attribute] = new RegExp(`"${attribute}":"([^"]+)"`).exec(body) ?? [];
  return `${verb} ${real}`;
}
