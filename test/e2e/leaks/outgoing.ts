/** Loaded into a worker before its bundle: writes down every request that leaves the function, to AWS and to the service. */

import { appendFileSync } from "node:fs";
import { ClientRequest } from "node:http";
import { workerData } from "node:worker_threads";
import * as z from "zod/mini";
import type { OutgoingRequest } from "./outgoing-request.ts";

const { preloadData } = z.object({ preloadData: z.object({ file: z.string() }) }).parse(workerData);
const { write, end } = ClientRequest.prototype;
const bodies = new WeakMap<object, string>();

ClientRequest.prototype.write = function (this: ClientRequest, ...args: unknown[]) {
  remember(this, args[0]);
  return Reflect.apply(write, this, args);
};

ClientRequest.prototype.end = function (this: ClientRequest, ...args: unknown[]) {
  remember(this, args[0]);
  const request: OutgoingRequest = {
    function: process.env["AWS_LAMBDA_FUNCTION_NAME"] ?? "",
    host: this.host,
    path: this.path,
    headers: { ...this.getHeaders() },
    body: bodies.get(this) ?? "",
  };
  appendFileSync(preloadData.file, `${JSON.stringify(request)}\n`);
  return Reflect.apply(end, this, args);
};

function remember(request: object, chunk: unknown): void {
  if (typeof chunk !== "string" && !(chunk instanceof Uint8Array)) return;
  bodies.set(request, (bodies.get(request) ?? "") + Buffer.from(chunk).toString());
}
