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
    run: /(?:StartScan|ScanWallets) .* late$|GET \/v1\/wallets\//,
    finding: /^wallets: .*(?:status|tags|statusAt) is absent|^alerts: .*message\.\w+ is /,
    reason:
      "an alert names a wallet's status only if the service says it within five seconds, 33 ms by the fast clock",
  },
  {
    run: /ScanWallets service:POST/,
    finding: /^scanRuns: [^;]*: trouble is [^;]*$/,
    reason: "a run keeps what was last in its way, for the command that says how far it is",
  },
  {
    run: /StoreNotifications .* late$/,
    finding: /^messages: .* is told 2 times, and 1 without|^alerts: 1 notification is there, and is not/,
    reason:
      "ten seconds to mark what was published are 67 ms by the fast clock; where they do not suffice, it is told again",
  },
  {
    run: /StartScan service:GET \/v1\/chains .* late$/,
    finding: /^chains: /,
    reason: "a scan goes on without the names of chains that come late; the next one fetches them",
  },
];

/** Why a finding is known; undefined if it is unknown. */
export function knownReason(run: string, finding: string): string | undefined {
  return KNOWN.find((entry) => entry.run.test(run) && entry.finding.test(finding))?.reason;
}
