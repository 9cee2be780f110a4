import { describe, expect, it } from "vitest";
import type { LocalAlert } from "../../lib/local-endpoints.ts";
import { type ScanRun, UNTOUCHED } from "../../lib/store/scan-run.ts";
import { type ScanState, violationsOfScan } from "./scan-model.ts";
import { walletsOf } from "./scan-wallets.ts";

const SUBJECT = "700000001";
const WALLETS = walletsOf(SUBJECT);
const COUNTS = { known: 7, recent: 0, completed: 4, skipped: 1, failed: 1, missing: 1 };

function run(changes: Partial<ScanRun> = {}, counts = COUNTS): ScanRun {
  return {
    projectId: Number(SUBJECT),
    runId: "2026-01-02",
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

const WHOLE: ScanState = {
  runs: [run()],
  wallets: WALLETS.map(({ address, outcome, score, flagged }) => ({
    ...named,
    address,
    owners: [],
    source: "import",
    firstSeenAt: "2020-01-01T00:00:00.000Z",
    lastRun: "2026-01-02",
    lastOutcome: outcome,
    score,
    alert: flagged ? "sent" : undefined,
  })),
  history: WALLETS.map(({ address, outcome, score }) => ({
    ...named,
    address,
    runId: "2026-01-02",
    scannedAt: "2026-01-02T00:00:30.000Z",
    outcome,
    score,
  })),
  alerts: [
    alert("scan-brief", "brief"),
    ...WALLETS.filter(({ flagged }) => flagged).map(({ address }) => alert("wallet", `${address} on chain`)),
  ],
};

function found(state: ScanState, exactlyOnce = true, givenUp = 0): string[] {
  return violationsOfScan({ wallets: WALLETS, givenUp, exactlyOnce }, state).map(
    ({ kind, text }) => `${kind}: ${text}`,
  );
}

/** The state with one wallet's changed. */
function withWallet(ending: string, change: Partial<ScanState["wallets"][number]>): ScanState {
  const wallets = WHOLE.wallets.map((one) => (one.address.endsWith(ending) ? { ...one, ...change } : one));
  return { ...WHOLE, wallets };
}

const GIVEN_UP = run({ runId: "2026-01-01", status: "incomplete" });

describe("a scan as it should be", () => {
  it("has no violations", () => {
    expect(found(WHOLE)).toEqual([]);
  });

  it("may count the wallet that was never answered alone as failed, where something failed", () => {
    const counts = { ...COUNTS, failed: 2, missing: 0 };
    const wallets = withWallet("cafe0404", { lastOutcome: "failed" }).wallets;
    const history = WHOLE.history.map((scan) =>
      scan.address.endsWith("cafe0404") ? { ...scan, outcome: "failed" as const } : scan,
    );
    const state = { ...WHOLE, wallets, history, runs: [run({}, counts)] };
    expect(found(state, false)).toEqual([]);
    expect(found(state, true)).not.toEqual([]);
    expect(found({ ...state, runs: WHOLE.runs }, false)).not.toEqual([]);
  });

  it("follows one that was given up, closed and told", () => {
    const alerts = [...WHOLE.alerts, alert("scan-brief", "incomplete")];
    expect(found({ ...WHOLE, runs: [run(), GIVEN_UP], alerts }, true, 1)).toEqual([]);
    expect(found({ ...WHOLE, runs: [run(), GIVEN_UP] }, false, 1)).toContain(
      "unalerted: 1 briefs went out; the last is sent",
    );
  });
});

describe("a scan that was broken", () => {
  const [brief = alert("", ""), ...about] = WHOLE.alerts;

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
      'miscounted: the run counts {"known":7,"recent":0,"completed":5,"skipped":1,"failed":1,"missing":1}',
    ],
    ["no brief", { ...WHOLE, alerts: about }, "unalerted: 0 briefs went out; the last is sent"],
    ["a brief twice", { ...WHOLE, alerts: [brief, ...WHOLE.alerts] }, "doubled: 2 briefs went out"],
    [
      "a wallet without history",
      { ...WHOLE, history: WHOLE.history.slice(1) },
      "lost: cafe0019 has no history point",
    ],
    [
      "a wallet with two history points",
      { ...WHOLE, history: [...WHOLE.history, ...WHOLE.history.slice(0, 1)] },
      "doubled: cafe0019 has 2 history points",
    ],
    [
      "a history point of another run",
      { ...WHOLE, history: WHOLE.history.map((scan) => ({ ...scan, runId: "2026-01-01" })) },
      "wrong: cafe0019's history names another run",
    ],
    [
      "a wrong score",
      withWallet("cafe0061", { score: 60 }),
      "wrong: cafe0061 is completed with the score 60",
    ],
    [
      "a wallet that was left out",
      withWallet("cafe0019", { lastRun: undefined }),
      "wrong: cafe0019 is completed with the score 19",
    ],
    [
      "a crossing that nobody heard of",
      { ...WHOLE, alerts: [brief] },
      "unalerted: cafe0100 crossed the line and was told to nobody",
    ],
    [
      "an alert that is pending",
      withWallet("cafe0100", { alert: "pending" }),
      "unalerted: cafe0100's alert is pending",
    ],
  ])("is found out: %s", (_, state, violation) => {
    expect(found(state)).toContain(violation);
  });
});
