import { describe, expect, it } from "vitest";
import { type ScanRun, UNTOUCHED } from "../../../../lib/scans/runs/scan-run.ts";
import type { LocalAlert } from "../../../../lib/settings/local-endpoints.ts";
import type { SeenCase } from "../desk-cases.ts";
import { type ScanState, violationsOfScan } from "./scan-model.ts";
import { addressesOf, type Ending, USUAL_WALLETS } from "./scan-wallets.ts";

const SUBJECT = "700000001";
const WALLETS = addressesOf(SUBJECT, USUAL_WALLETS);
const COUNTS = { known: 7, recent: 0, completed: 4, skipped: 1, failed: 1, missing: 1 };
const RUN = "2026-01-02T00:00:00.000Z-000000";
const EARLIER = "2026-01-01T00:00:00.000Z-000000";

function run(changes: Partial<ScanRun> = {}, counts = COUNTS): ScanRun {
  return {
    projectId: Number(SUBJECT),
    runId: RUN,
    status: "completed",
    trigger: "schedule",
    startedAt: "2026-01-02T00:00:00.000Z",
    endedAt: "2026-01-02T00:01:00.000Z",
    brief: "sent",
    shards: [{ ...UNTOUCHED, counts }],
    ...changes,
  };
}

function alert(kind: string, text: string): LocalAlert {
  return { at: "2026-01-02T00:01:00.000Z", topic: "alerts", subject: "s", text, attributes: { kind } };
}

const named = { projectId: Number(SUBJECT), chainId: SUBJECT };

/** Every wallet with the first ending that it may have. */
const ENDED = WALLETS.map((wallet) => {
  const { outcome, score }: Ending = wallet.endings[0] ?? { outcome: "failed" };
  if (outcome === "recent") throw new Error("No wallet is recent here.");
  return { ...wallet, outcome, score, flagged: score !== undefined && score > 60 };
});

const WHOLE: ScanState = {
  runs: [run()],
  wallets: ENDED.map(({ address, outcome, score, flagged }) => ({
    ...named,
    address,
    owners: [],
    source: "import",
    firstSeenAt: "2020-01-01T00:00:00.000Z",
    lastRun: RUN,
    lastOutcome: outcome,
    score,
    alert: flagged ? "sent" : undefined,
  })),
  history: ENDED.map(({ address, outcome, score }) => ({
    ...named,
    address,
    runId: RUN,
    scannedAt: "2026-01-02T00:00:30.000Z",
    outcome,
    score,
    reason: "because",
  })),
  alerts: [
    ...ENDED.filter(({ flagged }) => flagged).map(({ address }) => alert("wallet", `${address} on chain`)),
  ],
  cases: new Map(ENDED.filter(({ flagged }) => flagged).map(({ address }) => [address, [openCase(address)]])),
};

function openCase(address: string, changes: Partial<SeenCase> = {}): SeenCase {
  const receivedAt = "2026-01-02T00:00:30.000Z";
  const begun = { kind: "wallet" as const, projectId: Number(SUBJECT), receivedAt, deadlines: [] };
  return {
    ...begun,
    ...{ subject: `wallet#${address}`, opened: RUN, order: "", dueAt: "none", head: "", expiresAt: 0 },
    beginning: { ...begun, openedAt: receivedAt, expiresAt: 0 },
    openShard: "shard",
    problems: [],
    ...changes,
  };
}

/** The state with other cases of one wallet. */
function withCases(name: string, ...cases: Partial<SeenCase>[]): ScanState {
  const address = addressOf(name);
  return {
    ...WHOLE,
    cases: new Map([...WHOLE.cases, [address, cases.map((changes) => openCase(address, changes))]]),
  };
}

function found(state: ScanState, exactlyOnce = true, expected: { givenUp?: number } = {}): string[] {
  return violationsOfScan({ wallets: WALLETS, givenUp: 0, exactlyOnce, ...expected }, state).map(
    ({ kind, text }) => `${kind}: ${text}`,
  );
}

function addressOf(name: string): string {
  return WALLETS.find((wallet) => wallet.name === name)?.address ?? "";
}

/** The state with one wallet's item changed. */
function withWallet(name: string, change: Partial<ScanState["wallets"][number]>): ScanState {
  const wallets = WHOLE.wallets.map((one) => (one.address === addressOf(name) ? { ...one, ...change } : one));
  return { ...WHOLE, wallets };
}

/** The state with one wallet's history point changed. */
function withPoint(name: string, change: Partial<ScanState["history"][number]>): ScanState {
  const history = WHOLE.history.map((one) => (one.address === addressOf(name) ? { ...one, ...change } : one));
  return { ...WHOLE, history };
}

const GIVEN_UP = run({ runId: EARLIER, status: "incomplete" });

describe("a scan as it should be", () => {
  it("has no violations", () => {
    expect(found(WHOLE)).toEqual([]);
  });

  it("may count the wallet that was never answered alone as failed, where something failed", () => {
    const counts = { ...COUNTS, failed: 2, missing: 0 };
    const { wallets } = withWallet("missing", { lastOutcome: "failed" });
    const { history } = withPoint("missing", { outcome: "failed" });
    const state = { ...WHOLE, wallets, history, runs: [run({}, counts)] };
    expect(found(state, false)).toEqual([]);
    expect(found(state, true)).not.toEqual([]);
    expect(found({ ...state, runs: WHOLE.runs }, false)).not.toEqual([]);
  });

  it("follows one that was given up, closed and alerted", () => {
    const alerts = [...WHOLE.alerts, alert("scan-problem", "incomplete")];
    const expected = { givenUp: 1 };
    expect(found({ ...WHOLE, runs: [run(), GIVEN_UP], alerts }, true, expected)).toEqual([]);
    expect(found({ ...WHOLE, runs: [run(), GIVEN_UP] }, false, expected)).toContain(
      "unalerted: 0 problems of 1 were reported; the end of the last run is sent",
    );
  });

  it("follows one that counted what an earlier run of its round asked for in vain", () => {
    const points = WHOLE.history.map((point) => ({ ...point, runId: EARLIER }));
    const asked = points.filter(({ address }) => address !== addressOf("failed"));
    const followed = (round: string | undefined, counts = COUNTS): ScanState => ({
      ...WHOLE,
      runs: [run(), run({ runId: EARLIER, round }, counts)],
      history: [...WHOLE.history, ...asked],
    });
    const expected = { givenUp: 1 };
    expect(found(followed("2025-12-31T00:00:00.000Z-000000"), false, expected)).toEqual([]);
    const inVain = [
      "knows 7 wallets of 6",
      "has accounted for 7 wallets of 6",
      "counts 1 as failed, and 0 are",
    ];
    const violations = inVain.map((text) => `miscounted: the run ${text}`);
    expect(found(followed(undefined), false, expected)).toEqual(violations);
    // No more than there are.
    const twice = { ...COUNTS, known: 8, failed: 2 };
    expect(found(followed("2025-12-31T00:00:00.000Z-000000", twice), false, expected)).toHaveLength(3);
  });

  it("keeps the history points of the run before it", () => {
    const alerts = [...WHOLE.alerts, alert("scan-problem", "incomplete")];
    const history = [...WHOLE.history, ...WHOLE.history.map((point) => ({ ...point, runId: EARLIER }))];
    expect(found({ ...WHOLE, runs: [run(), GIVEN_UP], alerts, history }, true, { givenUp: 1 })).toEqual([]);
  });
});

describe("a scan that was broken", () => {
  const problem = alert("scan-problem", "stopped");

  it.each<[string, ScanState, string]>([
    ["no run", { ...WHOLE, runs: [] }, "lost: no run was started"],
    ["two runs", { ...WHOLE, runs: [run(), GIVEN_UP] }, "doubled: 2 runs were started"],
    [
      "a run that is stuck",
      { ...WHOLE, runs: [run({ status: "running", brief: undefined })] },
      "lost: the run is running: no problem",
    ],
    [
      "a wallet that is counted twice",
      { ...WHOLE, runs: [run({}, { ...COUNTS, completed: 5 })] },
      "miscounted: the run has accounted for 8 wallets of 7",
    ],
    [
      "a wallet that is not counted",
      { ...WHOLE, runs: [run({}, { ...COUNTS, missing: 0 })] },
      "miscounted: the run has accounted for 6 wallets of 7",
    ],
    [
      "a wallet that is counted as another",
      { ...WHOLE, runs: [run({}, { ...COUNTS, missing: 0, failed: 2 })] },
      "miscounted: the run counts 2 as failed, and 1 are",
    ],
    [
      "an end that nobody noted as reported",
      { ...WHOLE, runs: [run({ brief: "pending" })] },
      "unalerted: 0 problems of 0 were reported; the end of the last run is pending",
    ],
    [
      "a problem that there was not",
      { ...WHOLE, alerts: [problem, ...WHOLE.alerts] },
      "doubled: 1 problems were reported",
    ],
    [
      "a wallet without history",
      { ...WHOLE, history: WHOLE.history.slice(1) },
      "lost: score 19 has no history point and should be completed 19",
    ],
    [
      "a wallet with two history points",
      { ...WHOLE, history: [...WHOLE.history, ...WHOLE.history.slice(0, 1)] },
      "doubled: score 19 has 2 history points",
    ],
    [
      "an outcome that the service did not give",
      withPoint("skipped", { outcome: "completed", score: 0 }),
      "wrong: skipped is completed with the score 0 and should be skipped",
    ],
    [
      "a failure without a reason",
      withPoint("failed", { reason: undefined }),
      "wrong: failed has failed, and its history does not say why",
    ],
    [
      "a wrong score",
      withWallet("score 61", { score: 60 }),
      "wrong: score 61 has the score 60 and was given 61",
    ],
    [
      "a false all-clear",
      withWallet("failed", { score: 0 }),
      "wrong: failed has the score 0 and was given undefined",
    ],
    [
      "a wallet that an earlier run has overwritten",
      withWallet("score 19", { lastRun: EARLIER }),
      `wrong: score 19 is completed in the run ${EARLIER}`,
    ],
    [
      "a crossing that nobody heard of",
      { ...WHOLE, alerts: [] },
      "unalerted: score 100 crossed the line and no alert went out",
    ],
    [
      "an alert that is pending",
      withWallet("score 100", { alert: "pending" }),
      "unalerted: score 100's alert is pending",
    ],
    [
      "an alert without a crossing",
      { ...WHOLE, alerts: [...WHOLE.alerts, alert("wallet", addressOf("score 19"))] },
      "wrong: score 19 was alerted and did not cross the line",
    ],
    ["an alert without a case", withCases("score 100"), "lost: score 100 was alerted and has no case"],
    [
      "a case without an alert",
      withCases("score 19", { openShard: undefined }),
      "doubled: score 19 has 1 cases and 0 further crossings of 0 alerts",
    ],
    [
      "a decided case that is opened again",
      withCases("score 100", { openShard: undefined }, { opened: EARLIER }),
      "doubled: score 100 has 2 cases and 0 further crossings of 1 alerts",
    ],
    [
      "a case that was changed beside its steps",
      withCases("score 100", { problems: [{ kind: "differs", name: "order" }] }),
      `wrong: the case ${RUN} of score 100 does not hold: [{"kind":"differs","name":"order"}]`,
    ],
  ])("is found out: %s", (_, state, violation) => {
    expect(found(state)).toContain(violation);
  });
});
