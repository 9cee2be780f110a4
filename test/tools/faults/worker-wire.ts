/** Loaded into a worker before its bundle: every call that leaves the worker goes over the fault wire, and none beside it. */

import { randomUUID } from "node:crypto";
import http, { type ClientRequest, type IncomingMessage, type RequestOptions } from "node:http";
import https from "node:https";
import { syncBuiltinESMExports } from "node:module";
import net from "node:net";
import { urlToHttpOptions } from "node:url";
import { parentPort, workerData } from "node:worker_threads";
import { CRASH_HEADER, WIRE_HEADERS, type WireData } from "./described-call.ts";

const { preloadData }: { preloadData: WireData } = workerData;
const request = http.request;
let invocation = "none";

type Callback = (response: IncomingMessage) => void;
type Arguments = [first: string | URL | RequestOptions, second?: RequestOptions | Callback, third?: Callback];

parentPort?.on("message", () => {
  // Not the request's id: Lambda repeats an asynchronous call under the same one.
  invocation = randomUUID();
});

divert(http, "http:");
divert(https, "https:");
syncBuiltinESMExports();
closeOtherWays();
shortenBackOff();

function divert(module: typeof http | typeof https, protocol: string): void {
  const diverted = (...args: Arguments): ClientRequest => overTheWire(args, protocol);
  Reflect.set(module, "request", diverted);
  Reflect.set(module, "get", (...args: Arguments) => diverted(...args).end());
}

function overTheWire([first, second, third]: Arguments, protocol: string): ClientRequest {
  const requestOptions = typeof second === "object" ? second : {};
  const options =
    typeof first === "string" || first instanceof URL
      ? { ...urlToHttpOptions(new URL(first)), ...requestOptions }
      : first;
  if (Array.isArray(options.headers)) throw new Error("The fault wire reads headers as an object only.");
  const { host, hostname = host ?? "localhost", port, agent, ...rest } = options;
  const outgoing = request({
    ...rest,
    ...(protocol === "https:" ? {} : { agent }),
    protocol: "http:",
    hostname: "127.0.0.1",
    port: preloadData.port,
    headers: {
      ...options.headers,
      [WIRE_HEADERS.target]: `${protocol}//${hostname}${port ? `:${port}` : ""}`,
      [WIRE_HEADERS.function]: process.env["AWS_LAMBDA_FUNCTION_NAME"] ?? "",
      [WIRE_HEADERS.invocation]: invocation,
    },
  });
  // Before any caller gets the reply: a worker that crashes after a call does not know how it ended.
  outgoing.once("response", ({ headers }) => {
    if (headers[CRASH_HEADER] !== undefined) process.exit(1);
  });
  const callback = typeof second === "function" ? second : third;
  if (callback !== undefined) outgoing.once("response", callback);
  return outgoing;
}

/** A call by another way, such as `fetch`, would be one that no fault can reach. */
function closeOtherWays(): void {
  const connect = net.Socket.prototype.connect;
  Reflect.set(net.Socket.prototype, "connect", function (this: net.Socket, ...args: unknown[]) {
    if (portIn(args[0]) === preloadData.port) return Reflect.apply(connect, this, args);
    throw new Error("A call went around the fault wire: teach worker-wire.ts its way.");
  });
}

function portIn(argument: unknown): number {
  const options: unknown = Array.isArray(argument) ? argument[0] : argument;
  if (typeof options !== "object" || options === null || !("port" in options)) return Number(options);
  return Number(options.port);
}

/** The SDK's pause before it tries again is the only one that the functions do not divide by the time scale. */
function shortenBackOff(): void {
  const random = Math.random;
  Math.random = () => {
    const isBackOff = new Error().stack?.includes("computeNextBackoffDelay") === true;
    return isBackOff ? random() / preloadData.timeScale : random();
  };
}
