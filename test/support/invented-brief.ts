/** Days of an invented company, as briefs tell of them. */

import type { BriefFacts } from "../../lib/reports/brief/brief-facts.ts";
import type { ScanRun } from "../../lib/screening/runs/run.ts";

/** A digest, invented. */
export const SEAL = "5f0c1e9f0a6d4b7c8e2f3a1b0c9d8e7f6a5b4c3d2e1f0a9b8c7d6e5f4a3b2c1d";

const FROM = "2026-03-01T06:00:00.000Z";
const RUN: ScanRun = {
  projectId: 1,
  runId: "2026-03-02T08:00:00.000Z",
  status: "completed",
  trigger: "schedule",
  startedAt: "2026-03-02T08:00:00.000Z",
  endedAt: "2026-03-02T09:30:00.000Z",
  queued: 1_200,
  isQueued: true,
  totals: { known: 1_200, completed: 1_197, skipped: 1, failed: 1, missing: 1, exceeded: 2 },
};

/** A day on which there was everything. */
export const FULL_DAY: BriefFacts = {
  first: "2026-03-01",
  day: "2026-03-01",
  from: FROM,
  to: "2026-03-02T06:00:00.000Z",
  madeAt: "2026-03-02T14:00:03.000Z",
  projectIds: [1, 2],
  received: {
    kinds: { flagged: 3, unreadable: 1, wallet: 1, other: 0 },
    laws: [
      { countryCode: "MX", name: "LFPIORPI", count: 3 },
      { countryCode: "MX", name: "Fintech Law", count: 1 },
    ],
    otherLaws: 0,
    toDecision: { count: 2, medianMs: 9_000_000, longestMs: 43_200_000 },
    isCut: false,
  },
  revised: { count: 2, isCut: false },
  errors: { count: 1, texts: ["The index of chain 137 is behind."], isCut: false },
  scans: [
    { projectId: 1, kind: "fine", run: RUN, coverage: 99 },
    { projectId: 2, kind: "none" },
  ],
  webhooks: [
    { projectId: 1, kind: "recent", at: "2026-03-02T05:11:02.000Z" },
    { projectId: 2, kind: "none" },
  ],
  quarantined: { count: 1, isCut: false },
  deadLetters: { webhook: 2, scan: 0 },
  undecided: {
    count: 1_005,
    oldest: "2026-02-20T16:00:00.000Z",
    sanctions: 2,
    waiting: 14,
    overdue: 1,
    due: new Map([
      ["2026-03-08", 1],
      ["2026-03-03", 2],
    ]),
    notices: { pending: 0, overdue: 0 },
    revisedSince: 1,
    isCut: false,
  },
  seal: {
    kind: "kept",
    seal: {
      since: "2026-03-01",
      day: "2026-03-01",
      projectIds: [1, 2],
      keptUntil: "2037-01-01",
      events: 12,
      eventsDigest: "0".repeat(64),
      previous: "0".repeat(64),
      digest: SEAL,
    },
  },
};

/** A day on which nothing was, at a company whose scans do their work. */
export const EMPTY_DAY: BriefFacts = {
  ...FULL_DAY,
  projectIds: [1],
  received: {
    kinds: { flagged: 0, unreadable: 0, wallet: 0, other: 0 },
    laws: [],
    otherLaws: 0,
    toDecision: { count: 0, medianMs: undefined, longestMs: undefined },
    isCut: false,
  },
  revised: { count: 0, isCut: false },
  errors: { count: 0, texts: [], isCut: false },
  scans: [
    {
      projectId: 1,
      kind: "fine",
      run: {
        ...RUN,
        totals: { known: 1_200, completed: 1_197, skipped: 1, failed: 1, missing: 1, exceeded: 0 },
      },
      coverage: 99,
    },
  ],
  webhooks: [{ projectId: 1, kind: "recent", at: "2026-03-02T05:11:02.000Z" }],
  quarantined: { count: 0, isCut: false },
  deadLetters: { webhook: 0, scan: 0 },
  undecided: {
    count: 0,
    oldest: undefined,
    sanctions: 0,
    waiting: 0,
    overdue: 0,
    due: new Map(),
    notices: { pending: 0, overdue: 0 },
    revisedSince: 0,
    isCut: false,
  },
  seal: {
    kind: "kept",
    seal: {
      since: "2026-03-01",
      day: "2026-03-01",
      projectIds: [1],
      keptUntil: "2026-03-01",
      events: 0,
      eventsDigest: "0".repeat(64),
      previous: "0".repeat(64),
      digest: SEAL,
    },
  },
};
