import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WorkTime } from "../../lib/scan/time.ts";
import { totals } from "../../lib/scan/totals.ts";
import { work } from "../../lib/scan/work.ts";
import { type Grief, Mortal } from "./mortal.ts";
import { scripted } from "./service.ts";
import { ScanWorld } from "./world.ts";

const ADDRESSES = ["0xa1", "0xa2", "0xa3", "0xb1", "0xb2", "0xb3", "0xfa11", "0xc4"];
const ABOVE = ["0xa1", "0xb1", "0xc4"];

/** Ending a run and telling of it takes so many calls. */
const LAST = 5;

let world: ScanWorld;
let project = 0;

beforeAll(async () => {
  world = await ScanWorld.start();
  world.settings = { ...world.settings, addressesPerRequest: 2, parallelRequests: 2 };
});
afterAll(() => world.stop());

/** Scores above 60 for some, failure for one, 10 for the rest. */
const service = () =>
  scripted(({ address }) => (address === "0xfa11" ? "failed" : ABOVE.includes(address) ? 80 : 10));

/** A run of a new project in which the n-th call of all comes to grief; messages that fail are delivered again. */
async function runWithGrief(at: number, grief: Grief) {
  const projectId = ++project;
  for (const address of ADDRESSES) await world.remember(address, "1", projectId);
  const runId = await world.startRun(projectId);
  let calls = 0;
  const deliveries = new Map<string, number>();
  for (let next = world.queue.shift(); next !== undefined; next = world.queue.shift()) {
    const id = JSON.stringify(next.message);
    const before = deliveries.get(id) ?? 0;
    deliveries.set(id, before + 1);
    const mortal = new Mortal(at - calls, grief);
    const tools = world.mortalTools(mortal, service());
    const end = await mortal
      .live(work({ message: next.message, again: before > 0 }, new WorkTime(900_000, 1), tools))
      .catch(() => "failed");
    if (end !== undefined) world.queue.push(next);
    calls += mortal.calls;
  }
  return { projectId, runId, calls };
}

async function expectWhole(projectId: number, runId: string) {
  const run = await world.run(runId, projectId);
  expect(run.status).toBe("completed");
  expect(run.brief).toBe("sent");
  expect(totals(run)).toEqual({ known: 8, recent: 0, completed: 7, skipped: 0, failed: 1, missing: 0 });
  for (const address of ADDRESSES) {
    const history = await world.history(address, "1", projectId);
    expect(history.map((scan) => scan.runId)).toEqual([runId]);
  }
  const mails = world.published().filter(({ email }) => email.includes(`project ${projectId} `));
  expect(mails.filter(({ kind }) => kind === "scan-brief").length).toBeGreaterThanOrEqual(1);
  for (const address of ABOVE) {
    expect(
      mails.filter(({ kind, email }) => kind === "wallet" && email.includes(address)).length,
    ).toBeGreaterThanOrEqual(1);
    expect(await world.wallet(address, "1", projectId)).toMatchObject({ score: 80, alert: "sent" });
  }
  return mails;
}

describe("a run whose worker comes to grief at any call", () => {
  it("is whole without grief, and tells of each wallet once", async () => {
    const { projectId, runId } = await runWithGrief(Number.POSITIVE_INFINITY, "killed-before");
    const mails = await expectWhole(projectId, runId);
    const alerts = mails
      .filter(({ kind }) => kind === "wallet")
      .map(({ email }) => email)
      .join("");
    for (const address of ABOVE) expect(alerts.split(`. ${address} on`).length - 1).toBe(1);
    expect(mails.filter(({ kind }) => kind === "scan-brief")).toHaveLength(1);
  });

  // Every eighth call for each kind of grief, and all of the last ones, which end the run.
  it.each<[Grief, number]>([
    ["killed-before", 1],
    ["killed-after", 3],
    ["fails-before", 5],
    ["fails-after", 7],
    ["repeated", 2],
  ])(
    "is whole (%s)",
    async (grief, first) => {
      const { calls } = await runWithGrief(Number.POSITIVE_INFINITY, grief);
      for (let at = first; at <= calls; at += at < calls - LAST ? 8 : 1) {
        const { projectId, runId } = await runWithGrief(at, grief);
        await expectWhole(projectId, runId).catch((error: unknown) => {
          throw new Error(`call ${at} of ${calls} ${grief}: ${error}`);
        });
      }
    },
    120_000,
  );
});
