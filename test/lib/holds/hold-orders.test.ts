/** However many orders there are about a hold, it can be released, and placed again, and none is forgotten. */

import { afterEach, beforeEach, expect, it } from "vitest";
import type { Hold } from "../../../lib/holds/hold.ts";
import { HoldStore } from "../../../lib/holds/holds.ts";
import { HeldRecords } from "../../support/held-records.ts";

let records: HeldRecords;
let holds: HoldStore;
beforeEach(async () => {
  records = await HeldRecords.start();
  holds = new HoldStore(records.client, "Holds");
});
afterEach(() => records.close());

const AT = "2026-03-02T15:00:00.000Z";
const LONGEST = "ñ".repeat(990);

async function known(): Promise<Hold> {
  const hold = await holds.get("u-1");
  if (hold === undefined) throw new Error("There is no hold.");
  return hold;
}

it("takes 99 reasons and refuses the next, and still its release", async () => {
  for (let n = 1; n <= 99; n++) expect(await holds.place("u-1", `${LONGEST} ${n}`, AT)).toBe("done");
  expect(await holds.place("u-1", "one more", AT)).toBe("full");
  expect(await holds.release(await known(), "lifted", AT)).toBe("done");
  expect((await known()).state).toBe("released");
});

it("can be placed and released for ever, and shows every order", async () => {
  const said: string[] = [];
  for (let n = 1; n <= 120; n++) {
    expect(await holds.place("u-1", `order ${n}`, AT)).toBe("done");
    expect(await holds.release(await known(), `end of ${n}`, AT)).toBe("done");
    said.push(`order ${n}`, `end of ${n}`);
  }
  expect(await holds.place("u-1", "the last", AT)).toBe("done");
  const hold = await known();
  expect(hold.acts.length).toBeLessThanOrEqual(100);
  expect((await holds.actsOf(hold)).map(({ reason }) => reason)).toEqual([...said, "the last"]);
  expect((await Array.fromAsync(holds.all())).map(({ user }) => user)).toEqual(["u-1"]);
});
