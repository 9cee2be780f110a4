import { describe, expect, it } from "vitest";
import { chainFacts } from "../../../lib/alert/explorer.ts";
import { type BriefOrigin, scanBrief } from "../../../lib/alert/scan-brief.ts";
import { scanProblem } from "../../../lib/alert/scan-problem.ts";
import {
  type NotableWallet,
  type ScanCounts,
  type ScanRun,
  UNTOUCHED,
} from "../../../lib/store/scan-runs/scan-run.ts";
import { problemOf } from "../../../lib/store/scan-runs/totals.ts";
import { ENGLISH } from "../../support/speakers.ts";

function runOf(
  shards: { counts?: Partial<ScanCounts>; highest?: NotableWallet[]; rises?: NotableWallet[] }[],
  changes: Partial<ScanRun> = {},
): ScanRun {
  return {
    projectId: 1,
    runId: "2026-03-01T02:00:00.000Z-abcdef",
    status: "completed",
    trigger: "schedule",
    startedAt: "2026-03-01T02:00:00.000Z",
    endedAt: "2026-03-01T03:30:00.000Z",
    shards: shards.map(({ counts, highest = [], rises = [] }) => ({
      ...UNTOUCHED,
      state: "ended",
      counts: { ...UNTOUCHED.counts, ...counts },
      above: highest.length,
      highest,
      rises,
    })),
    ...changes,
  };
}

function notable(address: string, score: number, previousScore?: number): NotableWallet {
  return { chainId: "1", address, score, ...(previousScore === undefined ? {} : { previousScore }) };
}

const ORIGIN: BriefOrigin = {
  stage: "dev",
  alertId: "2026-03-01T03:30:00.500Z-1-0a1b2c3d",
  speaker: ENGLISH,
  chains: () => undefined,
  line: 60,
};

describe("the brief of a run", () => {
  it("says what was covered, what is newly above 60 and what rose most, over all shards", () => {
    const run = runOf([
      {
        counts: { known: 1_000, completed: 990, failed: 1 },
        highest: [notable("0xa", 70, 20)],
        rises: [notable("0xa", 70, 20), notable("0xc", 30, 25)],
      },
      {
        counts: { known: 234, recent: 230, skipped: 2, missing: 2, completed: 0 },
        highest: [notable("0xb", 90)],
        rises: [notable("0xd", 40, 10)],
      },
    ]);
    const { subject, email, attributes } = scanBrief(run, ORIGIN);
    expect(subject).toBe("[SCAN] Project 1 is complete but for 14 of 1234: 2 wallets newly above 60");
    expect(attributes).toEqual({ kind: "scan-brief", projectId: 1 });
    expect(email).toBe(`The scan of project 1 is complete but for 14 of 1234: 2 wallets newly above 60.
Began 2026-03-01 02:00:00 UTC, ended 2026-03-01 03:30:00 UTC.

Coverage
      1,234  known wallets, of which
        990  scanned
        230  scanned shortly before, left out
          2  skipped by the service
          1  failed, after three tries
          2  missing in the service's answers, after three tries
          9  not scanned

Newly above 60
  0xb on chain 1: 90, before unknown
    user not known
  0xa on chain 1: 70, before 20
    user not known

Biggest rises
  0xa on chain 1: +50, from 20 to 70
    user not known
  0xd on chain 1: +30, from 10 to 40
    user not known
  0xc on chain 1: +5, from 25 to 30
    user not known

Look closer
  vigia alerts show 2026-03-01T03:30:00.500Z-1-0a1b2c3d --stage dev
`);
  });

  it("says loudly that a run was not completed, and why", () => {
    const run = runOf([{ counts: { known: 50, completed: 10 } }], {
      status: "stopped",
      problem: "The key is wrong.",
    });
    const { subject, email, slack } = scanBrief(run, { ...ORIGIN, stage: "local" });
    expect(subject).toBe("[SCAN] Project 1 was STOPPED: 0 wallets newly above 60");
    expect(email).toContain("Problem: The key is wrong.");
    expect(email).toContain("         50  known wallets read so far, of which");
    expect(email).toContain("         40  not scanned");
    expect(slack.description).toContain("Problem: The key is wrong.");
  });

  it.each([
    ["incomplete", "[SCAN] Project 1 is INCOMPLETE: 0 wallets newly above 60"],
    ["running", "[SCAN] Project 1 is running: 0 wallets newly above 60"],
  ] as const)("says in its subject that a run is %s", (status, subject) => {
    expect(scanBrief(runOf([{}], { status }), ORIGIN).subject).toBe(subject);
  });

  it("says in Slack what was covered and what is newly above 60", () => {
    const run = runOf([{ counts: { known: 1, completed: 1 }, highest: [notable("0xb", 90)] }]);
    expect(scanBrief(run, ORIGIN).slack).toEqual({
      title: "The scan of project 1 is complete: 1 wallet newly above 60.",
      description: `Began 2026-03-01 02:00:00 UTC, ended 2026-03-01 03:30:00 UTC.
        1  known wallets, of which
        1  scanned
        0  scanned shortly before, left out
        0  skipped by the service
        0  failed, after three tries
        0  missing in the service's answers, after three tries
• \`0xb\` on chain 1: 90, before unknown; user \`not known\``,
      nextSteps: ["Look closer: `vigia alerts show 2026-03-01T03:30:00.500Z-1-0a1b2c3d --stage dev`"],
      threadId: "scan-1",
    });
  });

  it("names the user, the chain and a link of each wallet, and the line that the deployment has", () => {
    const wallet = { ...notable("0xb", 45, 10), chainId: "42161", userId: "u-1" };
    const origin: BriefOrigin = {
      ...ORIGIN,
      line: 40,
      chains: () =>
        chainFacts({ id: "42161", name: "Arbitrum One", explorer_url: "https://explorer.example" }),
    };
    const { subject, email, slack } = scanBrief(runOf([{ highest: [wallet], rises: [wallet] }]), origin);
    expect(subject).toBe("[SCAN] Project 1 is complete: 1 wallet newly above 40");
    expect(email).toContain(`Newly above 40
  0xb on Arbitrum One (chain 42161): 45, before 10
    user u-1
    https://explorer.example/address/0xb

Biggest rises
  0xb on Arbitrum One (chain 42161): +35, from 10 to 45
    user u-1
    https://explorer.example/address/0xb
`);
    expect(slack.description).toContain(
      "• `0xb` (<https://explorer.example/address/0xb|explorer>) on Arbitrum One (chain 42161): 45, before 10; user `u-1`",
    );
  });

  it("says what is still open, and has no title without a wallet", () => {
    const run = runOf([{ counts: { known: 1, completed: 1 } }], { endedAt: undefined });
    const { email } = scanBrief(run, ORIGIN);
    expect(email).toContain("Began 2026-03-01 02:00:00 UTC, ended not yet.");
    expect(email).not.toMatch(/Newly above|Biggest rises|not scanned/);
    expect(email).toContain("after three tries\n\nLook closer\n");
  });

  it("names five of five without saying that there are more", () => {
    const five = Array.from({ length: 5 }, (_, n) => notable(`0x${61 + n}`, 61 + n));
    expect(scanBrief(runOf([{ highest: five }]), ORIGIN).email).toContain("Newly above 60\n");
  });

  it("names five of many", () => {
    const many = (from: number) => Array.from({ length: 5 }, (_, n) => notable(`0x${from + n}`, from + n, 1));
    const { email } = scanBrief(runOf([{ highest: many(61) }, { highest: many(81) }]), ORIGIN);
    expect(email).toContain("Newly above 60, the highest");
    expect(email).toContain("0x85 on chain 1: 85");
    expect(email).not.toContain("0x65 on chain 1");
  });
});

describe("what an alert to operations says of a run", () => {
  it.each([
    ["nothing where all is well", { known: 10, completed: 10 }, undefined],
    ["nothing where nothing was asked", { known: 10, recent: 10 }, undefined],
    ["nothing where half was skipped", { known: 10, completed: 5, skipped: 5 }, undefined],
    ["that most was skipped", { known: 11, completed: 5, skipped: 6 }, "The service skipped 6 of 11 wallets"],
    [
      "of those that were asked for",
      { known: 20, recent: 15, skipped: 3, completed: 2 },
      "skipped 3 of 5 wallets",
    ],
    [
      "that most failed",
      { known: 4, failed: 2, missing: 1, completed: 1 },
      "2 of 4 wallets failed and 1 were missing",
    ],
  ])("is %s", (_, counts, expected) => {
    const problem = problemOf(runOf([{ counts }]));
    if (expected === undefined) expect(problem).toBeUndefined();
    else expect(problem).toContain(expected);
  });

  it("is the run's own problem first", () => {
    const run = runOf([{ counts: { known: 10, skipped: 10 } }], {
      status: "stopped",
      problem: "The key is wrong.",
    });
    expect(problemOf(run)).toBe("The key is wrong.");
    const origin = { stage: "dev", speaker: ENGLISH };
    expect(scanProblem({ ...run, problem: "The <key> is wrong." }, origin)).toMatchObject({
      subject: "[SCAN STOPPED] Project 1: the scan needs attention",
      slack: {
        title: "The scan of project 1 is stopped: 0 of 10 known wallets were scanned.",
        description: "The &lt;key&gt; is wrong.",
        nextSteps: ["Look closer: `vigia scan status --project 1 --stage dev`"],
        threadId: "scan-1",
      },
      attributes: { kind: "scan-problem", projectId: 1 },
    });
    expect(
      scanProblem(run, origin).email,
    ).toBe(`The scan of project 1 is stopped: 0 of 10 known wallets were scanned.

The key is wrong.

Look closer
  vigia scan status --project 1 --stage dev
`);
  });
});
