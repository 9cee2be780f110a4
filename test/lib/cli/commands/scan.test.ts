/** `vigia scan`, on an emulated DynamoDB, with a start-scan function that the test simulates. */

import { InvokeCommand, LambdaClient } from "@aws-sdk/client-lambda";
import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { EndCause } from "../../../../lib/screening/runs/run.ts";
import { ScanRunStore } from "../../../../lib/screening/runs/runs.ts";
import { mockClient } from "../../../support/mock-client.ts";
import { putWallet } from "../../../support/stored-wallets.ts";
import { type PlaceWithTables, placeWithTables } from "../support/tables.ts";

let client: DynamoDBDocumentClient;
let place: PlaceWithTables;
let runs: ScanRunStore;
const lambda = mockClient(LambdaClient);

beforeAll(async () => {
  place = await placeWithTables();
  client = place.database;
  runs = new ScanRunStore(client, "scan-runs");
});

afterAll(async () => {
  lambda.restore();
  await place.remove();
});

beforeEach(() => {
  lambda.reset();
});

const answer = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));

async function open(runId: string): Promise<void> {
  await runs.create({ projectId: 1, runId, trigger: "manual", startedAt: runId }, 2_000_000_000);
}

async function end(runId: string, status: "completed" | "stopped", cause?: EndCause): Promise<void> {
  const knownCount = status === "stopped" ? 7 : 5;
  const totals = { known: knownCount, completed: 3, skipped: 0, failed: 1, missing: 1, exceeded: 1 };
  const endedAt = "2026-03-01T12:10:00.000Z";
  await runs.close({ projectId: 1, runId }, { status, endedAt, totals, cause });
}

test("starts a run as the schedule does and says how to follow it", async () => {
  lambda.on(InvokeCommand).callsFake(async ({ FunctionName, Payload }) => {
    expect(FunctionName).toBe("start-scan");
    expect(JSON.parse(String(Payload))).toEqual({
      projectIds: [1],
      trigger: "manual",
      dueAt: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    return { Payload: answer({ runs: [{ projectId: 1, runId: "run-1", outcome: "started" }] }) };
  });
  expect(await place.vigia("scan run")).toEqual({
    code: 0,
    out: 'Project 1: run run-1 started.\nSee its progress with "vigia scan status".\n',
    err: "",
  });
});

test("waits for the end and prints the counts", async () => {
  const runId = "2026-03-01T12:00:00.000Z";
  lambda.on(InvokeCommand).callsFake(async () => {
    await open(runId);
    setTimeout(() => void end(runId, "completed"), 200);
    return { Payload: answer({ runs: [{ projectId: 1, runId, outcome: "started" }] }) };
  });
  const { out, code } = await place.vigia("scan run --wait --project 1");
  expect(code).toBe(0);
  expect(out).toContain("Project 1: completed. 5 known: 3 scanned, 0 skipped, 1 failed, 1 missing.\n");
});

test("says while it waits that a request comes again, and when", async () => {
  const runId = "2026-03-01T12:15:00.000Z";
  lambda.on(InvokeCommand).callsFake(async () => {
    await open(runId);
    await runs.troubled({ projectId: 1, runId }, "Project 1: the call was answered by a gateway, with 403.");
    return { Payload: answer({ runs: [{ projectId: 1, runId, outcome: "started" }] }) };
  });
  const reading = vi.spyOn(ScanRunStore.prototype, "get");
  const waiting = place.vigia("scan run --wait --project 1");
  // What the first look showed is said before the second.
  await vi.waitFor(() => expect(reading.mock.calls.length).toBeGreaterThan(1), 10_000);
  reading.mockRestore();
  await end(runId, "completed");
  const { err, out } = await waiting;
  expect(out).toContain("Project 1: completed.");
  expect(err).toBe(
    "A request could not be done: Project 1: the call was answered by a gateway, with 403. Its wallets wait for up to 90 minutes, and are asked for again then; the scan does not end before.\n",
  );
});

test("fails with the problem of a run that was stopped", async () => {
  const runId = "2026-03-01T12:30:00.000Z";
  lambda.on(InvokeCommand).callsFake(async () => {
    await open(runId);
    await end(runId, "stopped", { kind: "no-api-key" });
    return {
      Payload: answer({
        runs: [
          {
            projectId: 1,
            runId,
            outcome: "running",
            progress: { queued: 20_001, waiting: 20_000, isCut: true },
          },
        ],
      }),
    };
  });
  const { out, code } = await place.vigia("scan run --wait");
  expect(code).toBe(1);
  expect(out).toContain(
    `run ${runId} is still running, so no other was started: at most 1 of 20,001 wallets asked for.`,
  );
  expect(out).toContain(
    "\nNo API key is set for project 1. Copy the project's API key from its settings in the service's dashboard and run \"vigia secrets set --project 1 --kind api-key\".\n",
  );
});

test("shows the last run", async () => {
  const status = await place.vigia("scan status");
  expect(status.out).toContain("Project 1: stopped\n");
  expect(status.out).toContain(
    "wallets   7 known: 3 scanned, 0 skipped, 1 failed, 1 missing, 2 not reached\n",
  );
  expect(status.out).toContain("coverage  42 % of 7 known wallets\n");
  expect(status.out).not.toContain("desk");
});

test("says what the function that starts scans failed of", async () => {
  lambda
    .on(InvokeCommand)
    .callsFake(() => ({ FunctionError: "Unhandled", Payload: answer({ errorMessage: "no table" }) }));
  const { err, code } = await place.vigia("scan run");
  expect(code).toBe(1);
  expect(err).toBe("The function that starts scans failed in the local stack: no table\n");
});

test("ends the open run, and says if no run is open", async () => {
  lambda.on(InvokeCommand).callsFake(({ Payload }) => {
    expect(JSON.parse(String(Payload))).toEqual({ projectIds: [1], trigger: "stop" });
    return { Payload: answer({ runs: [{ projectId: 1, runId: "run-2", outcome: "stopped" }] }) };
  });
  expect(await place.vigia("scan stop")).toEqual({
    code: 0,
    out: "Project 1: run run-2 was stopped.\n",
    err: "",
  });
  lambda
    .on(InvokeCommand)
    .callsFake(() => ({ Payload: answer({ runs: [{ projectId: 1, outcome: "not running" }] }) }));
  expect((await place.vigia("scan stop")).out).toBe("Project 1: no scan is running.\n");
});

test("shows how far a run is that goes on, and what keeps it", async () => {
  const runId = "2026-03-01T13:00:00.000Z";
  await open(runId);
  await runs.queued({ projectId: 1, runId }, 3, undefined);
  await runs.troubled({ projectId: 1, runId }, "Project 1: no\u001b[31m answer.");
  const name = { projectId: 1, chainId: "1" };
  await putWallet(client, "wallets", { ...name, address: "0xa" });
  await putWallet(
    client,
    "wallets",
    { ...name, address: "0xb" },
    { waitingSince: "2026-03-01T13:05:00.000Z" },
  );
  const { out } = await place.vigia("scan status");
  expect(out).toContain("Project 1: running\n");
  expect(out).toContain("progress  2 of 3 wallets asked for\n");
  expect(out).toContain("trouble   Project 1: no[31m answer. Its wallets wait for up to 90 minutes");
});
