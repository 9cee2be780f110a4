/** The days that something came late for are marked, and nothing else costs a write. */

import { describe, expect, it, vi } from "vitest";
import { markLateDays } from "../../../lib/intake/after-alerts.ts";
import type { Recorded } from "../../../lib/intake/recording.ts";
import { replayDeliveryId } from "../../../lib/notifications/quarantined-body.ts";
import { readAt, recordedNew } from "../../support/deliveries.ts";

const NOW = new Date("2026-03-20T10:00:00.000Z");
const EVER = Number.POSITIVE_INFINITY;

const recorded = (receivedAt: string, changes: Partial<Recorded> = {}) =>
  recordedNew(readAt(receivedAt), changes);

async function marks(...all: Recorded[]): Promise<string[]> {
  const made: string[] = [];
  const mark = async (projectId: number, receivedAt: string) => {
    made.push(`${projectId} ${receivedAt}`);
  };
  expect(await markLateDays(all, { mark }, NOW, EVER)).toEqual([]);
  return made;
}

describe("what is stored", () => {
  it("marks nothing where it came within ten days", async () => {
    expect(await marks(recorded("2026-03-20T09:59:00.000Z"), recorded("2026-03-10T10:00:00.000Z"))).toEqual(
      [],
    );
  });

  it("marks its day where it was received before that, once for all of the day", async () => {
    const late = ["2026-03-10T09:59:59.999Z", "2025-12-24T20:00:00.000Z", "2025-12-24T23:00:00.000Z"];
    expect(await marks(...late.map((at) => recorded(at)))).toEqual([
      "1 2026-03-10T09:59:59.999Z",
      "1 2025-12-24T20:00:00.000Z",
    ]);
  });

  it("marks nothing by a repeat or a rehearsal, and its day again where the delivery that made it comes again", async () => {
    const at = "2025-12-24T20:00:00.000Z";
    const known = recorded(at, { outcome: "known" });
    const elsewhere = { ...known.stored, delivery: "d-0" };
    expect(
      await marks({ ...known, stored: elsewhere }, recordedNew(readAt(at, {}, { rehearsal: true }))),
    ).toEqual([]);
    expect(await marks(known)).toEqual([`1 ${at}`]);
    expect(await marks({ ...known, stored: elsewhere, alertDue: true })).toEqual([`1 ${at}`]);
  });

  it("marks the day of a body in quarantine that is counted no more, where what it is replayed as came another day", async () => {
    const at = "2025-12-24T20:00:00.000Z";
    const known = recorded(at, { outcome: "known" });
    const [read] = known.reads;
    const deliveryId = replayDeliveryId(known.stored);
    const replay = { ...read, delivery: { ...read.delivery, deliveryId } };
    const stored = { ...known.stored, delivery: "d-0", receivedAt: "2026-01-02T10:00:00.000Z" };
    expect(await marks({ ...known, reads: [replay], stored })).toEqual([`1 ${at}`, `0 ${at}`]);
  });

  it("comes again where its day could not be marked", async () => {
    const late = recorded("2025-12-24T20:00:00.000Z");
    const mark = () => Promise.reject(new Error("throttled"));
    expect(await markLateDays([late], { mark }, NOW, EVER)).toEqual(late.reads);
  });

  it("comes again where no time is left to mark its day", async () => {
    const late = recorded("2025-12-24T20:00:00.000Z");
    const mark = vi.fn();
    expect(await markLateDays([late], { mark }, NOW, Date.now() - 1)).toEqual(late.reads);
    expect(mark).not.toHaveBeenCalled();
  });
});
