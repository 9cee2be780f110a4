/** The client of the risk service: what it sends, what it tries again, and what it makes of each answer. */

import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { riskService } from "../../../../lib/screening/risk-service/client.ts";
import { failureOf, reply, STUB_KEY, stubService } from "./service-stub.ts";

const OK = { success: true, data: [] };
const ORDER = { addresses: [{ address: "0xa", chainId: "1" }], maxDepth: 3, threshold: 60 };

describe("a request", () => {
  it("of a scan sends the interface's fields, the key in both headers, and asks for known addresses too", async () => {
    const stub = await stubService((response) =>
      reply(response, 200, { success: true, data: { results: [] } }),
    );
    const addresses = [{ address: "0xa", chainId: "1", userId: "u-1" }];
    await stub.service.scanRisk(7, { ...ORDER, addresses });
    const [{ method, path, headers, body } = {}] = stub.came;
    expect([method, path]).toEqual(["POST", "/v1/projects/7/addresses/scan-risk"]);
    expect(headers).toMatchObject({
      "x-api-key": `ApiKey ${STUB_KEY}`,
      "x-api-header": `ApiKey ${STUB_KEY}`,
      "content-type": "application/json",
      "user-agent": "vigia",
    });
    expect(JSON.parse(body ?? "")).toEqual({
      addresses: [{ address: "0xa", chainId: "1" }],
      maxDepth: 3,
      skipExisting: false,
    });
  });

  it("of a status has the address in the path and the chain in the query", async () => {
    const stub = await stubService((response) =>
      reply(response, 200, { success: true, data: { status: "clean" } }),
    );
    expect(await stub.service.walletStatus(7, "a b/c", "137")).toEqual({ status: "clean" });
    expect(stub.came[0]?.path).toBe("/v1/wallets/a%20b%2Fc/status?chainId=137");
  });

  it("is not sent where an address would lead elsewhere, or the stored key cannot be one", async () => {
    const stub = await stubService((response) => reply(response, 200, OK));
    expect((await failureOf(stub.service.walletStatus(7, "..", "1"))).kind).toBe("unsafe-path");
    const keyless = await stubService(
      (response) => reply(response, 200, OK),
      () => "ApiKey ",
    );
    expect((await failureOf(keyless.service.chains(7))).kind).toBe("bad-key");
    expect([...stub.came, ...keyless.came]).toEqual([]);
  });

  it("takes a key that was stored with its prefix, and an address with or without /v1", async () => {
    const stub = await stubService(
      (response) => reply(response, 200, OK),
      () => ` apikey ${STUB_KEY}\n`,
    );
    await stub.service.chains(7);
    expect(stub.came[0]?.headers["x-api-key"]).toBe(`ApiKey ${STUB_KEY}`);
    const service = riskService({ baseUrl: `${stub.url}/v1/`, apiKey: () => STUB_KEY });
    await service.chains(7);
    expect(stub.came.map(({ path }) => path)).toEqual(["/v1/chains", "/v1/chains"]);
    expect(() => riskService({ baseUrl: "ftp://a", apiKey: () => "k" })).toThrow(
      "not the http or https address",
    );
  });
});

describe("a call that fails for the moment", () => {
  it.each([408, 425, 429, 500, 502, 503, 599])("is tried again after %i", async (status) => {
    const stub = await stubService((response, number) => reply(response, number < 3 ? status : 200, OK));
    expect(await stub.service.chains(7)).toEqual([]);
    expect(stub.came).toHaveLength(4);
  });

  it("is tried again after its connection broke, with the same body", async () => {
    const stub = await stubService((response, number) => {
      if (number === 0) response.destroy();
      else if (number === 1) response.write('{"success":', () => response.destroy());
      else reply(response, 200, { success: true, data: { results: [] } });
    });
    await stub.service.scanRisk(7, ORDER);
    expect(new Set(stub.came.map(({ body }) => body)).size).toBe(1);
    expect(stub.came).toHaveLength(3);
  });

  it("is given up after four tries, or as many as the caller says", async () => {
    const stub = await stubService((response) => reply(response, 503, { message: "Down." }));
    expect(await failureOf(stub.service.chains(7))).toMatchObject({ kind: "unavailable", status: 503 });
    expect(stub.came).toHaveLength(4);
    await failureOf(stub.service.walletStatus(7, "0xa", "1", { tries: 1 }));
    expect(stub.came).toHaveLength(5);
  });

  it.each([
    ["seconds", () => "60"],
    ["a time", () => new Date(Date.now() + 100_000).toUTCString()],
  ])("waits for Retry-After in %s", async (_, retryAfter) => {
    let began = 0;
    const stub = await stubService((response, number) => {
      if (number > 0) return reply(response, 200, OK);
      began = performance.now();
      return reply(response, 429, {}, { "retry-after": retryAfter() });
    });
    await stub.service.chains(7);
    expect(performance.now() - began).toBeGreaterThan(55);
  });

  it("is left to the next receive where it has to wait for long, or for longer than there is time", async () => {
    const stub = await stubService((response) => reply(response, 429, {}, { "retry-after": "121" }));
    expect((await failureOf(stub.service.chains(7))).kind).toBe("unavailable");
    const busy = await stubService((response) => reply(response, 429, {}, { "retry-after": "119" }));
    expect((await failureOf(busy.service.chains(7, { withinMs: 100 }))).kind).toBe("unavailable");
    expect([stub.came.length, busy.came.length]).toEqual([1, 1]);
  });

  it("is timed out where no whole answer comes in time, however much of it came", async () => {
    const stub = await stubService((response) => void response.write('{"success":true'));
    expect((await failureOf(stub.service.chains(7, { withinMs: 150 }))).kind).toBe("timed-out");
    expect(stub.came).toHaveLength(1);
  });
});

describe("an answer", () => {
  it.each([
    ["the service's 401", 401, { success: false, message: "No." }, "unauthorized"],
    ["the service's 403", 403, { success: false, message: "No." }, "unauthorized"],
    ["the service's 402", 402, { success: false, message: "Quota used up." }, "unpaid"],
    ["the service's 404", 404, { success: false }, "not-found"],
    ["a firewall's page with 403", 403, "<html><title>Just a moment…</title>", "foreign"],
    ["a gateway's 403 in JSON", 403, { message: "Forbidden" }, "foreign"],
    ["a list with 403", 403, "[]", "foreign"],
    ["a proxy's words in brackets", 400, "[proxy] no upstream", "foreign"],
    ["a proxy's 401", 401, "denied", "foreign"],
    ["a proxy's 404", 404, "404 page not found", "foreign"],
    ["a redirect", 302, "", "foreign"],
    ["a sign-in page with 200", 200, "<html>Sign in</html>", "foreign"],
    ["nothing with 200", 200, "", "foreign"],
    ["400", 400, { success: false, error: "address is not valid" }, "rejected"],
    ["413", 413, { success: false }, "rejected"],
    ["422", 422, {}, "rejected"],
    ["success: false with 200", 200, { success: false }, "rejected"],
    ["JSON that ends early", 200, '{"success":true,"data":[', "unreadable"],
    ["an envelope of another shape", 200, { data: [] }, "unreadable"],
    ["data of another shape", 200, { success: true, data: {} }, "unreadable"],
    ["a list", 200, "[]", "foreign"],
    ["a text that is nested too deep", 200, `{"a":${"[".repeat(99)}${"]".repeat(99)}}`, "unreadable"],
    ["more values than there is memory for", 200, `{"a":[${"0,".repeat(200_001)}0]}`, "unreadable"],
    ["more bytes than are read", 200, `{"a":"${"x".repeat(1_100_000)}"}`, "unreadable"],
    ["a gateway's 504", 504, "<html>", "timed-out"],
  ])("of %s is judged, and never tried again", async (_, status, body, kind) => {
    const stub = await stubService((response) => reply(response, status, body));
    expect(await failureOf(stub.service.chains(7))).toMatchObject({ kind });
    expect(stub.came).toHaveLength(1);
  });

  it.each([
    [{ success: false, message: "No." }, '"No."'],
    [{ success: false, error: "address is not valid" }, '"address is not valid"'],
    [
      { message: ["chainId must be a string", "maxDepth is missing"] },
      '"chainId must be a string; maxDepth is missing"',
    ],
    [{ error: { message: "quota exceeded", code: 7 } }, '"quota exceeded"'],
    [{ errors: [{ message: "bad address" }, "worse"] }, '"bad address; worse"'],
    [{ detail: "no such chain" }, '"no such chain"'],
    [{ message: `the key ${STUB_KEY} is wrong` }, '"the key [key] is wrong"'],
    [{ message: { deeper: 1 } }, ""],
  ])("gives the service's reason: %j", async (body, reason) => {
    const stub = await stubService((response) => reply(response, 400, body));
    expect((await failureOf(stub.service.chains(7))).said).toBe(reason);
  });

  it("that fails says which call, what happened and what to do next, without the key", async () => {
    const messageOf = async (status: number, body: unknown) => {
      const stub = await stubService((response) => reply(response, status, body));
      return (await failureOf(stub.service.chains(7))).message.replaceAll(stub.url, "http://service");
    };
    expect(await messageOf(401, { success: false, message: "No." })).toBe(
      'Project 7: GET http://service/v1/chains was refused with status 401, saying "No.". Copy the project\'s API key from its settings in the service\'s dashboard and run "vigia secrets set --project 7 --kind api-key".',
    );
    expect(await messageOf(402, { success: false })).toContain(
      "Check the plan and its limits in the service's dashboard.",
    );
    expect(await messageOf(413, {})).toContain("Lower `scan.addressesPerRequest` in app.ts.");
    expect(await messageOf(503, "")).toBe(
      "Project 7: GET http://service/v1/chains was answered with status 503 at each of 4 tries. Check that the service is up and that `service.baseUrl` in app.ts is its address.",
    );
  });

  it("is read with a byte order mark, and compressed", async () => {
    const bytes = Buffer.from(`\ufeff${JSON.stringify(OK)}`);
    const marked = await stubService((response) => reply(response, 200, bytes));
    expect(await marked.service.chains(7)).toEqual([]);
    const packed = await stubService((response) =>
      reply(response, 200, gzipSync(bytes), { "content-encoding": "gzip" }),
    );
    expect(await packed.service.chains(7)).toEqual([]);
    expect(packed.came[0]?.headers["accept-encoding"]).toContain("gzip");
  });

  it("that is small until it is unpacked is not read whole", async () => {
    const bomb = gzipSync(`{"a":"${"x".repeat(20_000_000)}"}`);
    const stub = await stubService((response) => reply(response, 200, bomb, { "content-encoding": "gzip" }));
    expect((await failureOf(stub.service.chains(7))).kind).toBe("unreadable");
  });

  it("about chains leaves out what cannot be read, and keeps a thousand at most", async () => {
    const data = [{ id: 1, name: "Ethereum", explorer_url: "x".repeat(501) }, { id: "one" }, 7];
    const stub = await stubService((response) =>
      reply(response, 200, { success: true, data: [...data, ...Array(2_000).fill({ id: 2, name: "B" })] }),
    );
    const chains = await stub.service.chains(7);
    expect(chains[0]).toEqual({ id: "1", name: "Ethereum" });
    expect(chains).toHaveLength(998);
  });
});
