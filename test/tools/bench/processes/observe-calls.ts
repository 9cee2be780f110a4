/** Loaded before a function: tells the bench of every call that it makes to AWS. */

import http, { type ClientRequest, type IncomingMessage } from "node:http";
import { syncBuiltinESMExports } from "node:module";
import { isMainThread, workerData } from "node:worker_threads";
import { type AwsCall, CALLS_CHANNEL } from "./calls-channel.ts";

/** From a worker through a channel, from a process of its own to its parent. */
const tell = isMainThread ? (call: AwsCall) => process.send?.(call) : throughChannel();

function throughChannel() {
  const channel = new BroadcastChannel(CALLS_CHANNEL);
  channel.unref();
  return (call: AwsCall) => channel.postMessage(call);
}

/** While it holds 0, nothing is stored: messages gather in the queue meanwhile, and batches fill up. */
const gate: unknown = Reflect.get(Object(workerData), "preloadData");

function waitAtGate(action: string): void {
  if (gate instanceof Int32Array && action.endsWith(".PutItem")) Atomics.wait(gate, 0, 0);
}

/** The SDK hands the whole body over when it ends the request. */
function watch(request: ClientRequest): ClientRequest {
  const target = request.getHeader("x-amz-target");
  request.end = new Proxy(request.end, {
    apply(end, self, given: unknown[]) {
      const body = textOf(given[0]);
      const action = typeof target === "string" ? target : actionIn(body);
      if (action === undefined) return Reflect.apply(end, self, given);
      waitAtGate(action);
      if (action.endsWith(".Query"))
        request.prependOnceListener("response", (reply) => withAnswer(action, body, reply));
      else tell({ action, body });
      return Reflect.apply(end, self, given);
    },
  });
  return request;
}

function textOf(chunk: unknown): string {
  if (typeof chunk === "string") return chunk;
  return chunk instanceof Uint8Array ? Buffer.from(chunk).toString() : "";
}

/** SNS still speaks in forms: `Action=Publish&…`. What names no action is a call of the risk service. */
function actionIn(form: string): string | undefined {
  const action = new URLSearchParams(form).get("Action");
  return action === null ? undefined : `SNS.${action}`;
}

/** A query is charged by what it finds. The answer is listened in on: reading it would take it from the SDK. */
function withAnswer(action: string, body: string, reply: IncomingMessage): void {
  const chunks: string[] = [];
  reply.push = new Proxy(reply.push, {
    apply(push, self, given: unknown[]) {
      if (given[0] === null) tell({ action, body, answer: chunks.join("") });
      else chunks.push(textOf(given[0]));
      return Reflect.apply(push, self, given);
    },
  });
}

const watched = new Proxy(http.request, {
  apply: (request, self, given: Parameters<typeof http.request>) =>
    watch(Reflect.apply(request, self, given)),
});
Object.assign(http, { request: watched });
syncBuiltinESMExports();
