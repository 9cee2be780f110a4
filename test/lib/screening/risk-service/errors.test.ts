/** Errors of the risk service's client. */

import type { ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { type RiskService, riskService } from "../../../../lib/screening/risk-service/client.ts";
import { endless, failureOf, reply, STUB_KEY, stubService } from "./service-stub.ts";

/** The message of the failure after this answer, with the server's address left out. */
async function messageAfter(status: number, body: unknown): Promise<string> {
  const stub = await stubService((response) => reply(response, status, body));
  const error = await failureOf(stub.service.chains(7));
  return error.message.replaceAll(stub.url, "http://service");
}

describe("the message", () => {
  it.each([
    [
      401,
      'Project 7: GET http://service/v1/chains was refused with status 401, saying "No.". Copy the project\'s API key from its settings in the service\'s dashboard and run "vigia secrets set --project 7 --kind api-key".',
    ],
    [
      404,
      'Project 7: GET http://service/v1/chains found nothing (status 404), saying "No.". Check the project\'s id under `projects` and `service.baseUrl` in app.ts.',
    ],
    [
      400,
      'Project 7: GET http://service/v1/chains was rejected with status 400, saying "No.". Check the addresses and their chains, and `scan.maxDepth` and `scan.addressesPerRequest` in app.ts.',
    ],
    [
      429,
      'Project 7: GET http://service/v1/chains was throttled (status 429) at each of 4 tries, saying "No.". Lower `scan.maximumConcurrency`, or ask the service for a higher limit.',
    ],
    [
      503,
      'Project 7: GET http://service/v1/chains failed at each of 4 tries, the last time with status 503, saying "No.". Check that the service is up and that `service.baseUrl` in app.ts is its address.',
    ],
    [
      504,
      'Project 7: GET http://service/v1/chains failed at each of 4 tries, the last time with status 504, saying "No.". A gateway before the service gave up waiting: lower `scan.addressesPerRequest` in app.ts if this goes on.',
    ],
    [
      302,
      "Project 7: GET http://service/v1/chains was redirected (status 302). Vigía sends its key to no other address. Set `service.baseUrl` in app.ts to the service's final address.",
    ],
    [
      200,
      'Project 7: GET http://service/v1/chains was answered with status 200 and `success: false`, saying "No.". Ask the service\'s support with the time of this message if this goes on.',
    ],
  ])("after %i says which call, what happened and what to check", async (status, message) => {
    expect(await messageAfter(status, { success: false, message: "No." })).toBe(message);
  });

  it.each([
    ["<html>Sign in to the guest network</html>", "the answer is not JSON: the body is not JSON"],
    ["", "the answer is not JSON: the body is not JSON"],
    ["[]", "the answer is not JSON: the body is not a JSON object"],
    [`{"a":${"[".repeat(5_000)}${"]".repeat(5_000)}}`, "nested deeper than 64 levels"],
    ["{}", "(success: expected true)"],
    ['{"success":"true","data":[]}', "(success: expected true)"],
    ['{"success":true}', "(data: expected a list)"],
    ['{"success":true,"data":{}}', "(data: expected a list)"],
  ])("of an answer that is not the interface's says why", async (body, why) => {
    const message = await messageAfter(200, body);
    expect(message).toContain("Project 7: GET http://service/v1/chains was answered with status 200, but ");
    expect(message).toContain(why);
  });

  it("where nothing listens names the cause", async () => {
    const stub = await stubService(() => undefined);
    const service = riskService({
      baseUrl: "http://127.0.0.1:1",
      apiKey: () => STUB_KEY,
      wait: async () => undefined,
    });
    expect(stub.came).toEqual([]);
    expect((await failureOf(service.chains(7))).message).toContain(
      "failed at each of 4 tries, the last time with a broken connection (ECONNREFUSED).",
    );
  });

  it("never holds the key, not even where the service sends it back", async () => {
    for (const status of [200, 400, 401, 404, 429, 500]) {
      const message = await messageAfter(status, {
        success: false,
        message: `ApiKey ${STUB_KEY} is not known`,
      });
      expect(message).toContain('saying "ApiKey [key] is not known"');
      expect(message).not.toContain(STUB_KEY);
    }
  });

  it("quotes the service on one line and briefly", async () => {
    const message = await messageAfter(400, {
      success: false,
      message: `a\n\u001b[31m\tb${"x".repeat(5_000)}`,
    });
    expect(message).toContain('saying "a [31m bxxx');
    expect(message.length).toBeLessThan(600);
  });

  it("quotes nothing that is not the service's message", async () => {
    expect(await messageAfter(400, "<html>page</html>")).toContain("was rejected with status 400. Check");
    expect(await messageAfter(400, { message: { a: 1 } })).toContain("was rejected with status 400. Check");
  });
});

describe("a key that cannot be one", () => {
  it.each(["", "  ", "ApiKey ", "two words", "línea", "a\nb"])("is not sent: '%s'", async (key) => {
    const stub = await stubService((response) => reply(response, 200, {}), { apiKey: () => key });
    const error = await failureOf(stub.service.chains(7));
    expect(error.name).toBe("ServiceUnauthorizedError");
    expect(error.message).toContain(
      "was not sent, because the stored key is empty or contains a space or an accent",
    );
    expect(stub.came).toEqual([]);
  });

  it("lets through what reading it throws", async () => {
    const stub = await stubService((response) => reply(response, 200, {}), {
      apiKey: () => Promise.reject(new Error("no key is set")),
    });
    await expect(stub.service.chains(7)).rejects.toThrow("no key is set");
  });
});

describe("an answer without end", () => {
  it.each<[string, number, (service: RiskService) => Promise<unknown>]>([
    ["of chains at 1 MiB", 1_048_576, (service) => service.chains(7)],
    ["of a status at 1 MiB", 1_048_576, (service) => service.walletStatus(7, "0xa", "1")],
  ])("is cut off: %s", async (_, bytes, call) => {
    const stub = await stubService(endless);
    const error = await failureOf(call(stub.service));
    expect(error.name).toBe("ServiceReplyOversizedError");
    expect(error.message).toContain(`the answer is longer than ${bytes} bytes`);
    expect(stub.came).toHaveLength(1);
  });
});

it.each(["{},", "[],", "0,"])(
  "an answer of more values than the memory holds is not parsed: %s",
  async (value) => {
    const stub = await stubService((response) =>
      reply(response, 200, `{"success":true,"data":[${value.repeat(300_000)}0]}`),
    );
    const error = await failureOf(stub.service.chains(7));
    expect(error.name).toBe("ServiceReplyOversizedError");
    expect(error.message).toContain("the answer holds too many values to be read");
  },
);

it.each([".", "..", "a/../..", ""])("a wallet's address never becomes another path: %j", async (address) => {
  const stub = await stubService((response) =>
    reply(response, 200, { success: true, data: { status: "clean" } }),
  );
  const call = stub.service.walletStatus(7, address, "1");
  if (address === "a/../..") {
    await call;
    expect(stub.came.map(({ path }) => path)).toEqual(["/v1/wallets/a%2F..%2F../status?chainId=1"]);
    return;
  }
  expect((await failureOf(call)).name).toBe("ServiceUnaskableError");
  expect(stub.came).toEqual([]);
});

it.each<[string, (response: ServerResponse) => void]>([
  [
    "headers of a megabyte",
    (response) => response.writeHead(200, { "x-long": "x".repeat(1_048_576) }).end("{}"),
  ],
  [
    "a body that ends too soon",
    (response) => response.writeHead(200, { "content-length": "10", connection: "close" }).end("{"),
  ],
  [
    "a gzip bomb",
    (response) => response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync("0".repeat(9e6))),
  ],
])("an answer with %s is an error of its own, and takes no more than its tries", async (_, answer) => {
  const stub = await stubService((response) => answer(response));
  expect((await failureOf(stub.service.chains(7))).name).toMatch(/^Service(ReplyInvalid|Unavailable)Error$/);
  expect(stub.came.length).toBeLessThanOrEqual(4);
});
