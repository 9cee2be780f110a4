import { describe, expect, it } from "vitest";
import {
  countRepeats,
  lastRepeatAt,
  type RepeatDelivery,
} from "../../../../lib/intake/notifications/repeats.ts";

const START = Date.parse("2026-01-01T00:00:00.000Z");

/** The n-th delivery, a millisecond after the one before. */
function delivery(n: number): RepeatDelivery {
  return { deliveryId: `delivery-${n}`, receivedAt: new Date(START + n).toISOString() };
}

function deliveries(from: number, count: number): RepeatDelivery[] {
  return Array.from({ length: count }, (_, n) => delivery(from + n));
}

const NEW = { delivery: "delivery-0", repeats: 0 };

function counted(item: Parameters<typeof countRepeats>[0], of: readonly RepeatDelivery[]) {
  const next = countRepeats(item, of);
  if (next === undefined) throw new Error("Nothing was counted.");
  return { ...item, ...next };
}

describe("the repeats of an item", () => {
  it("are all deliveries but the one that made it, each once, in any order", () => {
    const item = counted(NEW, [delivery(3), delivery(0), delivery(1), delivery(3)]);
    expect(item).toMatchObject({ repeats: 2 });
    expect(item.repeatedBy).toHaveLength(2);
    expect(lastRepeatAt(item)).toBe("2026-01-01T00:00:00.003Z");
    expect(countRepeats(item, [delivery(1), delivery(0), delivery(3)])).toBeUndefined();
    expect(counted(item, [delivery(2)])).toMatchObject({ repeats: 3 });
  });

  it("are distinguished within one millisecond", () => {
    const at = delivery(1).receivedAt;
    const item = counted(
      NEW,
      Array.from({ length: 500 }, (_, n) => ({ deliveryId: `d${n}`, receivedAt: at })),
    );
    expect(item.repeats).toBe(500);
  });

  it("take some 16 bytes each", () => {
    const { repeatedBy } = counted(NEW, deliveries(1, 1_000));
    expect(JSON.stringify(repeatedBy).length).toBeLessThan(18_100);
  });

  it("are exact when a thousand came between a delivery and its redelivery", () => {
    const item = counted(counted(NEW, [delivery(1)]), deliveries(2, 1_000));
    expect(item.repeats).toBe(1_001);
    expect(countRepeats(item, [delivery(1)])).toBeUndefined();
    expect(counted(item, [delivery(1), delivery(1_002)])).toMatchObject({ repeats: 1_002 });
  });

  it("are counted at least, not twice, when more came between", () => {
    const item = counted(counted(NEW, [delivery(1)]), deliveries(2, 1_001));
    const late = counted(item, [delivery(1)]);
    expect(late).toMatchObject({ repeats: 1_002, repeatsAtLeast: true });
    expect(countRepeats(late, [delivery(1)])).toBeUndefined();
    expect(counted(late, deliveries(1_003, 5))).toMatchObject({ repeats: 1_007, repeatsAtLeast: true });
  });

  it("say nothing of the kind while nothing was forgotten", () => {
    const item = counted(NEW, deliveries(10, 1_001));
    expect(counted(item, [delivery(1)])).toMatchObject({ repeats: 1_002 });
    expect(counted(item, [delivery(1)])).not.toHaveProperty("repeatsAtLeast");
  });

  it("have no last time where there are none", () => {
    expect(lastRepeatAt({})).toBeUndefined();
  });
});
