/** Traffic of projects is counted a day, and judged by the bounds of the settings: silence, volume and new wallets. */

import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { flushMetrics } from "../../../lib/aws/observe.ts";
import { TABLE_SHAPES } from "../../../lib/aws/tables/table-shapes.ts";
import { countTraffic, judgeTraffic, TrafficStore } from "../../../lib/intake/traffic.ts";
import { ScanRunStore } from "../../../lib/screening/runs/runs.ts";
import { type EmulatedTables, startTables } from "../../support/emulated-tables.ts";
import { createTables } from "../../support/shaped-table.ts";

const NONE = { webhooks: 0, bytes: 0, newWallets: 0 };

let emulated: EmulatedTables;
let table = "";
let tables = 0;
let store: TrafficStore;

beforeAll(async () => {
  emulated = await startTables({});
});
afterAll(() => emulated.stop());
beforeEach(async () => {
  table = `ScanRuns-${tables++}`;
  await createTables(emulated.client, { [table]: TABLE_SHAPES.scanRuns });
  store = new TrafficStore(emulated.client, table);
});

const at = (time: string) => new Date(`2026-03-${time}:00.000Z`);

/** Judgement of project 1 at a time: counts for the alarms, and the log. */
async function judged(now: Date) {
  const lines: Record<string, unknown>[] = [];
  const write = vi.spyOn(process.stdout, "write").mockImplementation((line) => {
    lines.push(JSON.parse(String(line)));
    return true;
  });
  try {
    await judgeTraffic([1], store, now);
    flushMetrics("dev");
  } finally {
    write.mockRestore();
  }
  const counted = lines.find((line) => "_aws" in line) ?? {};
  return {
    counted: Object.fromEntries(Object.entries(counted).filter(([name]) => name.startsWith("Project"))),
    named: lines.filter((line) => line["level"] === "WARN").map(({ projectId }) => projectId),
  };
}

const QUIET = { counted: {}, named: [] };
const once = (name: string, project = 1) => ({ counted: { [name]: 1 }, named: [project] });

describe("what a project sends", () => {
  it("is added up for its day in one item, which expires and is in no list of runs", async () => {
    await countTraffic(new Map([[1, { webhooks: 2, bytes: 300, newWallets: 1 }]]), store, at("10T10:00"));
    await countTraffic(new Map([[1, { webhooks: 1, bytes: 50, newWallets: 0 }]]), store, at("10T11:00"));
    const { Items } = await emulated.client.send(new ScanCommand({ TableName: table }));
    expect(Items).toEqual([
      {
        projectId: "traffic#1",
        runId: "2026-03-10",
        webhooks: 3,
        bytes: 350,
        newWallets: 1,
        lastAt: "2026-03-10T11:00:00.000Z",
        expiresAt: at("10T11:00").getTime() / 1_000 + 30 * 86_400,
      },
    ]);
    expect(await Array.fromAsync(new ScanRunStore(emulated.client, table).ofProject(1))).toEqual([]);
  });

  it("holds up nothing where it cannot be counted, and is told without its content", async () => {
    const write = vi.spyOn(process.stdout, "write").mockImplementation(() => true);
    const missing = new TrafficStore(emulated.client, "Missing");
    await countTraffic(new Map([[1, NONE]]), missing, at("10T10:00"));
    expect(String(write.mock.calls[0]?.[0])).toContain("what a project sent could not be counted");
    write.mockRestore();
  });
});

describe("silence", () => {
  it("is counted from when a webhook came last, however long ago its day was", async () => {
    await store.add(1, { webhooks: 1, bytes: 9, newWallets: 0 }, at("10T10:30"));
    expect(await judged(at("11T10:29"))).toEqual(QUIET);
    expect(await judged(at("11T10:30"))).toEqual(once("ProjectSilent"));
    expect(await judged(at("16T10:30"))).toEqual(once("ProjectSilent"));
  });

  it("of a project that is new begins when it is first looked at", async () => {
    expect(await judged(at("10T10:00"))).toEqual(QUIET);
    expect(await judged(at("11T09:00"))).toEqual(QUIET);
    expect(await judged(at("11T10:00"))).toEqual(once("ProjectSilent"));
  });

  it("is not ended by a wallet that is new on a retry", async () => {
    await store.add(1, { webhooks: 1, bytes: 9, newWallets: 0 }, at("10T00:30"));
    await store.add(1, { ...NONE, newWallets: 1 }, at("10T20:00"));
    expect(await judged(at("11T00:30"))).toEqual(once("ProjectSilent"));
  });
});

describe("volume", () => {
  it.each([
    ["webhooks", { webhooks: 100_000 }, { webhooks: 1 }, "ProjectOverVolume"],
    ["bytes", { webhooks: 1, bytes: 500_000_000 }, { bytes: 1 }, "ProjectOverVolume"],
    ["new wallets", { webhooks: 1, newWallets: 1_000 }, { newWallets: 1 }, "ProjectOverWallets"],
  ])("of %s is told above its bound, and until the hour after midnight", async (_, bound, more, name) => {
    await store.add(1, { ...NONE, ...bound }, at("10T10:00"));
    expect(await judged(at("10T11:00"))).toEqual(QUIET);
    await store.add(1, { ...NONE, ...more }, at("10T23:30"));
    expect(await judged(at("10T23:45"))).toEqual(once(name));
    expect(await judged(at("11T00:45"))).toEqual(once(name));
    expect(await judged(at("11T01:45"))).toEqual(QUIET);
  });
});
