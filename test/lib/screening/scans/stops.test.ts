import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  ServiceNotFoundError,
  ServiceUnauthorizedError,
} from "../../../../lib/screening/risk-service/errors.ts";
import { MAX_HOPS } from "../../../../lib/screening/scans/message.ts";
import { totals } from "../../../../lib/screening/scans/runs/totals.ts";
import { shardOf } from "../../../../lib/screening/wallets/wallet-keys.ts";
import { SecretUnavailableError } from "../../../../lib/settings/secrets/secrets.ts";
import { addresses } from "./addresses.ts";
import { ScanFixture } from "./scan-fixture.ts";
import { scripted } from "./service.ts";

const CALL = { projectId: 1, name: "POST /v1/projects/1/addresses/scan-risk" };
const NEIGHBOURS = addresses(500).filter((address) => shardOf(address) === 0);

let fixture: ScanFixture;

beforeEach(async () => {
  fixture = await ScanFixture.start();
});
afterEach(() => fixture.stop());

describe("a run is stopped at once, with nothing stored as a score,", () => {
  it.each([
    [
      "when the service refuses the key",
      new ServiceUnauthorizedError(CALL, "was refused with status 401", 401),
      'run "vigia secrets set --project 1 --kind api-key"',
      { kind: "unauthorized", call: CALL.name, status: 401, said: "" },
    ],
    [
      "when no key is set",
      new SecretUnavailableError(
        'No API key is set for project 1: run "vigia secrets set --project 1 --kind api-key".',
        { kind: "no-api-key" },
      ),
      "No API key is set for project 1",
      { kind: "no-api-key" },
    ],
    [
      "when the service does not know the project",
      new ServiceNotFoundError(CALL, '"no such project"'),
      "Check the project's id",
      { kind: "not-found", call: CALL.name, said: '"no such project"' },
    ],
  ] as const)("%s", async (_, error, words, cause) => {
    await Promise.all(addresses(10).map((address) => fixture.remember(address)));
    const service = scripted(() => {
      throw error;
    });
    const run = await fixture.scan(service);
    expect(run).toMatchObject({ status: "stopped", cause });
    // Each concurrent request of the first worker may have asked once.
    expect(service.requests.length).toBeLessThanOrEqual(4);
    const [problem, ...more] = fixture.published();
    expect(more).toEqual([]);
    expect(problem).toMatchObject({
      topic: "operations",
      kind: "scan-problem",
      subject: "[SCAN STOPPED] Project 1: the scan needs attention",
    });
    expect(problem?.email).toContain(words);
    for (const address of addresses(10)) {
      expect((await fixture.wallet(address)).score).toBeUndefined();
      expect(await fixture.history(address)).toEqual([]);
    }
  });
});

it("a run goes on when the key that was refused has been replaced meanwhile", async () => {
  await fixture.remember("0xa");
  fixture.keyIsReplaced = true;
  let refused = false;
  const run = await fixture.scan(
    scripted(() => {
      if (refused) return 5;
      refused = true;
      throw new ServiceUnauthorizedError(CALL, "was refused with status 401", 401);
    }),
  );
  expect(run.status).toBe("completed");
  expect(totals(run).completed).toBe(1);
});

describe("a shard that is handed on", () => {
  it("fifty times completes", async () => {
    fixture.settings = { ...fixture.settings, addressesPerRequest: 1, parallelRequests: 1 };
    const all = NEIGHBOURS.slice(0, 51);
    await Promise.all(all.map((address) => fixture.remember(address)));
    const runId = await fixture.startRun();
    // With a minute and a half left there is time to begin one request, and no second.
    const messages = await fixture.workAll(
      scripted(() => 5),
      90_000,
    );
    expect(messages).toBe(8 + 50);
    const run = await fixture.run(runId);
    expect(run.status).toBe("completed");
    expect(totals(run)).toMatchObject({ known: 51, completed: 51 });
    for (const address of all) expect(await fixture.history(address)).toHaveLength(1);
  });

  it("more often than the bound ends the run, and operations are alerted", async () => {
    await fixture.remember(NEIGHBOURS[0] ?? "");
    const runId = await fixture.startRun();
    fixture.queue.splice(0);
    const message = { v: 1 as const, projectId: 1, runId, shard: 0, hop: MAX_HOPS + 1 };
    const service = scripted(() => 5);
    await fixture.work(message, service);
    expect(service.requests).toEqual([]);
    expect(await fixture.run(runId)).toMatchObject({
      status: "incomplete",
      cause: { kind: "handed-on", shard: 0, times: MAX_HOPS },
    });
    const problem = fixture.published().find(({ topic }) => topic === "operations");
    expect(problem?.email).toContain("Shard 0 was continued 500 times and has not ended.");
  });
});

describe("a message", () => {
  it("of a run that is not there is dropped", async () => {
    const service = scripted(() => 5);
    const message = { v: 1 as const, projectId: 1, runId: "2020", shard: 0, hop: 1 };
    await fixture.work(message, service);
    expect(fixture.queue).toEqual([]);
  });

  it("that comes late, after its shard was handed on, is dropped", async () => {
    fixture.settings = { ...fixture.settings, addressesPerRequest: 1, parallelRequests: 1 };
    await fixture.remember(NEIGHBOURS[0] ?? "");
    await fixture.remember(NEIGHBOURS[1] ?? "");
    const runId = await fixture.startRun();
    fixture.queue.splice(0);
    const first = { v: 1 as const, projectId: 1, runId, shard: 0, hop: 1 };
    const service = scripted(() => "failed");
    await fixture.work(first, service, { remainingMs: 90_000 });
    const [second] = fixture.queue.splice(0).map(({ message }) => message);
    expect(second).toEqual({ ...first, hop: 2 });
    if (second === undefined) return;
    await fixture.work(second, service, { remainingMs: 90_000 });
    fixture.queue.splice(0);
    const asked = service.requests.length;
    await fixture.work(first, service, { again: true, remainingMs: 90_000 });
    expect(service.requests.length).toBe(asked);
    expect(fixture.queue).toEqual([]);
  });
});
