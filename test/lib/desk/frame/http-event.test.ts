import { gunzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { gatewayEvent } from "../../../../infra/local/http/gateway.ts";
import { isTooLarge, requestOf, resultOf } from "../../../../lib/desk/frame/http-event.ts";

const ROUTE = { key: "$default", functionArn: "", sourceArn: "", timeoutMs: 1, desk: true };

function eventOf(
  target: string,
  path: string,
  changes: { method?: string; body?: string } = {},
  more: string[] = [],
) {
  const request = {
    method: changes.method ?? "GET",
    target,
    httpVersion: "1.1",
    rawHeaders: ["Host", "attacker.example", "Cookie", "a=1; b=2", "X-One", "1", ...more],
    body: Buffer.from(changes.body ?? ""),
    sourceIp: "127.0.0.1",
  };
  return gatewayEvent(request, { route: ROUTE, pathParameters: {} }, path, new Date(0));
}

it("keeps a path whole in spite of characters that would end one, and takes no origin from the event", () => {
  const request = requestOf(
    eventOf("/wallet/a%23b%3Fc%25d?x=%23&x=2", "/wallet/a#b?c%d"),
    "https://desk.example",
  );
  expect(request.url).toBe("https://desk.example/wallet/a%23b%3Fc%25d?x=%23&x=2");
  expect(request.headers.get("cookie")).toBe("a=1; b=2");
  expect(request.headers.get("x-one")).toBe("1");
});

it("hands a form over as it was sent, and no body with a GET", async () => {
  const posted = requestOf(
    eventOf("/sign-out", "/sign-out", { method: "POST", body: "a=%C3%B1" }),
    "https://d.example",
  );
  expect(await posted.text()).toBe("a=%C3%B1");
  const got = requestOf(eventOf("/", "/", { body: "odd" }), "https://d.example");
  expect(got.body).toBeNull();
});

it("takes null for what API Gateway leaves out", () => {
  const event = { ...eventOf("/", "/"), cookies: null, body: null };
  expect(requestOf(Object.assign(eventOf("/", "/"), event), "https://d.example").url).toBe(
    "https://d.example/",
  );
});

it("compresses a page for browsers that take it, and gives each cookie a line", async () => {
  const page = "ñ".repeat(5_000);
  const headers = new Headers({ "content-type": "text/html; charset=utf-8" });
  headers.append("set-cookie", "a=1; Path=/");
  headers.append("set-cookie", "b=2; Path=/");
  const result = await resultOf(new Response(page, { headers }), "br, gzip");
  expect(result).toMatchObject({
    statusCode: 200,
    cookies: ["a=1; Path=/", "b=2; Path=/"],
    headers: { "content-encoding": "gzip", vary: "accept-encoding" },
    isBase64Encoded: true,
  });
  expect(gunzipSync(Buffer.from(result.body ?? "", "base64")).toString()).toBe(page);
  const plain = await resultOf(new Response(page, { headers }), "br");
  expect(plain.headers).not.toHaveProperty("content-encoding");
  expect(Buffer.from(plain.body ?? "", "base64").toString()).toBe(page);
});

it("refuses a body that is larger than any form by its length", () => {
  const form = (bytes: number, type = "application/x-www-form-urlencoded") => ({
    ...eventOf("/case", "/case", { method: "POST", body: "a&".repeat(bytes / 2) }, ["Content-Type", type]),
  });
  const [whole, beyond, text] = [form(262_144), form(262_152), form(6_000_000, "text/plain")];
  expect([whole, beyond, text].map(isTooLarge)).toEqual([false, true, true]);
  expect(isTooLarge(eventOf("/", "/"))).toBe(false);
});
