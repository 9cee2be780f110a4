/** Days of an invented company, as briefs tell of them. */

import type { BriefFacts } from "../../lib/daily-brief/brief-facts.ts";
import { emptyDay } from "../../lib/daily-counts/day-count.ts";
import { DayCounter } from "../../lib/daily-counts/day-counter.ts";
import { type ScanRun, UNTOUCHED } from "../../lib/scans/runs/scan-run.ts";

/** A digest, invented. */
export const ANCHOR = "5f0c1e9f0a6d4b7c8e2f3a1b0c9d8e7f6a5b4c3d2e1f0a9b8c7d6e5f4a3b2c1d";

const FROM = "2026-03-01T06:00:00.000Z";
const RUN: ScanRun = {
  ...{ projectId: 1, runId: "2026-03-02T08:00:00.000Z", status: "completed", trigger: "schedule" },
  ...{ startedAt: "2026-03-02T08:00:00.000Z", endedAt: "2026-03-02T09:30:00.000Z" },
  shards: [
    {
      ...UNTOUCHED,
      crossed: 2,
      counts: { known: 1_200, recent: 10, completed: 1_187, skipped: 1, failed: 1, missing: 1 },
    },
  ],
};

const LFPIORPI = { name: "LFPIORPI", countryCode: "MX", risk: "illegal" } as const;
const FINTECH = { name: "Fintech Law", countryCode: "MX", risk: "warn" } as const;

function fullCount() {
  const counter = new DayCounter((iso) => iso.slice(0, 10), "2026-03-02T10:00:00.000Z");
  const receivedAt = "2026-03-01T15:00:00.000Z";
  const sent = (at: string) => ({ state: "sent", at }) as const;
  const none = { state: "none" } as const;
  const kind = "notification";
  const illegal = { kind, risk: "illegal", laws: [LFPIORPI], receivedAt } as const;
  counter.addNotification({ ...illegal, alert: sent("2026-03-01T15:00:04.000Z") });
  counter.addNotification({ ...illegal, laws: [LFPIORPI, FINTECH], alert: sent("2026-03-01T15:02:30.000Z") });
  counter.addNotification({ ...illegal, alert: { state: "pending" } });
  for (let each = 0; each < 12; each++)
    counter.addNotification({ kind, risk: "warn", laws: [FINTECH], receivedAt, alert: none });
  for (let each = 0; each < 1_240; each++)
    counter.addNotification({ kind, risk: "none", laws: [], receivedAt, alert: none });
  counter.addNotification({ ...illegal, originalKey: "1#42", alert: none });
  counter.addNotification({ ...illegal, kind: "quarantined", laws: [], risk: "none", alert: none });
  counter.addNotification({ ...illegal, kind: "error", laws: [], risk: "none", alert: none });
  const dueAt = "2026-03-17T06:00:00.000Z";
  counter.addCase({ kind, receivedAt, dueAt });
  counter.addCase({ kind, receivedAt, dueAt, outcome: "reported", decidedAt: "2026-03-01T17:30:00.000Z" });
  counter.addCase({ kind: "wallet", receivedAt, dueAt: "none" });
  return counter.count();
}

/** A day on which there was everything. */
export const FULL_DAY: BriefFacts = {
  ...{ day: "2026-03-01", from: FROM, to: "2026-03-02T06:00:00.000Z", made: "2026-03-02T14:00:03.000Z" },
  projectIds: [1, 2],
  count: fullCount(),
  crossed: 1,
  unreadable: 0,
  errorTexts: ["The index of chain 137 is behind."],
  scans: [
    { projectId: 1, kind: "fine", run: RUN, coverage: 99 },
    { projectId: 2, kind: "none" },
  ],
  quarantined: { count: 1, isCut: false },
  deadLetters: { webhook: 2, scan: 0 },
  cases: {
    undecided: {
      count: 1_005,
      oldest: "2026-02-20T16:00:00.000Z",
      overdue: 1,
      due: new Map([
        ["2026-03-08", 1],
        ["2026-03-03", 2],
      ]),
      notices: { owed: 0, overdue: 0 },
    },
    anchor: { kind: "kept", digest: ANCHOR, steps: 12, since: FROM },
    returned: 0,
  },
};

/** A day on which nothing was, at a company whose scans do their work. */
export const EMPTY_DAY: BriefFacts = {
  ...FULL_DAY,
  projectIds: [1],
  count: emptyDay(),
  crossed: 0,
  errorTexts: [],
  scans: [
    {
      projectId: 1,
      kind: "fine",
      run: { ...RUN, shards: [{ ...RUN.shards[0], crossed: 0 }] as ScanRun["shards"] },
      coverage: 99,
    },
  ],
  quarantined: { count: 0, isCut: false },
  deadLetters: { webhook: 0, scan: 0 },
  cases: {
    undecided: { count: 0, oldest: undefined, overdue: 0, due: new Map(), notices: { owed: 0, overdue: 0 } },
    anchor: { kind: "kept", digest: ANCHOR, steps: 0, since: FROM },
    returned: 0,
  },
};
