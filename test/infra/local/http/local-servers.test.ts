import { createServer, request } from "node:http";
import { networkInterfaces } from "node:os";
import { afterEach, describe, expect, it } from "vitest";
import { answerRequest, type GatewayOptions } from "../../../../infra/local/http/gateway.ts";
import { listenForCalls, startLocalServer } from "../../../../infra/local/http/local-servers.ts";
import { closeServer, listen } from "../../../../infra/local/http/loopback.ts";
import type { Outcome } from "../../../../infra/local/lambda/function-worker.ts";
import { LocalEvents } from "../../../../infra/local/lambda/run-events.ts";
import { freePorts } from "./free-ports.ts";

const closers: (() => unknown)[] = [];
const onClose = (closer: () => unknown) => closers.push(closer);
const closeAll = async () => {
  for (const close of closers.splice(0)) await close();
};
afterEach(closeAll);

async function startServer(
  outcome: Outcome | (() => Promise<Outcome>),
  changes: Partial<GatewayOptions> = {},
) {
  const opened = await startLocalServer("adapter", 0, new LocalEvents());
  closers.push(() => opened.close());
  const calls: unknown[] = [];
  const invoke = async (payload: string) => {
    calls.push(JSON.parse(payload));
    return typeof outcome === "function" ? outcome() : outcome;
  };
  const gateway: GatewayOptions = {
    routes: [{ key: "POST /webhook", functionArn: "arn", timeoutMs: 30_000 }],
    findFunction: () => ({ invoke }),
    ...changes,
  };
  opened.open((gatewayRequest) => answerRequest(gatewayRequest, gateway));
  return {
    opened,
    calls,
    post: (init?: RequestInit) => fetch(`${opened.url}/webhook`, { method: "POST", ...init }),
  };
}

function answers(value: unknown): Outcome {
  return { ok: true, payload: JSON.stringify(value) };
}

async function read(reply: Response) {
  return { status: reply.status, type: reply.headers.get("content-type"), text: await reply.text() };
}

describe("a local server", () => {
  it.each([
    [{ statusCode: 201, headers: { "Content-Type": "text/html" }, body: "<p>" }, 201, "text/html", "<p>"],
    [{ statusCode: 200, body: "plain" }, 200, "text/plain;charset=UTF-8", "plain"],
    [{ statusCode: 200 }, 200, "text/plain;charset=UTF-8", ""],
    [{ statusCode: 200, body: "w7E=", isBase64Encoded: true }, 200, "text/plain;charset=UTF-8", "ñ"],
    [{ a: 1 }, 500, "application/json", '{"message":"Internal Server Error"}'],
    [{ statusCode: 200, body: { a: 1 } }, 500, "application/json", '{"message":"Internal Server Error"}'],
  ])("answers %j as API Gateway does", async (result, status, type, text) => {
    const { post } = await startServer(answers(result));
    expect(await read(await post())).toEqual({ status, type, text });
  });

  it("sends each cookie in a header of its own", async () => {
    const { post } = await startServer(answers({ statusCode: 200, cookies: ["a=1", "b=2"] }));
    expect((await post()).headers.getSetCookie()).toEqual(["a=1", "b=2"]);
  });

  it("answers 500 where the function fails, without a word of why", async () => {
    const { post } = await startServer({
      ok: false,
      error: { errorType: "E", errorMessage: "secret", trace: [] },
    });
    expect(await read(await post())).toEqual({
      status: 500,
      type: "application/json",
      text: '{"message":"Internal Server Error"}',
    });
  });

  it("answers 503 where the function takes longer than the route allows", async () => {
    const { post } = await startServer(() => new Promise(() => {}), {
      routes: [{ key: "POST /webhook", functionArn: "arn", timeoutMs: 50 }],
    });
    expect(await read(await post())).toMatchObject({
      status: 503,
      text: '{"message":"Service Unavailable"}',
    });
  });

  it("answers 404 where there is no route, and 400 where the path cannot be decoded, without a call", async () => {
    const { opened, calls } = await startServer(answers({ statusCode: 200 }));
    expect(await read(await fetch(`${opened.url}/nowhere`))).toMatchObject({
      status: 404,
      text: '{"message":"Not Found"}',
    });
    expect((await fetch(`${opened.url}/a%25b`)).status).toBe(400);
    expect(calls).toEqual([]);
  });

  it("answers 413 to a body over 10 MiB, and to one that would not fit in a call", async () => {
    const { post, calls } = await startServer(answers({ statusCode: 200 }));
    for (const size of [10 * 1024 * 1024 + 1, 5 * 1024 * 1024]) {
      expect(await read(await post({ body: Buffer.alloc(size) }))).toMatchObject({
        status: 413,
        text: '{"message":"Request Entity Too Large"}',
      });
    }
    expect(calls).toEqual([]);
  });

  it("answers 431 to headers over 10,240 bytes", async () => {
    const { post } = await startServer(answers({ statusCode: 200 }));
    expect((await post({ headers: { "x-large": "x".repeat(10_300) } })).status).toBe(431);
  });

  it("hands over a repeated header as one", async () => {
    const { opened, calls } = await startServer(answers({ statusCode: 200 }));
    await new Promise<void>((done) => {
      const call = request({ port: opened.port, method: "POST", path: "/webhook" }, (reply) => {
        reply.resume().on("end", done);
      });
      call.setHeader("X-Wavynode-Hmac", ["one", "two"]).end();
    });
    expect(calls).toMatchObject([{ headers: { "x-wavynode-hmac": "one,two" } }]);
  });
});

describe("who may call a local server", () => {
  function status(
    port: number,
    headers: Record<string, string>,
    host = "127.0.0.1",
  ): Promise<number | undefined> {
    return new Promise((done, fail) => {
      request({ host, port, method: "POST", path: "/webhook", headers }, (reply) => {
        reply.resume().on("end", () => done(reply.statusCode));
      })
        .on("error", fail)
        .end();
    });
  }

  it.each([
    ["a program of this machine", { host: "localhost:3000" }, 200],
    ["a program that says 127.0.0.1", { host: "127.0.0.1" }, 200],
    ["a program that says ::1", { host: "[::1]:3000" }, 200],
    ["a web page", { host: "localhost:3000", origin: "https://example.com" }, 403],
    ["a web page without an origin of its own", { host: "localhost:3000", origin: "null" }, 403],
    ["an image or a link of another site", { host: "localhost:3000", "sec-fetch-site": "cross-site" }, 403],
    [
      "a page of another port of this machine",
      { host: "localhost:3000", "sec-fetch-site": "same-site" },
      403,
    ],
    ["an address that was typed into a browser", { host: "localhost:3000", "sec-fetch-site": "none" }, 200],
    ["a page in an old browser", { host: "localhost:3000", referer: "https://example.com/page" }, 403],
    [
      "a WebSocket of a page",
      { host: "localhost:3000", origin: "https://example.com", connection: "upgrade", upgrade: "websocket" },
      403,
    ],
    ["a page whose name was pointed here", { host: "rebound.example.com:3000" }, 403],
    ["a page whose name begins like ours", { host: "localhost.example.com" }, 403],
  ])("%s", async (_name, headers, expected) => {
    const { opened } = await startServer(answers({ statusCode: 200 }));
    expect(await status(opened.port, headers)).toBe(expected);
  });

  it("no call from another machine", async () => {
    const { opened } = await startServer(answers({ statusCode: 200 }));
    const outside = Object.values(networkInterfaces())
      .flat()
      .find((address) => address?.family === "IPv4" && !address.internal);
    if (outside === undefined) return;
    await expect(status(opened.port, { host: "localhost" }, outside.address)).rejects.toThrow("ECONNREFUSED");
  });
});

describe("a port in use", () => {
  it("is named, for each of the four", async () => {
    const first = await freePorts();
    for (const port of [first, first + 1, first + 2, first + 3]) {
      const blocker = createServer();
      await listen(blocker, port);
      await expect(listenForCalls(first, new LocalEvents(), onClose)).rejects.toThrow(
        `Port ${port} is in use: stop what listens there, or set PORT to the first of five free ports in a row, as in PORT=4000 npm start.`,
      );
      await closeServer(blocker);
      await closeAll();
    }
    const servers = await listenForCalls(first, new LocalEvents(), onClose);
    expect([servers.signingProxy.port, servers.sandboxPort, servers.adapter.port]).toEqual([
      first,
      first + 1,
      first + 2,
    ]);
  });
});
