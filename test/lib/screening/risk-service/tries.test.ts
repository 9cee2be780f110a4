/** Retries of the risk service's client, and its waits between them. */

import { afterEach, describe, expect, it, vi } from "vitest";
import { failureOf, reply, stubService } from "./service-stub.ts";

const OK = { success: true, data: [] };

describe("a call that fails for the moment", () => {
  it.each([429, 500, 502, 503, 504, 599])("is tried again after %i", async (status) => {
    const stub = await stubService((response, number) => reply(response, number < 3 ? status : 200, OK));
    expect(await stub.service.chains(7)).toEqual([]);
    expect(stub.came).toHaveLength(4);
  });

  it("is tried again after its connection broke", async () => {
    const stub = await stubService((response, number) => {
      if (number === 0) response.destroy();
      else if (number === 1) response.write('{"success":', () => response.destroy());
      else reply(response, 200, OK);
    });
    expect(await stub.service.chains(7)).toEqual([]);
    expect(stub.came).toHaveLength(3);
  });

  it("sends the same body at every try", async () => {
    const stub = await stubService((response, number) =>
      reply(response, number === 0 ? 500 : 200, { success: true, data: { results: [] } }),
    );
    await stub.service.scanRisk(7, {
      addresses: [{ address: "a", chainId: "1" }],
      maxDepth: 2,
    });
    expect(stub.came[1]?.body).toBe(stub.came[0]?.body);
  });

  it.each([429, 500])("is given up after four tries of %i", async (status) => {
    const stub = await stubService((response) => reply(response, status, {}));
    const error = await failureOf(stub.service.chains(7));
    expect(error.name).toBe(status === 429 ? "ServiceThrottledError" : "ServiceUnavailableError");
    expect(stub.came).toHaveLength(4);
  });

  it("waits a random part of 2, 4 and 8 seconds", async () => {
    const half = await stubService((response) => reply(response, 500, {}));
    await failureOf(half.service.chains(7));
    expect(half.pauses).toEqual([1_000, 2_000, 4_000]);

    const none = await stubService((response) => reply(response, 500, {}), { random: () => 0 });
    await failureOf(none.service.chains(7));
    expect(none.pauses).toEqual([0, 0, 0]);
  });

  it("waits less where the time scale is higher", async () => {
    const stub = await stubService((response) => reply(response, 500, {}), { timeScale: 100 });
    await failureOf(stub.service.chains(7));
    expect(stub.pauses).toEqual([10, 20, 40]);
  });
});

describe("Retry-After", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  /** Wait of the client after a first answer with this header, without its own part. */
  async function pauseAfter(header: string, status = 429): Promise<number | undefined> {
    const stub = await stubService(
      (response, number) => reply(response, number === 0 ? status : 200, OK, { "retry-after": header }),
      { random: () => 0, now: () => Date.parse("2026-03-01T12:00:00Z") },
    );
    await stub.service.chains(7);
    return stub.pauses[0];
  }

  it.each([
    ["7", 7_000],
    ["0", 0],
    ["Sun, 01 Mar 2026 12:00:09 GMT", 9_000],
    ["Sun, 01 Mar 2026 11:00:00 GMT", 0],
    ["3600", 120_000],
    ["Mon, 02 Mar 2026 12:00:00 GMT", 120_000],
    ["soon", 0],
    ["-5", 0],
  ])("%s means %i ms", async (header, pause) => {
    expect(await pauseAfter(header)).toBe(pause);
  });

  it("is honoured after 503 too", async () => {
    expect(await pauseAfter("3", 503)).toBe(3_000);
  });

  it("comes on top of the random part, so that workers do not come back together", async () => {
    const stub = await stubService((response, number) =>
      reply(response, number === 0 ? 429 : 200, OK, { "retry-after": "3" }),
    );
    await stub.service.chains(7);
    expect(stub.pauses).toEqual([4_000]);
  });
});

describe("a call that fails for good", () => {
  it.each([
    [400, "ServiceRejectedError"],
    [401, "ServiceUnauthorizedError"],
    [403, "ServiceUnauthorizedError"],
    [404, "ServiceNotFoundError"],
    [409, "ServiceRejectedError"],
    [422, "ServiceRejectedError"],
    [301, "ServiceRedirectedError"],
    [302, "ServiceRedirectedError"],
    [308, "ServiceRedirectedError"],
  ])("is not tried again after %i", async (status, name) => {
    const stub = await stubService((response) =>
      reply(response, status, { success: false, message: "No." }, { location: "/elsewhere" }),
    );
    const error = await failureOf(stub.service.chains(7));
    expect(error).toMatchObject({ name, status, projectId: 7 });
    expect(stub.came).toHaveLength(1);
  });
});
