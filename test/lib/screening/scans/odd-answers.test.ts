import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  ServiceNotFoundError,
  ServiceRedirectedError,
  ServiceUnauthorizedError,
} from "../../../../lib/screening/risk-service/errors.ts";
import { totals } from "../../../../lib/screening/scans/runs/totals.ts";
import { shardOf } from "../../../../lib/screening/wallets/wallet-keys.ts";
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

const good = (riskScore: number) => ({ status: "completed", riskScore });

type Entries = object | readonly object[];

/** A night in which the service gives each wallet, by its address, these entries. */
async function night(answers: Readonly<Record<string, Entries>>): Promise<void> {
  const entries = Object.entries(answers).flatMap(([address, said]) =>
    [said].flat().map((entry) => ({ address, chainId: "1", ...entry })),
  );
  const stub = await stubService((response) => replyResults(response, entries));
  expect((await fixture.scan(stub.service)).status).toBe("completed");
}

/**
 * Two nights for each of several wallets, with the entries of the first and of the second.
 * @returns each wallet after them, with the last point of its history
 */
async function nightsOf(wallets: Readonly<Record<string, readonly [Entries, Entries]>>) {
  const names = Object.keys(wallets);
  await Promise.all(names.map((name) => fixture.remember(name)));
  for (const number of [0, 1] as const)
    await night(Object.fromEntries(names.map((name) => [name, wallets[name]?.[number] ?? []])));
  const found = names.map(async (name) => {
    const [last] = await fixture.history(name);
    return [name, { ...(await fixture.wallet(name)), last }] as const;
  });
  return Object.fromEntries(await Promise.all(found));
}

const UNKNOWN = 'the service\'s status "error" is unknown, so it is not an all-clear';
const WITH_RISK = (status: string) =>
  `the service's status "${status}" comes with a risk, so it is not an all-clear`;

it("a score of a status that is not known counts where it is a risk, and is no all-clear", async () => {
  const found = await nightsOf({
    zero: [good(30), { status: "error", riskScore: 0 }],
    above: [good(10), { status: "error", riskScore: 61 }],
    "still above": [good(90), { status: "error", riskScore: 70 }],
    rise: [good(10), { status: "error", riskScore: 45 }],
    suspicious: [good(10), { status: "error", suspiciousActivity: true }],
  });
  expect(found).toMatchObject({
    zero: { score: 30, lastOutcome: "failed", lastReason: UNKNOWN },
    above: { score: 61, lastOutcome: "completed", last: { score: 61, odd: UNKNOWN } },
    "still above": { score: 70, lastOutcome: "completed", last: { score: 70, odd: UNKNOWN } },
    rise: { score: 45, lastOutcome: "completed", last: { score: 45, odd: UNKNOWN } },
    suspicious: { score: 10, suspicious: true, alert: "sent" },
  });
  expect(found["zero"]?.last?.score).toBeUndefined();
});

it("a risk that comes with a status of no answer is alerted, and a harmless one leaves the last score", async () => {
  const found = await nightsOf({
    rise: [good(20), { status: "skipped", riskScore: 35 }],
    suspicious: [good(20), { status: "failed", suspiciousActivity: true }],
    harmless: [good(30), { status: "failed", riskScore: 0, riskReason: "no node" }],
  });
  expect(found).toMatchObject({
    rise: { score: 35, alert: "sent", last: { odd: WITH_RISK("skipped") } },
    suspicious: { score: 20, alert: "sent", last: { odd: WITH_RISK("failed") } },
    harmless: { score: 30, lastOutcome: "failed", last: { reason: "no node" } },
  });
  expect(found["harmless"]?.last?.score).toBeUndefined();
});

it("a risk that comes with a status of no answer is one by the line as it is now", async () => {
  fixture.line = 40;
  expect(await nightsOf({ lowered: [good(36), { status: "skipped", riskScore: 50 }] })).toMatchObject({
    lowered: { score: 50, alert: "sent", last: { odd: WITH_RISK("skipped") } },
  });
  fixture.line = 80;
  const found = await nightsOf({
    above: [good(75), { status: "failed", riskScore: 81 }],
    below: [good(75), { status: "skipped", riskScore: 75 }],
  });
  expect(found).toMatchObject({
    above: { score: 81, alert: "sent", last: { odd: WITH_RISK("failed") } },
    below: { score: 75, lastOutcome: "skipped" },
  });
  expect(found["below"]?.last).not.toHaveProperty("score");
  expect(found["below"]?.last).not.toHaveProperty("reason");
});

it("a status of no answer takes no suspicion back, with any risk", async () => {
  const suspicious = { ...good(30), suspiciousActivity: true };
  const failed = { status: "failed", riskScore: 90, suspiciousActivity: false };
  expect(await nightsOf({ "0xa": [suspicious, failed] })).toMatchObject({
    "0xa": { score: 90, suspicious: true },
  });
  await night({ "0xa": { ...good(10), suspiciousActivity: false } });
  expect((await fixture.wallet("0xa")).suspicious).toBe(false);
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
