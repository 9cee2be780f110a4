import { describe, expect, it } from "vitest";
import type { GatewayRequest } from "../../../../infra/local/http/gateway.ts";
import { type SigningOptions, signingProxy } from "../../../../infra/local/http/signing-proxy.ts";
import { signatureFits, signedMessage } from "../../../../lib/contract/signature.ts";

async function proxied(changes: Partial<GatewayRequest>, options: Partial<SigningOptions> = {}) {
  let seen: GatewayRequest | undefined;
  const answer = signingProxy(
    async (request) => {
      seen = request;
      return { status: 200, headers: {}, body: Buffer.alloc(0) };
    },
    {
      authentication: "signature",
      projectIds: [1, 7],
      secretOf: (projectId) => `secret-${projectId}`,
      ...options,
    },
  );
  const request: GatewayRequest = {
    method: "POST",
    target: "/webhook",
    httpVersion: "1.1",
    rawHeaders: ["host", "localhost"],
    body: Buffer.alloc(0),
    sourceIp: "127.0.0.1",
    ...changes,
  };
  const { headers } = await answer(request);
  const [signature = "", , timestamp = ""] = (seen?.rawHeaders ?? []).slice(3);
  return { marked: headers["x-vigia-local"], headers: seen?.rawHeaders.slice(2), signature, timestamp };
}

describe("a request without authentication headers", () => {
  it("is signed as the service signs, and its reply says so", async () => {
    const body = Buffer.from('{"b":1,"a":{"d":1,"c":2}}');
    const before = Date.now();
    const { signature, timestamp, marked, headers } = await proxied({ body });
    const parts = {
      method: "POST",
      path: "/webhook",
      canonicalBody: '{"a":{"c":2,"d":1},"b":1}',
      timestamp,
    };
    expect(signatureFits(signature, signedMessage(parts), "secret-1")).toBe(true);
    expect(Number(timestamp)).toBeGreaterThanOrEqual(before);
    expect(Number(timestamp)).toBeLessThanOrEqual(Date.now());
    expect(headers).toEqual(["x-wavynode-hmac", signature, "x-wavynode-timestamp", timestamp]);
    expect(marked).toBe("signed-on-entry");
  });

  it("is signed for the project that its body names, where that is a local one", async () => {
    for (const [projectId, secret] of [
      [7, "secret-7"],
      [8, "secret-1"],
    ] as const) {
      const text = JSON.stringify({ data: { projectId } });
      const { signature, timestamp } = await proxied({ body: Buffer.from(text) });
      const parts = { method: "POST", path: "/webhook", canonicalBody: text, timestamp };
      expect(signatureFits(signature, signedMessage(parts), secret)).toBe(true);
    }
  });

  it("is signed over the path as the function gets it", async () => {
    const { signature, timestamp } = await proxied({ method: "GET", target: "/users/jos%C3%A9%20luis?a=1" });
    const parts = { method: "GET", path: "/users/josé luis", canonicalBody: "{}", timestamp };
    expect(signatureFits(signature, signedMessage(parts), "secret-1")).toBe(true);
  });

  it("is signed even where its body cannot be read: the function says what is wrong with it", async () => {
    expect((await proxied({ body: Buffer.from("not JSON") })).marked).toBe("signed-on-entry");
    expect((await proxied({ body: Buffer.from([0xff]) })).marked).toBe("signed-on-entry");
  });

  it("gets the key where calls are authenticated by one", async () => {
    const { headers, marked } = await proxied({}, { authentication: "api-key" });
    expect(headers).toEqual(["x-api-key", "ApiKey secret-1"]);
    expect(marked).toBe("signed-on-entry");
  });
});

describe("a request that is left alone", () => {
  it.each(["X-Wavynode-Hmac", "x-wavynode-timestamp", "X-Api-Key", "x-api-header"])(
    "is one with %s, even empty",
    async (name) => {
      const { headers, marked } = await proxied({ rawHeaders: ["host", "localhost", name, ""] });
      expect(headers).toEqual([name, ""]);
      expect(marked).toBeUndefined();
    },
  );

  it("is every one where nothing is authenticated", async () => {
    const { headers, marked } = await proxied({}, { authentication: "none" });
    expect(headers).toEqual([]);
    expect(marked).toBeUndefined();
  });
});
