/** Scenarios of a nightly scan. */

import type { Arming, Point, TableName } from "../injection/arming.ts";
import { callsOf, isSecret, type Scenario } from "../scenario.ts";
import { settled } from "../settled.ts";
import type { Violation } from "../violation.ts";
import { ODD_WALLETS } from "./odd-answers.ts";
import type { ExpectedScan } from "./scan-model.ts";
import { type ScriptedWallet, USUAL_WALLETS } from "./scan-wallets.ts";
import type { Scans } from "./scans.ts";
import type { ScriptedService } from "./scripted-service.ts";

/** The first request for scores is refused so that the shard is requeued: the service is too busy. */
const FIRST_REQUEST: Point = "ScanWallets service:POST /v1/projects/…/addresses/scan-risk #1";

const NONE: Scenario["covers"] = () => false;

/** Tools of scenarios of scans. */
export interface ScanTools {
  scans: Scans;
  arming: Arming;
  service: ScriptedService;
  patienceMs: number;
}

/** Parts of a scenario of scans. */
interface ScanParts {
  wallets?: readonly ScriptedWallet[];
  expected?: Omit<ExpectedScan, "wallets" | "exactlyOnce"> & { exactlyOnce?: false };
  prepare?: (subject: string) => Promise<Violation[]>;
  act?: (subject: string) => Promise<void>;
  covers: Scenario["covers"];
  cold?: readonly string[];
}

/** A wallet that was scored a moment ago is left out of the next run. */
const RECENT_WALLETS = USUAL_WALLETS.map((wallet) => ({
  ...wallet,
  endings: wallet.endings.map((ending) =>
    ending.score === undefined ? ending : { ...ending, outcome: "recent" as const },
  ),
}));

/** Replies that are odd as a whole: they cost nothing, since what they do not say is asked again. */
const GARBLED = [
  ["a page of HTML", "<html>busy</html>"],
  ["half of a reply", '{"success":true,"data":{"results":[{"address":"0x'],
  ["no results", '{"success":true,"data":{"summary":{},"results":null}}'],
  ["a failure", '{"success":false,"message":"try again"}'],
] as const;

/** Time for which a table is out of reach once the service was asked for scores, in milliseconds. */
const OUTAGE_MS = 300;

export function scanScenarios({ scans, arming, service, patienceMs }: ScanTools): Scenario[] {
  const scenario = (name: string, parts: ScanParts): Scenario => {
    const { wallets = USUAL_WALLETS, expected = { givenUp: 0 }, prepare, act, covers, cold } = parts;
    return {
      name,
      covers,
      ...(cold === undefined ? {} : { cold }),
      async prepare(subject) {
        await scans.remember(subject, wallets);
        return (await prepare?.(subject)) ?? [];
      },
      act: act ?? ((subject) => scans.start(subject)),
      violations: (subject, exactlyOnce) => scans.violations(subject, { exactlyOnce, ...expected }),
    };
  };

  /** A table is out of reach from the first request for scores on, for a while. */
  const outage = (table: TableName): Scenario =>
    scenario(`a scan, with the table ${table} out of reach for a while`, {
      covers: NONE,
      async act(subject) {
        const gate = service.holdNextScan(subject);
        await scans.start(subject);
        await gate.reached;
        const outage = arming.beginOutage(subject, table);
        gate.open();
        await new Promise((resolve) => setTimeout(resolve, OUTAGE_MS));
        outage.end();
      },
    });

  return [
    scenario("a scan", { covers: callsOf("StartScan", "ScanWallets") }),
    scenario("a scan of a busy service", {
      covers: (point) => point.startsWith("ScanWallets sqs:"),
      async prepare(subject) {
        arming.arm(subject, FIRST_REQUEST, "throttled");
        return [];
      },
    }),
    scenario("a scan after one that was given up", {
      covers: callsOf("StartScan"),
      expected: { givenUp: 1 },
      async prepare(subject) {
        await scans.beginEarlier(subject, false);
        return [];
      },
    }),
    scenario("a scan, at a cold start", { covers: isSecret, cold: ["StartScan", "ScanWallets"] }),
    scenario("a scan of a service that answers oddly", {
      wallets: [...USUAL_WALLETS, ...ODD_WALLETS],
      covers: (point) => point.includes("walletScans") && point.endsWith("#1"),
    }),
    ...GARBLED.map(([kind, reply]) =>
      scenario(`a scan of a service that answers once with ${kind}`, {
        covers: NONE,
        async prepare(subject) {
          service.garbleNextScan(subject, reply);
          return [];
        },
      }),
    ),
    scenario("a scan whose messages come twice", {
      // Two workers on one page may both alert: that is what "at least once" is about.
      expected: { givenUp: 0, exactlyOnce: false },
      covers: (point) => point.includes("scanRuns SET shards"),
      async act(subject) {
        await scans.start(subject);
        await scans.queueShards(subject, await scans.currentRun(subject));
      },
    }),
    scenario("a scan right after another", {
      wallets: RECENT_WALLETS,
      expected: { givenUp: 0, completedBefore: 1 },
      covers: NONE,
      async act(subject) {
        await scans.start(subject);
        await settled(() => scans.ended(subject, 1), patienceMs);
        await scans.start(subject);
      },
    }),
    scenario("a scan after one that took a day", {
      expected: { givenUp: 0, completedBefore: 1 },
      covers: NONE,
      async act(subject) {
        await scans.beginEarlier(subject, true);
        await settled(() => scans.ended(subject, 1), patienceMs);
        await scans.start(subject);
      },
    }),
    ...(["wallets", "walletScans", "scanRuns", "chains", "alerts"] as const).map(outage),
  ];
}
