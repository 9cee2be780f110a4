/** The client of the risk service with a slow service, and with a slow answer. */

import { describe, expect, it } from "vitest";
import { endless, failureOf, reply, replyResults, stubService } from "./service-stub.ts";

/** Ten minutes become 600 ms, half a minute 30 ms. */
const TIME_SCALE = 1_000;

function addresses(count: number) {
  return Array.from({ length: count }, (_, number) => ({ address: `a${number}`, chainId: "1" }));
}

function order(count: number) {
  return { addresses: addresses(count), maxDepth: 3 };
}

/** The addresses of each request that came. */
function askedIn(came: readonly { body: string }[]): string[][] {
  return came.map(({ body }) => [...body.matchAll(/"address":"(a\d+)"/g)].map(([, address = ""]) => address));
}

function completed(body: string) {
  return [...body.matchAll(/"address":"(a\d+)"/g)].map(([, address]) => ({
    address,
    chainId: "1",
    status: "completed",
    riskScore: 5,
  }));
}

describe("a scan that is slow", () => {
  it("is awaited for ten minutes", async () => {
    const stub = await stubService(
      (response, _number, { body }) => setTimeout(() => replyResults(response, completed(body)), 300),
      { timeScale: TIME_SCALE },
    );
    expect(await stub.service.scanRisk(7, order(1))).toMatchObject([{ outcome: "completed" }]);
    expect(stub.came).toHaveLength(1);
  });

  it("is asked for again in halves, one after the other, until the halves are answered", async () => {
    let open = 0;
    let mostOpen = 0;
    const stub = await stubService(
      (response, _number, { body }) => {
        open++;
        mostOpen = Math.max(mostOpen, open);
        response.on("close", () => open--);
        const results = completed(body);
        if (results.length <= 2) setTimeout(() => replyResults(response, results), 5);
      },
      { timeScale: TIME_SCALE },
    );
    const scans = await stub.service.scanRisk(7, order(5));
    expect(scans.map(({ address, outcome }) => `${address} ${outcome}`)).toEqual([
      "a0 completed",
      "a1 completed",
      "a2 completed",
      "a3 completed",
      "a4 completed",
    ]);
    expect(askedIn(stub.came)).toEqual([
      ["a0", "a1", "a2", "a3", "a4"],
      ["a0", "a1", "a2"],
      ["a0", "a1"],
      ["a2"],
      ["a3", "a4"],
    ]);
    expect(mostOpen).toBe(1);
  });

  it("fails the single address that the service never answers for, and no other", async () => {
    const stub = await stubService(
      (response, _number, { body }) => {
        if (!body.includes('"a2"')) replyResults(response, completed(body));
      },
      { timeScale: TIME_SCALE },
    );
    const scans = await stub.service.scanRisk(7, order(4));
    expect(scans.map(({ outcome }) => outcome)).toEqual(["completed", "completed", "failed", "completed"]);
    expect(scans[2]?.reason).toBe("the service did not answer for it alone within 10 minutes");
  });

  it("is not saved by an answer that trickles", async () => {
    const stub = await stubService(
      (response) => {
        response.writeHead(200);
        const timer = setInterval(() => response.write(" "), 5);
        response.on("close", () => clearInterval(timer));
      },
      { timeScale: TIME_SCALE },
    );
    expect(await stub.service.scanRisk(7, order(1))).toMatchObject([{ outcome: "failed" }]);
  });
});

describe("a scan whose answer is too long", () => {
  it.each([
    ["long", "x".repeat(2_097_152), "the answer is longer than 1048576 bytes"],
    ["crowded", Array(250_000).fill(1), "the answer holds too many values to be read"],
  ])("costs only the address whose part of it is too %s", async (_, patterns, why) => {
    const stub = await stubService((response, _number, { body }) => {
      const results = completed(body);
      replyResults(
        response,
        results.map((one) => (one.address === "a2" ? { ...one, patterns } : one)),
      );
    });
    const scans = await stub.service.scanRisk(7, order(4));
    expect(scans.map(({ outcome }) => outcome)).toEqual(["completed", "completed", "failed", "completed"]);
    expect(scans[2]?.reason).toContain(why);
    expect(askedIn(stub.came).slice(1)).toEqual([["a0", "a1"], ["a2", "a3"], ["a2"], ["a3"]]);
  });

  it("is read up to 1 MiB for one address, and 32 KiB more for each other one", async () => {
    const empty = '{"success":true,"data":{"results":[]}}';
    const requestsFor = async (count: number, length: number) => {
      const stub = await stubService((response, number) =>
        reply(response, 200, number === 0 ? empty.padEnd(length) : empty),
      );
      const [first] = await stub.service.scanRisk(7, order(count));
      return `${first?.outcome} after ${stub.came.length}`;
    };
    expect(await requestsFor(1, 1_048_576)).toBe("missing after 1");
    expect(await requestsFor(1, 1_048_577)).toBe("failed after 1");
    expect(await requestsFor(50, 2_654_208)).toBe("missing after 1");
    expect(await requestsFor(50, 2_654_209)).toBe("missing after 3");
  });

  it("fails every address where each answer has no end", async () => {
    const stub = await stubService(endless);
    const scans = await stub.service.scanRisk(7, order(4));
    expect(scans.map(({ outcome }) => outcome)).toEqual(["failed", "failed", "failed", "failed"]);
    expect(stub.came).toHaveLength(7);
  });
});

describe("a scan whose caller has to stop", () => {
  it("gives back what was answered until then, and the rest as unanswered", async () => {
    const stub = await stubService(
      (response, _number, { body }) => {
        if (body.includes('"a0"') && !body.includes('"a2"')) replyResults(response, completed(body));
      },
      { timeScale: TIME_SCALE },
    );
    const scans = await stub.service.scanRisk(7, order(4), { stopAt: Date.now() + 1_000 });
    expect(scans).toMatchObject([
      { address: "a0", outcome: "completed" },
      { address: "a1", outcome: "completed" },
      { address: "a2", outcome: "unanswered", nextRequestSize: 2 },
      { address: "a3", outcome: "unanswered", nextRequestSize: 2 },
    ]);
  });

  it("is broken off at that time, and says nothing of the size of the next request", async () => {
    const stub = await stubService(() => undefined);
    const started = performance.now();
    const scans = await stub.service.scanRisk(7, order(2), { stopAt: Date.now() + 100 });
    expect(performance.now() - started).toBeLessThan(5_000);
    expect(scans).toEqual([
      {
        address: "a0",
        chainId: "1",
        outcome: "unanswered",
        reason: "the time ran out before the service answered",
      },
      {
        address: "a1",
        chainId: "1",
        outcome: "unanswered",
        reason: "the time ran out before the service answered",
      },
    ]);
  });

  it("sends nothing after that time", async () => {
    const stub = await stubService((response) => replyResults(response, []));
    const scans = await stub.service.scanRisk(7, order(1), { stopAt: Date.now() - 1 });
    expect(scans).toMatchObject([{ outcome: "unanswered" }]);
    expect(stub.came).toEqual([]);
  });

  it("does not wait for a try that would come too late", async () => {
    const stub = await stubService((response) => reply(response, 429, {}, { "retry-after": "60" }));
    const scans = await stub.service.scanRisk(7, order(1), { stopAt: Date.now() + 30_000 });
    expect(scans).toMatchObject([{ outcome: "unanswered" }]);
    expect(stub.came).toHaveLength(1);
    expect(stub.pauses).toEqual([]);
  });
});

describe("any other call that is slow", () => {
  it("is given up after half a minute, at the first try", async () => {
    const stub = await stubService(() => undefined, { timeScale: TIME_SCALE });
    const error = await failureOf(stub.service.walletStatus(7, "a", "1"));
    expect(error.name).toBe("ServiceTimedOutError");
    expect(error.message).toContain("/v1/wallets/a/status?chainId=1 was not answered within 30 s.");
    expect(stub.came).toHaveLength(1);
  });

  it("is broken off when its caller has to stop", async () => {
    const stub = await stubService((response) => reply(response, 429, {}, { "retry-after": "60" }));
    const stopAt = Date.now() + 30_000;
    expect((await failureOf(stub.service.chains(7, { stopAt }))).name).toBe("ServiceCallStoppedError");
    expect((await failureOf(stub.service.walletStatus(7, "a", "1", { stopAt }))).name).toBe(
      "ServiceCallStoppedError",
    );
    expect(stub.pauses).toEqual([]);
  });
});
