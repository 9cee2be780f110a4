import { createServer, type Server } from "node:http";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { close, listen } from "../../../../infra/local/http/loopback.ts";
import { type TestFunction, testFunction } from "../../../infra/local/lambda/bundle.ts";
import { Arming } from "./arming.ts";
import { FAULT_KINDS, type FaultKind } from "./fault-kinds.ts";
import { Wire } from "./wire.ts";
import type { WireData } from "./wire-headers.ts";

const EVENT = '{"user":"u-700000001"}';
const POINT = "Worker service:GET /thing #1";

/** Calls the target with the module of Node that the SDK and the service's client use. */
const CALLER = `const http = require("node:http");
exports.handler = async (event, context) => new Promise((done, fail) => {
  http.get(process.env.TARGET + "/thing", (reply) => done(reply.statusCode)).on("error", fail);
});`;

let server: Server;
let target: string;
let reached: number;
let arming: Arming;
let wire: Wire;
let made: TestFunction | undefined;

beforeEach(async () => {
  reached = 0;
  server = createServer((_, reply) => {
    reached++;
    reply.end("done");
  });
  target = `http://127.0.0.1:${await listen(server, 0)}`;
  arming = new Arming();
  wire = await Wire.start(arming, () => undefined);
  wire.names = { functionOf: () => "Worker", serviceAt: () => "service", resources: new Map() };
});
afterEach(async () => {
  await made?.close();
  await wire.close();
  await close(server);
});

function callerOf(code: string) {
  made = testFunction(code, {
    timeScale: 10,
    environment: { TARGET: target, AWS_LAMBDA_FUNCTION_NAME: "Vigia-local-Worker" },
    preload: join(import.meta.dirname, "worker-wire.ts"),
    preloadData: { port: wire.port, timeScale: 10, projects: [] } satisfies WireData,
  });
  return made.pool;
}

describe("a call over the wire", () => {
  it("arrives and is answered where nothing is armed", async () => {
    expect(await callerOf(CALLER).invoke(EVENT)).toMatchObject({ ok: true, payload: "200" });
    expect(reached).toBe(1);
  });

  it.each<[FaultKind, number, unknown]>([
    ["refused", 0, { ok: true, payload: "503" }],
    ["throttled", 0, { ok: true, payload: "429" }],
    ["no reply", 1, { ok: false, error: expect.objectContaining({ errorMessage: "socket hang up" }) }],
    ["no reply once", 1, { ok: false, error: expect.objectContaining({ errorMessage: "socket hang up" }) }],
    ["late", 0, { ok: false, error: expect.objectContaining({ errorType: "Sandbox.Timedout" }) }],
    ["crash before", 0, { ok: false, error: expect.objectContaining({ errorType: "Runtime.ExitError" }) }],
    ["crash after", 1, { ok: false, error: expect.objectContaining({ errorType: "Runtime.ExitError" }) }],
  ])("is injected: %s", async (kind, effects, outcome) => {
    const fault = arming.arm("700000001", POINT, kind);
    expect(await callerOf(CALLER).invoke(EVENT)).toMatchObject(Object(outcome));
    expect(reached).toBe(effects);
    expect(fault.injections).toBe(1);
    // A late call takes effect once its caller has stopped waiting.
    await expect.poll(() => reached).toBe(kind === "late" ? 1 : effects);
  });

  it("is injected by every kind of fault that there is, here", () => {
    expect(FAULT_KINDS).toHaveLength(7);
  });
});

describe("a call by another way", () => {
  it.each([
    ["fetch", "await fetch(process.env.TARGET).catch((error) => { throw error.cause ?? error; })"],
    ["a socket", 'require("node:net").connect(Number(new URL(process.env.TARGET).port), "127.0.0.1")'],
  ])("fails loudly, so that no fault passes it by: %s", async (_, call) => {
    const outcome = await callerOf(`exports.handler = async () => { ${call}; return "through"; };`).invoke(
      EVENT,
    );
    expect(outcome).toMatchObject({
      ok: false,
      error: { errorMessage: "A call went around the fault wire: teach worker-wire.ts its way." },
    });
    expect(reached).toBe(0);
  });
});
