import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  ServiceNotFoundError,
  ServiceRedirectedError,
  ServiceUnauthorizedError,
} from "../../../lib/risk-service/errors.ts";
import { totals } from "../../../lib/scans/runs/totals.ts";
import { shardOf } from "../../../lib/wallets/wallet-keys.ts";
import { replyResults, stubService } from "../risk-service/service-stub.ts";
import { addresses } from "./addresses.ts";
import { ScanFixture } from "./scan-fixture.ts";
import { scripted } from "./service.ts";

const CALL = { projectId: 1, name: "POST /v1/projects/1/addresses/scan-risk" };
const NEIGHBOURS = addresses(200).filter((address) => shardOf(address) === 0);

let fixture: ScanFixture;

beforeEach(async () => {
  fixture = await ScanFixture.start();
});
afterEach(() => fixture.stop());

/** One run for each entry that the service gives for the one wallet. @returns the wallet after the last */
async function nightsOf(...entries: readonly (object | readonly object[])[]) {
  await fixture.remember("0xa");
  for (const said of entries) {
    const all = [said].flat().map((entry) => ({ address: "0xa", chainId: "1", ...entry }));
    const stub = await stubService((response) => replyResults(response, all));
    const run = await fixture.scan(stub.service);
    expect(run.status).toBe("completed");
  }
  return fixture.wallet("0xa");
}

const good = (riskScore: number) => ({ status: "completed", riskScore });

function scoreIn(entry: object) {
  return "riskScore" in entry ? { score: entry.riskScore } : {};
}

describe("a score of a status that is not known", () => {
  it("of 0 is no all-clear, and the run says why", async () => {
    expect(await nightsOf(good(30), { status: "error", riskScore: 0 })).toMatchObject({
      score: 30,
      lastOutcome: "failed",
      lastReason: 'the service\'s status "error" is unknown, so it is not an all-clear',
    });
    expect((await fixture.history("0xa"))[0]?.score).toBeUndefined();
  });

  it.each([
    ["above the alert score", [good(10), { status: "error", riskScore: 61 }], 61],
    ["still above it", [good(90), { status: "error", riskScore: 70 }], 70],
    ["after a steep rise", [good(10), { status: "error", riskScore: 45 }], 45],
  ])("counts %s", async (_, entries, score) => {
    expect(await nightsOf(...entries)).toMatchObject({ score, lastOutcome: "completed" });
    expect((await fixture.history("0xa"))[0]).toMatchObject({ score, odd: expect.stringContaining("error") });
  });

  it("of none, with suspicious activity that is new, is alerted", async () => {
    await nightsOf(good(10), { status: "error", suspiciousActivity: true });
    expect(await fixture.wallet("0xa")).toMatchObject({ score: 10, suspicious: true, alert: "sent" });
  });
});

describe("a risk that comes with a status of no answer", () => {
  it.each<[string, number, number, object, string]>([
    ["skipped, and a score above a lowered line", 40, 36, { status: "skipped", riskScore: 50 }, "skipped"],
    ["failed, and a score above a raised line", 80, 75, { status: "failed", riskScore: 81 }, "failed"],
    ["skipped, and a steep rise", 60, 20, { status: "skipped", riskScore: 35 }, "skipped"],
    ["failed, and suspicious activity", 60, 20, { status: "failed", suspiciousActivity: true }, "failed"],
  ])("is alerted: %s", async (_, line, lastScore, entry, status) => {
    fixture.line = line;
    expect(await nightsOf(good(lastScore), entry)).toMatchObject({ ...scoreIn(entry), alert: "sent" });
    expect((await fixture.history("0xa"))[0]?.odd).toBe(
      `the service's status "${status}" comes with a risk, so it is not an all-clear`,
    );
  });

  it.each([
    ["below a raised line", 80, 75, { status: "skipped", riskScore: 75 }, "skipped"],
    ["that is no risk", 60, 30, { status: "failed", riskScore: 0, riskReason: "no node" }, "failed"],
  ])("leaves the last score where it is one %s", async (_, line, before, entry, outcome) => {
    fixture.line = line;
    expect(await nightsOf(good(before), entry)).toMatchObject({ score: before, lastOutcome: outcome });
    const [last] = await fixture.history("0xa");
    expect(last?.score).toBeUndefined();
    expect(last?.reason).toBe(outcome === "failed" ? "no node" : undefined);
  });
});

it("a status of no answer takes no suspicion back, with any risk", async () => {
  const suspicious = { ...good(30), suspiciousActivity: true };
  const failed = { status: "failed", riskScore: 90, suspiciousActivity: false };
  expect(await nightsOf(suspicious, failed)).toMatchObject({ score: 90, suspicious: true });
  expect(await nightsOf({ ...good(10), suspiciousActivity: false })).toMatchObject({ suspicious: false });
});

describe("an address that comes twice", () => {
  it.each<[string, readonly object[], object]>([
    [
      "suspicious activity, and a status that is not known",
      [{ ...good(30), suspiciousActivity: true }, { status: "error" }],
      { score: 30, suspicious: true },
    ],
    [
      "a score above a lowered line, and one that cannot be kept",
      [good(50), { status: "completed", riskScore: 1e17 }],
      { score: 50 },
    ],
    [
      "suspicious activity with a score that cannot be kept",
      [good(30), { status: "completed", riskScore: "high", suspiciousActivity: true }],
      { score: 30, suspicious: true },
    ],
  ])("is alerted to, as the worst of it: %s", async (_, entries, kept) => {
    fixture.line = 40;
    expect(await nightsOf(good(20), entries)).toMatchObject({ ...kept, alert: "sent" });
  });

  it("is no all-clear where one cannot be understood and the other is no risk", async () => {
    const twice = [good(5), { status: "error", riskScore: 0 }];
    expect(await nightsOf(good(40), twice)).toMatchObject({ score: 40, lastOutcome: "failed" });
  });
});

it.each([
  ["is too large to keep", 1e17],
  ["is too small to keep", 1e-200],
  ["is below 0", -5],
])("a score that %s leaves the last one, and the history says why", async (_, riskScore) => {
  expect(await nightsOf(good(40), { status: "completed", riskScore })).toMatchObject({
    score: 40,
    lastOutcome: "failed",
    lastReason: expect.stringContaining(`its riskScore of ${riskScore}`),
  });
});

describe("a request that is refused as if the key, the project or the path were wrong", () => {
  it.each([
    ["401", new ServiceUnauthorizedError(CALL, "was refused with status 401", 401)],
    ["404", new ServiceNotFoundError(CALL, "")],
    ["302", new ServiceRedirectedError(CALL, 302)],
  ])("costs its wallet alone where others are answered: %s", async (status, error) => {
    await Promise.all(NEIGHBOURS.map((address) => fixture.remember(address)));
    const [odd] = NEIGHBOURS;
    const run = await fixture.scan(
      scripted(({ address }) => {
        if (address === odd) throw error;
        return 5;
      }),
    );
    expect(run.status).toBe("completed");
    expect(totals(run)).toMatchObject({ completed: NEIGHBOURS.length - 1, failed: 1 });
    expect((await fixture.wallet(odd ?? "")).lastReason).toContain(`status ${status}`);
  });

  it("costs nothing where it is answered the next time", async () => {
    await fixture.remember("0xa");
    let tries = 0;
    const run = await fixture.scan(
      scripted(() => {
        if (++tries === 1) throw new ServiceNotFoundError(CALL, "");
        return 5;
      }),
    );
    expect(totals(run)).toMatchObject({ known: 1, completed: 1 });
  });

  it("ends the run where nothing is answered any more", async () => {
    await Promise.all(NEIGHBOURS.map((address) => fixture.remember(address)));
    const service = scripted(() => {
      throw new ServiceUnauthorizedError(CALL, "was refused with status 401", 401);
    });
    const run = await fixture.scan(service);
    expect(run.status).toBe("stopped");
    // One for each concurrent request, and two halves of a request to be sure.
    expect(service.requests.length).toBeLessThanOrEqual(6);
  });
});

it("a wallet that was seen in the future is scanned", async () => {
  await fixture.remember("0xa");
  await fixture.setFirstSeen("0xa", "2099-01-01T00:00:00.000Z");
  expect(totals(await fixture.scan(scripted(() => 5)))).toMatchObject({ known: 1, completed: 1 });
});
