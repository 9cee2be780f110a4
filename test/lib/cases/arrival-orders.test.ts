/**
 * A case says the same in every order in which the calls about its notification come, one by one or together, however often a queue brings
 * them and the service says again what it said.
 */

import * as fc from "fast-check";
import { afterAll, expect, it } from "vitest";
import { TABLE_SHAPES } from "../../../lib/aws/tables/table-shapes.ts";
import type { StoredCase } from "../../../lib/cases/case.ts";
import { caseOfNotification } from "../../../lib/cases/case-keys.ts";
import { CaseStore } from "../../../lib/cases/cases.ts";
import { openCases } from "../../../lib/cases/open-cases.ts";
import { saidTransaction } from "../../../lib/cases/said-transaction.ts";
import { recordBatch } from "../../../lib/intake/batch.ts";
import type { ReadDelivery } from "../../../lib/intake/delivery.ts";
import { NotificationStore } from "../../../lib/intake/notifications/notifications.ts";
import { lfpiorpi } from "../../support/deadlines.ts";
import { readAt } from "../../support/deliveries.ts";
import { startTables } from "../../support/emulated-tables.ts";
import { LFPIORPI } from "../../support/notifications.ts";

const { client, stop } = await startTables({
  Notifications: TABLE_SHAPES.notifications,
  Cases: TABLE_SHAPES.cases,
});
afterAll(stop);
const notifications = new NotificationStore(client, "Notifications");
const cases = new CaseStore(client, "Cases", 10);

const day = (number: number, hour = 12) => `2026-03-${String(number).padStart(2, "0")}T${hour}:00:00.000Z`;

/** Of a transaction: some name no law, no price, or a time that cannot be. */
const CONTENT = fc.record({
  timestamp: fc.constantFrom("2026-02-20T12:00:00Z", "2026-01-05T12:00:00Z", day(31)),
  usd: fc.constantFrom(null, 1, 2.5),
  laws: fc.constantFrom([], ["LFPIORPI"], ["Ley A"], ["LFPIORPI", "Ley A"]),
});

const HISTORY = fc.record({
  contents: fc.array(CONTENT, { minLength: 2, maxLength: 3 }),
  /** Which content a call says; each is signed a day after the one before. */
  said: fc.array(fc.nat(), { minLength: 3, maxLength: 7 }),
  /** Which call a queue brings next, in batches; those that it never brings so come last. */
  arrivals: fc.array(fc.array(fc.nat(), { minLength: 1, maxLength: 3 }), { maxLength: 6 }),
});
type History = typeof HISTORY extends fc.Arbitrary<infer Drawn> ? Drawn : never;

let lastId = 0;

function callsOf({ contents, said }: History): ReadDelivery[] {
  const id = ++lastId;
  return said.map((pick, index) => {
    const { timestamp, usd, laws = [] } = contents[pick % contents.length] ?? {};
    const inflictedLaws = laws.map((name) => ({ ...LFPIORPI, name }));
    const changes = { id, timestamp, amount: { value: 1, usd }, inflictedLaws };
    return readAt(day(index + 2, 13), changes, { signedAt: day(index + 2), deliveryId: `${id}-${index}` });
  });
}

/** Works on batches, and on what comes back of them. @returns the case */
async function caseAfter(batches: readonly ReadDelivery[][]): Promise<StoredCase | undefined> {
  const queue = [...batches];
  for (let receives = 0; queue.length > 0; receives++) {
    if (receives > 100) throw new Error("Calls come back without an end.");
    const { recorded } = await recordBatch(queue.shift() ?? [], notifications);
    const { failed } = await openCases(recorded, cases, [lfpiorpi()]);
    for (const { delivered, mustAlert, delivery } of recorded)
      if (mustAlert && !failed.includes(delivery))
        await notifications.markAlerted(delivered, { at: day(30), id: undefined });
    queue.push(...failed.map((read) => [read]));
  }
  const [call] = batches.flat();
  return call && cases.read(caseOfNotification(call.item));
}

function factsIn(storedCase: StoredCase | undefined) {
  if (storedCase === undefined) return "no case";
  const { opening, steps } = storedCase;
  const { rules: _, lawsNow, ...facts } = saidTransaction(opening.facts, steps);
  return { ...facts, lawsDigest: (lawsNow ?? opening.facts).lawsDigest };
}

it("is the same after calls in the order of their signatures and in any other, and knows each once", async () => {
  let opened = 0;
  await fc.assert(
    fc.asyncProperty(HISTORY, async (history) => {
      const signed = callsOf(history).map((call) => [call]);
      const expected = factsIn(await caseAfter(signed));
      const calls = callsOf(history);
      const picked = history.arrivals.map((batch) =>
        batch.flatMap((pick) => calls[pick % calls.length] ?? []),
      );
      const others = calls.filter((call) => !picked.flat().includes(call)).map((call) => [call]);
      const storedCase = await caseAfter([...picked, ...others]);
      expect(factsIn(storedCase), "in another order").toEqual(expected);
      if (storedCase === undefined) return;
      opened++;
      const again = await caseAfter(calls.map((call) => [call]));
      expect(
        again?.steps.map(({ id }) => id),
        "after all of them come once more",
      ).toEqual(storedCase.steps.map(({ id }) => id));
    }),
    { numRuns: 200 },
  );
  expect(opened).toBeGreaterThan(120);
});
