/** What can happen to a nightly scan, and what must be in the tables and on the topics then. */

import type { Arming, Point } from "./arming.ts";
import type { Scans } from "./scans.ts";
import { callsOf, isSecret, type Scenario } from "./scenario.ts";

/** Where the first request for scores is refused so that the shard is handed on: the service is too busy. */
const FIRST_REQUEST: Point = "ScanWallets service:POST /v1/projects/…/addresses/scan-risk #1";

export function scanScenarios(scans: Scans, arming: Arming): Scenario[] {
  const scan: Scenario = {
    name: "a scan",
    covers: callsOf("StartScan", "ScanWallets"),
    async prepare(subject) {
      await scans.remember(subject);
      return [];
    },
    act: (subject) => scans.start(subject),
    violations: (subject, exactlyOnce) => scans.violations(subject, exactlyOnce),
  };
  return [
    scan,
    {
      ...scan,
      name: "a scan of a busy service",
      covers: (point) => point.startsWith("ScanWallets sqs:"),
      async prepare(subject) {
        await scans.remember(subject);
        arming.arm(subject, FIRST_REQUEST, "throttled");
        return [];
      },
    },
    {
      ...scan,
      name: "a scan after one that was given up",
      covers: callsOf("StartScan"),
      async prepare(subject) {
        await scans.remember(subject);
        await scans.abandon(subject);
        return [];
      },
      violations: (subject, exactlyOnce) => scans.violations(subject, exactlyOnce, 1),
    },
    { ...scan, name: "a scan, at a cold start", covers: isSecret, cold: ["StartScan", "ScanWallets"] },
  ];
}
