/** Differences that the product has today and that are no findings, each with its reason. The report prints them. */

interface Known {
  /** Of which runs: part of `scenario / call / fault`. */
  run: RegExp;
  /** Of which findings. */
  finding: RegExp;
  reason: string;
}

const KNOWN: readonly Known[] = [
  {
    run: /StoreNotifications/,
    finding: /^scanRuns: traffic#/,
    reason:
      "a call adds to its project's traffic once, at its end: one that is cut off adds nothing, or its repeat adds twice",
  },
];

/** Why a finding is known; undefined where it is none of them. */
export function knownReason(run: string, finding: string): string | undefined {
  return KNOWN.find((one) => one.run.test(run) && one.finding.test(finding))?.reason;
}
