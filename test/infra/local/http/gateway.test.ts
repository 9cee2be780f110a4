import { describe, expect, it } from "vitest";
import {
  decodedPath,
  type GatewayRequest,
  gatewayEvent,
  matchRoute,
} from "../../../../infra/local/http/gateway.ts";

const ROUTES = ["POST /webhook", "GET /users/{userId}"].map((key) => ({
  key,
  functionArn: key,
  sourceArn: key,
  timeoutMs: 30_000,
}));

function eventFor(changes: Partial<GatewayRequest>) {
  const request: GatewayRequest = {
    method: "GET",
    target: "/users/u-1",
    httpVersion: "1.1",
    rawHeaders: ["Host", "localhost:3002"],
    body: Buffer.alloc(0),
    sourceIp: "127.0.0.1",
    ...changes,
  };
  const path = decodedPath(request.target.split("?", 1)[0] ?? "");
  return gatewayEvent(
    request,
    matchRoute(ROUTES, request.method, path),
    path,
    new Date("2026-07-10T19:19:05.766Z"),
  );
}

describe("a path", () => {
  // Events of an HTTP API for each, as captured from AWS.
  it.each([
    ["/a/plain", "/a/plain"],
    ["/a/space%20value", "/a/space value"],
    ["/a/question%3Fvalue", "/a/question"],
    ["/a/hash%23value", "/a/hash#value"],
    ["/a/slash%2Fvalue", "/a/slash/value"],
    ["/a/unicode-%CE%BB-%E4%B8%96%E7%95%8C", "/a/unicode-λ-世界"],
    ["/a/literal%252Fvalue", "/a/literal/value"],
    ["/a/literal%253Fvalue", "/a/literal?value"],
    ["/a/literal%2525value", "/a/literal%value"],
    ["/a/plus+value", "/a/plus+value"],
  ])("%s is handed over as %s", (path, handedOver) => {
    expect(decodedPath(path)).toBe(handedOver);
  });

  it.each(["/a/percent%25done", "/a/%zz", "/a/%E9", "/a/%"])("%s is a bad request", (path) => {
    expect(() => decodedPath(path)).toThrow("Bad Request");
  });
});

describe("a route", () => {
  it("is found with its parameters", () => {
    expect(matchRoute(ROUTES, "GET", "/users/josé luis").pathParameters).toEqual({ userId: "josé luis" });
    expect(matchRoute(ROUTES, "POST", "/webhook").pathParameters).toEqual({});
  });

  it.each([
    ["GET", "/webhook"],
    ["POST", "/webhook/"],
    ["POST", "/Webhook"],
    ["GET", "/users/"],
    ["GET", "/users/a/b"],
    ["OPTIONS", "/webhook"],
    ["GET", "/"],
  ])("is not found for %s %s", (method, path) => {
    expect(() => matchRoute(ROUTES, method, path)).toThrow("Not Found");
  });
});

describe("an event", () => {
  it("has everything that API Gateway gives", () => {
    const event = eventFor({
      target: "/users/u-1?a=1&b=x%20y&a=2&c=p+q",
      rawHeaders: [
        "HOST",
        "localhost:3002",
        "X-A",
        "one",
        "x-a",
        "two",
        "User-Agent",
        "test",
        "Cookie",
        "s=1; t=2",
      ],
    });
    expect(event).toEqual({
      version: "2.0",
      routeKey: "GET /users/{userId}",
      rawPath: "/users/u-1",
      rawQueryString: "a=1&b=x%20y&a=2&c=p+q",
      cookies: ["s=1", "t=2"],
      headers: {
        host: "localhost:3002",
        "x-a": "one,two",
        "user-agent": "test",
        "x-forwarded-for": "127.0.0.1",
        "x-forwarded-port": "443",
        "x-forwarded-proto": "https",
      },
      queryStringParameters: { a: "1,2", b: "x y", c: "p q" },
      pathParameters: { userId: "u-1" },
      requestContext: {
        accountId: "000000000000",
        apiId: "local",
        domainName: "localhost:3002",
        domainPrefix: "local",
        http: {
          method: "GET",
          path: "/users/u-1",
          protocol: "HTTP/1.1",
          sourceIp: "127.0.0.1",
          userAgent: "test",
        },
        requestId: expect.stringMatching(/^[\w-]{15}=$/),
        routeKey: "GET /users/{userId}",
        stage: "$default",
        time: "10/Jul/2026:19:19:05 +0000",
        timeEpoch: 1_783_711_145_766,
      },
      isBase64Encoded: false,
    });
  });

  it.each([
    ["application/json", "text"],
    ["Application/JSON; charset=utf-8", "text"],
    ["text/plain", "text"],
    ["application/problem+json", "text"],
    ["application/x-www-form-urlencoded", "base64"],
    ["application/jsonl", "base64"],
    ["", "base64"],
  ])("has a body of type %j as %s", (type, form) => {
    const { body, isBase64Encoded } = eventFor({
      method: "POST",
      target: "/webhook",
      rawHeaders: type === "" ? [] : ["content-type", type],
      body: Buffer.from('{"ñ":1}'),
    });
    expect({ body, isBase64Encoded }).toEqual(
      form === "text"
        ? { body: '{"ñ":1}', isBase64Encoded: false }
        : { body: "eyLDsSI6MX0=", isBase64Encoded: true },
    );
  });
});
