/** The rule of revisions, played with the store that keeps it: histories with crashes, duplicates, reordering and concurrency. */

import { expect, it } from "vitest";
import { judgeContent, type Stored } from "../../../../lib/intake/notifications/revision-rule.ts";
import { playHistory } from "../../../support/revision-histories.ts";

it("keeps every promise in 1,000 random histories", { timeout: 120_000 }, async () => {
  const distinct = new Set<string>();
  let alerts = 0;
  for (let seed = 1; seed <= 1_000; seed++) {
    const { name, wrong, alerts: told } = await playHistory(seed);
    expect(wrong, `seed ${seed}: ${name}`).toEqual([]);
    distinct.add(name);
    alerts += told;
  }
  expect(distinct.size).toBeGreaterThan(500);
  expect(alerts).toBeGreaterThan(750);
});

const AT = "2026-01-01T00:00:00.000Z";
const NOW = Date.parse(AT);
const incoming = { content: "a", illegal: new Set(["law"]), receivedAt: AT, delivery: "second" };
const pendingSince = (at: string): Stored => ({
  ...{ content: "a", illegal: new Set(["law"]), updatedAt: AT },
  alert: { state: "pending", by: "first", at },
});

it("lets a repeat take over an alert that is pending for more than an hour, since its own delivery is lost", () => {
  const { alert } = judgeContent(incoming, pendingSince("2025-12-31T22:59:59.999Z"), undefined, NOW);
  expect(alert).toMatchObject({ state: "pending", by: "second" });
});

it("leaves a younger pending alert to its own delivery", () => {
  const { alert } = judgeContent(incoming, pendingSince("2025-12-31T23:00:00.000Z"), undefined, NOW);
  expect(alert).toMatchObject({ state: "pending", by: "first" });
});
